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

/** What the console is given: it reads the store, and changes nothing but by verbs. */
export interface ConsoleParts {
  readonly db: Database;
  readonly box: SecretBox;
  readonly clock: Clock;
  /** Where browsers reach the gateway; the console is below its path. */
  readonly publicUrl: string;
  readonly limits: Pick<
    RateLimits,
    'pages' | 'signInsByAddress' | 'signInsByAccount' | 'signIns' | 'knownBrowsers' | 'testEvents' | 'links'
  >;
  // Each has `as`, which gives the same verbs for whoever asks.
  readonly operator: OperatorVerbs;
  readonly payments: PaymentVerbs;
  readonly recurring: RecurringVerbs;
  readonly rates: RateVerbs;
  /** Who serves payments of a mode and method: asked what it can do, and nothing else. */
  readonly providerFor: ProviderRegistry;
  /** What this process and its store say of themselves. */
  readonly system: () => Promise<SystemReport>;
  /** The path of the merchant API, for what is shown of it. */
  readonly apiBase: string;
  /** What knows people is loaded when it is first asked for. */
  readonly loadUsers: () => Promise<UserVerbs>;
}

/** What handlers are given of it. */
export interface ConsoleDeps extends Omit<ConsoleParts, 'loadUsers'> {
  readonly users: UserVerbs;
  readonly exportPlaces: ExportPlaces;
}
