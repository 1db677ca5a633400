/** The work was not started, because too much work is already waiting. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

/** Work in the `first` lane runs before all other waiting work, and has its own queue. */
export type Lane = 'first' | 'other';

/** Runs work when its turn comes. Throws TooManyWaiting when the queue of its lane is full, and any error of the work. */
export type Turns = <T>(work: () => Promise<T>, lane?: Lane) => Promise<T>;

/** A queue for expensive work: `atOnce` run at a time, and at most `waiting` wait in each lane, first come first served. */
export function turns({ atOnce, waiting }: { atOnce: number; waiting: number }): Turns {
  let running = 0;
  const queues: Readonly<Record<Lane, (() => void)[]>> = { first: [], other: [] };
  return async (work, lane = 'other') => {
    const queue = queues[lane];
    if (running < atOnce) running++;
    else if (queue.length >= waiting) throw new TooManyWaiting('too many wait for their turn');
    // A finished task passes its turn on directly, so that no new task can overtake.
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
