import { US_PER_DAY, US_PER_HOUR, US_PER_MINUTE, US_PER_SECOND } from '../../core/durations.ts';
import { isSameMoney } from '../../core/money.ts';
import type { Mode, Payment } from '../../core/payment.ts';
import { isRefundOver, type Refund } from '../../core/refund.ts';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { NoResponse } from '../../platform/network/http.ts';
import { ProviderRefused, ProviderUnavailable, type RefundCalls, type RefundReport } from '../../providers/provider.ts';
import { faultInLog, storableWord } from '../payments/provider-fault.ts';
import { findPayment } from '../payments/store/find-payment.ts';
import { checkExternal } from './record-returns.ts';
import {
  isOfAnother,
  lostMayArriveUntilUs,
  mayArriveUntilUs,
  mayHideRefunds,
  orderOf,
  RESTORED_WORD,
  refundCallsOf,
} from './refund-calls.ts';
import type { RefundDeps } from './refund-deps.ts';
import { REFUND_WAITS } from './refund-waits.ts';
import {
  claimDueRefunds,
  findRefund,
  hasDueRefunds,
  isRefundRefTaken,
  listRefundsOf,
  lockRefundMoney,
  moveRefund,
  type RefundChange,
  updateRefund,
} from './store/refunds.ts';

/** A small batch: each refund may wait for a provider, and all finish well within the lease. */
const BATCH = 8;
/** Longer than all calls for one refund take. */
const LEASE_US = 3 * US_PER_MINUTE;
/** A process that slept longer than this after its mark does not call: the refund may have been looked up, and sent again, since. */
const SEND_WITHIN_US = 10 * US_PER_SECOND;
/** No step is planned further ahead, except by a wrong clock. */
const FARTHEST_US = 40 * US_PER_DAY;
/** The waits between searches for a refund without an outcome; after them, each search waits `LATER_ASK_US`. */
const FIRST_ASK_US = 10 * US_PER_SECOND;
const ASK_WAITS_US = [FIRST_ASK_US, 30 * US_PER_SECOND, US_PER_MINUTE, 5 * US_PER_MINUTE, 15 * US_PER_MINUTE];
const LATER_ASK_US = US_PER_HOUR;
/** Attempts to remove a mark, if other workers claim the refund in between. */
const TAKE_BACK_TRIES = 5;
/** The wait before the next attempt of a refund that cannot be sent now. */
const WAIT_US = 5 * US_PER_MINUTE;

/** `Refund.word` when only the provider's portal shows the outcome, not its API. */
const ONLY_IN_PORTAL = 'no response; look in the portal of the provider';

type SendDeps = RefundDeps & { readonly log: Log };
type Subject = { readonly refund: string; readonly transaction_id: string };

/**
 * Takes the next step of a mode's refunds that are due: sends approved ones, and looks up those without an outcome. Live ones only while
 * the store is known to have lost nothing. Any number of workers may run it at once, and be interrupted anywhere: no refund is sent twice.
 */
export async function sendDueRefunds(deps: SendDeps, mode: Mode): Promise<{ isMoreWaiting: boolean }> {
  const { db, clock, log, restores } = deps;
  const nowUs = clock();
  const due = { mode, nowUs, farUs: nowUs + FARTHEST_US };
  if (!(await hasDueRefunds(db, due))) return { isMoreWaiting: false };
  if (mode === 'live' && (await restores.check()) !== null) return { isMoreWaiting: false };
  const claimed = await claimDueRefunds(db, { ...due, leaseUntilUs: nowUs + LEASE_US, limit: BATCH });
  await Promise.all(
    claimed.map(async (refund) => {
      const subject = { refund: refund.id, transaction_id: String(refund.paymentId) };
      try {
        await takeStep(deps, refund, subject);
      } catch (error) {
        log.error({ ...subject, err: error }, 'a refund could not be processed; it will be retried');
      }
    }),
  );
  return { isMoreWaiting: claimed.length === BATCH };
}

async function takeStep(deps: SendDeps, refund: Refund, subject: Subject): Promise<void> {
  const { db, providerFor, log, clock } = deps;
  const payment = await findPayment(db, refund.paymentId);
  if (payment && refund.kind === 'external') {
    await checkExternal(deps, payment, log);
    // Changes nothing if it has ended.
    await change(deps, refund, { status: refund.status, nextStepAtUs: clock() + LATER_ASK_US });
    return;
  }
  const calls = payment && refundCallsOf(providerFor, payment, refund);
  if (!payment || !calls) {
    const why = REFUND_WAITS[payment ? 'notSetUp' : 'noPayment'];
    log.error({ ...subject, status: refund.status }, `a refund has to wait: ${why}`);
    const word = refund.status === 'succeeded' ? refund.word : why;
    await change(deps, refund, { status: refund.status, word, nextStepAtUs: clock() + LATER_ASK_US });
    return;
  }
  // What arrives after this moment may be missing in the records that are searched now.
  const searchedAtUs = clock();
  try {
    // Whatever its status here: the store may have lost that it was sent.
    const found = await calls.find?.(payment, orderOf(refund), log);
    if (found && !isOfAnother(found, refund)) return await record(deps, refund, found, subject);
    if (found && refund.status !== 'succeeded') {
      return await recordOther(deps, { refund, payment, calls, searchedAtUs }, found, subject);
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    log.warn({ ...subject, reason: error.message }, `a refund was not looked up: ${faultInLog(error)}`);
    const status = refund.status === 'sent' ? 'unknown' : refund.status;
    await change(deps, refund, { status, word: storableWord(error.message), nextStepAtUs: nextAsk(deps, refund) });
    return;
  }
  if (refund.status === 'succeeded') {
    // An empty search does not undo a success. The search is repeated, because the provider may still reverse the refund.
    await change(deps, refund, { status: 'succeeded', nextStepAtUs: nextWatch(deps, refund, calls) });
  } else if (refund.status === 'approved' || mayRepeat(deps, refund, calls)) {
    await send(deps, { refund, payment, calls, searchedAtUs }, subject);
  } else if (refund.status === 'sent' && refund.providerRef !== null && mayArrive(refund, clock(), calls)) {
    // The provider has confirmed it, and its records lag behind.
    await change(deps, refund, { status: 'sent', nextStepAtUs: nextAsk(deps, refund) });
  } else if (calls.find) {
    const word = 'not in the records of the provider';
    await change(deps, refund, { status: 'unknown', word, nextStepAtUs: nextAsk(deps, refund) });
  } else {
    log.error(subject, 'a refund has no outcome, and its provider shows none: an operator has to look in its portal');
    await change(deps, refund, { status: 'unknown', word: refund.word ?? ONLY_IN_PORTAL, nextStepAtUs: null });
  }
}

/** Whether a refund that the provider does not have may be sent again: the previous request can no longer arrive, and the provider executes only one. */
function mayRepeat({ clock }: RefundDeps, refund: Refund, calls: RefundCalls): boolean {
  return calls.isRepeatable && !mayArrive(refund, clock(), calls);
}

/** Whether the last request for a refund may still arrive at the provider, or has arrived and may not be in its records yet. */
function mayArrive(refund: Refund, nowUs: number, { lagUs }: RefundCalls): boolean {
  return nowUs <= mayArriveUntilUs(refund, lagUs);
}

/**
 * Whether a refund may move money now, or has moved it. If the provider executes a repeated request only once, a lost request may move
 * money for a limited time. If it does not, nothing limits how late the request arrives, and only a person ends the refund.
 */
function isMoving(refund: Refund, nowUs: number, calls: RefundCalls): boolean {
  if (refund.status === 'succeeded') return true;
  return (
    (refund.status === 'sent' || refund.status === 'unknown') &&
    (!calls.isRepeatable || mayArrive(refund, nowUs, calls))
  );
}

interface Sending {
  readonly refund: Refund;
  readonly payment: Payment;
  readonly calls: RefundCalls;
  /** When the provider was searched for it. */
  readonly searchedAtUs: number;
}

/** Sends a refund that the provider did not have: after a durable mark, and at most once for each mark. */
async function send(
  deps: SendDeps,
  { refund, payment, calls, searchedAtUs }: Sending,
  subject: Subject,
): Promise<void> {
  const { db, clock, restores, log, providerFor } = deps;
  const isLostOnItsWay = async (on: Pick<Database, 'query'>) =>
    searchedAtUs <= (await lostMayArriveUntilUs(on, payment, calls.lagUs));
  if (await isLostOnItsWay(db)) {
    const nextStepAtUs = Math.floor(clock()) + WAIT_US;
    await change(deps, refund, { status: refund.status, word: REFUND_WAITS.restored, nextStepAtUs });
    return;
  }
  let leftMinor = Number.POSITIVE_INFINITY;
  let shown: ReadonlySet<string | null> = new Set();
  if (payment.mode === 'live') {
    const left = await moneyLeftAt(providerFor(payment.mode, payment.method), payment, log);
    if (!left) {
      const word = REFUND_WAITS.leftNotShown;
      await change(deps, refund, { status: refund.status, word, nextStepAtUs: nextAsk(deps, refund) });
      return;
    }
    if (left.minor < refund.amountMinor) {
      // What is missing may be this refund, if an earlier request has arrived since it was looked up.
      const found = refund.askedAtUs === null ? undefined : await calls.find?.(payment, orderOf(refund), log);
      if (found && !isOfAnother(found, refund)) return record(deps, refund, found, subject);
      log.error({ ...subject, left_minor: left.minor }, 'a refund was not sent: the money was returned before');
      const failed = { status: 'failed', failureReason: 'returned_already', nextStepAtUs: null } as const;
      await change(deps, refund, { ...failed, endedAtUs: Math.floor(clock()) });
      return;
    }
    // The bank holds disputed money until it decides, and may then return it: with a refund now, the customer would get it twice.
    if (left.minor - left.disputedMinor < refund.amountMinor) {
      const word = REFUND_WAITS.disputed;
      await change(deps, refund, { status: refund.status, word, nextStepAtUs: nextAsk(deps, refund) });
      return;
    }
    leftMinor = left.minor - left.disputedMinor;
    shown = left.shown;
  }
  const prepared = await prepare(calls, { payment, refund }, log);
  if (prepared !== 'ready') {
    const isByHand = 'byHand' in prepared && refund.status === 'approved';
    const word = storableWord('byHand' in prepared ? prepared.byHand : prepared.wait);
    log.error({ ...subject, reason: word }, isByHand ? 'a refund has to be paid by hand' : 'a refund has to wait');
    if (isByHand) await change(deps, refund, { status: 'manual', word, nextStepAtUs: null });
    else await change(deps, refund, { status: refund.status, word, nextStepAtUs: clock() + WAIT_US });
    return;
  }
  const askedAtUs = Math.floor(clock());
  const mark: RefundChange = {
    status: 'sent',
    attempts: refund.attempts + 1,
    askedAtUs,
    nextStepAtUs: askedAtUs + LEASE_US,
  };
  const marked = await db.transaction(async (tx) => {
    const admission = payment.mode === 'live' ? await restores.admit(tx) : { mark: 0, storeId: null };
    if (!admission) return undefined;
    if (await isLostOnItsWay(tx)) return undefined;
    if (await mayHideRefunds(tx, payment, calls)) return 'restored';
    await lockRefundMoney(tx, payment);
    // The provider may not have subtracted other refunds yet that are moving money, or have moved it: they are subtracted here. A request
    // from long before it was searched was either subtracted, or never arrives.
    const others = (await listRefundsOf(tx, payment.id)).filter(
      (other) => other.id !== refund.id && !shown.has(other.providerRef) && isMoving(other, searchedAtUs, calls),
    );
    const movingMinor = others.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    if (refund.amountMinor + movingMinor > leftMinor) return 'wait';
    const sent = refund.status === 'sent' ? await updateRefund(tx, refund, mark) : await moveRefund(tx, refund, mark);
    return sent && { admission, sent };
  });
  if (!marked) return;
  if (marked === 'restored') {
    const word = RESTORED_WORD;
    if (refund.status === 'approved') await change(deps, refund, { status: 'manual', word, nextStepAtUs: null });
    else await change(deps, refund, { status: refund.status, word, nextStepAtUs: nextAsk(deps, refund) });
    return;
  }
  if (marked === 'wait') {
    const word = REFUND_WAITS.behindOthers;
    await change(deps, refund, { status: refund.status, word, nextStepAtUs: nextAsk(deps, refund) });
    return;
  }
  if (payment.mode === 'live') restores.note(marked.admission);
  if (clock() - askedAtUs > SEND_WITHIN_US) return takeMarkBack(deps, refund, marked.sent);
  log.info({ ...subject, attempt: marked.sent.attempts }, 'sending a refund');
  try {
    await record(deps, marked.sent, await calls.send(payment, orderOf(refund), log), subject);
  } catch (error) {
    if (wasNeverSent(error)) return takeMarkBack(deps, refund, marked.sent);
    // A refusal proves nothing about another copy of the request that has arrived: sent earlier, or doubled on the way.
    if (error instanceof ProviderRefused && calls.isRepeatable) {
      try {
        const found = await calls.find?.(payment, orderOf(marked.sent), log);
        if (found && !isOfAnother(found, marked.sent)) return await record(deps, marked.sent, found, subject);
      } catch (fault) {
        return recordFault(deps, marked.sent, fault, subject);
      }
    }
    await recordFault(deps, marked.sent, error, subject);
  }
}

/** Whether the provider can make a refund now. One that does not respond cannot. */
async function prepare(
  calls: RefundCalls,
  { payment, refund }: { payment: Payment; refund: Refund },
  log: Log,
): Promise<'ready' | { wait: string } | { byHand: string }> {
  try {
    return (await calls.prepare?.(payment, orderOf(refund), log)) ?? 'ready';
  } catch (error) {
    if (error instanceof ProviderUnavailable) return { wait: error.message };
    throw error;
  }
}

/**
 * Nothing was sent after a mark: the refund is as it was before, and the next step sends it. This also holds if another worker has claimed
 * the refund since. Each mark increases the number of attempts, so if the number is still the same, no other process has sent the refund.
 */
async function takeMarkBack(deps: SendDeps, before: Refund, marked: Refund): Promise<void> {
  const { status, attempts, askedAtUs } = before;
  const word = REFUND_WAITS.notReached;
  const back = { status, attempts, askedAtUs, word, nextStepAtUs: nextAsk(deps, before) };
  for (let tries = 0; tries < TAKE_BACK_TRIES; tries++) {
    const isDone = await deps.db.transaction(async (tx) => {
      const now = await findRefund(tx, marked.id);
      if (now?.attempts !== marked.attempts || now.askedAtUs !== marked.askedAtUs || isRefundOver(now.status))
        return true;
      return (await (now.status === status ? updateRefund(tx, now, back) : moveRefund(tx, now, back))) !== undefined;
    });
    if (isDone) return;
  }
  deps.log.error(
    { refund: marked.id },
    'a refund was not sent, and its mark could not be removed: an operator has to resolve it',
  );
}

/** Whether the request found no connection: the provider cannot have received it. */
function wasNeverSent(error: unknown): boolean {
  return error instanceof ProviderUnavailable && error.cause instanceof NoResponse && !error.cause.wasSent;
}

/**
 * What the provider still has of a payment's money, and how much of it the customer's bank holds in a dispute: minor units of its currency.
 * `shown` has the references of the returns that the provider shows, and of those whose money came back. Undefined when the provider does not show what it still has.
 */
async function moneyLeftAt(
  provider: ReturnType<RefundDeps['providerFor']>,
  payment: Payment,
  log: Log,
): Promise<{ minor: number; disputedMinor: number; shown: ReadonlySet<string> } | undefined> {
  try {
    const { outcome } = (await provider?.verify(payment, log)) ?? {};
    if (outcome?.status !== 'completed' || outcome.returns?.isLeftUncertain) return undefined;
    // Another amount than the one that completed the payment, without a return that explains it, says nothing.
    if (!outcome.returns && !isSameMoney(outcome.paid, payment)) return undefined;
    const left = outcome.returns?.left ?? outcome.paid;
    const disputes = outcome.returns?.items.filter(({ how }) => how === 'disputed') ?? [];
    if ([left, ...disputes.map(({ money }) => money)].some(({ currency }) => currency !== payment.currency))
      return undefined;
    const disputedMinor = disputes.reduce((sum, { money }) => sum + money.amountMinor, 0);
    const items = outcome.returns?.items.map(({ providerRef }) => providerRef) ?? [];
    const shown = new Set([...items, ...(outcome.undone ?? [])]);
    return { minor: left.amountMinor, disputedMinor, shown };
  } catch (error) {
    if (error instanceof ProviderUnavailable) return undefined;
    throw error;
  }
}

async function recordFault(deps: SendDeps, refund: Refund, error: unknown, subject: Subject): Promise<void> {
  const { log, clock } = deps;
  if (error instanceof ProviderRefused) {
    log.warn({ ...subject, reason: error.message }, 'the provider refused a refund');
    const failed = { status: 'failed', failureReason: 'declined', nextStepAtUs: null } as const;
    await change(deps, refund, { ...failed, word: storableWord(error.message), endedAtUs: Math.floor(clock()) });
    return;
  }
  if (!(error instanceof ProviderUnavailable)) throw error;
  log.warn(
    { ...subject, reason: error.message },
    `a refund has no outcome yet: ${faultInLog(error)}; it will be looked up`,
  );
  await change(deps, refund, {
    status: 'unknown',
    word: storableWord(error.message),
    nextStepAtUs: nextAsk(deps, refund),
  });
}

/** Records what the provider reports about a refund, whatever its status here. */
async function record(deps: SendDeps, refund: Refund, report: RefundReport, subject: Subject): Promise<void> {
  const { clock, log } = deps;
  const nowUs = Math.floor(clock());
  const known = {
    word: report.word === undefined ? null : storableWord(report.word),
    providerRef: report.providerRef ?? refund.providerRef,
  };
  const asked = refund.askedAtUs === null ? { askedAtUs: nowUs } : {};
  if (known.providerRef !== null && (await isRefundRefTaken(deps.db, refund, known.providerRef))) {
    log.error(subject, 'a refund has a number that was entered for another one: peye refunds correct');
    const status = refund.status === 'sent' ? 'unknown' : refund.status;
    await change(deps, refund, { status, word: REFUND_WAITS.numberTaken, nextStepAtUs: nextAsk(deps, refund) });
    return;
  }
  if (report.status === 'pending') {
    if (refund.status === 'succeeded') return;
    await change(deps, refund, {
      ...known,
      ...asked,
      status: 'sent',
      nextStepAtUs: report.nextCheckAtUs ?? nextAsk(deps, refund),
    });
    return;
  }
  if (report.status === 'failed') {
    const ended = { ...known, endedAtUs: nowUs, nextStepAtUs: null };
    if (refund.status === 'succeeded') {
      log.error(subject, 'a refund was reversed: its money came back');
      await change(deps, refund, { ...ended, status: 'reversed' });
    } else await change(deps, refund, { ...ended, status: 'failed', failureReason: 'declined' });
    return;
  }
  const nextStepAtUs = report.nextCheckAtUs ?? null;
  if (refund.status === 'succeeded') await change(deps, refund, { ...known, status: 'succeeded', nextStepAtUs });
  else {
    const providerRef = known.providerRef ?? refund.id;
    await change(deps, refund, {
      ...known,
      ...asked,
      providerRef,
      status: 'succeeded',
      endedAtUs: nowUs,
      nextStepAtUs,
    });
    log.info(subject, 'a refund succeeded');
  }
}

/**
 * Ends a refund whose ID the provider has executed for another amount, at the request of a store that was rolled back: it was not executed
 * itself, and is not sent. It waits while that is not certain.
 */
async function recordOther(
  deps: SendDeps,
  { refund, payment, calls, searchedAtUs }: Sending,
  report: RefundReport,
  subject: Subject,
): Promise<void> {
  const { db, clock, log } = deps;
  const wait = REFUND_WAITS[report.amount === 'hidden' ? 'amountHidden' : 'otherAmount'];
  const isOnItsWay =
    (refund.status !== 'approved' && !mayRepeat(deps, refund, calls)) ||
    searchedAtUs <= (await lostMayArriveUntilUs(db, payment, calls.lagUs));
  if (isOnItsWay || report.amount === 'hidden' || report.status === 'pending') {
    log.error({ ...subject, provider_ref: report.providerRef }, `a refund has to wait: ${wait}`);
    const status = refund.status === 'sent' || report.amount === 'hidden' ? 'unknown' : refund.status;
    await change(deps, refund, { status, word: wait, nextStepAtUs: nextAsk(deps, refund) });
    return;
  }
  log.error(
    { ...subject, provider_ref: report.providerRef },
    'a refund failed: its ID was executed for another amount',
  );
  const failureReason = report.status === 'failed' ? 'declined' : 'returned_already';
  const endedAtUs = Math.floor(clock());
  await change(deps, refund, { status: 'failed', failureReason, word: wait, endedAtUs, nextStepAtUs: null });
}

/** A change of a claimed refund. Does nothing when another process has changed it since. */
async function change({ db }: RefundDeps, refund: Refund, to: RefundChange): Promise<void> {
  await db.transaction(async (tx) => {
    let from: Refund | undefined = refund;
    // A found refund that this store had not marked as sent is marked first: a refund takes the same steps in every store.
    if (
      refund.status === 'approved' &&
      to.status !== 'approved' &&
      to.status !== 'sent' &&
      to.status !== 'manual' &&
      to.failureReason === undefined
    ) {
      from = await moveRefund(tx, refund, { status: 'sent', askedAtUs: to.askedAtUs ?? refund.createdAtUs });
    }
    if (!from) return;
    await (from.status === to.status ? updateRefund(tx, from, to) : moveRefund(tx, from, to));
  });
}

/** When a refund that has succeeded, and was not found, is searched again: until it can no longer be reversed. */
function nextWatch({ clock }: RefundDeps, { endedAtUs }: Refund, { watchUs = 0 }: RefundCalls): number | null {
  const nowUs = Math.floor(clock());
  const untilUs = (endedAtUs ?? nowUs) + watchUs;
  return nowUs < untilUs ? Math.min(nowUs + US_PER_DAY, untilUs) : null;
}

/** When a refund without an outcome is searched again, or one that was not sent is tried again: at first soon. */
function nextAsk({ clock }: RefundDeps, { askedAtUs, word }: Refund): number {
  const nowUs = Math.floor(clock());
  // It has a word if an earlier attempt did not send it either.
  if (askedAtUs === null) return nowUs + (word === null ? FIRST_ASK_US : WAIT_US);
  const sinceUs = nowUs - askedAtUs;
  return nowUs + (ASK_WAITS_US.find((waitUs) => sinceUs < waitUs * 3) ?? LATER_ASK_US);
}
