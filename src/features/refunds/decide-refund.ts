import { US_PER_MINUTE } from '../../core/durations.ts';
import type { Refund, RefundStatus } from '../../core/refund.ts';
import { REFUND_ROUTES } from '../../core/refund-routes.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError, refuseField } from '../../platform/operator-error.ts';
import { shortTextFault } from '../../platform/wording/short-text.ts';
import { ProviderUnavailable, type RefundCalls } from '../../providers/provider.ts';
import type { AuditAction } from '../audit/audit.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { requirePayment } from '../payments/require-payment.ts';
import { findPayment } from '../payments/store/find-payment.ts';
import { approvalOf, mayArriveUntilUs, mayHideRefunds, orderOf, RESTORED_WORD, refundCallsOf } from './refund-calls.ts';
import type { RefundDeps } from './refund-deps.ts';
import { refundFacts } from './refund-json.ts';
import { findOwnRequest } from './second-person.ts';
import { findRefund, isRefundRefTaken, moveRefund, type RefundChange } from './store/refunds.ts';

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
  });
}

/**
 * Whether a refund that is not sent in this store may have been: its provider has it, or does not show that it has none. Where no provider
 * shows it, a store that was restored may have lost that a person paid it.
 */
async function mayBeSent(
  { db, providerFor, restores, log }: RefundDeps & { readonly log: Log },
  refund: Refund,
): Promise<boolean> {
  const payment = await requirePayment(db, String(refund.paymentId));
  const calls = refundCallsOf(providerFor, payment, refund);
  if (!calls?.find) return mayHideRefunds(db, payment, calls);
  if (refund.mode === 'live' && (await restores.check()) !== null) return true;
  try {
    return (await calls.find(payment, orderOf(refund), log)) !== undefined;
  } catch (error) {
    if (error instanceof ProviderUnavailable) return true;
    throw error;
  }
}

/**
 * Records that a person has paid a manual refund, by the number of the wallet's transaction. Each number pays one refund. Throws
 * OperatorError when the refund is not waiting for a person, for a number that is invalid, pays another refund or is that of the payment
 * itself, and above a limit when the actor requested it.
 */
export function completeRefund(deps: RefundDeps, id: string, transactionNumber: string): Promise<Refund> {
  const { change, check } = paidBy(deps, transactionNumber);
  return decide(deps, id, {
    action: 'refund.complete',
    from: ['manual'],
    change,
    check: async (tx, refund) => {
      await check(tx, refund);
      // The steps of a manual refund show this number, so it is copied by mistake. Only the cancellation of a whole payment may have it.
      const number = transactionNumber.trim();
      if (REFUND_ROUTES[refund.method].parts === 'none') return;
      if ((await findPayment(tx, refund.paymentId))?.providerRef !== number) return;
      throw new OperatorError('conflict', 'transaction_number', refusal('transactionNumberOfPayment', { number }));
    },
  });
}

/** An operator's proof of the outcome of a refund: the number of the transaction in the provider's portal, or why it is not there. */
export type RefundProof = { readonly succeeded: string } | { readonly notMoved: string };

/**
 * Ends a refund whose outcome its provider does not show, by an operator who has looked in the provider's portal. Throws OperatorError when
 * the refund is in another status, and above a limit when the actor requested it; that no money moved, also while the request may still
 * arrive, and when the provider has it.
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
  const { notMoved: note } = proof;
  refuseField('note', shortTextFault(note));
  // What arrives after this moment may be missing in the records that are searched now.
  const searchedAtUs = deps.clock();
  const { lagUs = US_PER_MINUTE } = (await refuseMoved(deps, await requireRefund(deps.db, id))) ?? {};
  return decide(deps, id, {
    action,
    from: ['approved', 'unknown'],
    note,
    change: async () => rejection(deps, note),
    check: async (tx, refund) => {
      await requireOther(tx, deps, refund);
      const untilUs = mayArriveUntilUs(refund, lagUs);
      if (searchedAtUs > untilUs) return;
      throw new OperatorError('conflict', 'refund', refusal('refundMayArrive', { id, time: formatTimestamp(untilUs) }));
    },
  });
}

/** The calls for a refund. Throws OperatorError if its provider has it after all. A provider that does not respond proves nothing. */
async function refuseMoved(
  { db, providerFor, log }: RefundDeps & { readonly log: Log },
  refund: Refund,
): Promise<RefundCalls | undefined> {
  const payment = await requirePayment(db, String(refund.paymentId));
  const calls = refundCallsOf(providerFor, payment, refund);
  try {
    if (!(await calls?.find?.(payment, orderOf(refund), log))) return calls;
  } catch (error) {
    if (error instanceof ProviderUnavailable) return calls;
    throw error;
  }
  throw new OperatorError('conflict', 'refund', refusal('refundFound', { id: refund.id }));
}

/** The success of a refund that this transaction of its provider has paid. */
function paidBy(deps: RefundDeps, transactionNumber: string): Required<Pick<Decision, 'change' | 'check'>> {
  const providerRef = transactionNumber.trim();
  if (!TRANSACTION_NUMBER.test(providerRef)) {
    throw new OperatorError('invalid', 'transaction_number', refusal('transactionNumberFormat'));
  }
  return {
    change: async () => ({ status: 'succeeded', providerRef, endedAtUs: Math.floor(deps.clock()), nextStepAtUs: null }),
    check: async (tx, refund) => {
      await requireOther(tx, deps, refund);
      if (!(await isRefundRefTaken(tx, refund, providerRef))) return;
      throw new OperatorError(
        'conflict',
        'transaction_number',
        refusal('transactionNumberTaken', { number: providerRef }),
      );
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
    const moved = await moveRefund(tx, refund, await change(refund, tx));
    if (!moved) throw refused();
    const subject = { kind: 'refund', id } as const;
    const after = { ...refundFacts(moved), ...(note !== undefined && { note }) };
    const before = { status: refund.status };
    await recordChange(tx, deps, { action, subject, websiteId: moved.websiteId, before, after });
    return moved;
  });
}
