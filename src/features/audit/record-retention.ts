import type { Transaction } from '../../database/database.ts';
import type { AuditAction } from './audit.ts';
import { type ChangeMaker, recordChange } from './store/record-change.ts';

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
