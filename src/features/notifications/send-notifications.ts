import { US_PER_DAY, US_PER_HOUR, US_PER_MINUTE, US_PER_SECOND } from '../../core/durations.ts';
import { sideOf } from '../../core/roles.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import { MAIL_TIMEOUT_MS, type Mailer, MailFailure } from '../../platform/mail/mailer.ts';
import { listWebsitesOfUser } from '../users/store/users.ts';
import { newsReader, type ReadNews } from './news.ts';
import { notificationMail, type TopicNews } from './notification-mail.ts';
import {
  leaseNotifications,
  listDueSubscribers,
  type Notification,
  recordReported,
  type Subscriber,
} from './store/notifications.ts';
import { topicsFor } from './topics.ts';

/** A topic sends no further e-mail for this time. */
const REST_US = US_PER_HOUR;
const RETRY_US = 15 * US_PER_MINUTE;
/** After the mail server has refused the address for good. */
const REFUSED_US = US_PER_DAY;
/** Longer than an e-mail and the recording of its result take. */
const LEASE_US = (MAIL_TIMEOUT_MS / 1000 + 75) * US_PER_SECOND;
/** No e-mail is planned further ahead, except by a wrong clock. */
const FARTHEST_US = 2 * US_PER_DAY;
const USERS_AT_ONCE = 200;
/** The most e-mails of one round. */
const MOST_MAILS = 50;

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
 * Sends each user one e-mail with everything new about the topics that the user has chosen. A subject, such as an open discrepancy or a
 * failing endpoint, is reported once; when it ends and starts again, it is reported again. A topic sends at most one e-mail an hour.
 * What was reported is recorded after the e-mail was sent: after a crash between the two it is sent again, as the same message. Call
 * this only while the time is trusted.
 */
export async function sendNotifications(deps: NotificationDeps): Promise<{ isMoreWaiting: boolean }> {
  const { db, clock } = deps;
  const nowUs = clock();
  const readNews = newsReader(db, nowUs);
  let mails = 0;
  for (let after = ''; ; ) {
    const page = { after, nowUs, farUs: nowUs + FARTHEST_US, limit: USERS_AT_ONCE };
    const subscribers = await listDueSubscribers(db, page);
    for (const subscriber of subscribers) {
      if (await notify(deps, readNews, subscriber)) mails++;
      if (mails >= MOST_MAILS) return { isMoreWaiting: true };
    }
    const last = subscribers.at(-1);
    if (last === undefined || subscribers.length < USERS_AT_ONCE) return { isMoreWaiting: false };
    after = last.id;
  }
}

/** Sends a user everything that is new, and returns whether there was anything. */
async function notify(deps: NotificationDeps, readNews: ReadNews, subscriber: Subscriber): Promise<boolean> {
  const { db, clock } = deps;
  const { id, role, language, due } = subscriber;
  // The user's role may have changed since the topics were chosen.
  const allowed = topicsFor(role);
  const websiteIds = sideOf(role) === 'merchant' ? await listWebsitesOfUser(db, id) : null;
  const found = new Map<string, { news: TopicNews; now: string[] }>();
  for (const topic of allowed) {
    const notification = due.find((each) => each.topic === topic);
    if (!notification) continue;
    const { heading, subjects } = await readNews({ language, websiteIds }, notification);
    const fresh = subjects.filter((subject) => !notification.reported.includes(subject.id));
    const now = subjects.map((subject) => subject.id);
    if (fresh.length > 0) {
      found.set(topic, { news: { notification, heading: heading(fresh.length), subjects: fresh }, now });
    } else if (now.length < notification.reported.length && !isSummary(topic)) {
      // What has ended is reported again when it starts again.
      const { reportedAtUs, nextAtUs } = notification;
      await db.transaction((tx) => recordReported(tx, notification, { reported: now, reportedAtUs, nextAtUs }));
    }
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

/** A summary is over at once, and its next one is of other days. */
function isSummary(topic: Notification['topic']): boolean {
  return topic === 'daily_summary' || topic === 'weekly_summary' || topic === 'monthly_export';
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
        : { reported: now, reportedAtUs: nowUs, nextAtUs: nowUs + REST_US };
      await recordReported(tx, notification, result);
    }
  });
  if (!failure) log.info(line, 'a notification was sent');
  else log.warn({ ...line, reason: failure.message }, 'a notification could not be sent; it will be retried');
}
