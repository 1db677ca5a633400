import { DatabaseUnavailable, OutcomeUnknown } from './database.ts';

/** The most rounds of the event loop for which a group is collected. */
const MAX_ROUNDS = 8;
/** How often the queue is searched for abandoned items while the commits ahead of it hang. */
const SWEEP_MS = 250;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface GroupCommitLimits<Item> {
  /** How many commits may run at the same time. */
  readonly maxGroups: number;
  /** How many items one commit may have. */
  readonly maxItems: number;
  /** The queue's length. Beyond it items are refused with DatabaseUnavailable. */
  readonly maxWaiting: number;
  /** Waiting items are dropped with DatabaseUnavailable as soon as this is false: nothing was written for them. */
  readonly isWanted?: (item: Item) => boolean;
}

/**
 * Writes items that arrive together in one commit, and resolves each only when that commit is durable. The first item never waits: it is
 * committed at once, and items that arrive during that commit are committed together next.
 *
 * A group that fails because of one item is committed again item by item, so that no item fails because of another. A group that may have
 * been written is not committed again: its items fail with OutcomeUnknown.
 *
 * @param commit writes the items in one transaction and returns a result for each, in order
 */
export function groupCommit<Item, Result>(
  commit: (items: readonly Item[]) => Promise<readonly Result[]>,
  { maxGroups, maxItems, maxWaiting, isWanted }: GroupCommitLimits<Item>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let sweeping: NodeJS.Timeout | undefined;
  let running = 0;
  let scheduled = false;

  const schedule = () => {
    if (scheduled || running >= maxGroups || waiting.length === 0) return;
    scheduled = true;
    leaveWhenNoneComes(0, 1);
  };

  // A round of the event loop reads the requests that have arrived, and takes microseconds when there are none. A
  // commit costs the same for one item as for fifty. So the group is committed after the first round without a new
  // item.
  const leaveWhenNoneComes = (before: number, round: number) => {
    setImmediate(() => {
      const came = waiting.length > before;
      if (came && waiting.length < maxItems && round < MAX_ROUNDS) return leaveWhenNoneComes(waiting.length, round + 1);
      scheduled = false;
      dropUnwanted();
      void commitGroup(waiting.splice(0, maxItems));
      schedule();
    });
  };

  const dropUnwanted = () => {
    if (!isWanted || waiting.every(({ item }) => isWanted(item))) return;
    const [before, kept] = [waiting, [] as typeof waiting];
    for (const entry of before) {
      if (isWanted(entry.item)) kept.push(entry);
      else entry.reject(new DatabaseUnavailable('the caller of this write has stopped waiting, or it waited too long'));
    }
    waiting = kept;
  };

  // One timer for all items, and only while items wait.
  const sweep = () => {
    if (!isWanted || sweeping) return;
    sweeping = setTimeout(() => {
      sweeping = undefined;
      dropUnwanted();
      if (waiting.length > 0) sweep();
    }, SWEEP_MS).unref();
  };

  const commitGroup = async (group: Waiting<Item, Result>[]) => {
    if (group.length === 0) return;
    running++;
    try {
      await settle(group);
    } finally {
      running--;
      schedule();
    }
  };

  const settle = async (group: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await commit(group.map((entry) => entry.item));
      group.forEach((entry, index) => {
        entry.resolve(results[index] as Result);
      });
    } catch (error) {
      const isStoresFault = error instanceof DatabaseUnavailable || error instanceof OutcomeUnknown;
      if (isStoresFault || group.length === 1) {
        for (const entry of group) entry.reject(error);
      } else {
        for (const entry of group) await settle([entry]);
      }
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= maxWaiting) {
        reject(new DatabaseUnavailable('too many are waiting for the store'));
        return;
      }
      waiting.push({ item, resolve, reject });
      sweep();
      schedule();
    });
}
