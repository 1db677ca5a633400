import { DatabaseUnavailable, OutcomeUnknown } from './database.ts';

/** How long a group can gather: rounds of the event loop. */
const MAX_ROUNDS = 8;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes items that arrive together in one commit, and answers each only when that commit is durable. Nobody waits for
 * company: the first item leaves at once, and what arrives meanwhile leaves together next.
 *
 * A group that fails for one item's sake is committed again one by one, so that an item never fails for its neighbour's.
 * An item beyond `maxWaiting` is refused with DatabaseUnavailable.
 *
 * @param commit writes the items in one transaction and returns a result for each, in order
 * @param maxGroups how many commits run at a time
 */
export function groupCommit<Item, Result>(
  commit: (items: readonly Item[]) => Promise<readonly Result[]>,
  { maxGroups, maxItems, maxWaiting }: { maxGroups: number; maxItems: number; maxWaiting: number },
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let running = 0;
  let scheduled = false;

  const schedule = () => {
    if (scheduled || running >= maxGroups || waiting.length === 0) return;
    scheduled = true;
    leaveWhenNoneComes(0, 1);
  };

  // A round of the event loop reads the requests that have arrived: microseconds when there are none, and a commit costs
  // the same for one item as for fifty. So the group leaves behind the first round that brings nothing.
  const leaveWhenNoneComes = (before: number, round: number) => {
    setImmediate(() => {
      const came = waiting.length > before;
      if (came && waiting.length < maxItems && round < MAX_ROUNDS) return leaveWhenNoneComes(waiting.length, round + 1);
      scheduled = false;
      void commitGroup(waiting.splice(0, maxItems));
      schedule();
    });
  };

  const commitGroup = async (group: Waiting<Item, Result>[]) => {
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
        reject(new DatabaseUnavailable('too many writes are waiting'));
        return;
      }
      waiting.push({ item, resolve, reject });
      schedule();
    });
}
