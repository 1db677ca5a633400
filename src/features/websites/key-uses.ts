import { LRUCache } from 'lru-cache';
import { MS_PER_MINUTE } from '../../core/durations.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { updateLastUsed } from './store/api-keys.ts';

/** Each node records a key's use once in this time. */
const NOTED_EVERY_MS = 5 * MS_PER_MINUTE;
const REMEMBERED_KEYS = 10_000;
/** How many uses are recorded at once, and how many may wait while the store is unavailable. */
const BATCH = 200;
const WAITING_KEYS = 10_000;

/** The keys whose use is not recorded yet. They are only held in memory: no request waits for the recording. */
export interface KeyUses {
  /** Notes that a key was used. */
  note(id: string): void;
  /** Removes and returns some of the keys whose use should be recorded now. */
  take(): string[];
  /** Takes back the keys whose use could not be recorded. */
  giveBack(ids: readonly string[]): void;
}

/** Collects uses of keys, each key at most once in five minutes. */
export function keyUses(): KeyUses {
  const noted = new LRUCache<string, true>({ max: REMEMBERED_KEYS, ttl: NOTED_EVERY_MS });
  const waiting = new Set<string>();
  return {
    note(id) {
      if (waiting.size < WAITING_KEYS && !noted.has(id)) waiting.add(id);
    },
    take() {
      const ids = [...waiting].slice(0, BATCH);
      for (const id of ids) {
        waiting.delete(id);
        noted.set(id, true);
      }
      return ids;
    },
    giveBack(ids) {
      for (const id of ids) waiting.add(id);
    },
  };
}

/** Records that keys were used a moment ago, all in one transaction. */
export async function noteKeyUses(
  { db, clock }: { db: Database; clock: Clock },
  ids: readonly string[],
): Promise<void> {
  // In a fixed order: two nodes that record the same keys then wait for each other without a deadlock.
  const ordered = [...ids].sort();
  await db.transaction((tx) => updateLastUsed(tx, ordered, Math.floor(clock())));
}
