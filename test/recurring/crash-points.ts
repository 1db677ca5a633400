import type { Database } from '../../src/database/database.ts';

/**
 * A process that dies at a chosen point: from then on nothing that it does has an effect, as after SIGKILL. Points are the
 * moments between two effects: before and after each commit, and before and after each charge.
 */
export interface CrashPoints {
  /** A moment at which the process may die. */
  point(name: string): void;
  /** Throws once it is dead. */
  live(): void;
  readonly isDead: () => boolean;
  /** The names of the points that it passed, or died at. */
  readonly passed: readonly string[];
}

/** @param diesAt which point it dies at, counted from 0; it lives on without one */
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

/** A store as a mortal process has it. */
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
