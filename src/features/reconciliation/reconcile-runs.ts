import type { Actor } from '../../core/actor.ts';
import { US_PER_DAY, US_PER_MINUTE } from '../../core/durations.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { newId } from '../../platform/secrets/secrets.ts';
import { type ChangeMaker, recordChange } from '../audit/store/record-change.ts';
import type { VerifyDeps } from '../payments/verify-payment.ts';
import { type ReconcileLine, type ReconcileRange, reconcile, refuseReconcile } from './reconcile.ts';
import { type ReconcileTotals, reconcileTotals } from './reconcile-totals.ts';
import {
  claimRun,
  endDeadRuns,
  endRun,
  findRun,
  insertRun,
  insertRunLines,
  type ReconcileRun,
  saveRun,
} from './store/reconcile-runs.ts';

/** A run stores at most this many differing or unknown payments; the rest is only counted. */
export const KEPT_LINES = 10_000;
/** The longest period of one run. */
export const MOST_DAYS = 366;

const LEASE_US = US_PER_MINUTE;
const SAVE_EVERY_MS = 3_000;
const DIED = 'the process that ran it ended before it was done';
const STOPPED = 'the process that ran it was stopped';

type Deps = ChangeMaker & { readonly db: Database };

/**
 * Requests a reconciliation run, which a worker executes in the background. Throws OperatorError for a period that is
 * empty, too long or archived, for providers without credentials, and while another run has not ended.
 */
export async function startReconcile(
  { db, clock, actor, providerFor }: Deps & Pick<VerifyDeps, 'providerFor'>,
  { fromUs, toUs, method }: ReconcileRange,
): Promise<ReconcileRun> {
  if (!(fromUs < toUs)) throw new OperatorError('invalid', 'to', refusal('daysOrder'));
  if (toUs - fromUs > (MOST_DAYS + 1) * US_PER_DAY) {
    throw new OperatorError('invalid', 'to', refusal('reconcileTooLong', { most: MOST_DAYS }));
  }
  await refuseReconcile({ db, providerFor }, { fromUs, toUs, method });
  const run = {
    id: newId('rec'),
    method: method ?? null,
    fromUs,
    toUs,
    actor: JSON.stringify(actor),
    askedAtUs: Math.floor(clock()),
  };
  const isNew = await db.transaction(async (tx) => {
    await endDeadRuns(tx, Math.floor(clock()), DIED);
    return insertRun(tx, run);
  });
  if (!isNew) {
    throw new OperatorError('conflict', 'run', refusal('reconcileRunning'));
  }
  return requireRun(db, run.id);
}

/** Stops a run. Its results so far stay. Throws OperatorError when the id is unknown, and when the run has ended. */
export async function stopReconcile({ db, clock, actor }: Deps, id: string): Promise<ReconcileRun> {
  const stopped = await db.transaction(async (tx) => {
    const reason = `stopped by ${actor.name}`;
    const run = await endRun(tx, id, { state: 'stopped', atUs: Math.floor(clock()), reason });
    if (run) {
      const after = { run: id, compared: run.compared };
      await recordChange(
        tx,
        { actor, clock },
        { action: 'reconcile.stop', subject: { kind: 'store', id: null }, after },
      );
    }
    return run;
  });
  if (stopped) return stopped;
  const { endedAtUs } = await requireRun(db, id);
  throw new OperatorError('conflict', 'run', refusal('reconcileFinished', { time: formatTimestamp(endedAtUs ?? 0) }));
}

/** The run with this id. Throws OperatorError `not_found` when there is none. */
async function requireRun(db: Pick<Database, 'query'>, id: string): Promise<ReconcileRun> {
  const run = await findRun(db, id);
  if (!run) throw new OperatorError('not_found', 'run', refusal('reconcileRunNotFound', { id }));
  return run;
}

/**
 * Executes the waiting reconciliation run, if there is one, as the actor that requested it. Stores its progress every
 * few seconds, so that other processes notice when this one has died. `isStopping` returns whether this process is
 * stopping, which stops the run too.
 */
export async function runReconcile(
  deps: VerifyDeps,
  log: Log,
  isStopping: () => boolean,
): Promise<{ isMoreWaiting: boolean }> {
  const { db, clock } = deps;
  const run = await db.transaction(async (tx) => {
    const nowUs = Math.floor(clock());
    await endDeadRuns(tx, nowUs, DIED);
    return claimRun(tx, { nowUs, leaseUntilUs: nowUs + LEASE_US });
  });
  if (!run) return { isMoreWaiting: false };
  const progress = keepProgress(deps, run, log);
  const end = async (state: 'done' | 'failed' | 'stopped', reason: string | null) => {
    await progress.close();
    const ended = await db.transaction((tx) => endRun(tx, run.id, { state, atUs: Math.floor(clock()), reason }));
    // `endRun` returns nothing if the run had already ended, because a user stopped it.
    const counts = { run: run.id, state: ended?.state ?? 'stopped', ...progress.counts() };
    log.info(counts, 'a reconciliation run ended');
  };
  try {
    const range = { fromUs: run.fromUs, toUs: run.toUs, method: run.method ?? undefined };
    for await (const line of reconcile({ ...deps, actor: JSON.parse(run.actor) as Actor }, range, log)) {
      // Calls that a stop aborts get no response. This proves nothing about the provider.
      if (isStopping()) {
        await end('stopped', STOPPED);
        return { isMoreWaiting: false };
      }
      if (progress.isOver()) break;
      progress.add(line);
    }
    await end('done', null);
  } catch (error) {
    if (isStopping()) await end('stopped', STOPPED);
    else {
      log.error({ err: error, run: run.id }, 'a reconciliation run failed');
      await end(
        'failed',
        error instanceof OperatorError ? error.message : 'unexpected failure: see the log of the worker',
      );
    }
  }
  return { isMoreWaiting: false };
}

/** Stores a run's progress and its lines, in the order in which they arrived. */
function keepProgress({ db, clock }: Pick<VerifyDeps, 'db' | 'clock'>, { id }: ReconcileRun, log: Log) {
  const { add, totals } = reconcileTotals();
  let compared = 0;
  let differences = 0;
  /** The number of differences, and of payments whose provider gave no response. */
  let stored = 0;
  let isOver = false;
  let waiting: { number: number; line: string }[] = [];
  let last: Promise<void> = Promise.resolve();
  const save = async () => {
    const lines = waiting;
    waiting = [];
    try {
      await db.transaction(async (tx) => {
        const saved = {
          compared,
          differences,
          totals: totalsText(totals),
          leaseUntilUs: Math.floor(clock()) + LEASE_US,
        };
        if (await saveRun(tx, id, saved)) await insertRunLines(tx, id, lines);
        else isOver = true;
      });
    } catch (error) {
      waiting = [...lines, ...waiting];
      log.warn({ err: error, run: id }, 'the progress of a reconciliation run could not be stored; it will be retried');
    }
  };
  const saveInTurn = () => {
    last = last.then(save);
    return last;
  };
  const timer = setInterval(() => void saveInTurn(), SAVE_EVERY_MS).unref();
  return {
    add(line: ReconcileLine): void {
      add(line);
      compared++;
      if (line.result === 'matched') return;
      if (line.result !== 'unknown') differences++;
      stored++;
      if (stored <= KEPT_LINES) waiting.push({ number: stored, line: JSON.stringify(line) });
    },
    counts: () => ({ compared, differences, unknown: totals.results.unknown }),
    /** Whether a user has stopped the run. */
    isOver: () => isOver,
    async close(): Promise<void> {
      clearInterval(timer);
      await saveInTurn();
    },
  };
}

function totalsText({ results, sums }: ReconcileTotals): string {
  return JSON.stringify({ results, sums });
}
