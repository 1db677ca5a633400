import type { RateLimit } from '../auth/rate-limits.ts';
import type { Clock } from '../lib/clock.ts';
import type { SecretBox } from '../lib/secrets.ts';
import type { GiveUp } from '../payments/give-up-payment.ts';
import type { PaymentVerbs } from '../payments/payment-verbs.ts';
import type { Settle } from '../payments/settle-payment.ts';
import type { Verify } from '../payments/verify-payment.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import type { Database } from '../storage/database.ts';

/**
 * The dependencies of the pages. Payments change only through `settle`, `begin`, `verify` and `giveUp`; what their customers do is
 * written down by `recordStep`, and with `settle` and `begin`.
 */
export interface PagesDeps {
  readonly db: Database;
  readonly box: SecretBox;
  readonly clock: Clock;
  readonly settle: Settle;
  readonly begin: PaymentVerbs['begin'];
  readonly recordStep: PaymentVerbs['recordStep'];
  /** Verifies with the provider, and moves the payment accordingly. */
  readonly verify: Verify;
  /** Gives a live payment up for its customer. */
  readonly giveUp: GiveUp;
  /** How often a page may cause a query to a provider. */
  readonly verifications: RateLimit;
  readonly providerFor: ProviderRegistry;
  /** Everything that an address asks for. */
  readonly pages: RateLimit;
  /** Visits of one payment's page. */
  readonly visits: RateLimit;
  /** The payment that a customer asks for on the page of a payment link. */
  readonly createOfLink: PaymentVerbs['createOfLink'];
  /** By what a payment link can be paid now. */
  readonly offerOfLink: PaymentVerbs['offerOfLink'];
  /** Payments that an address, or anybody by one link, begins. */
  readonly linkPaymentsByAddress: RateLimit;
  readonly linkPaymentsByLink: RateLimit;
  /** The gateway's public URL, without a trailing slash. */
  readonly publicUrl: string;
}
