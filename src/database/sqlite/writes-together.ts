import { DatabaseUnavailable, type Transaction } from '../database.ts';
import type { AddedRows } from './added-rows.ts';
import { BUSY_TIMEOUT_MS } from './busy-waits.ts';
import { failureBeforeCommit, isUntrustedAfter, type SqliteConnection } from './sqlite-connection.ts';

/**
 * The maximum number of transactions in one commit, and how long it accepts further ones. The first of them waits for
 * the last.
 */
const MAX_TOGETHER = 100;
const MAX_GATHERING_MS = 20;
/** Beyond this number, writes are refused with DatabaseUnavailable. */
const MAX_WAITING = 10_000;

type Work<T> = (tx: Transaction) => Promise<T>;

interface Waiting {
  readonly work: Work<unknown>;
  readonly giveUpAt: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Transactions that wait for each other and are committed together. */
interface WritesTogether {
  write<T>(work: Work<T>): Promise<T>;
  /** How many transactions wait. */
  waiting(): number;
}

/**
 * Runs transactions one after the other. Those that are waiting when one has run are run next and committed together
 * with it, because a commit waits for the disk, and costs the same for one as for thirty. Each transaction sees the
 * changes of those before it, and only a failed one is undone. Each resolves or rejects only when the commit is
 * durable: even a failure may be caused by changes of the group, which no other reader sees until then. When the commit
 * fails, all of them fail with its error.
 *
 * @param inTurn runs a function when nothing else uses the writing connection
 * @param written runs work in a transaction and commits it; it gives up waiting for the lock of the store at the moment `giveUpAt`
 */
export function writesTogether(
  writer: SqliteConnection,
  inTurn: (run: () => Promise<void>) => Promise<void>,
  written: (work: (tx: Transaction, added: AddedRows) => Promise<void>, giveUpAt: number) => Promise<void>,
): WritesTogether {
  const waiting: Waiting[] = [];

  const writeGroup = async () => {
    // Earlier groups have run every waiting transaction.
    if (waiting.length === 0) return;
    const group = new Map<Waiting, unknown>();
    const failed = new Map<Waiting, unknown>();
    let rows: AddedRows | undefined;
    try {
      await written(async (tx, added) => {
        rows = added;
        const leavesAt = performance.now() + MAX_GATHERING_MS;
        await runFirst(tx, group);
        while (waiting.length > 0 && group.size < MAX_TOGETHER && performance.now() < leavesAt) {
          added.keep();
          await runNext(tx, group, failed, added);
        }
      }, waiting[0]!.giveUpAt);
      for (const [{ resolve }, result] of group) resolve(result);
      for (const [{ reject }, error] of failed) reject(error);
    } catch (error) {
      const together = [...group.keys(), ...failed.keys()];
      // Counts or sums of one of them were refused: each is run again in its own transaction.
      if (together.length > 1 && rows?.error() === error) return await writeEach(together);
      // The transaction did not even start: the first write fails with this error, and the others are attempted separately.
      if (group.size === 0) waiting.shift()!.reject(error);
      for (const { reject } of together) reject(error);
    }
  };

  const writeEach = async (all: readonly Waiting[]) => {
    for (const { work, giveUpAt, resolve, reject } of all) {
      let result: unknown;
      const run = async (tx: Transaction) => {
        result = await work(tx);
      };
      await written(run, giveUpAt).then(() => resolve(result), reject);
    }
  };

  const runFirst = async (tx: Transaction, group: Map<Waiting, unknown>) => {
    const first = waiting.shift()!;
    group.set(first, undefined);
    group.set(first, await first.work(tx));
  };

  const runNext = async (
    tx: Transaction,
    group: Map<Waiting, unknown>,
    failed: Map<Waiting, unknown>,
    added: AddedRows,
  ) => {
    const next = waiting.shift()!;
    group.set(next, undefined);
    writer.statement('SAVEPOINT next').run();
    try {
      group.set(next, await next.work(tx));
    } catch (error) {
      // After some disk failures the transaction no longer exists.
      if (isUntrustedAfter(error) || !writer.use().isTransaction) throw error;
      writer.statement('ROLLBACK TO next').run();
      added.drop();
      group.delete(next);
      failed.set(next, failureBeforeCommit(error));
    }
    writer.statement('RELEASE next').run();
  };

  return {
    write: <T>(work: Work<T>) =>
      new Promise<T>((resolve, reject) => {
        if (waiting.length >= MAX_WAITING) throw new DatabaseUnavailable('too many writes are waiting');
        const giveUpAt = performance.now() + BUSY_TIMEOUT_MS;
        waiting.push({ work, giveUpAt, resolve: resolve as (result: unknown) => void, reject });
        void inTurn(writeGroup);
      }),
    waiting: () => waiting.length,
  };
}
