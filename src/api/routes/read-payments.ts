import type { FastifyInstance, FastifyReply } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import { parseTransactionId } from '../../core/ids.ts';
import type { Payment } from '../../core/payment.ts';
import { paymentJson, type ShownPayment } from '../../core/payment-json.ts';
import type { Database } from '../../database/database.ts';
import {
  findPaymentInScope,
  findShownPayment,
  findShownPaymentByReference,
  type PaymentScope,
} from '../../features/payments/store/find-payment.ts';
import type { Principal } from '../../features/websites/find-principal.ts';
import { principalOf } from '../../http/authenticate.ts';
import { refuse } from '../../http/errors.ts';
import { noteShownTime } from '../../http/gateway-time.ts';
import { isStorableText } from '../../platform/text/json-body.ts';
import { PAYMENT_RESPONSES } from '../schemas/examples.ts';
import { documented, enveloped, object, ref, responses, string } from '../schemas/json-schema.ts';
import { PaymentParams } from '../schemas/payments.ts';

const UNKNOWN_REFERENCE = 'Transaction not found for this reference.';

const paymentResponses = () =>
  responses(
    { status: 200, description: 'The payment.', schema: enveloped(ref('Payment')), examples: PAYMENT_RESPONSES },
    ['transaction_not_found', 'not_found'],
  );

/** Contract: READ-1, READ-4. */
export function readPaymentsRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  app.get<{ Params: PaymentParams }>(
    '/payments/:transaction_id',
    {
      schema: {
        operationId: 'readPayment',
        summary: 'Read a payment',
        description:
          "A payment of the key's website and mode, with its current status. `completed` confirms the payment.",
        tags: ['Payments'],
        params: PaymentParams,
        response: paymentResponses(),
      },
    },
    async (request, reply) => {
      const id = parseTransactionId(request.params.transaction_id);
      const payment = id === undefined ? undefined : await findShownPayment(db, scopeOf(principalOf(request)), id);
      if (payment) sendPayment(reply, payment);
      else refuse(request, reply, new ApiError('transaction_not_found'));
    },
  );

  // A wildcard, because a reference may contain slashes, and proxies tend to decode them.
  app.get<{ Params: { '*': string } }>(
    '/payments/reference/*',
    {
      schema: {
        operationId: 'findPaymentByReference',
        summary: 'Find a payment by your reference',
        description: 'Returns the newest payment with this reference. Check it before you retry a create request.',
        tags: ['Payments'],
        params: object({
          '*': string({
            ...documented({ maxLength: 255 }),
            description: 'Your reference, percent-encoded.',
            examples: ['order-1042'],
          }),
        }),
        response: paymentResponses(),
      },
    },
    async (request, reply) => {
      const reference = request.params['*'];
      const scope = scopeOf(principalOf(request));
      const payment = isStorableText(reference) ? await findShownPaymentByReference(db, scope, reference) : undefined;
      if (payment) sendPayment(reply, payment);
      else refuse(request, reply, new ApiError('transaction_not_found', { message: UNKNOWN_REFERENCE }));
    },
  );
}

/** The payment of a path parameter, if this key may see it; throws `transaction_not_found` otherwise. */
export async function requirePayment(db: Database, principal: Principal, transactionId: string): Promise<Payment> {
  const id = parseTransactionId(transactionId);
  const payment = id === undefined ? undefined : await findPaymentInScope(db, scopeOf(principal), id);
  if (!payment) throw new ApiError('transaction_not_found');
  return payment;
}

/**
 * Sends a payment. Returns nothing, so that handlers do not return `reply`: it has `then`, and an async handler would
 * wait for it as for a promise.
 */
export function sendPayment(reply: FastifyReply, payment: ShownPayment): void {
  noteShownTime(reply.request, payment.createdAtUs);
  reply.type('application/json; charset=utf-8').send(`{"success":true,"data":${paymentJson(payment)}}`);
}

function scopeOf({ key, website }: Principal): PaymentScope {
  return { websiteId: website.id, mode: key.mode };
}
