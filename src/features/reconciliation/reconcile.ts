import type { Actor } from '../../core/actor.ts';
import { isSameMoney, type Money } from '../../core/money.ts';
import { isFinal, PAYMENT_METHODS, type Payment, type PaymentMethod, type PaymentStatus } from '../../core/payment.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import type { Log } from '../../platform/log/log.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { LIVE_METHODS } from '../../providers/live-settings.ts';
import { type ListedCharge, ProviderUnavailable, type Verification } from '../../providers/provider.ts';
import { findArchivedBefore } from '../archive/store/archives.ts';
import type { AuditFacts } from '../audit/audit.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { applyVerification } from '../payments/apply-verification.ts';
import { moneyLeft, reportDiscrepancy } from '../payments/discrepancies/report-discrepancy.ts';
import { resolveReturned } from '../payments/discrepancies/resolve-discrepancies.ts';
import { findNamedPayment } from '../payments/store/find-payment.ts';
import { hasLivePayments, listLivePayments } from '../payments/store/live-payments.ts';
import type { VerifyDeps } from '../payments/verify-payment.ts';

const BATCH = 200;
/** Concurrent queries to the providers. */
const MAX_CALLS = 8;

/**
 * The result of one line. `missing_at_provider`: completed here, but not paid in the provider's records.
 * `missing_here`: money in the provider's list that belongs to none of our payments. `unknown`: the provider gave no
 * usable response, which is not a difference.
 */
export const RECONCILE_RESULTS = ['matched', 'mismatched', 'missing_at_provider', 'missing_here', 'unknown'] as const;
export type ReconcileResult = (typeof RECONCILE_RESULTS)[number];

/** One payment, or one charge without a payment, as both sides have it. */
export interface ReconcileLine {
  readonly result: ReconcileResult;
  readonly method: PaymentMethod;
  readonly paymentId: number | null;
  readonly providerRef: string | null;
  readonly reference: string | null;
  readonly createdAtUs: number;
  /** Null for money that belongs to no payment here, or is in addition to a payment's own charge. */
  readonly ours: (Money & { readonly status: PaymentStatus }) | null;
  /**
   * The provider's side: `paid` with the remaining money, `returned` when all of it was returned to the customer,
   * otherwise the unpaid status; null when it is unknown.
   */
  readonly theirs: { readonly status: 'paid' | 'returned' | 'open' | 'failed'; readonly paid: Money | null } | null;
}

export interface ReconcileRange {
  /** Payments created at or after this and before `toUs`; microseconds since 1970. */
  readonly fromUs: number;
  readonly toUs: number;
  /** Undefined for payments of all methods. */
  readonly method?: PaymentMethod | undefined;
}

/**
 * Compares every live payment of a period with its provider. If a provider offers a list of charges, also compares
 * every charge in it with our payments. Open payments move to the status that their provider reports; differences are
 * stored as discrepancies.
 *
 * The request is recorded before the first provider is queried. The end is recorded after the last line, with the
 * number of new discrepancies: a recorded request without a recorded end shows that the run never finished.
 *
 * Throws OperatorError, before anything is recorded, when a provider to query has no credentials, and when payments of
 * the period may have been removed to an archive: their money would seem to belong to no payment.
 */
export async function* reconcile(
  given: VerifyDeps & { readonly actor: Actor },
  range: ReconcileRange,
  log: Log,
): AsyncGenerator<ReconcileLine, void, void> {
  await refuseReconcile(given, range);
  let discrepancies = 0;
  const startedAt = formatTimestamp(Math.floor(given.clock()));
  const deps = { ...given, onNewDiscrepancy: () => void discrepancies++ };
  await record(given, range, { state: 'started' });
  let [compared, unknown] = [0, 0];
  for await (const line of compareAll(deps, range, log)) {
    compared++;
    if (line.result === 'unknown') unknown++;
    yield line;
  }
  await record(given, range, { state: 'done', started_at: startedAt, discrepancies, compared, unknown });
}

function record(
  deps: VerifyDeps & { readonly actor: Actor },
  { fromUs, toUs, method }: ReconcileRange,
  outcome: AuditFacts,
): Promise<void> {
  const chosen = method === undefined ? {} : { method };
  const after = { from: formatTimestamp(fromUs), to: formatTimestamp(toUs), ...chosen, ...outcome };
  const change = { action: 'reconcile.run', subject: { kind: 'store', id: null }, after } as const;
  return deps.db.transaction((tx) => recordChange(tx, deps, change));
}

async function* compareAll(
  deps: VerifyDeps,
  range: ReconcileRange,
  log: Log,
): AsyncGenerator<ReconcileLine, void, void> {
  /**
   * The charges, by method and number, that lines already show, and that `compareList` must not report again. There are
   * few: most charges have the number of their payment.
   */
  const compared = new Set<string>();
  let after: Payment | undefined;
  for (;;) {
    const batch = await listLivePayments(deps.db, { ...range, after, limit: BATCH });
    const wanted = batch.filter(({ method }) => method === (range.method ?? method));
    for (let start = 0; start < wanted.length; start += MAX_CALLS) {
      const slice = wanted.slice(start, start + MAX_CALLS);
      for (const line of await Promise.all(slice.map((payment) => compare(deps, compared, payment, log)))) {
        yield line;
      }
    }
    after = batch.at(-1);
    if (batch.length < BATCH) break;
  }
  for (const method of range.method === undefined ? PAYMENT_METHODS : [range.method]) {
    try {
      yield* compareList(deps, method, { range, compared }, log);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      yield unlistedLine(method, range);
    }
  }
}

/**
 * Throws OperatorError for a reconciliation that is not possible: a period whose payments may be archived, or a method
 * without credentials that was chosen or has live payments in the period.
 */
export async function refuseReconcile(
  { db, providerFor }: Pick<VerifyDeps, 'db' | 'providerFor'>,
  range: ReconcileRange,
): Promise<void> {
  refuseArchived(await findArchivedBefore(db), range.fromUs);
  const chosen = range.method === undefined ? PAYMENT_METHODS : [range.method];
  const without = chosen.filter((method) => !providerFor('live', method));
  if (range.method !== undefined && without.length > 0) throw withoutCredentials(without);
  const missed: PaymentMethod[] = [];
  for (const method of without) if (await hasLivePayments(db, { ...range, method })) missed.push(method);
  if (missed.length > 0) throw withoutCredentials(missed);
}

function withoutCredentials(methods: readonly PaymentMethod[]): OperatorError {
  const settings = methods.map((method) =>
    refusal('providerNeeds', { method, settings: LIVE_METHODS[method].credentials }),
  );
  return new OperatorError('invalid', 'method', refusal('providersNotSet', { settings }));
}

/**
 * Throws OperatorError for a period that starts before `beforeUs`: payments from before that time were removed to an
 * archive.
 */
function refuseArchived(beforeUs: number | undefined, fromUs: number): void {
  if (beforeUs === undefined || fromUs >= beforeUs) return;
  const day = formatTimestamp(beforeUs).slice(0, 10);
  throw new OperatorError('invalid', 'from', refusal('reconcileArchived', { day }));
}

function noteCharge(compared: Set<string>, { result, method, providerRef, theirs }: ReconcileLine): void {
  if (theirs?.status === 'returned' || (result === 'mismatched' && theirs?.paid))
    compared.add(chargeKey(method, providerRef));
}

function chargeKey(method: PaymentMethod, providerRef: string | null): string {
  return `${method} ${providerRef}`;
}

/**
 * The methods whose provider offers a list of charges. Only for these does reconciliation find money that belongs to no
 * payment.
 */
export function listedMethods({ providerFor }: Pick<VerifyDeps, 'providerFor'>): PaymentMethod[] {
  return PAYMENT_METHODS.filter((method) => providerFor('live', method)?.list !== undefined);
}

/**
 * Compares one payment with its provider. Adds to `compared` the payment's charges that `compareList` must not report
 * again.
 */
async function compare(deps: VerifyDeps, compared: Set<string>, payment: Payment, log: Log): Promise<ReconcileLine> {
  const verification = await ask(deps, payment, log);
  if (!verification) return lineOf(payment, 'unknown', null);
  const current = await applyVerification(deps, payment, verification, log);
  const theirs = theirsOf(verification);
  const found = resultOf(current, theirs, verification);
  // The payment has completed since it was listed, and the provider's report may be from before that.
  if (found === 'missing_at_provider' && payment.status !== 'completed') return compare(deps, compared, current, log);
  const result = (await isRefundedHere(deps, current, found, verification)) ? 'matched' : found;
  if (result === 'missing_at_provider') {
    const { id, method, providerRef } = current;
    const subject = { method, paymentId: id, providerRef: providerRef ?? String(id), reported: null };
    await reportDiscrepancy(deps, { kind: 'not_paid', ...subject }, log);
  }
  for (const ref of verification.returnedRefs ?? []) compared.add(chargeKey(payment.method, ref));
  const line = lineOf(current, (verification.surplus ?? []).length > 0 ? 'mismatched' : result, theirs);
  // For paid money, the line has the provider's number. The number that a provider reports for an unpaid payment
  // belongs to an earlier attempt.
  const isPaid = theirs.status === 'paid' || theirs.status === 'returned';
  const named = { ...line, providerRef: (isPaid ? verification.providerRef : undefined) ?? line.providerRef };
  noteCharge(compared, named);
  return named;
}

/** Whether refunds of this gateway alone explain why a completed payment's provider has less of its money, or does not show it as paid. */
async function isRefundedHere(
  deps: VerifyDeps,
  payment: Payment,
  found: ReconcileResult,
  { outcome }: Verification,
): Promise<boolean> {
  if (found === 'missing_at_provider') return (await deps.isRefundedInFull?.(payment)) ?? false;
  if (found !== 'mismatched' || payment.status !== 'completed') return false;
  if (outcome.status !== 'completed' || !outcome.returns || outcome.returns.isLeftUncertain) return false;
  const { left, items } = outcome.returns;
  const returnedMinor = items.reduce((sum, { money }) => sum + money.amountMinor, 0);
  const isWhole = isSameMoney({ ...left, amountMinor: left.amountMinor + returnedMinor }, payment);
  const own = await Promise.all(items.map((item) => deps.isOwnReturn?.(payment, item) ?? false));
  return isWhole && own.every(Boolean);
}

async function ask({ providerFor }: VerifyDeps, payment: Payment, log: Log): Promise<Verification | undefined> {
  try {
    return await providerFor('live', payment.method)?.verify(payment, log);
  } catch (error) {
    if (error instanceof ProviderUnavailable) return undefined;
    throw error;
  }
}

function theirsOf({ outcome }: Verification): NonNullable<ReconcileLine['theirs']> {
  if (outcome.status === 'completed') {
    const left = outcome.returns?.left ?? outcome.paid;
    return left.amountMinor === 0 ? { status: 'returned', paid: null } : { status: 'paid', paid: left };
  }
  return { status: outcome.status, paid: null };
}

function resultOf(
  ours: Payment,
  theirs: NonNullable<ReconcileLine['theirs']>,
  { outcome }: Verification,
): ReconcileResult {
  const isPaidHere = ours.status === 'completed';
  if (isPaidHere && outcome.status === 'completed' && outcome.returns) return 'mismatched';
  if (theirs.paid === null) return isPaidHere ? 'missing_at_provider' : 'matched';
  return isPaidHere && isSameMoney(theirs.paid, ours) ? 'matched' : 'mismatched';
}

function lineOf(payment: Payment, result: ReconcileResult, theirs: ReconcileLine['theirs']): ReconcileLine {
  const { id, method, providerRef, reference, createdAtUs, status, amountMinor, currency } = payment;
  return {
    result,
    method,
    paymentId: id,
    providerRef,
    reference,
    createdAtUs,
    ours: { status, amountMinor, currency },
    theirs,
  };
}

/** Charges in the provider's list that belong to none of our payments, or are a second charge for one. */
async function* compareList(
  deps: VerifyDeps,
  method: PaymentMethod,
  { range, compared }: { range: ReconcileRange; compared: Set<string> },
  log: Log,
): AsyncGenerator<ReconcileLine, void, void> {
  const charges = deps.providerFor('live', method)?.list?.(range, log);
  if (!charges) return;
  const find = async (charge: ListedCharge) => {
    const payment = await findNamedPayment(deps.db, charge);
    return payment?.mode === 'live' && payment.method === method ? payment : undefined;
  };
  const askedOutsideRange = new Set<number>();
  for await (const charge of charges) {
    let payment = await find(charge);
    // The payment is outside the period and not completed. Its provider is queried, because the charge alone does not
    // determine the payment's outcome.
    if (payment && payment.status !== 'completed' && !isWithin(range, payment) && !askedOutsideRange.has(payment.id)) {
      askedOutsideRange.add(payment.id);
      const line = await compare(deps, compared, payment, log);
      if (line.result !== 'matched') yield line;
      payment = await find(charge);
    }
    // An open payment needs no line here: it is checked until it expires.
    if (payment && !isFinal(payment.status)) continue;
    // A payment with this number was already compared with its provider's status.
    if (payment && (payment.providerRef === null || payment.providerRef === charge.providerRef)) continue;
    if (compared.has(chargeKey(method, charge.providerRef))) continue;
    const returns = await charge.readReturns?.(log);
    // The customer has everything back, so no action is needed.
    if (returns?.left.amountMinor === 0) {
      await resolveReturned(deps, { method, providerRef: charge.providerRef, paymentId: payment?.id ?? null });
      continue;
    }
    const money = moneyLeft({ ...charge, returns });
    const subject = { method, providerRef: charge.providerRef, ...money };
    const kind = payment?.status === 'failed' ? 'paid_after_failure' : 'paid_twice';
    if (payment) await reportDiscrepancy(deps, { ...subject, kind, paymentId: payment.id }, log);
    else
      await reportDiscrepancy(
        deps,
        { ...subject, kind: 'unknown_payment', paymentId: null, namedId: charge.paymentId ?? null },
        log,
      );
    yield listedLine(method, { ...charge, paid: money.reported ?? charge.paid }, payment);
  }
}

function isWithin({ fromUs, toUs }: ReconcileRange, { createdAtUs }: Payment): boolean {
  return createdAtUs >= fromUs && createdAtUs < toUs;
}

/** A list that could not be read completely: its content is unknown. */
function unlistedLine(method: PaymentMethod, { fromUs }: ReconcileRange): ReconcileLine {
  const nothing = { paymentId: null, providerRef: null, reference: null, ours: null, theirs: null };
  return { result: 'unknown', method, createdAtUs: fromUs, ...nothing };
}

/** The payment's own amount is counted on its own line. This line is about further money. */
function listedLine(method: PaymentMethod, charge: ListedCharge, payment: Payment | undefined): ReconcileLine {
  return {
    result: payment ? 'mismatched' : 'missing_here',
    method,
    paymentId: payment?.id ?? null,
    providerRef: charge.providerRef,
    reference: payment?.reference ?? null,
    createdAtUs: charge.atUs,
    ours: null,
    theirs: { status: 'paid', paid: charge.paid },
  };
}
