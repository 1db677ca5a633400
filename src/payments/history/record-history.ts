import type { ExchangeEntry, HistoryEntry, HistoryKind, Step, StepName } from '../../domain/payment-history.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { newId } from '../../lib/new-id.ts';
import type { Database } from '../../storage/database.ts';
import { groupCommit } from '../../storage/group-commit.ts';
import {
  deleteHistoryEntry,
  type HistoryMark,
  insertHistory,
  readHistoryMarks,
} from '../../storage/payments/history/write-history.ts';

/** A payment has so many entries of each kind at most, but for notes, which have a limit of their own. */
export const MOST_ENTRIES = 200;
/** The first of them stay, and those that go to make room are the next. */
const FIRST_KEPT = 20;
/** Written by one transaction; the rest waits for the next one. */
const MOST_AT_ONCE = 50;
/** Beyond so many that wait, the store does not keep up, and nothing more is taken. */
const MOST_WAITING = 1_000;
/** What is shown, not done. Shown again at once it is a reload, and no step. */
const VIEWS: readonly string[] = ['opened', 'sent_to_provider', 'returned', 'outcome_seen'] satisfies StepName[];
const RELOAD_US = 1_800_000_000;

/** What of an exchange is told when it is over; when it began follows from that. */
type ToldExchange = Pick<ExchangeEntry, 'paymentId' | 'kind' | 'exchange'>;

/** Writes down what happens to payments, beside them: nobody waits for it, and nothing fails because of it. */
export interface HistoryRecorder {
  /** Takes a step of a customer. A view that was shown a moment ago is not written again. */
  readonly step: (paymentId: number, step: Step) => void;
  readonly exchange: (told: ToldExchange) => void;
  /** Resolves when all that was taken until now is written, or given up. */
  readonly written: () => Promise<void>;
}

/**
 * Writes steps and exchanges behind those who tell of them: what comes together is one transaction, and a look at what the payments
 * have already. What cannot be written is lost, which the log says once until it can be again. So is what was taken a moment before
 * the process is killed.
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
        if (!isFailing) log.warn({ reason: error.message }, 'what happens to payments could not be written down');
        isFailing = true;
      },
    );
    writing.add(written);
    void written.then(() => writing.delete(written));
  };
  const place = (ms: number) => ({ atUs: Math.floor(clock() - ms * 1000), id: newId('hst') });
  return {
    step: (paymentId, step) => take({ ...place(0), kind: 'step', paymentId, step }),
    exchange: (told) => take({ ...place(told.exchange.ms ?? 0), ...told }),
    written: async () => void (await Promise.all(writing)),
  };
}

async function writeEntries(db: Database, entries: readonly HistoryEntry[]): Promise<undefined[]> {
  const marks = await readHistoryMarks(db, [...new Set(entries.map(({ paymentId }) => paymentId))]);
  const wanted = entries.filter((entry) => {
    const known = marks.get(entry.paymentId);
    // Gone, with all that was known of it.
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

/** What a browser shows or brings, and the last of its kind that is known is the same, a short time ago. */
function isReload(entry: HistoryEntry, known: readonly HistoryMark[]): boolean {
  if (entry.kind === 'step' ? !VIEWS.includes(entry.step.name) : !isByBrowser(entry)) return false;
  const last = known.findLast(({ kind }) => kind === entry.kind);
  return last?.what === markOf(entry).what && Math.abs(entry.atUs - last.atUs) < RELOAD_US;
}

/** A message that a browser has brought: it is shown a page, and given no status. */
function isByBrowser(entry: HistoryEntry): boolean {
  return entry.kind === 'told' && entry.exchange.status === null;
}

function markOf(entry: HistoryEntry): HistoryMark {
  const { atUs, id, kind } = entry;
  const what = entry.kind === 'step' ? entry.step.name : entry.kind === 'note' ? 'note' : entry.exchange.operation;
  return { atUs, id, kind, what };
}

/** What is too much of a payment: of each kind what follows the first few. */
function surplusOf(known: readonly HistoryMark[]): HistoryMark[] {
  return (['step', 'asked', 'told'] satisfies HistoryKind[]).flatMap((kind) => {
    const all = known.filter((mark) => mark.kind === kind);
    return all.slice(FIRST_KEPT, FIRST_KEPT + Math.max(0, all.length - MOST_ENTRIES));
  });
}
