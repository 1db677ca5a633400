import { US_PER_DAY, US_PER_HOUR, US_PER_MINUTE, US_PER_SECOND } from '../../core/durations.ts';
import { sideOf } from '../../core/roles.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import { MAIL_TIMEOUT_MS, type Mailer, MailFailure } from '../../platform/mail/mailer.ts';
import { NOTIFICATION_TEXTS } from '../../platform/messages/notifications/notifications-messages.ts';
import { listWebsitesOfUser } from '../users/store/users.ts';
import { newsReader, type ReadNews } from './news.ts';
import { notificationMail, type TopicNews } from './notification-mail.ts';
import {
  leaseNotifications,
  listSubscribers,
  type Notification,
  recordReported,
  type Subscriber,
} from './store/notifications.ts';
import { type Subject, type Topic, topicsFor } from './topics.ts';

/** A topic sends no further e-mail for this time. */
const REST_US = US_PER_HOUR;
const RETRY_US = 15 * US_PER_MINUTE;
/** The wait after the mail server has refused the address permanently. */
const REFUSED_US = US_PER_DAY;
/** Longer than an e-mail and the recording of its result take. */
const LEASE_US = (MAIL_TIMEOUT_MS / 1000 + 75) * US_PER_SECOND;
/** No e-mail is planned further ahead, except by a wrong clock. */
const FARTHEST_US = 2 * US_PER_DAY;
const USERS_AT_ONCE = 200;
/** The most e-mails of one round. */
const MOST_MAILS = 50;
/** At most this many subjects that end before the next e-mail are stored. */
const MOST_MISSED = 50;
/** The topics whose subjects can end before they are reported. Summaries and first payments cannot end. */
const LASTING: readonly Topic[] = ['discrepancies', 'webhooks', 'methods'];

export interface NotificationDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly mailer: Mailer;
  /** The sender's address. */
  readonly from: string;
  /** The address of the console, without a slash at its end. */
  readonly consoleUrl: string;
}

/**
 * Sends each user one e-mail with everything new about the topics that the user has chosen. A subject, such as an open
 * discrepancy or a failing endpoint, is reported once; when it ends and starts again, it is reported again. A topic
 * sends at most one e-mail an hour; subjects that start in that hour are in the next e-mail, even if they end before
 * it. The reported subjects are recorded after the e-mail was sent: after a crash in between, the same message is sent
 * again. Call this only while the time is trusted.
 */
export async function sendNotifications(deps: NotificationDeps): Promise<{ isMoreWaiting: boolean }> {
  const { db, clock } = deps;
  const nowUs = clock();
  const readNews = newsReader(db, nowUs);
  let mails = 0;
  for (let after = ''; ; ) {
    const subscribers = await listSubscribers(db, { after, limit: USERS_AT_ONCE });
    for (const subscriber of subscribers) {
      if (await notify(deps, readNews, subscriber, nowUs)) mails++;
      if (mails >= MOST_MAILS) return { isMoreWaiting: true };
    }
    const last = subscribers.at(-1);
    if (last === undefined || subscribers.length < USERS_AT_ONCE) return { isMoreWaiting: false };
    after = last.id;
  }
}

/** Sends a user everything that is new, and returns whether there was anything. */
async function notify(
  deps: NotificationDeps,
  readNews: ReadNews,
  subscriber: Subscriber,
  nowUs: number,
): Promise<boolean> {
  const { db, clock } = deps;
  const { id, role, language, chosen } = subscriber;
  // The user's role may have changed since the topics were chosen.
  const allowed = topicsFor(role);
  const websiteIds = sideOf(role) === 'merchant' ? await listWebsitesOfUser(db, id) : null;
  const found = new Map<string, { news: TopicNews; now: string[] }>();
  for (const topic of allowed) {
    const notification = chosen.find((each) => each.topic === topic);
    if (!notification) continue;
    // A time that far ahead was planned by a wrong clock.
    const isDue = notification.nextAtUs <= nowUs || notification.nextAtUs > nowUs + FARTHEST_US;
    const isLasting = LASTING.includes(topic);
    if (!isDue && !isLasting) continue;
    const { heading, subjects } = await readNews({ language, websiteIds }, notification);
    const { ids, missed } = notification.reported;
    const fresh = subjects.filter((subject) => !ids.includes(subject.id));
    const now = subjects.map((subject) => subject.id);
    const ended = missed.filter((subject) => !now.includes(subject.id));
    if (isDue && fresh.length + ended.length > 0) {
      const { over } = NOTIFICATION_TEXTS[language].mail;
      const all = [...fresh, ...ended.map((subject) => ({ ...subject, lines: [...subject.lines, over] }))];
      found.set(topic, { news: { notification, heading: heading(all.length), subjects: all }, now });
    } else if (isLasting) await remember(db, notification, { fresh, now });
  }
  if (found.size === 0) return false;
  const leaseUntilUs = clock() + LEASE_US;
  const wanted = [...found.values()].map(({ news }) => news.notification);
  const taken = await db.transaction((tx) => leaseNotifications(tx, wanted, leaseUntilUs));
  if (taken.length > 0) {
    const mine = taken.map((notification) => ({ ...found.get(notification.topic)!, notification }));
    await sendOne(deps, subscriber, mine);
  }
  return true;
}

/**
 * Without sending an e-mail, records the subjects that have ended, because they are reported again when they start
 * again, and the subjects that have started and may end before the next e-mail.
 */
async function remember(
  db: Database,
  notification: Notification,
  { fresh, now }: { readonly fresh: readonly Subject[]; readonly now: readonly string[] },
): Promise<void> {
  const { reportedAtUs, nextAtUs } = notification;
  const { ids, missed } = notification.reported;
  const lasting = ids.filter((id) => now.includes(id));
  const started = fresh.filter(({ id }) => !missed.some((subject) => subject.id === id));
  if (lasting.length === ids.length && started.length === 0) return;
  const reported = { ids: lasting, missed: [...missed, ...started].slice(0, MOST_MISSED) };
  await db.transaction((tx) => recordReported(tx, notification, { reported, reportedAtUs, nextAtUs }));
}

async function sendOne(
  { db, clock, log, mailer, from, consoleUrl }: NotificationDeps,
  subscriber: Subscriber,
  taken: readonly { readonly notification: Notification; readonly news: TopicNews; readonly now: readonly string[] }[],
): Promise<void> {
  const line = { user_id: subscriber.id, topics: taken.map(({ notification }) => notification.topic) };
  const news = taken.map((each) => each.news);
  let failure: MailFailure | undefined;
  try {
    await mailer.send(notificationMail(subscriber, news, { from, consoleUrl }));
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    failure = error;
  }
  const nowUs = clock();
  await db.transaction(async (tx) => {
    for (const { notification, now } of taken) {
      const { reported, reportedAtUs } = notification;
      const result = failure
        ? { reported, reportedAtUs, nextAtUs: nowUs + (failure.isFinal ? REFUSED_US : RETRY_US) }
        : { reported: { ids: now, missed: [] }, reportedAtUs: nowUs, nextAtUs: nowUs + REST_US };
      await recordReported(tx, notification, result);
    }
  });
  if (!failure) log.info(line, 'a notification was sent');
  else log.warn({ ...line, reason: failure.message }, 'a notification could not be sent; it will be retried');
}
