import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { findDuePayout } from './store/due-payout.ts';

/**
 * Matches a batch of new lines with payments and refunds, and posts them; reverses a batch of lines of a reversed payout. Continues where the
 * last batch ended, in any process; an aborted batch changes nothing. Does nothing once all lines are decided.
 */
export async function matchDueLines(deps: { db: Database; clock: Clock }): Promise<{ isMoreWaiting: boolean }> {
  const payoutId = await findDuePayout(deps.db);
  if (payoutId === undefined) return { isMoreWaiting: false };
  // Most processes never match a line.
  const { matchBatch } = await import('./match-lines.ts');
  await matchBatch(deps, payoutId);
  return { isMoreWaiting: true };
}
