import type { PrincipalLookup } from '../auth/api-keys.ts';
import type { RateLimits } from '../auth/rate-limits.ts';
import type { Clock } from '../lib/clock.ts';
import type { OperatorVerbs } from '../operator/operator-verbs.ts';
import type { Database } from '../storage/database.ts';

/** What the API of payment links is made of. */
export interface LinksDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** The gateway's, without a trailing slash: what the addresses of links begin with. */
  readonly publicUrl: string;
  readonly limits: Pick<RateLimits, 'requests' | 'invalidKeys'>;
  readonly lookUpPrincipal: PrincipalLookup;
  /** A key was used. */
  readonly noteKeyUse: (keyId: string) => void;
  readonly operator: Pick<OperatorVerbs, 'createLink' | 'deactivateLink'>;
}
