import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import type { Payment } from '../../core/payment.ts';
import type { Database } from '../../database/database.ts';
import type { SimulateEnd } from '../../features/payments/finish-test-payment.ts';
import type { FinalOutcome } from '../../features/payments/settle-payment.ts';
import { principalOf } from '../../http/authenticate.ts';
import { COMPLETED_RESPONSE, FAILED_RESPONSE } from '../schemas/examples.ts';
import { enveloped, ref, responses } from '../schemas/json-schema.ts';
import { FailPayment, type FailPaymentBody, PaymentParams } from '../schemas/payments.ts';
import { requirePayment, sendPayment } from './read-payments.ts';

const helperResponses = (examples: Record<string, unknown>) =>
  responses({ status: 200, description: 'The payment, now final.', schema: enveloped(ref('Payment')), examples }, [
    'transaction_not_found',
    'not_found',
    'payment_already_final',
    'payload_too_large',
    'unsupported_media_type',
    'validation_error',
  ]);

export interface TestHelperDeps {
  readonly db: Database;
  readonly simulateEnd: SimulateEnd;
}

/** Completes or fails a test payment for a merchant's test suite, without a page. Test keys only. */
export function testHelperRoutes(app: FastifyInstance, { db, simulateEnd }: TestHelperDeps): void {
  const requireTestKey = async (request: FastifyRequest) => {
    if (principalOf(request).key.mode !== 'test') {
      throw new ApiError('action_not_allowed', { message: 'Test helpers work with test keys only.' });
    }
  };
  const finish = async (request: FastifyRequest, transactionId: string, outcome: FinalOutcome): Promise<Payment> => {
    const payment = await requirePayment(db, principalOf(request), transactionId);
    const finished = await simulateEnd(payment, outcome);
    if (!finished) throw new ApiError('payment_already_final');
    return finished;
  };

  app.post<{ Params: PaymentParams }>(
    '/test_helpers/payments/:transaction_id/complete',
    {
      onRequest: requireTestKey,
      schema: {
        operationId: 'completeTestPayment',
        summary: 'Complete a test payment',
        description:
          'Completes a test payment immediately, as if the customer had paid it on its page. Test keys only.',
        tags: ['Sandbox'],
        params: PaymentParams,
        response: helperResponses(COMPLETED_RESPONSE),
      },
    },
    async (request, reply) => {
      return sendPayment(reply, await finish(request, request.params.transaction_id, { status: 'completed' }));
    },
  );

  app.post<{ Params: PaymentParams; Body: FailPaymentBody | undefined }>(
    '/test_helpers/payments/:transaction_id/fail',
    {
      onRequest: requireTestKey,
      // The body is optional, which the validator cannot express.
      attachValidation: true,
      schema: {
        operationId: 'failTestPayment',
        summary: 'Fail a test payment',
        description:
          'Fails a test payment immediately, with the given reason or `declined`. Test keys only. The body is optional.',
        tags: ['Sandbox'],
        params: PaymentParams,
        body: FailPayment,
        response: helperResponses(FAILED_RESPONSE),
      },
    },
    async (request, reply) => {
      if (request.body !== undefined && request.validationError) throw request.validationError;
      const failureReason = request.body?.failure_reason ?? 'declined';
      return sendPayment(
        reply,
        await finish(request, request.params.transaction_id, { status: 'failed', failureReason }),
      );
    },
  );
}
