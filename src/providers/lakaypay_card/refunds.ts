import { US_PER_DAY, US_PER_MINUTE, US_PER_SECOND } from '../../core/durations.ts';
import { formatAmount, isSameMoney } from '../../core/money.ts';
import type { Payment } from '../../core/payment.ts';
import { providerReference } from '../../core/recurring.ts';
import type { Log } from '../../platform/log/log.ts';
import { asObject, type JsonObject, textOf } from '../../platform/text/json-object.ts';
import {
  ProviderRefused,
  ProviderUnavailable,
  type RefundCalls,
  type RefundOrder,
  type RefundReport,
} from '../provider.ts';
import { findVoidedRefunds } from './returns.ts';
import { searchTransactions } from './search-transactions.ts';
import type { TransactionSummary } from './transaction-summary.ts';
import { lookUpPayment, type Parts, periodOf, transactionsOf } from './verify.ts';

/** The paths of our calls. */
const TRANSACTION_ID = /^[\w-]{1,64}$/;
/** The shortest lag that is assumed, whatever the setting. */
const LEAST_LAG_US = US_PER_MINUTE;
/** How long after a charge a void is worth requesting: all processors have it after that. */
const VOIDABLE_US = 2 * US_PER_DAY;
/** A process that slept between the refusal of a void and its refund does not send the refund. */
const REFUND_WITHIN_US = US_PER_MINUTE;
/**
 * A refusal in the records counts only when the records must contain every copy of the request, because the same
 * request may have arrived twice.
 */
const REFUSED_AFTER_US = 10 * US_PER_MINUTE;
/**
 * When a successful refund is read again, because it can be voided in the Business Center until the processor has it.
 */
const WATCH_US = [1, 3].map((days) => days * US_PER_DAY);

/**
 * Refunds of charges at CyberSource: the void of a charge that the processor does not have yet, or else a follow-on
 * refund, with our id as its reference. CyberSource may execute a refund as often as it is sent, so it is sent only
 * once. Undefined when the charge's number is not known.
 */
export function lakaypayCardRefunds(
  parts: Parts,
  { providerRef }: Pick<Payment, 'providerRef'>,
): RefundCalls | undefined {
  if (providerRef === null || !TRANSACTION_ID.test(providerRef)) return undefined;
  return {
    canRefundParts: true,
    isRepeatable: false,
    lagUs: Math.max(parts.settings.searchLagSeconds * US_PER_SECOND, LEAST_LAG_US),
    watchUs: Math.max(...WATCH_US),
    send: (payment, order, log) => send(parts, { payment, order, chargeId: providerRef }, log),
    find: (payment, order, log) => find(parts, { payment, order }, log),
  };
}

interface Asked {
  readonly payment: Payment;
  readonly order: RefundOrder;
}

async function send(parts: Parts, asked: Asked & { readonly chargeId: string }, log: Log): Promise<RefundReport> {
  const { clock } = parts;
  const { payment, order, chargeId } = asked;
  const startedUs = clock();
  const isNew = startedUs - (payment.finishedAtUs ?? payment.createdAtUs) < VOIDABLE_US;
  const voided = isNew && isSameMoney(order.money, payment) ? await voidCharge(parts, asked, log) : undefined;
  if (voided) return voided;
  if (clock() - startedUs > REFUND_WITHIN_US) throw new ProviderUnavailable('lakaypay_card refund: it took too long');
  const body = {
    clientReferenceInformation: { code: order.id },
    // Refunds of a charge are also found by its reference.
    buyerInformation: { merchantCustomerId: providerReference(payment) },
    orderInformation: {
      amountDetails: { totalAmount: formatAmount(order.money.amountMinor), currency: order.money.currency },
    },
  };
  const response = await move(parts, { operation: 'refund', chargeId, body, paymentId: payment.id }, log);
  if (typeof response === 'string') {
    throw new ProviderRefused('The card service refused this refund.', 'declined', `lakaypay_card refund: ${response}`);
  }
  const { id, status } = response;
  const [providerRef, word] = [textOf(id), textOf(status)];
  if (providerRef === undefined || word === undefined) {
    throw new ProviderUnavailable('lakaypay_card refund: no usable response');
  }
  if (word === 'DECLINED') {
    const reason = textOf(asObject(response.errorInformation).reason) ?? word;
    throw new ProviderRefused('The card service refused this refund.', 'declined', `lakaypay_card refund: ${reason}`);
  }
  // The refund has succeeded once the records show it.
  return { status: 'pending', providerRef, word };
}

/**
 * Voids a charge: only possible until the processor has it. The void has the reference of the charge, like a void in the Business Center.
 * Undefined when the charge can no longer be voided.
 */
async function voidCharge(
  parts: Parts,
  { payment, chargeId }: Asked & { readonly chargeId: string },
  log: Log,
): Promise<RefundReport | undefined> {
  const body = { clientReferenceInformation: { code: providerReference(payment) } };
  const response = await move(parts, { operation: 'void', chargeId, body, paymentId: payment.id }, log);
  if (typeof response === 'string') return undefined;
  const providerRef = textOf(response.id);
  if (providerRef === undefined || response.status !== 'VOIDED') {
    throw new ProviderUnavailable('lakaypay_card void: no usable response');
  }
  return { status: 'succeeded', providerRef, word: 'VOIDED' };
}

interface Move {
  readonly operation: 'refund' | 'void';
  readonly chargeId: string;
  readonly body: JsonObject;
  readonly paymentId: number;
}

/**
 * Makes a call that moves money. Returns the reason as text when the call was refused, and certainly moved no money.
 * Throws ProviderUnavailable.
 */
async function move(
  { api }: Parts,
  { operation, chargeId, body, paymentId }: Move,
  log: Log,
): Promise<JsonObject | string> {
  const path = `/pts/v2/payments/${encodeURIComponent(chargeId)}/${operation}s`;
  const response = await api({ operation, path, body, paymentId }, log).catch((error: unknown) => {
    // The key may be valid for queries only. A request that is not authenticated is not executed.
    if (error instanceof ProviderUnavailable && error.why === 'credentials') return error.message;
    throw error;
  });
  if (typeof response === 'string') return response;
  if (response.status === 201) return response.body;
  const { status, reason } = response.body;
  // A duplicate means that another copy of the request may have been executed.
  if (response.status === 400 && status === 'INVALID_REQUEST' && reason !== 'DUPLICATE_REQUEST') {
    return textOf(reason) ?? status;
  }
  throw new ProviderUnavailable(`lakaypay_card ${operation}: no usable response (HTTP ${response.status})`);
}

async function find(parts: Parts, { payment, order }: Asked, log: Log): Promise<RefundReport | undefined> {
  const { api, clock, settings } = parts;
  const nowUs = clock();
  const named = { reference: order.id, paymentId: payment.id };
  const own: TransactionSummary[] = [];
  for await (const one of searchTransactions(api, { ...periodOf(payment, nowUs), named }, log)) own.push(one);
  const refunds = own.filter(({ giveBack }) => giveBack === 'refunded');
  const [first] = refunds;
  if (first) {
    const others = await transactionsOf(parts, payment, log);
    const found = [...new Map([...others, ...own].map((one) => [one.id, one])).values()];
    const voided = await findVoidedRefunds(api, { found, paymentId: payment.id }, log);
    const ofAmount = refunds.filter(({ money }) => money !== undefined && isSameMoney(money, order.money));
    const named = ofAmount.length > 0 ? ofAmount : refunds;
    const isHidden = named.some(({ money }) => money === undefined);
    const another: Pick<RefundReport, 'amount'> = ofAmount.length > 0 ? {} : { amount: isHidden ? 'hidden' : 'other' };
    const made = named.find(({ id }) => !voided.has(id));
    if (!made) return { status: 'failed', providerRef: named[0]?.id, word: 'VOIDED', ...another };
    const watchUs = WATCH_US.find((us) => nowUs - made.atUs < us);
    const watch = watchUs && { nextCheckAtUs: made.atUs + watchUs };
    return { status: 'succeeded', providerRef: made.id, word: 'ACCEPT', ...another, ...watch };
  }
  // A void returns the whole charge, once, and with it the money of this refund, whether the gateway or a person requested it.
  const voided = isSameMoney(order.money, payment) ? await findVoid(parts, payment, log) : undefined;
  if (voided !== undefined) return { status: 'succeeded', providerRef: voided, word: 'VOIDED' };
  const refused = own.findLast(({ refusedRefund }) => refusedRefund !== undefined);
  if (!refused) return undefined;
  const isSure = nowUs - refused.atUs > settings.searchLagSeconds * US_PER_SECOND + REFUSED_AFTER_US;
  return { status: isSure ? 'failed' : 'pending', providerRef: refused.id, word: `refused ${refused.refusedRefund}` };
}

/** The number of the void of a payment's charge. */
async function findVoid(parts: Parts, payment: Payment, log: Log): Promise<string | undefined> {
  const { outcome } = await lookUpPayment(parts, payment, log);
  const returns = outcome.status === 'completed' ? outcome.returns : undefined;
  return returns?.items.find(({ how }) => how === 'voided')?.providerRef;
}
