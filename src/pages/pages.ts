import type { FastifyInstance } from 'fastify';
import type { Payment } from '../domain/payment.ts';
import type { Clock } from '../lib/clock.ts';
import type { SecretBox } from '../lib/secrets.ts';
import type { FinalOutcome } from '../payments/settle-payment.ts';
import type { Database } from '../storage/database.ts';

export interface PagesDeps {
  readonly db: Database;
  readonly box: SecretBox;
  readonly clock: Clock;
  readonly settle: (payment: Payment, outcome: FinalOutcome) => Promise<Payment | undefined>;
  readonly begin: (payment: Payment, provider?: { providerData: string; nextCheckAtUs: number }) => Promise<void>;
}

/** The hosted pages and the card widget. */
export async function pagesRoutes(_app: FastifyInstance, _deps: PagesDeps): Promise<void> {}
