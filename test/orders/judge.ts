import type { BookEntry } from '../../simulators/simulator.ts';
import { isSameMoney } from '../../src/core/money.ts';
import { isFinal, type Payment } from '../../src/core/payment.ts';
import type { Discrepancy } from '../../src/features/payments/discrepancies/discrepancy.ts';
import { LANGUAGES } from '../../src/platform/messages/language.ts';
import { formatMoney } from '../../src/platform/wording/format.ts';
import type { PageView } from './visit.ts';

/** What the store and the provider's records state about a payment. */
export interface Truth {
  readonly payment: Payment;
  /** The stored discrepancies of the payment. */
  readonly reports: readonly Discrepancy[];
  /** The charges in the provider's records. */
  readonly charges: readonly BookEntry[];
  /** Whether a receipt by e-mail is queued. */
  readonly hasReceipt: boolean;
  /** Whether the store has a discrepancy about money that arrived after the payment had failed. */
  readonly isPaidLate: boolean;
  /** Whether the provider has charged the customer. */
  readonly isTaken: boolean;
  readonly isWebsiteActive: boolean;
}

export interface Circumstances {
  /** The state just before the page was requested, and just after it was received. */
  readonly before: Truth;
  readonly after: Truth;
  /** Whether other events happened at the same time. */
  readonly isCrowded: boolean;
  /** Whether the provider does not report its charges, or cannot be queried. */
  readonly isProviderSilent: boolean;
  readonly language: string;
  /** Whether the browser has not proven that it is the customer's. */
  readonly isUnproven: boolean;
  /** The age of the payment. */
  readonly ageUs: number;
  /** Other states that this address may show: `returned`, for a browser that proves nothing, or `opening`, when the widget starts again. */
  readonly mayAlsoBe: readonly string[];
}

const OPEN = ['form', 'code', 'challenge', 'waiting', 'time_is_over', 'elsewhere'];
const WAITS = ['waiting', 'time_is_over'];
/** No customer is expected to watch a waiting page for longer. */
const LOOKED_AT_US = 86_000_000_000;
const SAYS_PAID_OR_TAKEN = ['paid', 'paid_late', 'amount_mismatch'];
const SAYS_FAILED = ['declined', 'cancelled', 'expired', 'insufficient_balance', 'expired_card', 'provider_error'];

/** The faults of a page, one line each: everything that it shows and that is not true. */
export function faultsOf(shown: PageView, found: Circumstances): string[] {
  const { before, after, isCrowded, mayAlsoBe } = found;
  const { state } = shown;
  const faults: string[] = [];
  const allowed = [...statesOf(after), ...(isCrowded ? crowdedStates(found) : []), ...mayAlsoBe];
  if (!allowed.includes(state)) faults.push(`says ${state}, and not ${[...new Set(allowed)].join(' or ')}`);
  const expectedStatus = state === 'closed' ? 403 : state === 'elsewhere' ? 303 : 200;
  if (shown.status !== expectedStatus) faults.push(`responds ${shown.status} with ${state}`);
  if (state !== 'elsewhere' && shown.language !== found.language) faults.push(`is in ${shown.language}`);
  const wasFinal = isFinal((isCrowded ? before : after).payment.status);
  if (wasFinal && shown.refresh !== null) faults.push('is loaded again and again, though the payment is final');
  if (wasFinal && shown.hasForm && !mayAlsoBe.includes(state))
    faults.push('offers something to send, though it is final');
  if (WAITS.includes(state) && shown.refresh === null && found.ageUs < LOOKED_AT_US)
    faults.push('waits, and is never loaded again');
  if (shown.promisesNothingPaid && after.isTaken)
    faults.push('promises that nothing was paid, though the provider charged the customer');
  if (found.isUnproven && shown.html.includes(after.payment.reference ?? '-'))
    faults.push('shows the order to an unproven browser');
  if (!isCrowded && !found.isUnproven) faults.push(...missingSums(shown, after));
  const posted = shown.postedStatus;
  const mayPost = [before, after].map(({ payment: { status } }) => (isFinal(status) ? status : ''));
  if (posted !== undefined && !mayPost.includes(posted as never)) faults.push(`posts "${posted}" to the shop`);
  const isKnowable = !isCrowded && !found.isProviderSilent && before.isTaken;
  if (isKnowable && SAYS_FAILED.includes(state))
    faults.push(`says ${state}, though the provider has charged the customer`);
  return faults;
}

/** The faults of a payment at the end, long after the last query to its provider. */
export function faultsInTheEnd({ payment, reports, charges, isPaidLate, hasReceipt }: Truth): string[] {
  const { status, mode, failureReason } = payment;
  const faults: string[] = [];
  if (!isFinal(status)) faults.push(`is ${status} in the end`);
  if (mode === 'test' && reports.length > 0) faults.push('is a test payment, and has discrepancies');
  if (mode === 'live' && status === 'completed' && !charges.some((charge) => isSameMoney(charge, payment)))
    faults.push('is completed, and no charge has its amount');
  if (isPaidLate && charges.length === 0) faults.push('was paid late, and there is no charge');
  if (
    mode === 'live' &&
    status === 'failed' &&
    charges.length > 0 &&
    !isPaidLate &&
    failureReason !== 'amount_mismatch'
  )
    faults.push('has failed, its provider has money for it, and no operator knows');
  // Each sum appears once: it has completed the payment, or it is reported to an operator.
  const known = reports.filter(({ reported }) => reported !== null).length + (status === 'completed' ? 1 : 0);
  if (mode === 'live' && known !== charges.length)
    faults.push(`has ${charges.length} charges at the provider, and Peye knows of ${known}`);
  if (hasReceipt !== (status === 'completed')) faults.push(hasReceipt ? 'has a receipt' : 'has no receipt');
  return faults;
}

/** The sums that a page about paid money must show and does not: the paid amount, or other sums that arrived instead. */
function missingSums({ state, html, language }: PageView, { payment, reports }: Truth): string[] {
  if (!SAYS_PAID_OR_TAKEN.includes(state)) return [];
  const sums = state === 'paid' ? [payment] : reports.flatMap(({ reported }) => reported ?? []);
  const inLanguage = LANGUAGES.find((one) => one === language) ?? 'ht';
  return sums
    .map(({ amountMinor, currency }) => formatMoney(amountMinor, currency, inLanguage))
    .filter((sum) => !html.includes(sum))
    .map((sum) => `does not name ${sum}`);
}

/** Groups of states whose headings customers must not confuse. */
export function kindOf(state: string): 'paid' | 'taken' | 'failed' | 'waiting' | undefined {
  if (state === 'paid') return 'paid';
  if (SAYS_PAID_OR_TAKEN.includes(state)) return 'taken';
  if (SAYS_FAILED.includes(state)) return 'failed';
  return state === 'waiting' ? 'waiting' : undefined;
}

function statesOf({ payment, isPaidLate, isWebsiteActive }: Truth): string[] {
  if (payment.status === 'completed') return ['paid'];
  if (payment.status === 'failed') {
    const reason = payment.failureReason ?? 'provider_error';
    return [isPaidLate ? 'paid_late' : reason];
  }
  return isWebsiteActive ? OPEN : [...OPEN, 'closed'];
}

/** The states that a page may show if it was read before the concurrent events, or between two of them. */
function crowdedStates({ before, after }: Circumstances): string[] {
  const between = { ...after, isPaidLate: false };
  return [...[before, between].flatMap(statesOf), ...(isFinal(before.payment.status) ? [] : ['closed'])];
}
