/** Nothing was begun: too many wait already. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

/** Runs work when its turn comes. Throws TooManyWaiting when the queue is full, and what the work throws. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** A queue for what costs much: `atOnce` run at a time, and `waiting` at most wait, first come first served. */
export function turns({ atOnce, waiting }: { atOnce: number; waiting: number }): Turns {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running < atOnce) running++;
    else if (queue.length >= waiting) throw new TooManyWaiting('too many wait for their turn');
    // Whoever ends hands its turn on: nobody can come between.
    else await new Promise<void>((begin) => queue.push(begin));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
