import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import type { Database } from '../../database/database.ts';
import type { Verify } from '../../features/payments/verify-payment.ts';
import { needsScope, principalOf } from '../../http/authenticate.ts';
import { logOf } from '../../http/note-on-request.ts';
import type { RateLimits } from '../../platform/limits/rate-limits.ts';
import { VERIFY_RESPONSES } from '../schemas/examples.ts';
import { enveloped, ref, responses } from '../schemas/json-schema.ts';
import { PaymentParams } from '../schemas/payments.ts';
import { requirePayment } from './read-payments.ts';

export interface VerifyPaymentRouteDeps {
  readonly db: Database;
  readonly limits: Pick<RateLimits, 'verifications'>;
  readonly verify: Verify;
}

/** Contract: VERIFY-1. */
export function verifyPaymentRoute(app: FastifyInstance, { db, limits, verify }: VerifyPaymentRouteDeps): void {
  app.post<{ Params: PaymentParams }>(
    '/payments/:transaction_id/verify',
    {
      // It only checks the status of a payment, so the `read` scope is enough.
      ...needsScope('read'),
      schema: {
        operationId: 'verifyPayment',
        summary: 'Verify a payment with its provider',
        description:
          'Checks with the provider in real time and returns the latest status. Use it for open orders, not for every page view: ' +
          'it has a separate limit, 10 a minute for one payment by default. No request body.',
        tags: ['Payments'],
        params: PaymentParams,
        response: responses(
          {
            status: 200,
            description: "The gateway's status of the payment.",
            schema: enveloped(ref('Verification')),
            examples: VERIFY_RESPONSES,
          },
          ['transaction_not_found', 'not_found', 'payload_too_large', 'unsupported_media_type', 'validation_error'],
        ),
      },
    },
    async (request) => {
      const payment = await requirePayment(db, principalOf(request), request.params.transaction_id);
      const waitSeconds = await limits.verifications.consume(String(payment.id));
      if (waitSeconds > 0) {
        throw new ApiError('rate_limit_exceeded', {
          message: 'This payment was verified too often. Retry after the number of seconds in retry_after.',
          retryAfterSeconds: waitSeconds,
        });
      }
      const verified = await verify(payment, logOf(request));
      return {
        success: true,
        data: {
          transaction_id: String(verified.payment.id),
          status: verified.payment.status,
          verified_at: formatTimestamp(verified.verifiedAtUs),
          provider_response: verified.providerResponse,
        },
      };
    },
  );
}
