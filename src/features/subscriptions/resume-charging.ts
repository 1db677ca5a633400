import { formatTimestamp } from '../../core/timestamps.ts';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { ProviderUnavailable } from '../../providers/provider.ts';
import type { AuditFacts } from '../audit/audit.ts';
import { type ChangeMaker, recordChange } from '../audit/store/record-change.ts';
import { reconcileCharges, searcherOf } from './reconcile-charges.ts';
import type { RecurringDeps } from './recurring-deps.ts';
import { type Charging, liftPause, readCharging } from './store/charging.ts';
import { countActiveSubscriptions } from './store/subscriptions.ts';

/** A margin on the search lag: a charge may have been in progress when the store was rolled back. */
const MARGIN_US = 120_000_000;

/** The result of an attempt to resume charging. */
export type Resumed =
  /** Charging was not paused, or was paused again during the attempt. */
  | { readonly kind: 'not_paused' }
  /** The provider's search may be incomplete before then, microseconds since 1970. */
  | { readonly kind: 'too_early'; readonly untilUs: number }
  /** The time is not trusted. */
  | { readonly kind: 'in_doubt' }
  /** No provider with searchable records is set up, and live subscriptions exist. */
  | { readonly kind: 'no_search' }
  | { readonly kind: 'silent'; readonly reason: string }
  | { readonly kind: 'resumed'; readonly adopted: number; readonly unknown: number; readonly active: number };

/**
 * Resumes charging after the store was rolled back: once the provider's search must include every charge from before the
 * pause, its records are compared with ours, and lost charges are restored. Otherwise the pause stays.
 */
export async function resumeCharging(deps: RecurringDeps, log: Log): Promise<Resumed> {
  const { db, clock, isCertain = () => true } = deps;
  const { pause } = await readCharging(db);
  if (!pause) return { kind: 'not_paused' };
  const provider = searcherOf(deps);
  if (!provider) return resumeNothing(deps, pause, log);
  const untilUs = pause.sinceUs + provider.searchLagUs + MARGIN_US;
  if (clock() < untilUs) return { kind: 'too_early', untilUs };
  if (!isCertain()) return { kind: 'in_doubt' };
  try {
    const result = await reconcileCharges(deps, provider, log);
    // The pause is not lifted if charging was paused again during the comparison, which is then incomplete.
    if (!(await lift(deps, pause, { compared: true, ...result }))) return { kind: 'not_paused' };
    const active = await countActiveSubscriptions(db, 'live');
    log.warn(
      { ...result, active },
      'live cards are charged again: the provider records were compared. A cancellation that the rollback undid is unknown: check `peye subscriptions list --status active`',
    );
    return { kind: 'resumed', ...result, active };
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    log.warn({ reason: error.message }, 'the provider records could not be compared; charging stays paused');
    return { kind: 'silent', reason: error.message };
  }
}

/** Resumes charging without a comparison, for an operator who has checked the provider's records. */
export async function resumeUnchecked(deps: LiftDeps): Promise<Resumed> {
  const { pause } = await readCharging(deps.db);
  if (!pause) return { kind: 'not_paused' };
  if (!(await lift(deps, pause, { compared: false }))) return { kind: 'not_paused' };
  return { kind: 'resumed', adopted: 0, unknown: 0, active: await countActiveSubscriptions(deps.db, 'live') };
}

/**
 * Without a provider whose records can be searched, no live card can be charged. Without subscriptions there is nothing
 * to compare, and later charges are searched for before they are requested.
 */
async function resumeNothing(deps: RecurringDeps, pause: Pause, log: Log): Promise<Resumed> {
  if ((await countActiveSubscriptions(deps.db, 'live')) > 0) return { kind: 'no_search' };
  if (!(await lift(deps, pause, { compared: false }))) return { kind: 'not_paused' };
  log.warn('charging resumed: there are no live subscriptions');
  return { kind: 'resumed', adopted: 0, unknown: 0, active: 0 };
}

type Pause = NonNullable<Charging['pause']>;

type LiftDeps = ChangeMaker & { readonly db: Database };

/** Lifts the pause. Returns false when charging was paused again since. */
function lift(deps: LiftDeps, { sinceUs, reason }: Pause, after: AuditFacts): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    if (!(await liftPause(tx, sinceUs))) return false;
    const before = { paused_at: formatTimestamp(sinceUs), reason };
    await recordChange(tx, deps, { action: 'charging.resume', subject: { kind: 'store', id: null }, before, after });
    return true;
  });
}
