import type { Actor } from '../../core/actor.ts';
import { formatTimestamp, momentOf } from '../../core/timestamps.ts';
import { haitiTimestamp } from '../../platform/clock/haiti-time.ts';
import type { ReconcileRun } from './store/reconcile-runs.ts';

/** A reconciliation run as JSON for operators. */
export function runJson(run: ReconcileRun): Record<string, unknown> {
  const [from, to] = runDays(run);
  return {
    id: run.id,
    state: run.state,
    method: run.method,
    from,
    to,
    asked_by: runAskedBy(run),
    asked_at: formatTimestamp(run.askedAtUs),
    started_at: momentOf(run.startedAtUs),
    ended_at: momentOf(run.endedAtUs),
    compared: run.compared,
    differences: run.differences,
    reason: run.reason,
    unknown: unknownIn(run),
  };
}

/** How many payments of a run had no usable response from their provider: with any, the run is incomplete. */
export function unknownIn({ totals }: Pick<ReconcileRun, 'totals'>): number {
  return totals === null ? 0 : (JSON.parse(totals) as { results: { unknown: number } }).results.unknown;
}

/** The first and the last day in Haiti that a run compares, YYYY-MM-DD. */
export function runDays({ fromUs, toUs }: ReconcileRun): [first: string, last: string] {
  return [haitiTimestamp(fromUs).slice(0, 10), haitiTimestamp(toUs - 1).slice(0, 10)];
}

/** The name of the actor who requested a run. */
export function runAskedBy({ actor }: ReconcileRun): string {
  return (JSON.parse(actor) as Actor).name;
}
