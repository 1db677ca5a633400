import { US_PER_DAY, US_PER_SECOND } from '../../core/durations.ts';
import { isFinal, type Payment } from '../../core/payment.ts';
import { providerReference } from '../../core/recurring.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import { nextCheck } from '../next-check.ts';
import type { Outcome, Verification } from '../provider.ts';
import { chargeOf, declineOf } from './charge-of.ts';
import type { RestApi } from './client.ts';
import { readCardData } from './provider-data.ts';
import { type ChargeWithReturns, isReturned, withReturns } from './returns.ts';
import { searchCharge, searchTransactions } from './search-transactions.ts';
import type { LakaypayCardSettings } from './settings.ts';
import type { TransactionSummary } from './transaction-summary.ts';

/** How long a transaction under review is waited for: no bank holds money much longer. */
const REVIEW_DAYS = 30;

/** The dependencies of queries to CyberSource's records. */
export interface Parts {
  readonly api: RestApi;
  readonly settings: LakaypayCardSettings;
  readonly clock: Clock;
}

/**
 * The outcome of a payment by CyberSource's records: charges under its name first, then reviews, then failed attempts.
 */
export async function lookUpPayment(
  { api, settings, clock }: Parts,
  payment: Payment,
  log: Log,
): Promise<Verification> {
  const nowUs = clock();
  const found = await transactionsOf({ api, clock }, payment, log);

  const nextCheckAtUs = nextCheck(payment, clock());
  const charges = found.filter(({ result }) => result?.kind === 'paid' || result?.kind === 'partial');
  // A payment whose charge is already stored keeps this charge. Otherwise a charge of the full amount pays it. Every
  // other charge is surplus.
  const own =
    charges.find(({ id }) => id === payment.providerRef) ??
    charges.find(({ result }) => result?.kind === 'paid') ??
    charges[0];
  if (own) {
    const ordered = [own, ...charges.filter((one) => one !== own)];
    const all: ChargeWithReturns[] = [];
    for (const one of ordered) all.push({ ...(await chargeOf(api, one, log)), returns: undefined });
    const known = await withReturns(api, { charges: all, found, paymentId: payment.id }, log);
    // A charge that was returned completely is the payment's only when it is already stored, or when every charge was returned.
    const chosen =
      known.find(({ providerRef }) => providerRef === payment.providerRef) ??
      known.find((one) => !isReturned(one)) ??
      known[0];
    const others = known.filter((one) => one !== chosen);
    const summary = ordered.find(({ id }) => id === chosen?.providerRef);
    if (!chosen || !summary) throw new Error(`no charge of payment ${payment.id} was chosen`);
    const { cardToken } = summary;
    // An extra charge that was returned completely needs no action.
    const surplus = others.filter((one) => !isReturned(one));
    const returnedRefs = others.filter(isReturned).map(({ providerRef }) => providerRef);
    const { paid, returns, undone = [] } = chosen;
    return {
      outcome: { status: 'completed', paid, ...(returns && { returns }), ...(undone.length > 0 && { undone }) },
      response: summary.response,
      nextCheckAtUs,
      providerRef: chosen.providerRef,
      ...(surplus.length > 0 && { surplus }),
      ...(returnedRefs.length > 0 && { returnedRefs }),
      ...(payment.recurringInterval !== null && cardToken !== undefined && { cardToken }),
    };
  }
  const isOver = nowUs >= payment.expiresAtUs;
  const review = found.findLast(({ result, atUs }) => isWaitedFor(result?.kind, { atUs, nowUs, isOver }));
  if (review) {
    return {
      outcome: { status: 'open', isSubmitted: true },
      word: wordOf(review),
      response: review.response,
      nextCheckAtUs,
      // Stored, so that no page offers another payment: a review, or an attempt with an unknown outcome, may have
      // charged the money already.
      providerRef: review.id,
    };
  }
  const failed = found.findLast(({ result }) => result?.kind === 'failed');
  if (failed?.result?.kind === 'failed') {
    const { failureReason } = failed.result;
    // The list does not show why a bank declined, which decides whether the card may be charged again.
    const decline = payment.subscriptionId === null ? undefined : await declineOf(api, failed, nowUs, log);
    return {
      outcome: { status: 'failed', failureReason, ...(decline && { decline }) },
      response: failed.response,
      nextCheckAtUs,
      providerRef: failed.id,
    };
  }
  // A transaction may still have no result after the wait. Its number is returned, because it may have charged the money, and a charge in
  // CyberSource's records is never repeated.
  const undecided = found.findLast(({ result }) => result?.kind === 'review' || result?.kind === 'unknown');
  return {
    outcome: outcomeOfNothing(payment, { nowUs, isOver, lagUs: settings.searchLagSeconds * US_PER_SECOND }),
    response: { transactions: found.length },
    nextCheckAtUs,
    ...(undecided && { providerRef: undecided.id }),
  };
}

/** The transactions under a payment's reference, oldest first, with the gateway's refunds of it. Throws ProviderUnavailable. */
export async function transactionsOf(
  { api, clock }: Pick<Parts, 'api' | 'clock'>,
  payment: Payment,
  log: Log,
): Promise<TransactionSummary[]> {
  const named = { reference: providerReference(payment), paymentId: payment.id };
  const search = { ...periodOf(payment, clock()), named };
  // Only a completed payment is refunded.
  if (payment.status === 'completed') return searchCharge(api, search, log);
  const found: TransactionSummary[] = [];
  for await (const one of searchTransactions(api, search, log)) found.push(one);
  return found;
}

/** The period that all transactions of a payment are in. */
export function periodOf(payment: Payment, nowUs: number): { fromUs: number; toUs: number; nowUs: number } {
  return { fromUs: startedAtUs(payment) - US_PER_DAY, toUs: nowUs + US_PER_DAY, nowUs };
}

/** The charge of a cycle may be older than its payment here, but never older than the cycle. */
function startedAtUs(payment: Payment): number {
  const { createdAtUs } = payment;
  const { dueAtUs } = readCardData(payment);
  return Math.min(createdAtUs, dueAtUs ?? createdAtUs);
}

/**
 * Whether a transaction may still be paid: a review, or, until the payment expires, an attempt with an unknown outcome.
 */
function isWaitedFor(
  kind: string | undefined,
  { atUs, nowUs, isOver }: { atUs: number; nowUs: number; isOver: boolean },
): boolean {
  if (kind === 'review') return nowUs - atUs < REVIEW_DAYS * US_PER_DAY;
  return kind === 'unknown' && !isOver;
}

function wordOf({ result, response: { reason_code: reason } }: TransactionSummary): string {
  const decision = result?.kind === 'review' ? 'REVIEW' : 'no decision';
  return typeof reason === 'string' ? `${decision} ${reason}` : decision;
}

function outcomeOfNothing(
  payment: Payment,
  { nowUs, isOver, lagUs }: { nowUs: number; isOver: boolean; lagUs: number },
): Outcome {
  const { status, failureReason, finishedAtUs, amountMinor, currency } = payment;
  if (status === 'failed') return { status, failureReason: failureReason ?? 'provider_error' };
  // The payment was completed by a signed result: CyberSource's search lists it later.
  if (status === 'completed' && nowUs < (finishedAtUs ?? 0) + lagUs) {
    return { status, paid: { amountMinor, currency } };
  }
  return isOver && !isFinal(status) ? { status: 'failed', failureReason: 'expired' } : { status: 'open' };
}
