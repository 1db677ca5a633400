import { parseTransactionId } from '../../core/ids.ts';
import { formatAmount, isSameMoney, isWholeUnits, type Money, parseDecimal } from '../../core/money.ts';
import type { Payment } from '../../core/payment.ts';
import { REFUND_NAME, type Refund } from '../../core/refund.ts';
import type { Database } from '../../database/database.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError, refuseField } from '../../platform/operator-error.ts';
import { shortTextFault } from '../../platform/wording/short-text.ts';
import type { RefundCalls } from '../../providers/provider.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { goneOf, isShownAgain } from '../payments/discrepancies/discrepancy.ts';
import { discrepanciesOf } from '../payments/discrepancies/store/discrepancies.ts';
import { findPayment, holdPayment } from '../payments/store/find-payment.ts';
import { withoutRefunds } from './money-back.ts';
import { approvalOf, refundCallsOf } from './refund-calls.ts';
import type { RefundDeps } from './refund-deps.ts';
import { refundFacts } from './refund-json.ts';
import { type RefundOwner, refundIdOf } from './store/refund-table.ts';
import { findRefund, insertRefund, lockRefundMoney, readRefundMoney, reserveMoney } from './store/refunds.ts';

/** A refund to request, as typed or sent. */
export interface RefundRequest {
  /** The website and the mode of the payment. */
  readonly owner: RefundOwner;
  /** The name that the caller gives to the refund: 1 to 64 of `A-Z a-z 0-9 _ -`. */
  readonly name: string;
  readonly transactionId: string;
  /** A decimal such as `500` or `12.50`; what is left of the payment when missing. */
  readonly amount?: string | null | undefined;
  readonly reason?: string | null | undefined;
  /** The id of the API key, if a merchant's server requests the refund. Such a request is not recorded in the audit log. */
  readonly keyId?: string | undefined;
}

/** A stored refund. */
export interface RequestedRefund {
  readonly refund: Refund;
  /** False when the same request had stored it before. */
  readonly isNew: boolean;
}

/**
 * Requests a refund of a completed payment, and reserves its money: all refunds of a payment together never exceed what was paid, however
 * concurrently they are requested. A test refund is approved at once, a live one waits for an approval. The same request again returns the refund as
 * it is. Throws OperatorError, with nothing stored, when the refund is not possible, and when its name belongs to another one.
 */
export async function requestRefund(deps: RefundDeps, request: RefundRequest): Promise<RequestedRefund> {
  const { db } = deps;
  const { owner, name, reason } = request;
  if (!REFUND_NAME.test(name)) throw new OperatorError('invalid', 'refund_id', refusal('refundNameFormat'));
  if (reason) refuseField('reason', shortTextFault(reason));
  const amountMinor = amountOf(request.amount);
  const id = refundIdOf(owner, name);
  const stored = await findRefund(db, id);
  if (stored) return { refund: requireSame(stored, request, amountMinor), isNew: false };
  const payment = await requireOwn(deps, request);
  return db.transaction(async (tx) => {
    const money = await lockRefundMoney(tx, payment);
    // It may have been deleted, or moved to an archive, since it was read.
    if (!(await holdPayment(tx, payment.id))) throw notFound(request);
    const known = await findRefund(tx, id);
    if (known) return { refund: requireSame(known, request, amountMinor), isNew: false };
    const elsewhere = await leftElsewhere(tx, payment, money.currency);
    const leftMinor = Math.max(0, money.paid_minor - money.reserved_minor - money.refunded_minor - elsewhere);
    const refund = draft(deps, payment, { ...request, id, amountMinor: amountMinor ?? leftMinor });
    requirePossible(deps, payment, { refund, leftMinor });
    if (!(await reserveMoney(tx, payment.id, refund, elsewhere))) throw tooMuch(payment, leftMinor);
    // A concurrent transaction has just stored a refund of another payment under this name.
    if (!(await insertRefund(tx, refund))) throw conflict(name);
    if (request.keyId === undefined) {
      const subject = { kind: 'refund', id } as const;
      const after = refundFacts(refund);
      await recordChange(tx, deps, { action: 'refund.request', subject, websiteId: owner.websiteId, after });
    }
    return { refund, isNew: true };
  });
}

/** What can still be refunded of a payment. */
export interface Refundable {
  readonly leftMinor: number;
  /** Undefined when a person has to pay the refund. */
  readonly calls: RefundCalls | undefined;
}

/** What can still be refunded of a completed payment, and how. */
export async function readRefundable(
  { db, providerFor }: Pick<RefundDeps, 'db' | 'providerFor'>,
  payment: Payment,
): Promise<Refundable> {
  const money = await readRefundMoney(db, payment.id);
  const elsewhere = await leftElsewhere(db, payment, payment.currency);
  const held = money ? money.reserved_minor + money.refunded_minor : 0;
  return {
    leftMinor: Math.max(0, (money?.paid_minor ?? payment.amountMinor) - held - elsewhere),
    calls: refundCallsOf(providerFor, payment),
  };
}

/** The refund that a request would store; it stores nothing. Throws OperatorError like the request. */
export async function previewRefund(deps: RefundDeps, request: RefundRequest): Promise<Refund> {
  const { owner, name, reason } = request;
  if (reason) refuseField('reason', shortTextFault(reason));
  const amountMinor = amountOf(request.amount);
  const payment = await requireOwn(deps, request);
  const { leftMinor } = await readRefundable(deps, payment);
  const id = refundIdOf(owner, name);
  const refund = draft(deps, payment, { ...request, id, amountMinor: amountMinor ?? leftMinor });
  requirePossible(deps, payment, { refund, leftMinor });
  return refund;
}

function amountOf(text: string | null | undefined): number | undefined {
  if (text === null || text === undefined || text === '') return undefined;
  const amountMinor = parseDecimal(text, 2);
  if (amountMinor === 'too_precise') throw new OperatorError('invalid', 'amount', refusal('twoDecimals'));
  if (amountMinor === undefined || amountMinor <= 0) {
    throw new OperatorError('invalid', 'amount', refusal('refundAmountFormat'));
  }
  return amountMinor;
}

/** The completed payment of the owner. */
async function requireOwn({ db }: RefundDeps, { owner, transactionId }: RefundRequest): Promise<Payment> {
  const id = parseTransactionId(transactionId);
  const payment = id === undefined ? undefined : await findPayment(db, id);
  if (payment?.websiteId !== owner.websiteId || payment.mode !== owner.mode) {
    throw notFound({ transactionId });
  }
  if (payment.status !== 'completed') {
    throw new OperatorError('conflict', 'transaction_id', refusal('refundOfOpen', { id: transactionId }));
  }
  return payment;
}

/** The same name must mean the same refund. */
function requireSame(known: Refund, { transactionId, reason, name }: RefundRequest, amountMinor?: number): Refund {
  const isSame =
    String(known.paymentId) === transactionId &&
    (amountMinor === undefined ? known.isWhole : amountMinor === known.amountMinor) &&
    known.reason === (reason || null);
  if (!isSame) throw conflict(name);
  return known;
}

/**
 * The money of a payment that went out other than by its refunds: open and lost disputes, and returns that are no external refund. What
 * the customer's bank holds in a dispute is not refunded a second time. Minor units. A return without a comparable amount counts as the whole payment, and so does a discrepancy `not_paid`.
 */
async function leftElsewhere(
  db: Pick<Database, 'query'>,
  payment: Payment,
  currency: Money['currency'],
): Promise<number> {
  const found = withoutRefunds(await discrepanciesOf(db, payment.id));
  const wholes = found.filter((each) => each.kind === 'not_paid' && !isShownAgain(each)).length;
  return goneOf(found).reduce(
    (sum, { reported }) => sum + (reported?.currency === currency ? reported.amountMinor : payment.amountMinor),
    wholes * payment.amountMinor,
  );
}

function draft(
  { clock, actor, providerFor }: RefundDeps,
  payment: Payment,
  given: RefundRequest & { readonly id: string; readonly amountMinor: number },
): Refund {
  const requestedBy = given.keyId ?? actor.name;
  const createdAtUs = Math.floor(clock());
  return {
    id: given.id,
    name: given.name,
    kind: 'gateway',
    websiteId: payment.websiteId,
    mode: payment.mode,
    paymentId: payment.id,
    method: payment.method,
    amountMinor: given.amountMinor,
    currency: payment.currency,
    isWhole: given.amount === undefined || given.amount === null || given.amount === '',
    reason: given.reason || null,
    status: 'requested',
    failureReason: null,
    requestedBy,
    approvedBy: null,
    providerRef: null,
    word: null,
    attempts: 0,
    askedAtUs: null,
    nextStepAtUs: null,
    // A test refund moves no money, so it needs no approval.
    ...(payment.mode === 'test' &&
      approvalOf(refundCallsOf(providerFor, payment), payment, { approvedBy: requestedBy, nowUs: createdAtUs })),
    createdAtUs,
    endedAtUs: null,
    payerId: null,
    payer: null,
    payingUntilUs: null,
  };
}

function requirePossible(
  { providerFor }: RefundDeps,
  payment: Payment,
  { refund, leftMinor }: { refund: Refund; leftMinor: number },
): void {
  if (refund.amountMinor > leftMinor || refund.amountMinor === 0) throw tooMuch(payment, leftMinor);
  const calls = refundCallsOf(providerFor, payment);
  if (calls?.takesWholeGourdes && refund.currency === 'HTG' && !isWholeUnits(refund.amountMinor)) {
    throw new OperatorError('invalid', 'amount', refusal('refundWholeGourdes', { method: payment.method }));
  }
  if (calls?.canRefundParts === false && !isSameMoney(refund, payment)) {
    const whole = `${formatAmount(payment.amountMinor)} ${payment.currency}`;
    throw new OperatorError('invalid', 'amount', refusal('refundOnlyWhole', { method: payment.method, whole }));
  }
}

function tooMuch({ currency }: Payment, leftMinor: number): OperatorError {
  const left = `${formatAmount(leftMinor)} ${currency}`;
  return new OperatorError('conflict', 'amount', refusal('refundTooMuch', { left }));
}

function notFound({ transactionId }: Pick<RefundRequest, 'transactionId'>): OperatorError {
  return new OperatorError('not_found', 'transaction_id', refusal('paymentNotFound', { id: transactionId }));
}

function conflict(name: string): OperatorError {
  return new OperatorError('conflict', 'refund_id', refusal('refundConflict', { name }));
}
