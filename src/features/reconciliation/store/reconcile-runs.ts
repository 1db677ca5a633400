import type { PaymentMethod } from '../../../core/payment.ts';
import type { Database, Row, Transaction, Value } from '../../../database/database.ts';
import { bigint, type Fields, tableOf, text } from '../../../database/table.ts';

type RunState = 'waiting' | 'running' | 'done' | 'failed' | 'stopped';

/** A reconciliation run in the background. Times are microseconds since 1970. */
export interface ReconcileRun {
  readonly id: string;
  readonly state: RunState;
  /** Null: all of them. */
  readonly method: PaymentMethod | null;
  readonly fromUs: number;
  readonly toUs: number;
  /** The actor who requested it, as JSON. */
  readonly actor: string;
  readonly askedAtUs: number;
  readonly startedAtUs: number | null;
  /** The end of the runner's lease; null unless it runs. */
  readonly leaseUntilUs: number | null;
  readonly endedAtUs: number | null;
  readonly compared: number;
  readonly differences: number;
  /** Results and sums as JSON; null before there are any. */
  readonly totals: string | null;
  /** Why it failed or was stopped. */
  readonly reason: string | null;
}

const RUN: Fields<ReconcileRun> = {
  id: text('id'),
  state: text('state'),
  method: text('method'),
  fromUs: bigint('from_us'),
  toUs: bigint('to_us'),
  actor: text('actor'),
  askedAtUs: bigint('asked_at_us'),
  startedAtUs: bigint('started_at_us'),
  leaseUntilUs: bigint('lease_until_us'),
  endedAtUs: bigint('ended_at_us'),
  compared: bigint('compared'),
  differences: bigint('differences'),
  totals: text('totals'),
  reason: text('reason'),
};
const RUNS = tableOf('reconcile_runs', RUN);

/** A run with its slot. There is only one slot, which a run occupies until it ends, so at most one run is open. */
type StoredRun = ReconcileRun & { readonly slot: 1 };
const STORED_RUNS = tableOf<StoredRun>('reconcile_runs', { ...RUN, slot: bigint('slot') });
const INSERT = STORED_RUNS.insertion('ON CONFLICT DO NOTHING RETURNING id');

type Reader = Pick<Database, 'query'>;

/** Stores a waiting run. Returns false while another has not ended. */
export async function insertRun(
  tx: Transaction,
  run: Pick<ReconcileRun, 'id' | 'method' | 'fromUs' | 'toUs' | 'actor' | 'askedAtUs'>,
): Promise<boolean> {
  const waiting: StoredRun = {
    ...run,
    slot: 1,
    state: 'waiting',
    compared: 0,
    differences: 0,
    totals: null,
    reason: null,
    startedAtUs: null,
    leaseUntilUs: null,
    endedAtUs: null,
  };
  return (await tx.query(INSERT, STORED_RUNS.valuesOf(waiting))).length > 0;
}

/** Whether a run is waiting or in progress. It only reads, so that frequent checks do not queue with writers. */
export async function hasOpenRun(db: Reader): Promise<boolean> {
  const rows = await db.query('SELECT id FROM reconcile_runs WHERE slot = 1 AND ended_at_us IS NULL');
  return rows.length > 0;
}

/** Ends runs whose process has died: no process would continue them. Returns how many. */
export async function endDeadRuns(tx: Transaction, nowUs: number, reason: string): Promise<number> {
  const rows = await tx.query(
    `UPDATE reconcile_runs SET state = 'stopped', ended_at_us = $1, lease_until_us = NULL, reason = $2
      WHERE ended_at_us IS NULL AND lease_until_us < $1 RETURNING id`,
    [nowUs, reason],
  );
  return rows.length;
}

/** Claims the waiting run, if there is one. */
export async function claimRun(
  tx: Transaction,
  { nowUs, leaseUntilUs }: { nowUs: number; leaseUntilUs: number },
): Promise<ReconcileRun | undefined> {
  const [row] = await tx.query(
    `UPDATE reconcile_runs SET state = 'running', started_at_us = $1, lease_until_us = $2
      WHERE ended_at_us IS NULL AND state = 'waiting' RETURNING ${RUNS.columns}`,
    [nowUs, leaseUntilUs],
  );
  return row && RUNS.read(row);
}

const PROGRESS = ['compared', 'differences', 'totals', 'leaseUntilUs'] as const;

/** Records the progress of a run. Returns false when the run was stopped, and must not continue. */
export async function saveRun(
  tx: Transaction,
  id: string,
  saved: Pick<ReconcileRun, (typeof PROGRESS)[number]> & { readonly leaseUntilUs: number },
): Promise<boolean> {
  const params: Value[] = [id];
  const rows = await tx.query(
    `UPDATE reconcile_runs SET ${RUNS.set(params, PROGRESS, saved)} WHERE id = $1 AND state = 'running' RETURNING id`,
    params,
  );
  return rows.length > 0;
}

/** Ends a run that waits or runs, and returns it; undefined when it had already ended. */
export async function endRun(
  tx: Transaction,
  id: string,
  ended: { state: 'done' | 'failed' | 'stopped'; atUs: number; reason: string | null },
): Promise<ReconcileRun | undefined> {
  const [row] = await tx.query(
    `UPDATE reconcile_runs SET state = $2, ended_at_us = $3, lease_until_us = NULL, reason = $4
      WHERE id = $1 AND ended_at_us IS NULL RETURNING ${RUNS.columns}`,
    [id, ended.state, ended.atUs, ended.reason],
  );
  return row && RUNS.read(row);
}

export async function findRun(db: Reader, id: string): Promise<ReconcileRun | undefined> {
  const [row] = await db.query(`SELECT ${RUNS.columns} FROM reconcile_runs WHERE id = $1`, [id]);
  return row && RUNS.read(row);
}

/** The newest runs, newest first; with `before`, the last run of the previous page, only older ones. */
export async function listRuns(
  db: Reader,
  { before, limit }: { before?: { readonly atUs: number; readonly id: string } | undefined; limit: number },
): Promise<ReconcileRun[]> {
  const params: Value[] = [limit];
  const where = before ? `WHERE (asked_at_us, id) < ($${params.push(before.atUs)}, $${params.push(before.id)})` : '';
  const rows = await db.query(
    `SELECT ${RUNS.columns} FROM reconcile_runs ${where} ORDER BY asked_at_us DESC, id DESC LIMIT $1`,
    params,
  );
  return rows.map(RUNS.read);
}

const RUN_LINES = tableOf<{ runId: string; number: number; line: string }>('reconcile_lines', {
  runId: text('run_id'),
  number: bigint('number'),
  line: text('line'),
});

/** Stores lines of a run, as JSON. */
export async function insertRunLines(
  tx: Transaction,
  runId: string,
  lines: readonly { readonly number: number; readonly line: string }[],
): Promise<void> {
  if (lines.length === 0) return;
  await tx.insertRows(RUN_LINES.rowsOf(lines.map(({ number, line }) => ({ runId, number, line }))));
}

/** The stored lines of a run after a number, as JSON. */
export async function listRunLines(
  db: Reader,
  runId: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ number: number; line: string }[]> {
  return db.query<Row & { number: number; line: string }>(
    'SELECT number, line FROM reconcile_lines WHERE run_id = $1 AND number > $2 ORDER BY number LIMIT $3',
    [runId, after, limit],
  );
}
