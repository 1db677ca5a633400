import type { Actor } from '../../core/actor.ts';
import type { SecondPersonLimits } from '../../core/refund.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import type { RestoreGuard } from '../subscriptions/restore-guard.ts';

/** The dependencies of refunds. */
export interface RefundDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly providerFor: ProviderRegistry;
  readonly restores: Pick<RestoreGuard, 'check' | 'admit' | 'note'>;
  readonly secondPersonAbove: SecondPersonLimits;
  /** Whether a line of a provider's statement was matched with this refund: a proof that it moved money. Defaults to no. */
  readonly isPaidOut?: (db: Pick<Database, 'query'>, refundId: string) => Promise<boolean>;
  /** The actor of manual actions. */
  readonly actor: Actor;
}
