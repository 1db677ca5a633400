import type { Database } from '../../src/database/database.ts';

/**
 * A process that dies at a chosen point. Nothing that it does later has an effect, as after SIGKILL. Points are the
 * moments between two effects: before and after each commit, and before and after each charge.
 */
export interface CrashPoints {
  /** Passes a point at which the process may die. */
  point(name: string): void;
  /** Throws if the process is dead. */
  live(): void;
  readonly isDead: () => boolean;
  /** The names of the points that it passed, including the one at which it died. */
  readonly passed: readonly string[];
}

/** @param diesAt the point at which the process dies, counted from 0. Without it the process never dies. */
export function mortal(diesAt?: number): CrashPoints {
  const passed: string[] = [];
  let isDead = false;
  const live = () => {
    if (isDead) throw new Error('this process is dead');
  };
  return {
    live,
    point(name) {
      live();
      isDead = passed.length === diesAt;
      passed.push(name);
      live();
    },
    isDead: () => isDead,
    passed,
  };
}

/** The store of a process that may die. */
export function mortalDatabase(db: Database, { live, point }: CrashPoints): Database {
  return {
    ...db,
    async query(sql, params) {
      live();
      return db.query(sql, params);
    },
    async transaction(work) {
      live();
      const result = await db.transaction(async (tx) => {
        const done = await work(tx);
        point('before a commit');
        return done;
      });
      point('after a commit');
      return result;
    },
  };
}
