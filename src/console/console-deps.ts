import type { RateLimits } from '../auth/rate-limits.ts';
import type { Clock } from '../lib/clock.ts';
import type { SecretBox } from '../lib/secrets.ts';
import type { OperatorVerbs } from '../operator/operator-verbs.ts';
import type { SystemReport } from '../operator/system-report.ts';
import type { UserVerbs } from '../operator/users/user-verbs.ts';
import type { PaymentVerbs } from '../payments/payment-verbs.ts';
import type { RateVerbs } from '../payments/rate-verbs.ts';
import type { RecurringVerbs } from '../payments/recurring/recurring-verbs.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import type { Database } from '../storage/database.ts';
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
    'pages' | 'signInsByAddress' | 'signInsByAccount' | 'signIns' | 'knownBrowsers' | 'testEvents' | 'links'
  >;
  // `as` returns the same verbs for one actor.
  readonly operator: OperatorVerbs;
  readonly payments: PaymentVerbs;
  readonly recurring: RecurringVerbs;
  readonly rates: RateVerbs;
  /** The provider of a mode and method. The console only reads its capabilities. */
  readonly providerFor: ProviderRegistry;
  /** The state of this process and of its store. */
  readonly system: () => Promise<SystemReport>;
  /** The path of the merchant API, for example requests. */
  readonly apiBase: string;
  /** The user module, which is loaded on first use. */
  readonly loadUsers: () => Promise<UserVerbs>;
}

/** The dependencies that handlers get. */
export interface ConsoleDeps extends Omit<ConsoleParts, 'loadUsers'> {
  readonly users: UserVerbs;
  readonly exportPlaces: ExportPlaces;
}
