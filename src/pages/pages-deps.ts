import type { Mode } from '../core/payment.ts';
import type { Database } from '../database/database.ts';
import type { GiveUp } from '../features/payments/give-up-payment.ts';
import type { Settle } from '../features/payments/settle-payment.ts';
import type { Verify } from '../features/payments/verify-payment.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { RateLimit } from '../platform/limits/rate-limits.ts';
import type { SecretBox } from '../platform/secrets/secrets.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import type { PaymentVerbs } from '../verbs/payment-verbs.ts';

/**
 * The dependencies of the pages. Payments change only through `settle`, `begin`, `verify` and `giveUp`. `recordStep`, `settle` and `begin`
 * also record the customer's steps.
 */
export interface PagesDeps {
  readonly db: Database;
  readonly box: SecretBox;
  readonly clock: Clock;
  readonly settle: Settle;
  readonly begin: PaymentVerbs['begin'];
  readonly recordStep: PaymentVerbs['recordStep'];
  /** Verifies with the provider, and updates the payment. */
  readonly verify: Verify;
  /** Gives up a live payment at its customer's request. */
  readonly giveUp: GiveUp;
  /** Limits how often a page may query a provider. */
  readonly verifications: RateLimit;
  readonly providerFor: ProviderRegistry;
  /** All requests of one IP address. */
  readonly pages: RateLimit;
  /** Requests to one payment's page. */
  readonly visits: RateLimit;
  /** Creates the payment that a customer requests on the page of a payment link. */
  readonly createForLink: PaymentVerbs['createForLink'];
  /** The methods that can pay a payment link now. */
  readonly methodsForLink: PaymentVerbs['methodsForLink'];
  /** Starts the payment that a customer chooses on the page of a checkout session. */
  readonly chooseMethod: PaymentVerbs['chooseMethod'];
  /** The methods that can pay a checkout session now. */
  readonly methodsForSession: PaymentVerbs['methodsForSession'];
  /** Payments started by one IP address through links and checkout sessions, and by anyone through one link. */
  readonly linkPaymentsByAddress: RateLimit;
  readonly linkPaymentsByLink: RateLimit;
  /** Receipts that customers request for one e-mail address. */
  readonly receipts: RateLimit;
  /** The same, by one IP address and for one payment. */
  readonly receiptsByClient: RateLimit;
  readonly receiptsByPayment: RateLimit;
  /** Whether customers can request the receipt of a payment again. */
  readonly mayRequestReceipt: PaymentVerbs['mayRequestReceipt'];
  /** Queues the receipt of a completed payment for an address. */
  readonly requestReceipt: PaymentVerbs['requestReceipt'];
  /** The modes whose receipts are sent by e-mail: none without a mail server. */
  readonly receiptModes: readonly Mode[];
  /** The gateway's public URL, without a trailing slash. */
  readonly publicUrl: string;
}
