import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { isMailAddress } from '../mail/mail-address.ts';
import { MAIL_TIMEOUT_MS, type Mailer, MailFailure } from '../mail/mailer.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import type { Database } from '../storage/database.ts';
import { findPayment } from '../storage/payments/find-payment.ts';
import {
  type ClaimedReceipt,
  claimReceipts,
  hasDueReceipts,
  type ReceiptResult,
  recordReceipt,
} from '../storage/receipts.ts';
import { findWebsite } from '../storage/websites.ts';
import { chargedOtherwise } from './receipt.ts';
import { receiptMail } from './receipt-mail.ts';

const US = 1_000_000;
/** After the first attempts that failed, and after each one behind them. */
const WAITS_SECONDS = [60, 300, 1_800, 7_200];
const LATER_WAIT_SECONDS = 21_600;
/** Later than this a receipt surprises more than it helps. Long enough for a server that was mended after a weekend. */
const MAX_AGE_US = 3 * 86_400 * US;
/** More than fit into that: only those are counted so far whose worker died of them, or with them. */
const MAX_ATTEMPTS = 20;
/** Longer than an attempt and its record. */
const LEASE_US = (MAIL_TIMEOUT_MS / 1000 + 75) * US;
/** No receipt is planned farther ahead, but by a wrong clock. */
const FARTHEST_US = 24 * 3_600 * US;
/** Connections at a time. */
const AT_ONCE = 5;

export interface ReceiptDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly mailer: Mailer;
  readonly providerFor: ProviderRegistry;
  /** Whom receipts come from. */
  readonly from: string;
  /** Whether those of test payments are sent too. Whoever has a test key completes payments for any address, for nothing. */
  readonly sendsTests: boolean;
}

/**
 * Sends a few of the receipts that are due, and writes down what came of each. A claim gives a receipt to one worker alone, and
 * counts the attempt before it is made; what a worker that died had sent without writing it down is sent once more, as the same
 * message. One that cannot be sent is tried for three days, and given up. A server that takes none of them is left alone for
 * the rest of the pause. To be called only while the time is certain.
 */
export async function sendReceipts(deps: ReceiptDeps): Promise<{ isMoreWaiting: boolean }> {
  const { db, clock } = deps;
  const nowUs = clock();
  const due = { nowUs, farUs: nowUs + FARTHEST_US };
  if (!(await hasDueReceipts(db, due))) return { isMoreWaiting: false };
  const claim = { ...due, leaseUntilUs: nowUs + LEASE_US, limit: AT_ONCE, skipLocked: db.skipLocked };
  const claimed = await db.transaction((tx) => claimReceipts(tx, claim));
  const results = await Promise.allSettled(claimed.map((receipt) => sendOne(deps, receipt)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  const isServerWell = results.some((result) => result.status === 'fulfilled' && result.value !== 'pending');
  return { isMoreWaiting: isServerWell && claimed.length === AT_ONCE };
}

async function sendOne(deps: ReceiptDeps, receipt: ClaimedReceipt): Promise<ReceiptResult['status']> {
  const { db, log } = deps;
  const result = await attempt(deps, receipt);
  await db.transaction((tx) => recordReceipt(tx, receipt, result));
  const { status, error } = result;
  const line = {
    transaction_id: String(receipt.paymentId),
    attempt: receipt.attempts,
    ...(error && { reason: error }),
  };
  if (status === 'sent') log.info(line, 'a receipt was sent');
  else if (status === 'pending') log.warn(line, 'a receipt could not be sent, and will be tried again');
  else if (status === 'given_up') log.warn(line, 'a receipt could not be sent, and was given up');
  else log.info(line, 'a receipt is not sent');
  return status;
}

async function attempt(
  { db, clock, mailer, providerFor, from, sendsTests }: ReceiptDeps,
  { paymentId, attempts, createdAtUs }: ClaimedReceipt,
): Promise<ReceiptResult> {
  const drop = (error: string): ReceiptResult => ({ status: 'dropped', endedAtUs: clock(), error });
  const payment = await findPayment(db, paymentId);
  const website = payment && (await findWebsite(db, payment.websiteId));
  if (!payment || !website) return drop('no payment');
  if (payment.mode === 'test' && !sendsTests) return drop('test mode');
  const to = payment.customerEmail;
  if (to === null || !isMailAddress(to)) return drop('no address');
  if (!website.sendsReceipts) return drop('switched off');
  if (clock() - createdAtUs > MAX_AGE_US) return drop('too old');
  // Whether it was sent is not known.
  if (attempts > MAX_ATTEMPTS) return { status: 'given_up', endedAtUs: clock(), error: 'no attempt came to an end' };
  try {
    const charged = chargedOtherwise(payment, providerFor(payment.mode, payment.method));
    await mailer.send(receiptMail({ payment, website, charged }, { to, from }));
    return { status: 'sent', endedAtUs: clock() };
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    const nowUs = clock();
    const nextAttemptAtUs = nowUs + (WAITS_SECONDS[attempts - 1] ?? LATER_WAIT_SECONDS) * US;
    if (error.isFinal || nextAttemptAtUs - createdAtUs > MAX_AGE_US) {
      return { status: 'given_up', endedAtUs: nowUs, error: error.message };
    }
    return { status: 'pending', nextAttemptAtUs, error: error.message };
  }
}
