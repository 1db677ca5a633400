import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { recordUserChange } from '../users/record-user-change.ts';
import { requireWhole, type SignedIn } from '../users/session-rules.ts';
import { lockSignedIn } from '../users/sessions.ts';
import { listTopics, replaceTopics } from './store/notifications.ts';
import { topicsFor } from './topics.ts';

/**
 * Replaces the topics that the user gets e-mails about. Throws OperatorError for a topic that the user's role cannot choose; and
 * SignedOut.
 */
export async function chooseTopics(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  who: SignedIn,
  wanted: readonly string[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const nowUs = clock();
    const now = await lockSignedIn(tx, who, nowUs);
    requireWhole(now);
    const { user, address } = now;
    const allowed = topicsFor(user.role);
    const topics = allowed.filter((topic) => wanted.includes(topic));
    if (!wanted.every((each) => allowed.some((topic) => topic === each))) {
      throw new OperatorError('invalid', 'topics', refusal('topicUnknown', { topics: allowed }));
    }
    const stored = await listTopics(tx, user.id);
    const before = allowed.filter((topic) => stored.includes(topic));
    if (before.join() === topics.join() && stored.length === before.length) return;
    await replaceTopics(tx, { userId: user.id, topics, nowUs });
    const facts = { before: { notifications: before }, after: { notifications: topics } };
    await recordUserChange(tx, { clock, actor: user, address }, 'user.notifications', user.id, facts);
  });
}
