import { US_PER_MINUTE } from '../../core/durations.ts';
import { REFUND_ROUTES, type Refund, type RefundStatus } from '../../core/refund.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError, refuseField } from '../../platform/operator-error.ts';
import { shortTextFault } from '../../platform/wording/short-text.ts';
import { ProviderUnavailable, type RefundCalls } from '../../providers/provider.ts';
import type { AuditAction } from '../audit/audit.ts';
import { listAuditRowsOf } from '../audit/store/audit-log.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { requirePayment } from '../payments/require-payment.ts';
import { findPayment } from '../payments/store/find-payment.ts';
import {
  approvalOf,
  isOfAnother,
  lostMayArriveUntilUs,
  mayArriveUntilUs,
  mayHideRefunds,
  orderOf,
  RESTORED_WORD,
  refundCallsOf,
} from './refund-calls.ts';
import type { RefundDeps } from './refund-deps.ts';
import { refundFacts } from './refund-json.ts';
import { findOwnRequest, isSamePerson } from './second-person.ts';
import {
  findRefund,
  isRefundRefTaken,
  lockRefundMoney,
  moveRefund,
  type RefundChange,
  updateRefund,
} from './store/refunds.ts';

/** How long a person has to pay a refund that they have claimed. */
const CLAIM_US = 30 * US_PER_MINUTE;
/** What the number of a wallet's transaction may consist of. */
const TRANSACTION_NUMBER = /^[A-Za-z0-9][A-Za-z0-9._/-]{2,63}$/;

/** The refund with this id. Throws OperatorError `not_found` when there is none. */
export async function requireRefund(db: Pick<Database, 'query'>, id: string): Promise<Refund> {
  const refund = await findRefund(db, id);
  if (!refund) throw new OperatorError('not_found', 'refund', refusal('refundNotFound', { id }));
  return refund;
}

/**
 * Approves a requested refund: the gateway sends it, or it waits for a person to pay it. Throws OperatorError when it is not waiting for
 * an approval, and above a limit when the actor requested it.
 */
export function approveRefund(deps: RefundDeps, id: string): Promise<Refund> {
  const approval = async (refund: Refund, tx: Transaction) => {
    const payment = await requirePayment(tx, String(refund.paymentId));
    const calls = refundCallsOf(deps.providerFor, payment, refund);
    // What can be searched is searched first, by the worker: a lost part of the store may have sent it.
    const isHidden = !calls?.find && (await mayHideRefunds(tx, payment, calls));
    const by = { approvedBy: deps.actor.name, nowUs: Math.floor(deps.clock()) };
    return isHidden ? { ...approvalOf(undefined, payment, by), word: RESTORED_WORD } : approvalOf(calls, payment, by);
  };
  return decide(deps, id, {
    action: 'refund.approve',
    from: ['requested'],
    change: approval,
    check: (tx, refund) => requireOther(tx, deps, refund),
  });
}

/**
 * Ends an unpaid refund: one that waits for an approval, or for a person to pay it. Its money can then be refunded again.
 * Throws OperatorError when the refund is in another status, or may have been sent by a store that was rolled back since: what was sent is
 * decided by the provider alone.
 */
export async function rejectRefund(
  deps: RefundDeps & { readonly log: Log },
  id: string,
  note: string,
): Promise<Refund> {
  refuseField('note', shortTextFault(note));
  const refund = await requireRefund(deps.db, id);
  if (refund.status === 'requested' && (await mayBeSent(deps, refund))) {
    throw new OperatorError('conflict', 'refund', refusal('refundMayBeSent', { id }));
  }
  return decide(deps, id, {
    action: 'refund.reject',
    // Not one that was approved in the meantime: a person may be paying it.
    from: refund.status === 'requested' ? ['requested'] : ['manual'],
    note,
    change: async () => rejection(deps, note),
    check: async (_tx, one) => requireNoOtherPayer(deps, one, 'refund'),
  });
}

/**
 * Whether a refund may have been sent although it is not sent according to this store. This is so if the provider has it, and if the
 * provider's records cannot prove that it does not. If the provider shows no refunds, a restored store may have lost the record that a
 * person paid it.
 */
async function mayBeSent(
  { db, clock, providerFor, restores, log }: RefundDeps & { readonly log: Log },
  refund: Refund,
): Promise<boolean> {
  const payment = await requirePayment(db, String(refund.paymentId));
  const calls = refundCallsOf(providerFor, payment, refund);
  if (!calls?.find) return mayHideRefunds(db, payment, calls);
  if (refund.mode === 'live' && (await restores.check()) !== null) return true;
  if (clock() <= (await lostMayArriveUntilUs(db, payment, calls.lagUs))) return true;
  try {
    const found = await calls.find(payment, orderOf(refund), log);
    return found !== undefined && !isOfAnother(found, refund);
  } catch (error) {
    if (error instanceof ProviderUnavailable) return true;
    throw error;
  }
}

/**
 * Records that the actor is about to pay a manual refund by hand: for half an hour, no other person can claim or reject it. The same
 * person can repeat it, which starts the time again. Throws OperatorError when the refund is not waiting for a person, while another person
 * pays it, and above a limit when the actor requested it.
 */
export function claimRefund(deps: RefundDeps, id: string): Promise<Refund> {
  const { actor, clock } = deps;
  return decide(deps, id, {
    action: 'refund.claim',
    from: ['manual'],
    change: async ({ status }) => {
      return { status, payerId: actor.id, payer: actor.name, payingUntilUs: Math.floor(clock()) + CLAIM_US };
    },
    check: async (tx, refund) => {
      await requireOther(tx, deps, refund);
      requireNoOtherPayer(deps, refund, 'refund');
    },
  });
}

/** Options of a completion. */
export interface CompleteOptions {
  /** The refund was paid although the actor has not claimed it: they confirm that it was paid once. */
  readonly isUnclaimed?: boolean | undefined;
}

/**
 * Records that a person has paid a manual refund, by the number of the wallet's transaction. Each number pays one refund. Throws
 * OperatorError when the refund is not waiting for a person, for a number that is invalid, pays another refund or is that of the payment
 * itself, when the actor has not claimed a live refund and does not confirm that, and above a limit when the actor requested it.
 */
export function completeRefund(
  deps: RefundDeps,
  id: string,
  transactionNumber: string,
  { isUnclaimed = false }: CompleteOptions = {},
): Promise<Refund> {
  const { change, check } = paidBy(deps, transactionNumber);
  return decide(deps, id, {
    action: 'refund.complete',
    from: ['manual'],
    change,
    check: async (tx, refund) => {
      await check(tx, refund);
      if (refund.mode === 'test' || isUnclaimed || isPayer(deps, refund)) return;
      requireNoOtherPayer(deps, refund, 'unclaimed');
      throw new OperatorError('conflict', 'unclaimed', refusal('refundNotClaimed', { id }));
    },
  });
}

/** Whether the actor was the last who claimed a refund. */
export function isPayer({ actor }: Pick<RefundDeps, 'actor'>, { payerId, payer }: Refund): boolean {
  return payer !== null && isSamePerson({ id: payerId, name: payer }, actor);
}

/** Who pays a refund by hand now, and until when; undefined if no one does, or the actor. */
export function otherPayerOf(
  { actor, clock }: Pick<RefundDeps, 'actor' | 'clock'>,
  refund: Refund,
): { readonly name: string; readonly untilUs: number } | undefined {
  const { payer, payingUntilUs } = refund;
  if (payer === null || payingUntilUs === null || isPayer({ actor }, refund)) return undefined;
  const leftUs = payingUntilUs - clock();
  // A later end was set by a wrong clock.
  if (leftUs <= 0 || leftUs > 2 * CLAIM_US) return undefined;
  return { name: payer, untilUs: payingUntilUs };
}

/** Throws OperatorError about this field while another person pays a refund by hand. */
function requireNoOtherPayer(deps: RefundDeps, refund: Refund, field: 'refund' | 'unclaimed'): void {
  const other = otherPayerOf(deps, refund);
  if (!other) return;
  const values = { id: refund.id, name: other.name, time: formatTimestamp(other.untilUs) };
  throw new OperatorError('conflict', field, refusal('refundClaimed', values));
}

/** An operator's proof of the outcome of a refund: the number of the transaction in the provider's portal, or why it is not there. */
export type RefundProof = { readonly succeeded: string } | { readonly notMoved: string };

/**
 * Ends a refund whose outcome its provider does not show, by an operator who has looked in the provider's portal. Throws OperatorError when
 * the refund is in another status, for a number that a completion would refuse, and above a limit when the actor requested it. The proof `notMoved` is also refused while the request
 * may still arrive, and when the provider has the refund.
 */
export async function resolveRefund(
  deps: RefundDeps & { readonly log: Log },
  id: string,
  proof: RefundProof,
): Promise<Refund> {
  const action = 'refund.resolve';
  if ('succeeded' in proof) {
    return decide(deps, id, { action, from: ['unknown'], ...paidBy(deps, proof.succeeded) });
  }
  const { note, check } = await notMovedBy(deps, id, proof.notMoved);
  return decide(deps, id, {
    action,
    from: ['approved', 'unknown'],
    note,
    change: async () => rejection(deps, note),
    check,
  });
}

/** A correction of what a person has entered about a refund: the number of the right transaction, or that no money moved. Both with a note. */
export type RefundCorrection = { readonly note: string } & (
  | { readonly succeeded: string }
  | { readonly notMoved: true }
);

/**
 * Corrects what a person entered about a refund that succeeded: the number of its transaction, or that any money moved. A refund that moved
 * no money is then reversed, with its entry in the ledger and its event, so that its amount can be refunded again; the wrong number is free
 * for another refund. Throws OperatorError when the refund has not succeeded, when its provider reported the success, for a number that a
 * completion would refuse, when a statement of the provider has the refund, and above a limit when the actor requested it. `notMoved` is also
 * refused when `resolveRefund` would refuse it.
 */
export async function correctRefund(
  deps: RefundDeps & { readonly log: Log },
  id: string,
  correction: RefundCorrection,
): Promise<Refund> {
  const { note } = correction;
  refuseField('note', shortTextFault(note));
  const common = { action: 'refund.correct', from: ['succeeded'], note } as const;
  if ('succeeded' in correction) {
    const { check } = paidBy(deps, correction.succeeded);
    return decide(deps, id, {
      ...common,
      change: async ({ status }) => ({ status, providerRef: correction.succeeded.trim(), word: note }),
      check: async (tx, refund) => {
        await check(tx, refund);
        await requireEntered(tx, refund);
        await refusePaidOut(tx, deps, refund);
      },
    });
  }
  const { check } = await notMovedBy(deps, id, note);
  return decide(deps, id, {
    ...common,
    // Its own id stands for the number of a transaction that does not exist.
    change: async () => {
      return {
        status: 'reversed',
        providerRef: id,
        word: note,
        endedAtUs: Math.floor(deps.clock()),
        nextStepAtUs: null,
      };
    },
    check: async (tx, refund) => {
      await check(tx, refund);
      await requireEntered(tx, refund);
      await refusePaidOut(tx, deps, refund);
    },
  });
}

/** Throws OperatorError for a refund that a line of a statement is matched with: the line has its number, and its money moved. */
async function refusePaidOut(tx: Transaction, { isPaidOut }: RefundDeps, refund: Refund): Promise<void> {
  // A worker locks this too before it matches a line with the refund.
  await lockRefundMoney(tx, { id: refund.paymentId, amountMinor: refund.amountMinor, currency: refund.currency });
  if (await isPaidOut?.(tx, refund.id))
    throw new OperatorError('conflict', 'refund', refusal('refundPaidOut', { id: refund.id }));
}

const ENTERING = ['refund.complete', 'refund.resolve', 'refund.correct'] as const;

/** Throws OperatorError for a refund whose number no person has entered: its provider reported it, at first or since. */
async function requireEntered(tx: Transaction, { id, providerRef }: Refund): Promise<void> {
  const rows = await listAuditRowsOf(tx, { subjectIds: [id], actions: ENTERING });
  const isEntered = rows.some(({ after }) => {
    const facts: { readonly provider_ref?: unknown } = JSON.parse(after ?? '{}');
    return facts.provider_ref === providerRef;
  });
  if (!isEntered) throw new OperatorError('conflict', 'refund', refusal('refundNotEntered', { id }));
}

/** What an operator has to prove before a refund counts as one that moved no money: searched now, and checked in the transaction. */
async function notMovedBy(
  deps: RefundDeps & { readonly log: Log },
  id: string,
  note: string,
): Promise<Required<Pick<Decision, 'note' | 'check'>>> {
  refuseField('note', shortTextFault(note));
  const found = await requireRefund(deps.db, id);
  // A rollback that was not noticed yet is recorded here.
  if (found.mode === 'live') await deps.restores.check();
  // What arrives after this moment may be missing in the records that are searched now.
  const searchedAtUs = deps.clock();
  const { lagUs = US_PER_MINUTE } = (await refuseMoved(deps, found)) ?? {};
  return {
    note,
    check: async (tx, refund) => {
      await requireOther(tx, deps, refund);
      const payment = await requirePayment(tx, String(refund.paymentId));
      const untilUs = Math.max(mayArriveUntilUs(refund, lagUs), await lostMayArriveUntilUs(tx, payment, lagUs));
      if (searchedAtUs > untilUs) return;
      throw new OperatorError('conflict', 'refund', refusal('refundMayArrive', { id, time: formatTimestamp(untilUs) }));
    },
  };
}

/**
 * The calls for a refund. Throws OperatorError if its provider has it after all: with its amount or, if this store has sent it, without
 * one. If the provider shows refunds, also while its records cannot be searched: the refund may have been sent again since a person looked
 * in the portal.
 */
async function refuseMoved(
  { db, providerFor, log }: RefundDeps & { readonly log: Log },
  refund: Refund,
): Promise<RefundCalls | undefined> {
  const payment = await requirePayment(db, String(refund.paymentId));
  const calls = refundCallsOf(providerFor, payment, refund);
  try {
    const found = await calls?.find?.(payment, orderOf(refund), log);
    if (!found || isOfAnother(found, refund)) return calls;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    throw new OperatorError('conflict', 'refund', refusal('refundNotSearched', { id: refund.id }));
  }
  throw new OperatorError('conflict', 'refund', refusal('refundFound', { id: refund.id }));
}

/** The success of a refund that this transaction of its provider has paid. */
function paidBy(deps: RefundDeps, transactionNumber: string): Required<Pick<Decision, 'change' | 'check'>> {
  const providerRef = transactionNumber.trim();
  if (!TRANSACTION_NUMBER.test(providerRef)) {
    throw new OperatorError('invalid', 'transaction_number', refusal('transactionNumberFormat'));
  }
  const refused = (reason: 'transactionNumberTaken' | 'transactionNumberOfPayment') =>
    new OperatorError('conflict', 'transaction_number', refusal(reason, { number: providerRef }));
  return {
    // Its planned search stays: a refund whose provider has records is watched there, and gets its number from them.
    change: async ({ nextStepAtUs }) => {
      return { status: 'succeeded', providerRef, endedAtUs: Math.floor(deps.clock()), nextStepAtUs };
    },
    check: async (tx, refund) => {
      await requireOther(tx, deps, refund);
      if (await isRefundRefTaken(tx, refund, providerRef)) throw refused('transactionNumberTaken');
      // The steps of a manual refund show the payment's number, so it is copied by mistake. Only the cancellation of a whole payment may have it.
      if (REFUND_ROUTES[refund.method].parts === 'none') return;
      const payment = await findPayment(tx, refund.paymentId);
      if (payment?.providerRef === providerRef) throw refused('transactionNumberOfPayment');
    },
  };
}

function rejection({ clock }: RefundDeps, note: string): RefundChange {
  const endedAtUs = Math.floor(clock());
  return { status: 'failed', failureReason: 'rejected', word: note, endedAtUs, nextStepAtUs: null };
}

/** Throws OperatorError when another person has to decide. */
async function requireOther(tx: Transaction, deps: RefundDeps, refund: Refund): Promise<void> {
  const own = await findOwnRequest(tx, deps, refund);
  if (own) throw new OperatorError('conflict', 'actor', own);
}

interface Decision {
  readonly action: AuditAction;
  readonly from: readonly RefundStatus[];
  readonly note?: string;
  readonly change: (refund: Refund, tx: Transaction) => Promise<RefundChange>;
  readonly check?: (tx: Transaction, refund: Refund) => Promise<void>;
}

async function decide(deps: RefundDeps, id: string, { action, from, note, change, check }: Decision): Promise<Refund> {
  return deps.db.transaction(async (tx) => {
    const refund = await requireRefund(tx, id);
    const refused = () =>
      new OperatorError('conflict', 'refund', refusal('refundInStatus', { id, status: refund.status }));
    if (!from.includes(refund.status)) throw refused();
    await check?.(tx, refund);
    const to = await change(refund, tx);
    const moved = await (to.status === refund.status ? updateRefund(tx, refund, to) : moveRefund(tx, refund, to));
    if (!moved) throw refused();
    const subject = { kind: 'refund', id } as const;
    const after = { ...refundFacts(moved), ...(note !== undefined && { note }) };
    const before = { status: refund.status, ...(refund.providerRef !== null && { provider_ref: refund.providerRef }) };
    await recordChange(tx, deps, { action, subject, websiteId: moved.websiteId, before, after });
    return moved;
  });
}
