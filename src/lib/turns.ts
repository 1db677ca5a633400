/** Nothing was begun: too many wait already. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

/** Work in the `first` lane goes before all other work that waits, and has a queue of its own. */
export type Lane = 'first' | 'other';

/** Runs work when its turn comes. Throws TooManyWaiting when the queue of its lane is full, and what the work throws. */
export type Turns = <T>(work: () => Promise<T>, lane?: Lane) => Promise<T>;

/** A queue for what costs much: `atOnce` run at a time, and `waiting` at most wait in each lane, first come first served. */
export function turns({ atOnce, waiting }: { atOnce: number; waiting: number }): Turns {
  let running = 0;
  const queues: Readonly<Record<Lane, (() => void)[]>> = { first: [], other: [] };
  return async (work, lane = 'other') => {
    const queue = queues[lane];
    if (running < atOnce) running++;
    else if (queue.length >= waiting) throw new TooManyWaiting('too many wait for their turn');
    // Whoever ends hands its turn on: nobody can come between.
    else await new Promise<void>((begin) => queue.push(begin));
    try {
      return await work();
    } finally {
      const next = queues.first.shift() ?? queues.other.shift();
      if (next) next();
      else running--;
    }
  };
}
