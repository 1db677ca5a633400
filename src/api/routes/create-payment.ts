import type { FastifyInstance } from 'fastify';
import { ApiError, type FieldErrors, validationError } from '../../core/errors.ts';
import { amountNumber, formatAmount, parseDecimal, rateNumber } from '../../core/money.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import type { CreatedPayment, Creator, PaymentRequest } from '../../features/payments/create-payment.ts';
import { principalOf } from '../../http/authenticate.ts';
import { refuse } from '../../http/errors.ts';
import { jsonBodyOf } from '../../http/json-bodies.ts';
import { logOf, noteOnRequest } from '../../http/note-on-request.ts';
import type { Log } from '../../platform/log/log.ts';
import { holdsUnstorableText, type JsonBody } from '../../platform/text/json-body.ts';
import { CREATED_RESPONSES } from '../schemas/examples.ts';
import { ref, responses } from '../schemas/json-schema.ts';
import { CreatePayment, type CreatePaymentBody } from '../schemas/payments.ts';

export interface CreatePaymentRouteDeps {
  readonly create: (creator: Creator, request: PaymentRequest, log: Log) => Promise<CreatedPayment>;
  /** How long a creation may wait before it is refused. */
  readonly createWaitSeconds: number;
}

/** Contract: CREATE-1. */
export function createPaymentRoute(app: FastifyInstance, { create, createWaitSeconds }: CreatePaymentRouteDeps): void {
  app.post<{ Body: CreatePaymentBody }>(
    '/payments',
    {
      // The handler reports schema errors together with those that a schema cannot express.
      attachValidation: true,
      schema: {
        operationId: 'createPayment',
        summary: 'Create a payment',
        description:
          'Creates a payment and returns what the customer needs to pay it: `payment_url` for `moncash`, `natcash` and ' +
          '`lakaypay_card`, or the values for the card widget for `card`. The fields are at the root of the response, not in `data`. ' +
          'Read `amount` and `currency` from the response: dollars are converted for `moncash` and `natcash`. ' +
          'There is no idempotency key: after a lost response, look up the payment by its reference before you retry.',
        tags: ['Payments'],
        body: CreatePayment,
        response: responses(
          {
            status: 201,
            description:
              'The payment is stored. Store its `transaction_id` with your order before you redirect the customer.',
            schema: ref('CreatedPayment'),
            examples: CREATED_RESPONSES,
          },
          [
            'payment_method_not_approved',
            'payment_method_not_available',
            'amount_too_low',
            'amount_too_high',
            'payment_processing_failed',
            'payload_too_large',
            'unsupported_media_type',
            'validation_error',
          ],
        ),
      },
    },
    async (request, reply) => {
      const paymentRequest = readRequest(request.body, jsonBodyOf(request), foundByTheSchema(request.validationError));
      if (paymentRequest instanceof ApiError) return refuse(request, reply, paymentRequest);
      const { key, website } = principalOf(request);
      // The wait counts from the start of the request, including reading its body and finding its key. A client that
      // has closed the connection no longer waits.
      // A request from within this process has no real socket.
      const isAwaited = () => request.raw.socket.writable !== false && reply.elapsedTime < createWaitSeconds * 1000;
      const creator = { apiKeyId: key.id, mode: key.mode, website, isAwaited };
      const created = await create(creator, paymentRequest, logOf(request));
      noteOnRequest(request, { paymentId: created.payment.id });
      reply.code(201).type('application/json; charset=utf-8').send(createdJson(created));
    },
  );
}

function foundByTheSchema(error: Error | undefined): FieldErrors {
  return (error instanceof ApiError && error.errors) || {};
}

/** Adds the checks that a schema cannot express to the schema's errors. Throws a refusal if there is any error. */
function readRequest(
  body: CreatePaymentBody | undefined,
  sent: JsonBody | undefined,
  errors: FieldErrors,
): PaymentRequest | ApiError {
  if (body === undefined || sent === undefined) return validationError({ body: ['The body must be a JSON object.'] });
  const { sources } = sent;
  const blame = (field: string, message: string) => (errors[field] ??= []).push(message);

  checkTexts(sent, body, CreatePayment, blame);
  const amountMinor = errors.amount ? 0 : readAmount(sources.get('amount') ?? '', blame);
  checkRecurring(body, errors, blame);
  if (Object.keys(errors).length > 0) return validationError(errors);

  return {
    amount: { amountMinor, currency: body.currency },
    method: body.payment_method,
    customerName: body.customer_name,
    customerEmail: body.customer_email ?? null,
    customerPhone: body.customer_phone ?? null,
    reference: body.reference ?? null,
    description: body.description ?? null,
    metadata: body.metadata === undefined ? null : (sources.get('metadata') ?? null),
    recurringInterval: body.recurring_interval ?? null,
    recurringIntervalCount: body.recurring ? (body.recurring_interval_count ?? 1) : null,
  };
}

type Blame = (field: string, message: string) => void;

/** Blames the fields of a body whose texts cannot be stored as they were sent. */
export function checkTexts(
  sent: JsonBody,
  body: object,
  { properties }: { readonly properties: object },
  blame: Blame,
): void {
  // Only bodies with a \u escape can contain such text, and few have one.
  for (const [field, value] of sent.hasUnicodeEscapes ? Object.entries(body) : []) {
    if (Object.hasOwn(properties, field) && holdsUnstorableText(value)) {
      blame(field, `The ${field} field must not contain NUL characters or unpaired surrogates.`);
    }
  }
}

/** The amount in the text of a JSON number, minor units; 0 after blaming it. */
export function readAmount(source: string, blame: Blame): number {
  const amountMinor = parseDecimal(source, 2);
  if (amountMinor === 'too_precise') blame('amount', 'The amount field must have at most two decimals.');
  else if (amountMinor === undefined || amountMinor < 100) blame('amount', 'The amount field must be at least 1.');
  else return amountMinor;
  return 0;
}

function checkRecurring(body: CreatePaymentBody, errors: FieldErrors, blame: Blame): void {
  for (const field of ['recurring', 'recurring_interval', 'recurring_interval_count'] as const) {
    if (body[field] === undefined || errors[field]) continue;
    if (body.payment_method !== 'lakaypay_card' && !errors.payment_method) {
      blame(field, `The ${field} field is only for lakaypay_card.`);
    } else if (field !== 'recurring' && body.recurring !== true && !errors.recurring) {
      blame(field, `The ${field} field needs recurring to be true.`);
    }
  }
  if (
    body.recurring === true &&
    body.recurring_interval === undefined &&
    !errors.recurring &&
    !errors.recurring_interval
  ) {
    blame('recurring_interval', 'The recurring_interval field is required when recurring is true.');
  }
}

/** The response to a creation as JSON text. Written by hand, as `paymentJson` is, because it is on the path of every creation. */
export function createdJson({ payment, fields }: CreatedPayment): string {
  const status = payment.method === 'card' ? 'requires_payment_method' : payment.status;
  let json =
    `{"success":true,"transaction_id":"${payment.id}"` +
    `,"amount":"${formatAmount(payment.amountMinor)}"` +
    `,"currency":"${payment.currency}"` +
    `,"status":"${status}"` +
    `,"created_at":"${formatTimestamp(payment.createdAtUs)}"`;
  for (const [name, value] of Object.entries(fields)) json += `,"${name}":${JSON.stringify(value)}`;
  const { originalAmountMinor, rateE4 } = payment;
  if (originalAmountMinor === null || rateE4 === null) return `${json}}`;
  const conversion = {
    original_amount: amountNumber(originalAmountMinor),
    original_currency: 'USD',
    exchange_rate: rateNumber(rateE4),
    charged_amount: amountNumber(payment.amountMinor),
    charged_currency: 'HTG',
  };
  return `${json},"conversion":${JSON.stringify(conversion)}}`;
}
