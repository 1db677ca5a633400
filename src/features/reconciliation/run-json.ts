import type { Actor } from '../../core/actor.ts';
import { type Fields, fieldsJson } from '../../core/fields.ts';
import { haitiDate } from '../../platform/clock/haiti-time.ts';
import type { ReconcileRun } from './store/reconcile-runs.ts';

const DATA = ['json', 'csv'] as const;

export const RUN_FIELDS = {
  id: { text: 'id', csv: 'run_id' },
  state: { text: 'state', title: 'Status' },
  method: { text: 'method', csv: 'payment_method', in: DATA },
  from: { day: (run) => runDays(run)[0], in: DATA },
  to: { day: (run) => runDays(run)[1], in: DATA },
  asked_by: { text: runAskedBy, title: 'Started by' },
  asked_at: { time: 'askedAtUs', title: 'Requested' },
  started_at: { time: 'startedAtUs' },
  ended_at: { time: 'endedAtUs' },
  compared: { count: 'compared' },
  differences: { count: 'differences' },
  reason: { text: 'reason' },
  unknown: { count: unknownIn },
} satisfies Fields<ReconcileRun>;

/** A reconciliation run as JSON for operators. */
export function runJson(run: ReconcileRun): Record<string, unknown> {
  return fieldsJson(RUN_FIELDS, run);
}

/** How many payments of a run got no usable response from their provider. If there are any, the run is incomplete. */
export function unknownIn({ totals }: Pick<ReconcileRun, 'totals'>): number {
  return totals === null ? 0 : (JSON.parse(totals) as { results: { unknown: number } }).results.unknown;
}

/** The first and the last day in Haiti that a run compares, YYYY-MM-DD. */
export function runDays({ fromUs, toUs }: ReconcileRun): [first: string, last: string] {
  return [haitiDate(fromUs), haitiDate(toUs - 1)];
}

/** The name of the actor who requested a run. */
export function runAskedBy({ actor }: ReconcileRun): string {
  return (JSON.parse(actor) as Actor).name;
}
