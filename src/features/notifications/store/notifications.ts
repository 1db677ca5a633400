import type { Role } from '../../../core/roles.ts';
import type { Database, Row, Transaction, Value } from '../../../database/database.ts';
import { inList } from '../../../database/matching.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';
import type { UserLanguage } from '../../users/store/users.ts';
import type { Subject, Topic } from '../topics.ts';

/** A topic that a user has chosen, and the subjects that were reported. */
export interface Notification {
  readonly userId: string;
  readonly topic: Topic;
  readonly chosenAtUs: number;
  readonly reported: Reported;
  readonly reportedAtUs: number | null;
  /** Before this time no e-mail about the topic is sent. While a worker sends one, it is the worker's lease. */
  readonly nextAtUs: number;
}

/** The subjects that the e-mails of a topic have reported, and those still to report. */
interface Reported {
  /** The ids of the reported subjects that have lasted since. */
  readonly ids: readonly string[];
  /** Subjects that started while the topic sent no e-mail, and that may end before the next one. */
  readonly missed: readonly Subject[];
}

const NOTHING: Reported = { ids: [], missed: [] };

const NOTIFICATIONS = tableOf<Notification>('notifications', {
  userId: text('user_id'),
  topic: text('topic'),
  chosenAtUs: bigint('chosen_at_us'),
  reported: {
    columns: [{ name: 'reported', type: 'text' }],
    // One array: the ids, and the missed subjects as objects.
    write: ({ ids, missed }) => [JSON.stringify([...ids, ...missed])],
    read: ([stored]) => {
      const all = JSON.parse(String(stored)) as (string | Subject)[];
      return {
        ids: all.filter((each) => typeof each === 'string'),
        missed: all.filter((each) => typeof each !== 'string'),
      };
    },
  },
  reportedAtUs: bigint('reported_at_us'),
  nextAtUs: bigint('next_at_us'),
});

/** The topics that a user has chosen. */
export async function listTopics(db: Pick<Database, 'query'>, userId: string): Promise<Topic[]> {
  const rows = await db.query<Row & { topic: Topic }>('SELECT topic FROM notifications WHERE user_id = $1', [userId]);
  return rows.map(({ topic }) => topic);
}

/** Stores the topics of a user. The record of reported subjects stays for topics that were already chosen. */
export async function replaceTopics(
  tx: Transaction,
  { userId, topics, nowUs }: { userId: string; topics: readonly Topic[]; nowUs: number },
): Promise<void> {
  const params: Value[] = [userId];
  const others = topics.length === 0 ? '' : `AND NOT (${inList(params, 'topic', topics)})`;
  await tx.query(`DELETE FROM notifications WHERE user_id = $1 ${others}`, params);
  const chosen = topics.map((topic): Notification => {
    return { userId, topic, chosenAtUs: nowUs, reported: NOTHING, reportedAtUs: null, nextAtUs: nowUs };
  });
  if (chosen.length > 0) {
    await tx.insertRows({ ...NOTIFICATIONS.rowsOf(chosen), suffix: 'ON CONFLICT (user_id, topic) DO NOTHING' });
  }
}

/** A user who gets e-mails, with the topics that the user has chosen. */
export interface Subscriber {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly language: UserLanguage;
  readonly chosen: readonly Notification[];
}

/** The next users who have chosen topics, in the order of their ids; at most `limit`. Users who cannot sign in get no e-mails. */
export async function listSubscribers(
  db: Pick<Database, 'query'>,
  { after, limit }: { after: string; limit: number },
): Promise<Subscriber[]> {
  const rows = await db.query<Row & { email: string; role: Role; language: UserLanguage }>(
    `SELECT ${NOTIFICATIONS.columnsOf('n')}, u.email, u.role, u.language FROM notifications n JOIN users u ON u.id = n.user_id
      WHERE n.user_id IN (SELECT DISTINCT n.user_id FROM notifications n JOIN users u ON u.id = n.user_id
        WHERE n.user_id > $1 AND u.accepted_at_us IS NOT NULL AND u.deactivated_at_us IS NULL ORDER BY n.user_id LIMIT $2)
      ORDER BY n.user_id, n.topic`,
    [after, limit],
  );
  const found = new Map<string, Subscriber & { chosen: Notification[] }>();
  for (const row of rows) {
    const notification = NOTIFICATIONS.read(row);
    const { email, role, language } = row;
    const subscriber = found.get(notification.userId) ?? { id: notification.userId, email, role, language, chosen: [] };
    subscriber.chosen.push(notification);
    found.set(notification.userId, subscriber);
  }
  return [...found.values()];
}

/**
 * Leases notifications of a user until `untilUs`. Returns those that neither another worker nor the user has changed
 * since.
 */
export async function leaseNotifications(
  tx: Transaction,
  notifications: readonly Notification[],
  untilUs: number,
): Promise<Notification[]> {
  const taken: Notification[] = [];
  for (const notification of notifications) {
    const { userId, topic, nextAtUs, chosenAtUs } = notification;
    const rows = await tx.query(
      `UPDATE notifications SET next_at_us = $1 WHERE user_id = $2 AND topic = $3 AND next_at_us = $4 AND chosen_at_us = $5
        RETURNING topic`,
      [untilUs, userId, topic, nextAtUs, chosenAtUs],
    );
    if (rows.length > 0) taken.push({ ...notification, nextAtUs: untilUs });
  }
  return taken;
}

/**
 * Records the reported subjects of a topic, and when its next e-mail may be sent. Does nothing if the row has changed
 * since it was read: `nextAtUs` of `notification` is the lease.
 */
export async function recordReported(
  tx: Transaction,
  { userId, topic, nextAtUs, chosenAtUs }: Notification,
  now: Pick<Notification, 'reported' | 'reportedAtUs' | 'nextAtUs'>,
): Promise<void> {
  const params: Value[] = [userId, topic, nextAtUs, chosenAtUs];
  const set = NOTIFICATIONS.set(params, ['reported', 'reportedAtUs', 'nextAtUs'], now);
  await tx.query(
    `UPDATE notifications SET ${set} WHERE user_id = $1 AND topic = $2 AND next_at_us = $3 AND chosen_at_us = $4`,
    params,
  );
}
