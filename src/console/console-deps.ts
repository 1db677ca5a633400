import type { Mode } from '../core/payment.ts';
import type { Database } from '../database/database.ts';
import type { SystemReport } from '../features/operations/system-report.ts';
import type { RateVerbs } from '../features/rates/rate-verbs.ts';
import type { RefundVerbs } from '../features/refunds/refund-verbs.ts';
import type { RecurringVerbs } from '../features/subscriptions/recurring-verbs.ts';
import type { UserVerbs } from '../features/users/user-verbs.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { RateLimits } from '../platform/limits/rate-limits.ts';
import type { SecretBox } from '../platform/secrets/secrets.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import type { OperatorVerbs } from '../verbs/operator-verbs.ts';
import type { PaymentVerbs } from '../verbs/payment-verbs.ts';
import type { ExportPlaces } from './exports/export-places.ts';

/** The console's dependencies. It reads the store directly, and changes it only through verbs. */
export interface ConsoleParts {
  readonly db: Database;
  readonly box: SecretBox;
  readonly clock: Clock;
  /** The gateway's public URL. The console is below its path. */
  readonly publicUrl: string;
  readonly limits: Pick<
    RateLimits,
    | 'pages'
    | 'lostPasswordsByAddress'
    | 'lostPasswordsByAccount'
    | 'signInsByAddress'
    | 'signInsByAccount'
    | 'signIns'
    | 'knownBrowsers'
    | 'testEvents'
    | 'links'
  >;
  // `as` returns the same verbs for one actor.
  readonly operator: OperatorVerbs;
  readonly payments: PaymentVerbs;
  readonly recurring: RecurringVerbs;
  readonly rates: RateVerbs;
  readonly refunds: RefundVerbs;
  /** The provider of a mode and method. The console only reads its capabilities. */
  readonly providerFor: ProviderRegistry;
  /** The state of this process and of its store. */
  readonly system: () => Promise<SystemReport>;
  /** The path of the merchant API, for example requests. */
  readonly apiBase: string;
  /** Whether the gateway sends e-mails: SMTP_URL is set. */
  readonly sendsMail: boolean;
  /** The modes whose receipts are sent by e-mail: none without a mail server. */
  readonly receiptModes: readonly Mode[];
  /** The user module, which is loaded on first use. */
  readonly loadUsers: () => Promise<UserVerbs>;
}

/** The dependencies that handlers get. */
export interface ConsoleDeps extends Omit<ConsoleParts, 'loadUsers'> {
  readonly users: UserVerbs;
  readonly exportPlaces: ExportPlaces;
}
