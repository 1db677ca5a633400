import { SECONDS_PER_MINUTE, US_PER_MINUTE, US_PER_SECOND } from '../../core/durations.ts';
import { ApiError } from '../../core/errors.ts';
import { parseTransactionId } from '../../core/ids.ts';
import { isFinal, type Payment, type PaymentMethod } from '../../core/payment.ts';
import { countAgainst } from '../../platform/limits/count-attempts.ts';
import type { RateLimit } from '../../platform/limits/rate-limits.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Soon } from '../../platform/tasks/promises.ts';
import {
  type Incoming,
  type Notice,
  ProviderUnavailable,
  type UnknownMoney,
  type Verification,
} from '../../providers/provider.ts';
import { applyVerification, isEarlier } from './apply-verification.ts';
import { reportDiscrepancy } from './discrepancies/report-discrepancy.ts';
import type { HistoryRecorder } from './history/record-history.ts';
import { findNamedPayment } from './store/find-payment.ts';
import { updateProviderData } from './store/update-provider-data.ts';
import { type VerifyDeps, verifyPayment } from './verify-payment.ts';

export interface ReceiveDeps extends VerifyDeps {
  /** How often incoming messages may trigger a verification of one payment. */
  readonly verifications: RateLimit;
  /** How many unsigned messages one address may send. */
  readonly pages: RateLimit;
  /** How often a provider may be queried for the payment that belongs to a provider's id. */
  readonly lookups: RateLimit;
  /** Stores incoming messages with their payment. */
  readonly history: Pick<HistoryRecorder, 'step' | 'exchange'>;
  /** Called when a provider has reported a refund or a dispute of a payment, after the payment was verified. */
  readonly onReturnReported?: ((payment: Payment) => Promise<void>) | undefined;
}

/** The delay until the next check when a provider's notification could not be verified with the provider. */
const ASK_AGAIN_US = 5 * US_PER_SECOND;
/** The delay until the next check after a flood of messages: the payment has just been verified many times. */
const AFTER_FLOOD_US = US_PER_MINUTE;
/** Matches every provider's path, and paths with a typing error in a provider's portal. */
const OWN_PATH = /^[a-z_-]{1,32}$/i;

/** After how long a provider should resend a message whose payment could not be looked up. */
const REPEAT_AFTER_SECONDS = SECONDS_PER_MINUTE;

/** The sender, as far as known. */
export interface Sender {
  /** The key under which its address is counted. */
  readonly address: string;
  /** The payments for which this browser was redirected to the provider. */
  readonly redirectedPayments: readonly number[];
}

export interface Received {
  readonly response: Notice['response'];
  /** The payment of the message, in its current state; undefined when the message is about none of our payments. */
  readonly payment: Payment | undefined;
  /**
   * The transaction id of a payment that this store does not know, proved by the message, by its provider or by the
   * sender's browser.
   */
  readonly unknownId?: number | undefined;
  /**
   * If set, the provider's server must resend the message after this many seconds, because it may be about money that
   * is unknown here.
   */
  readonly repeatAfterSeconds?: number | undefined;
}

/** `receiveNotification` with its dependencies bound. */
export type Receive = (
  method: PaymentMethod,
  incoming: Incoming,
  sender: Sender,
  log: Log,
) => Promise<Received | undefined>;

/**
 * Handles a message below `/providers/<method>/`, from a provider or a browser. A message whose signature proves an
 * outcome applies that outcome; any other message only leads to a query to the provider. However often a message is
 * repeated, it settles its payment once. Proven or confirmed money for a payment that is not stored becomes an
 * `unknown_payment` discrepancy. Undefined when the method's provider accepts no messages. Contract: LIVE-13.
 *
 * Throws ApiError `rate_limit_exceeded` when the address has sent too many unsigned messages. Messages that a provider
 * has signed are never counted.
 */
export async function receiveNotification(
  deps: ReceiveDeps,
  method: PaymentMethod,
  incoming: Incoming,
  sender: Sender,
  log: Log,
): Promise<Received | undefined> {
  const provider = deps.providerFor('live', method);
  const notice = provider?.notification?.(incoming, log);
  if (!notice?.isProven) await countAgainst(deps.pages, sender.address);
  if (!notice) return undefined;
  const { response } = notice;
  let paymentId: number | undefined;
  try {
    paymentId = await paymentIdOf(deps, notice, sender, log);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    // A stored payment is checked by the worker anyway. Any other payment is known only from this message.
    log.warn(
      { method, provider_ref: notice.lookUpRef, reason: error.message },
      'the payment of a notification could not be looked up, and its provider must resend it: a payment that is not stored here may have been paid',
    );
    return { response, payment: undefined, repeatAfterSeconds: REPEAT_AFTER_SECONDS };
  }
  const numbered = notice.paymentRef === undefined ? undefined : { method, providerRef: notice.paymentRef };
  const payment = await findNamedPayment(deps.db, { ...notice, paymentId, numbered });
  if (payment?.mode !== 'live' || payment.method !== method) {
    const unknown = { method, id: paymentId, isStored: payment !== undefined, incoming };
    return { response, payment: undefined, ...(await receiveUnknown(deps, unknown, { notice, sender }, log)) };
  }
  return { response, ...(await verifyAfterNotice(deps, payment, { notice, sender, incoming }, log)) };
}

/**
 * The id of the message's payment. Throws ProviderUnavailable when only the provider knows the payment, and cannot be
 * queried.
 */
async function paymentIdOf(
  { lookups }: ReceiveDeps,
  { paymentId, lookUp }: Notice,
  { address, redirectedPayments }: Sender,
  log: Log,
): Promise<number | undefined> {
  if (paymentId !== undefined || !lookUp) return paymentId;
  const [newest, ...others] = redirectedPayments;
  // A browser that was redirected for one payment returns from that payment: no query is needed.
  if (newest !== undefined && others.length === 0) return newest;
  // The queries of a browser that was redirected for several payments count for the newest of them. So unauthenticated
  // clients cannot use up its share.
  const wait = await lookups.consume(newest === undefined ? address : `customer:${newest}`);
  if (wait > 0) throw new ProviderUnavailable('too many provider ids were looked up for one address');
  return lookUp(log, { isCustomer: newest !== undefined });
}

/**
 * Handles a message about a payment that this store does not have: the payment was created after the restored backup,
 * was removed to an archive, or was never ours. Money that the message proves or the provider confirms becomes one
 * discrepancy; anything else writes nothing. A message that cannot be looked up is logged with the transaction id, and
 * must be resent. Returns the transaction id when the sender may be shown that it is unknown here.
 */
async function receiveUnknown(
  deps: ReceiveDeps,
  {
    method,
    id,
    isStored,
    incoming,
  }: { method: PaymentMethod; id: number | undefined; isStored: boolean; incoming: Incoming },
  { notice, sender }: { notice: Notice; sender: Sender },
  log: Log,
): Promise<Pick<Received, 'unknownId' | 'repeatAfterSeconds'>> {
  // An unauthenticated client can send any path, including a customer's link.
  const path = OWN_PATH.test(incoming.path) ? incoming.path : 'another';
  const namedId = isStored || id === undefined ? undefined : parseTransactionId(String(id));
  const subject = { method, path, ...(namedId !== undefined && { transaction_id: String(namedId) }) };
  const isCustomer = namedId !== undefined && sender.redirectedPayments.includes(namedId);
  const shown = notice.isProven || isCustomer ? namedId : undefined;
  if (namedId === undefined && !notice.chargeName) {
    log.warn(subject, 'a notification matches no payment, or is forged');
    return {};
  }
  const wait = await waitOfUnknown(deps, `${method}:${namedId ?? 'charge'}`, {
    notice,
    isCustomer,
    address: sender.address,
  });
  if (wait > 0) {
    // Earlier messages about the same charge have stored its discrepancy.
    if (notice.isProven) return { unknownId: shown };
    log.warn(
      subject,
      'a notification names a payment that is not stored here, but was not looked up, because its sender has sent too many notifications: the provider must resend it; look up the payment in the provider portal',
    );
    return { unknownId: shown, repeatAfterSeconds: wait };
  }
  const money = await findMoney(deps, { method, namedId, isCustomer, subject }, notice, log);
  if (money === 'unavailable') return { unknownId: shown, repeatAfterSeconds: REPEAT_AFTER_SECONDS };
  if (!money || (namedId === undefined && !money.paid)) {
    log.warn(subject, 'a notification names a payment that is not stored here; no money was found for it');
    return { unknownId: shown };
  }
  const report = {
    ...({ kind: 'unknown_payment', method, paymentId: null, namedId: namedId ?? null, reported: money.paid } as const),
    providerRef: money.providerRef ?? String(namedId),
  };
  await reportDiscrepancy(deps, report, log);
  return { unknownId: namedId };
}

/**
 * Counts a message about an unknown payment against a limit: by the named payment if the message is proven or from a
 * customer, otherwise by the sender's address. An unproven message that was counted when the provider's number was
 * looked up is not counted again. Returns 0 when the message may pass, otherwise the seconds to wait.
 */
function waitOfUnknown(
  { verifications, lookups }: ReceiveDeps,
  named: string,
  { notice, isCustomer, address }: { notice: Notice; isCustomer: boolean; address: string },
): Soon<number> {
  if (notice.isProven)
    return verifications.consume(`unknown:${named}:${(notice.money ?? notice.verification)?.providerRef ?? ''}`);
  if (notice.paymentId === undefined && notice.lookUp) return 0;
  return lookups.consume(isCustomer ? `customer:${named}` : address);
}

/**
 * The money that the provider confirms for an unknown payment, otherwise the money that the message proves. Undefined
 * when there is none, `unavailable` when the provider could not be queried and the message proves nothing.
 */
async function findMoney(
  { providerFor }: ReceiveDeps,
  {
    method,
    namedId,
    isCustomer,
    subject,
  }: { method: PaymentMethod; namedId: number | undefined; isCustomer: boolean; subject: object },
  { isProven, money, verification }: Notice,
  log: Log,
): Promise<UnknownMoney | 'unavailable' | undefined> {
  const proven = isProven ? (money ?? moneyOf(verification)) : undefined;
  const provider = providerFor('live', method);
  if (namedId === undefined || !provider?.findUnknown) return proven;
  try {
    return (await provider.findUnknown(namedId, { isCustomer }, log)) ?? proven;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    log.warn(
      { ...subject, reason: error.message },
      'a notification names a payment that is not stored here, and its provider could not be queried: look up the payment in the provider portal',
    );
    return proven ?? 'unavailable';
  }
}

/** The money of a signed result. A result under review only says that the money may have been charged. */
function moneyOf(verification: Verification | undefined): UnknownMoney | undefined {
  if (!verification) return undefined;
  const { outcome, providerRef } = verification;
  if (outcome.status === 'completed') return { providerRef, paid: outcome.paid };
  return outcome.status === 'open' && outcome.isSubmitted ? { providerRef, paid: null } : undefined;
}

async function verifyAfterNotice(
  deps: ReceiveDeps,
  payment: Payment,
  { notice, sender, incoming }: { notice: Notice; sender: Sender; incoming: Incoming },
  log: Log,
): Promise<Pick<Received, 'payment' | 'repeatAfterSeconds'>> {
  const isGenuine = notice.isProven === true || sender.redirectedPayments.includes(payment.id);
  // A customer's browser can endlessly repeat the signed message with which it came back from the provider. Only
  // repeats for a final payment are limited: a message that changes a payment is never refused.
  const isReturn = notice.isProven === true && typeof notice.response === 'string' && isFinal(payment.status);
  if (isReturn && (await deps.verifications.consume(`return:${payment.id}`)) > 0) return { payment };
  if (isGenuine) {
    recordMessage(deps, payment, notice, incoming);
    if (typeof notice.response === 'string') deps.history.step(payment.id, { name: 'returned' });
  }
  if (notice.verification) return { payment: await applyVerification(deps, payment, notice.verification, log) };
  // No report can change a completed payment, but its money may go back. For a failed payment, money may still have arrived.
  if (payment.status === 'completed' && !notice.isAboutReturns) return { payment };
  // Counted separately, so that an unauthenticated client that has guessed a payment's id cannot use up the share of
  // the payment's provider and customer.
  const isFlood = (await deps.verifications.consume(`${isGenuine ? 'proven' : 'notice'}:${payment.id}`)) > 0;
  if (!isGenuine && !isFlood) recordMessage(deps, payment, notice, incoming);
  try {
    if (!isFlood) {
      const { payment: current } = await verifyPayment(deps, payment, log);
      if (notice.isAboutReturns) await deps.onReturnReported?.(current);
      return { payment: current };
    }
  } catch (error) {
    // The provider gave no usable response, which is already logged.
    if (!(error instanceof ApiError)) throw error;
  }
  // No worker checks a payment that is over: the provider must resend the message.
  if (notice.isAboutReturns && isFinal(payment.status)) return { payment, repeatAfterSeconds: REPEAT_AFTER_SECONDS };
  // The notification must not be lost: a worker checks soon, and never later than planned.
  const checkByUs = deps.clock() + (isFlood ? AFTER_FLOOD_US : ASK_AGAIN_US);
  if (isEarlier(checkByUs, payment)) {
    await deps.db.transaction((tx) => updateProviderData(tx, payment.id, { checkByUs }));
  }
  return { payment };
}

/** Adds the message to the payment's history. */
function recordMessage(
  { history, providerFor }: ReceiveDeps,
  payment: Payment,
  { isProven = false, response }: Notice,
  incoming: Incoming,
): void {
  const isBrowser = typeof response === 'string';
  const provider = providerFor(payment.mode, payment.method);
  // An unknown path may contain anything.
  const operation = OWN_PATH.test(incoming.path) ? incoming.path : 'another';
  history.exchange({
    paymentId: payment.id,
    kind: 'told',
    exchange: {
      provider: payment.method,
      operation,
      status: isBrowser ? null : response.status,
      error: null,
      ms: null,
      request: provider?.messageText?.(incoming) ?? '',
      response: null,
      isProven,
    },
  });
}
