import { isFinal, type Payment } from '../../domain/payment.ts';
import { providerReference } from '../../domain/recurring.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { nextCheck } from '../next-check.ts';
import type { Charge, Outcome, Verification } from '../provider.ts';
import { chargeOf } from './charge-of.ts';
import type { RestApi } from './client.ts';
import { readCardData } from './provider-data.ts';
import { searchTransactions } from './search-transactions.ts';
import type { LakaypayCardSettings } from './settings.ts';
import type { TransactionSummary } from './transaction-summary.ts';

const US = 1_000_000;
const DAY_US = 86_400 * US;
/** A transaction under review is waited for so long: no bank holds money much longer. */
const REVIEW_DAYS = 30;

/** What their books are asked with. */
export interface Parts {
  readonly api: RestApi;
  readonly settings: LakaypayCardSettings;
  readonly clock: Clock;
}

/** What their books say of a payment: the charges made under its name, then reviews, then attempts that failed. */
export async function lookUpPayment(
  { api, settings, clock }: Parts,
  payment: Payment,
  log: Log,
): Promise<Verification> {
  const nowUs = clock();
  const found: TransactionSummary[] = [];
  const period = { fromUs: beganAtUs(payment) - DAY_US, toUs: nowUs + DAY_US, nowUs };
  const named = { reference: providerReference(payment), paymentId: payment.id };
  for await (const one of searchTransactions(api, { ...period, named }, log)) found.push(one);

  const nextCheckAtUs = nextCheck(payment, clock());
  const charges = found.filter(({ result }) => result?.kind === 'paid' || result?.kind === 'partial');
  // A payment that is known by its charge keeps that one, and an open one is paid by one in full; any other charge is too much.
  const own =
    charges.find(({ id }) => id === payment.providerRef) ??
    charges.find(({ result }) => result?.kind === 'paid') ??
    charges[0];
  if (own) {
    const surplus: Charge[] = [];
    for (const one of charges) if (one !== own) surplus.push(await chargeOf(api, one, log));
    const { paid } = await chargeOf(api, own, log);
    const { cardToken } = own;
    return {
      outcome: { status: 'completed', paid },
      response: own.response,
      nextCheckAtUs,
      providerRef: own.id,
      ...(surplus.length > 0 && { surplus }),
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
      // Kept, so that nobody is offered to pay once more: a review, and an attempt that ended in no way we know, may have
      // taken the money already.
      providerRef: review.id,
    };
  }
  const failed = found.findLast(({ result }) => result?.kind === 'failed');
  if (failed?.result?.kind === 'failed') {
    const { failureReason } = failed.result;
    return {
      outcome: { status: 'failed', failureReason },
      response: failed.response,
      nextCheckAtUs,
      providerRef: failed.id,
    };
  }
  // Waited for in vain: named, because it may have taken the money, and nobody charges again what is in their books.
  const undecided = found.findLast(({ result }) => result?.kind === 'review' || result?.kind === 'unknown');
  return {
    outcome: outcomeOfNothing(payment, { nowUs, isOver, lagUs: settings.searchLagSeconds * US }),
    response: { transactions: found.length },
    nextCheckAtUs,
    ...(undecided && { providerRef: undecided.id }),
  };
}

/** A charge of a period may be older than the payment that stands for it here: never older than the period. */
function beganAtUs(payment: Payment): number {
  const { createdAtUs } = payment;
  const { dueAtUs } = readCardData(payment);
  return Math.min(createdAtUs, dueAtUs ?? createdAtUs);
}

/** What may be paid yet: a review, and an attempt that ended in no way we know, for as long as the payment has time. */
function isWaitedFor(
  kind: string | undefined,
  { atUs, nowUs, isOver }: { atUs: number; nowUs: number; isOver: boolean },
): boolean {
  if (kind === 'review') return nowUs - atUs < REVIEW_DAYS * DAY_US;
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
  // Completed by a signed result: their search lists it later.
  if (status === 'completed' && nowUs < (finishedAtUs ?? 0) + lagUs) {
    return { status, paid: { amountMinor, currency } };
  }
  return isOver && !isFinal(status) ? { status: 'failed', failureReason: 'expired' } : { status: 'open' };
}
