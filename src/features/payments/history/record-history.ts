import type { ExchangeEntry, HistoryEntry, HistoryKind, Step, StepName } from '../../../core/payment-history.ts';
import type { Database, Transaction } from '../../../database/database.ts';
import { groupCommit } from '../../../database/group-commit.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import { newId } from '../../../platform/secrets/secrets.ts';
import {
  deleteHistoryEntry,
  type HistoryMark,
  insertHistory,
  insertStep,
  readHistoryMarks,
} from './store/write-history.ts';

/** A payment stores at most this many entries of each kind. Notes have their own limit. */
export const MOST_ENTRIES = 200;
/** The first entries are always stored; the entries after these are deleted to make room. */
const FIRST_KEPT = 20;
/** The most entries that one transaction writes; the rest waits for the next transaction. */
const MOST_AT_ONCE = 50;
/** When this many entries are waiting, the store is too slow, and new entries are dropped. */
const MOST_WAITING = 1_000;
/** Pages that were seen, not actions. The same page again within a short time is a reload, and not a step. */
const VIEWS: readonly string[] = [
  'opened',
  'sent_to_provider',
  'returned',
  'outcome_seen',
  'previewed',
] satisfies StepName[];
const RELOAD_US = 1_800_000_000;

/** An exchange is reported when it is over. Its start is computed from its duration. */
type ReportedExchange = Pick<ExchangeEntry, 'paymentId' | 'kind' | 'exchange'>;

/**
 * Records what happens to payments, in the background. No caller waits for the writing, and its errors cause no other
 * failure.
 */
export interface HistoryRecorder {
  /** Records a customer's step. A view that repeats a recent one is not written. */
  readonly step: (paymentId: number, step: Step) => void;
  readonly exchange: (reported: ReportedExchange) => void;
  /** Resolves when every entry recorded so far is written or dropped. */
  readonly written: () => Promise<void>;
}

/**
 * Writes steps and exchanges after their callers have continued. Entries that arrive together are written in one
 * transaction, which reads the payments' stored entries once. Entries that cannot be written are lost; the log reports
 * the loss once until writing works again. Entries recorded a moment before the process is killed are lost too.
 */
export function historyRecorder({ db, clock, log }: { db: Database; clock: Clock; log: Log }): HistoryRecorder {
  const write = groupCommit((entries: readonly HistoryEntry[]) => writeEntries(db, entries), {
    maxGroups: 1,
    maxItems: MOST_AT_ONCE,
    maxWaiting: MOST_WAITING,
  });
  const writing = new Set<Promise<void>>();
  let isFailing = false;
  const take = (entry: HistoryEntry) => {
    const written = write(entry).then(
      () => {
        isFailing = false;
      },
      (error: Error) => {
        if (!isFailing) log.warn({ reason: error.message }, 'the history of payments could not be written');
        isFailing = true;
      },
    );
    writing.add(written);
    void written.then(() => writing.delete(written));
  };
  const place = (ms: number) => ({ atUs: Math.floor(clock() - ms * 1000), id: newId('hst') });
  return {
    step: (paymentId, step) => take({ ...place(0), kind: 'step', paymentId, step }),
    exchange: (reported) => take({ ...place(reported.exchange.ms ?? 0), ...reported }),
    written: async () => void (await Promise.all(writing)),
  };
}

async function writeEntries(db: Database, entries: readonly HistoryEntry[]): Promise<undefined[]> {
  const marks = await readHistoryMarks(db, [...new Set(entries.map(({ paymentId }) => paymentId))]);
  const wanted = entries.filter((entry) => {
    const known = marks.get(entry.paymentId);
    // The payment was deleted with its history.
    if (!known || isReload(entry, known)) return false;
    known.push(markOf(entry));
    return true;
  });
  if (wanted.length > 0) {
    const surplus = [...marks].flatMap(([paymentId, known]) =>
      surplusOf(known).map((mark) => ({ ...mark, paymentId })),
    );
    await db.transaction(async (tx) => {
      await insertHistory(tx, wanted);
      for (const mark of surplus) await deleteHistoryEntry(tx, mark);
    });
  }
  return entries.map(() => undefined);
}

/** Whether a browser's view or message repeats the last stored entry of its kind within a short time. */
function isReload(entry: HistoryEntry, known: readonly HistoryMark[]): boolean {
  if (entry.kind === 'step' ? !VIEWS.includes(entry.step.name) : !isByBrowser(entry)) return false;
  const last = known.findLast(({ kind }) => kind === entry.kind);
  return last?.what === markOf(entry).what && Math.abs(entry.atUs - last.atUs) < RELOAD_US;
}

/**
 * Whether a browser, and not the provider, sent the message. Peye responds to a browser with a page, so the entry has
 * no response status.
 */
function isByBrowser(entry: HistoryEntry): boolean {
  return entry.kind === 'told' && entry.exchange.status === null;
}

function markOf(entry: HistoryEntry): HistoryMark {
  const { atUs, id, kind } = entry;
  const what = entry.kind === 'step' ? entry.step.name : entry.kind === 'note' ? 'note' : entry.exchange.operation;
  return { atUs, id, kind, what };
}

/** The entries above the limit: for each kind, those that follow the first few. */
function surplusOf(known: readonly HistoryMark[]): HistoryMark[] {
  return (['step', 'asked', 'told'] satisfies HistoryKind[]).flatMap((kind) => {
    const all = known.filter((mark) => mark.kind === kind);
    return all.slice(FIRST_KEPT, FIRST_KEPT + Math.max(0, all.length - MOST_ENTRIES));
  });
}

/** Writes a customer's step in the same transaction as its effect: both are stored, or neither. */
export function addStep(tx: Transaction, clock: Clock, paymentId: number, step: Step): Promise<void> {
  const entry = { kind: 'step', paymentId, atUs: Math.floor(clock()), id: newId('hst'), step } as const;
  return insertStep(tx, entry, MOST_ENTRIES);
}
