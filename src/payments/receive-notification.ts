import { countAgainst } from '../auth/count-against.ts';
import type { RateLimit } from '../auth/rate-limits.ts';
import { ApiError } from '../domain/errors.ts';
import { parseTransactionId } from '../domain/ids.ts';
import { isFinal, type Payment, type PaymentMethod } from '../domain/payment.ts';
import type { Log } from '../lib/log.ts';
import type { Soon } from '../lib/soon.ts';
import {
  type Incoming,
  type Notice,
  ProviderUnavailable,
  type UnknownMoney,
  type Verification,
} from '../providers/provider.ts';
import { updateProviderData } from '../storage/payments/update-provider-data.ts';
import { findNamedPayment } from '../storage/recurring/charges.ts';
import { applyVerification, isEarlier } from './apply-verification.ts';
import type { HistoryRecorder } from './history/record-history.ts';
import { reportDiscrepancy } from './report-discrepancy.ts';
import { type VerifyDeps, verifyPayment } from './verify-payment.ts';

export interface ReceiveDeps extends VerifyDeps {
  /** How often one payment may be verified because of incoming messages. */
  readonly verifications: RateLimit;
  /** Unsigned messages allowed for one address. */
  readonly pages: RateLimit;
  /** Queries to a provider about which payment a provider id means. */
  readonly lookups: RateLimit;
  /** Keeps what came in with its payment. */
  readonly history: Pick<HistoryRecorder, 'step' | 'exchange'>;
}

/** The next check when a provider notified us of a payment but could not be asked about it: soon. */
const ASK_AGAIN_US = 5_000_000;
/** The next check after a flood, when the payment has just been verified many times. */
const AFTER_FLOOD_US = 60_000_000;
/** What the paths of all providers look like, and typos made when they are entered in a portal. */
const OWN_PATH = /^[a-z_-]{1,32}$/i;

/** When a provider is to repeat a message that could not be looked into. */
const REPEAT_AFTER_SECONDS = 60;

/** The sender, as far as known. */
export interface Sender {
  /** The key under which its address is counted. */
  readonly address: string;
  /** The payments for which this browser was redirected to the provider. */
  readonly payers: readonly number[];
}

export interface Received {
  readonly response: Notice['response'];
  /** The payment it is about, as it is now; undefined when it is about none of ours. */
  readonly payment: Payment | undefined;
  /** The transaction id of a payment that this store does not know, proved by the message, its provider or the sender's browser. */
  readonly unknownId?: number | undefined;
  /** Present when a provider's server is to repeat its message after so many seconds: it may be about money that is not known here. */
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
 * Handles a message below `/providers/<method>/`: it is only ever a reason to verify a payment. A message without proof is
 * followed by a query to the provider, and however often it is repeated, one settles. Money that is proven or confirmed for a
 * payment which is not stored becomes an `unknown_payment` discrepancy. Undefined when the method's provider takes no messages.
 * Contract: LIVE-13.
 *
 * Throws ApiError `rate_limit_exceeded` when the address has sent too many unsigned messages. What a provider has signed is
 * never counted.
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
    // The worker checks a stored payment. One that is not stored is known by this message alone.
    log.warn(
      { method, provider_ref: notice.lookUpRef, reason: error.message },
      'a notification could not be looked up, and its provider is asked to repeat it: a payment that is not stored here may have been paid',
    );
    return { response, payment: undefined, repeatAfterSeconds: REPEAT_AFTER_SECONDS };
  }
  const payment = await findNamedPayment(deps.db, { ...notice, paymentId });
  if (payment?.mode !== 'live' || payment.method !== method) {
    const unknown = { method, id: paymentId, isStored: payment !== undefined, incoming };
    return { response, payment: undefined, ...(await receiveUnknown(deps, unknown, { notice, sender }, log)) };
  }
  return { response, payment: await verifyAfterNotice(deps, payment, { notice, sender, incoming }, log) };
}

/** Throws ProviderUnavailable when the provider has to be asked which payment is meant, and cannot be. */
async function paymentIdOf(
  { lookups }: ReceiveDeps,
  { paymentId, lookUp }: Notice,
  { address, payers }: Sender,
  log: Log,
): Promise<number | undefined> {
  if (paymentId !== undefined || !lookUp) return paymentId;
  const [newest, ...others] = payers;
  // A browser that was redirected for one payment returns from that one: no query is needed.
  if (newest !== undefined && others.length === 0) return newest;
  // One that was redirected for several is counted by them, and has its own share of queries, which strangers cannot use up.
  const wait = await lookups.consume(newest === undefined ? address : `payer:${newest}`);
  if (wait > 0) throw new ProviderUnavailable('too many numbers were asked about for one address');
  return lookUp(log, { isPayer: newest !== undefined });
}

/**
 * Handles a message about a payment that this store does not hold: made after the backup that was restored, removed to an archive,
 * or never ours. Money that the message proves, or that the provider confirms, becomes one discrepancy; anything else writes nothing.
 * What cannot be looked up is logged with its id, and is to be repeated. Returns the transaction id when the sender may be shown that it is
 * unknown here.
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
  // A path can be anything an unauthenticated client wrote, a customer's link included.
  const path = OWN_PATH.test(incoming.path) ? incoming.path : 'another';
  const namedId = isStored || id === undefined ? undefined : parseTransactionId(String(id));
  const subject = { method, path, ...(namedId !== undefined && { transaction_id: String(namedId) }) };
  const isPayer = namedId !== undefined && sender.payers.includes(namedId);
  const shown = notice.isProven || isPayer ? namedId : undefined;
  if (namedId === undefined && !notice.chargeName) {
    log.warn(subject, 'a notification is about no payment of ours, or is forged');
    return {};
  }
  const wait = await waitOfUnknown(deps, `${method}:${namedId ?? 'charge'}`, {
    notice,
    isPayer,
    address: sender.address,
  });
  if (wait > 0) {
    // Proven money was stored by the first of these messages.
    if (notice.isProven) return { unknownId: shown };
    log.warn(
      subject,
      'a notification names a payment that is not stored here, and its sender has sent too many: the provider is asked to repeat it; look the payment up in the portal',
    );
    return { unknownId: shown, repeatAfterSeconds: wait };
  }
  const money = await findMoney(deps, { method, namedId, isPayer, subject }, notice, log);
  if (money === 'unavailable') return { unknownId: shown, repeatAfterSeconds: REPEAT_AFTER_SECONDS };
  if (!money || (namedId === undefined && !money.paid)) {
    log.warn(subject, 'a notification names a payment that is not stored here; no money is known for it');
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
 * Counts a message about an unknown payment: repeated proofs are counted by what they name, and others by their address, apart from
 * those of payers, unless they were counted when their number was looked up. Returns 0 when it may pass.
 */
function waitOfUnknown(
  { verifications, lookups }: ReceiveDeps,
  named: string,
  { notice, isPayer, address }: { notice: Notice; isPayer: boolean; address: string },
): Soon<number> {
  if (notice.isProven)
    return verifications.consume(`unknown:${named}:${(notice.money ?? notice.verification)?.providerRef ?? ''}`);
  if (notice.paymentId === undefined && notice.lookUp) return 0;
  return lookups.consume(isPayer ? `payer:${named}` : address);
}

/**
 * The money that the provider confirms for an unknown payment, else what the message proves. Undefined when there is none, `unavailable`
 * when the provider could not be queried and the message proves nothing.
 */
async function findMoney(
  { providerFor }: ReceiveDeps,
  {
    method,
    namedId,
    isPayer,
    subject,
  }: { method: PaymentMethod; namedId: number | undefined; isPayer: boolean; subject: object },
  { isProven, money, verification }: Notice,
  log: Log,
): Promise<UnknownMoney | 'unavailable' | undefined> {
  const proven = isProven ? (money ?? moneyOf(verification)) : undefined;
  const provider = providerFor('live', method);
  if (namedId === undefined || !provider?.findUnknown) return proven;
  try {
    return (await provider.findUnknown(namedId, { isPayer }, log)) ?? proven;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    log.warn(
      { ...subject, reason: error.message },
      'a notification names a payment that is not stored here, and its provider could not be queried: look the payment up in the portal',
    );
    return proven ?? 'unavailable';
  }
}

/** The money of a signed result: of one under review it is only known that it may have been taken. */
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
): Promise<Payment> {
  const isGenuine = notice.isProven === true || sender.payers.includes(payment.id);
  // A customer can repeat the signed return of a payment that is final without end. What changes a payment is never refused.
  const isReturn = notice.isProven === true && typeof notice.response === 'string' && isFinal(payment.status);
  if (isReturn && (await deps.verifications.consume(`return:${payment.id}`)) > 0) return payment;
  if (isGenuine) {
    keepMessage(deps, payment, notice, incoming);
    if (typeof notice.response === 'string') deps.history.step(payment.id, { name: 'returned' });
  }
  if (notice.verification) return applyVerification(deps, payment, notice.verification, log);
  // No report can change it. For a failed one, money may have arrived after all.
  if (payment.status === 'completed') return payment;
  // Counted separately: a stranger who has guessed a payment's id does not use up the share of its provider and its customer.
  const isFlood = (await deps.verifications.consume(`${isGenuine ? 'proven' : 'notice'}:${payment.id}`)) > 0;
  if (!isGenuine && !isFlood) keepMessage(deps, payment, notice, incoming);
  try {
    if (!isFlood) return (await verifyPayment(deps, payment, log)).payment;
  } catch (error) {
    // No response of the provider, which is already logged.
    if (!(error instanceof ApiError)) throw error;
  }
  // The notification must not be lost with it: a worker checks soon, and never later than planned.
  const checkByUs = deps.clock() + (isFlood ? AFTER_FLOOD_US : ASK_AGAIN_US);
  if (isEarlier(checkByUs, payment)) {
    await deps.db.transaction((tx) => updateProviderData(tx, payment.id, { checkByUs }));
  }
  return payment;
}

/** Puts what came in into the payment's history. */
function keepMessage(
  { history, providerFor }: ReceiveDeps,
  payment: Payment,
  { isProven = false, response }: Notice,
  incoming: Incoming,
): void {
  const isBrowser = typeof response === 'string';
  const provider = providerFor(payment.mode, payment.method);
  // A path that is known to nobody may hold anything.
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
