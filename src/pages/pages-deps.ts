import type { Payment } from '../domain/payment.ts';
import type { Clock } from '../lib/clock.ts';
import type { SecretBox } from '../lib/secrets.ts';
import type { FinalOutcome } from '../payments/settle-payment.ts';
import type { VerifiedPayment } from '../payments/verify-payment.ts';
import type { Database } from '../storage/database.ts';

/** What the pages work with. Payments change through `settle`, `begin` and `verify` only. */
export interface PagesDeps {
  readonly db: Database;
  readonly box: SecretBox;
  readonly clock: Clock;
  readonly settle: (payment: Payment, outcome: FinalOutcome) => Promise<Payment | undefined>;
  readonly begin: (payment: Payment, provider?: { providerData: string; nextCheckAtUs: number }) => Promise<void>;
  /** Asks the provider, and moves the payment where it has come to. */
  readonly verify: (payment: Payment) => Promise<VerifiedPayment>;
}
