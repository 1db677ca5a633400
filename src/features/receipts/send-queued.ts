import { SECONDS_PER_HOUR, SECONDS_PER_MINUTE, US_PER_DAY, US_PER_SECOND } from '../../core/durations.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import { type Mail, type Mailer, MailFailure } from '../../platform/mail/mailer.ts';
import {
  type ClaimedReceipt,
  claimReceipts,
  hasDueReceipts,
  LEASE_US,
  type MailQueue,
  type ReceiptResult,
  recordReceipt,
} from './store/receipts.ts';

/** The waits after the first failed attempts, and after each later one. */
const WAITS_SECONDS = [1, 5, 30, 120].map((minutes) => minutes * SECONDS_PER_MINUTE);
const LATER_WAIT_SECONDS = 6 * SECONDS_PER_HOUR;
/**
 * Older e-mails are not sent, because they would confuse. Three days are enough for a mail server that is repaired
 * after a weekend.
 */
const MAX_AGE_US = 3 * US_PER_DAY;
/** More attempts than fit into MAX_AGE_US. Only an e-mail whose workers died during its attempts reaches this count. */
const MAX_ATTEMPTS = 20;
/** No e-mail is planned further ahead, except by a wrong clock. */
const FARTHEST_US = US_PER_DAY;
/** Concurrent connections. */
const AT_ONCE = 5;

export interface QueueDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly mailer: Mailer;
}

/** A queue of e-mails about payments. */
export interface QueuedMails {
  readonly queue: MailQueue;
  /** The name of one of its e-mails in the log, such as `a receipt`. */
  readonly called: string;
  /** The e-mail about a payment, or why none is sent. */
  readonly mailOf: (paymentId: number) => Promise<Mail | string>;
}

/**
 * Sends a few due e-mails of a queue, and records their results. A claim gives an e-mail to a single worker, and counts
 * the attempt before it starts. If that worker dies before it has recorded the result, the e-mail is sent again as the
 * same message. An e-mail that cannot be sent is retried for three days, and then fails. If the server accepts none of
 * these e-mails, the others wait for the next regular round. Call this only while the time is trusted.
 */
export async function sendQueued(deps: QueueDeps, mails: QueuedMails): Promise<{ isMoreWaiting: boolean }> {
  const { db, clock } = deps;
  const { queue } = mails;
  const nowUs = clock();
  const due = { nowUs, farUs: nowUs + FARTHEST_US };
  if (!(await hasDueReceipts(db, due, queue))) return { isMoreWaiting: false };
  const claim = { ...due, leaseUntilUs: nowUs + LEASE_US, limit: AT_ONCE, skipLocked: db.skipLocked };
  const claimed = await db.transaction((tx) => claimReceipts(tx, claim, queue));
  const results = await Promise.allSettled(claimed.map((each) => sendOne(deps, mails, each)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  const isServerWell = results.some((result) => result.status === 'fulfilled' && result.value !== 'pending');
  return { isMoreWaiting: isServerWell && claimed.length === AT_ONCE };
}

async function sendOne(deps: QueueDeps, mails: QueuedMails, claimed: ClaimedReceipt): Promise<ReceiptResult['status']> {
  const { db, log } = deps;
  const { queue, called } = mails;
  const result = await attempt(deps, mails, claimed);
  await db.transaction((tx) => recordReceipt(tx, claimed, result, queue));
  const { status, error } = result;
  const line = {
    transaction_id: String(claimed.paymentId),
    attempt: claimed.attempts,
    ...(error && { reason: error }),
  };
  if (status === 'sent') log.info(line, `${called} was sent`);
  else if (status === 'pending') log.warn(line, `${called} could not be sent; it will be retried`);
  else if (status === 'given_up') log.warn(line, `${called} could not be sent, and will not be retried`);
  else log.info(line, `${called} is not sent`);
  return status;
}

async function attempt(
  { clock, mailer }: QueueDeps,
  { mailOf }: QueuedMails,
  { paymentId, attempts, createdAtUs }: ClaimedReceipt,
): Promise<ReceiptResult> {
  const mail = await mailOf(paymentId);
  const drop = (error: string): ReceiptResult => ({ status: 'dropped', endedAtUs: clock(), error });
  if (typeof mail === 'string') return drop(mail);
  const giveUp = (error: string): ReceiptResult => ({ status: 'given_up', endedAtUs: clock(), error });
  if (clock() - createdAtUs > MAX_AGE_US) return giveUp('waited for more than three days');
  // An earlier attempt may or may not have sent the e-mail.
  if (attempts > MAX_ATTEMPTS) return giveUp('no attempt was finished');
  try {
    await mailer.send(mail);
    return { status: 'sent', endedAtUs: clock() };
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    const nowUs = clock();
    const nextAttemptAtUs = nowUs + (WAITS_SECONDS[attempts - 1] ?? LATER_WAIT_SECONDS) * US_PER_SECOND;
    if (error.isFinal || nextAttemptAtUs - createdAtUs > MAX_AGE_US) {
      return { status: 'given_up', endedAtUs: nowUs, error: error.message };
    }
    return { status: 'pending', nextAttemptAtUs, error: error.message };
  }
}
