import { US_PER_DAY } from '../../core/durations.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { AuditAction } from './audit.ts';
import { type ChangeMaker, recordChange } from './store/record-change.ts';

/** How many are deleted in one transaction: few, so that it delays no other transaction. */
const BATCH = 100;

/** What deletes old data, and the actor and time that its record has. */
export interface DeletionParts extends ChangeMaker {
  readonly db: Database;
}

/** What is old enough to be deleted, and how many this round has deleted before. */
export interface RetentionAge {
  readonly olderThanDays: number;
  readonly removedBefore?: number;
}

/** How many a step deleted, and whether more may be left. */
export interface DeletedStep {
  readonly removed: number;
  readonly isMoreWaiting: boolean;
}

/** One step of deleting old data. A round has as many steps as needed. */
export interface RetentionStep {
  readonly action: Extract<AuditAction, `${string}.forget`>;
  readonly olderThanDays: number;
  /** How many this round removed before this step. */
  readonly removedBefore: number;
  readonly removed: number;
  readonly isMoreWaiting: boolean;
}

/**
 * Records a round of deleting old data, in the transactions of its steps. The first step that removes something records
 * the start, and the last step records the total; if they are the same step, there is one row. So nothing is deleted
 * without a row, and a round has at most two.
 */
export async function recordRetention(
  tx: Transaction,
  maker: ChangeMaker,
  { action, olderThanDays, removedBefore, removed, isMoreWaiting }: RetentionStep,
): Promise<void> {
  const sum = removedBefore + removed;
  const isFirst = removedBefore === 0 && removed > 0;
  if (sum === 0 || (isMoreWaiting && !isFirst)) return;
  const after = { older_than_days: olderThanDays, state: isMoreWaiting ? 'started' : 'done', count: sum };
  await recordChange(tx, maker, { action, subject: { kind: 'store', id: null }, after });
}

/**
 * Deletes some rows that are older than this many days, and records it in the same transaction. `deleteRows` deletes up to `limit` from
 * before a moment, and returns how many.
 */
export async function deleteOldRows(
  { db, clock, actor }: DeletionParts,
  { olderThanDays, removedBefore = 0 }: RetentionAge,
  {
    action,
    deleteRows,
  }: Pick<RetentionStep, 'action'> & {
    readonly deleteRows: (tx: Transaction, beforeUs: number, limit: number) => Promise<number>;
  },
): Promise<DeletedStep> {
  return db.transaction(async (tx) => {
    const removed = await deleteRows(tx, clock() - olderThanDays * US_PER_DAY, BATCH);
    const isMoreWaiting = removed >= BATCH;
    await recordRetention(tx, { actor, clock }, { action, olderThanDays, removedBefore, removed, isMoreWaiting });
    return { removed, isMoreWaiting };
  });
}
