import { formatTimestamp } from '../core/timestamps.ts';
import { readCharging } from '../features/subscriptions/store/charging.ts';
import { activeSubscriptions, pausedText } from './active-subscriptions.ts';
import { asCalled } from './as-called.ts';
import { LOST_PAYMENTS } from './lost-payments.ts';
import { type JsonOption, printResult } from './output.ts';
import { withProgress } from './progress.ts';
import { withVerbs } from './with-verbs.ts';

/** `peye restore --mark`: marks the database as restored, which pauses the charging of live cards. */
export async function markRestored(options: JsonOption): Promise<void> {
  await withVerbs(async ({ recurring }, { db, clock }) => {
    await withProgress('pausing the charging of live cards', () => recurring.pauseRestored());
    const { pause } = await readCharging(db);
    const pausedAt = formatTimestamp(pause?.sinceUs ?? clock());
    const found = await activeSubscriptions(db);
    printResult(options, { paused_at: pausedAt, ...found }, () => asCalled(`${pausedText(found)}\n\n${LOST_PAYMENTS}`));
  });
}
