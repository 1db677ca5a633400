import type { AuditAction } from '../domain/audit.ts';
import type { Transaction } from '../storage/database.ts';
import { type ChangeMaker, recordChange } from '../storage/record-change.ts';

/** A step of forgetting what is old. A round is as many steps as there is work for. */
export interface Forgetting {
  readonly action: Extract<AuditAction, `${string}.forget`>;
  readonly olderThanDays: number;
  /** How many this round has removed before this step. */
  readonly removedBefore: number;
  readonly removed: number;
  readonly isMoreWaiting: boolean;
}

/**
 * Records a round of forgetting, in the transactions of its steps: that it began, with the first step that removes something, and with
 * the last one what it came to; one row where these are the same step. So nothing goes without a row, and no row is written for
 * each few that go.
 */
export async function recordForgetting(
  tx: Transaction,
  maker: ChangeMaker,
  { action, olderThanDays, removedBefore, removed, isMoreWaiting }: Forgetting,
): Promise<void> {
  const sum = removedBefore + removed;
  const isFirst = removedBefore === 0 && removed > 0;
  if (sum === 0 || (isMoreWaiting && !isFirst)) return;
  const after = { older_than_days: olderThanDays, state: isMoreWaiting ? 'begun' : 'done', count: sum };
  await recordChange(tx, maker, { action, subject: { kind: 'store', id: null }, after });
}
