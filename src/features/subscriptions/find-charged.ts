import type { Payment } from '../../core/payment.ts';
import { MAX_TRIES, type Subscription } from '../../core/recurring.ts';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Charge, Verification } from '../../providers/provider.ts';
import { type ApplyDeps, applyVerification } from '../payments/apply-verification.ts';
import type { Charger } from './plan-charge.ts';
import { markChargeAsked } from './store/charges.ts';
import { lockActiveSubscription } from './store/subscriptions.ts';

/** A charge of a cycle that is in the provider's records and not in this store. */
export interface FoundCharge {
  /** Null when the charge is named by its payment's id. */
  readonly attempt: number | null;
  readonly verification: Verification;
}

/**
 * Searches the provider's records for a charge that this store requested before it was rolled back: under the name of
 * this attempt and of each attempt that may have followed it. Precedence: a paid charge, a completely returned one, an
 * undecided one, a refused one. Throws ProviderUnavailable when a part of the records cannot be read.
 */
export async function findCharged(provider: Charger, payment: Payment, log: Log): Promise<FoundCharge | undefined> {
  if (!provider.findCharge) return undefined;
  const { subscriptionTry: own } = payment;
  const found: FoundCharge[] = [];
  for (let attempt = own ?? MAX_TRIES; attempt <= MAX_TRIES; attempt++) {
    const named = own === null ? payment : { ...payment, subscriptionTry: attempt };
    const verification = await provider.findCharge(named, log);
    if (verification) found.push({ attempt: own === null ? null : attempt, verification });
  }
  const completed = found.filter(({ verification }) => verification.outcome.status === 'completed');
  const paid = [
    ...completed.filter(({ verification }) => !isAllReturned(verification)),
    ...completed.filter(({ verification }) => isAllReturned(verification)),
  ];
  const [best = found.find(({ verification }) => verification.outcome.status === 'open') ?? found.at(-1)] = paid;
  if (!best) return undefined;
  const { verification } = best;
  const others = paid.slice(1).map((other) => other.verification);
  return {
    ...best,
    verification: {
      ...verification,
      surplus: [...(verification.surplus ?? []), ...others.flatMap(surplusOf)],
      returnedRefs: [...(verification.returnedRefs ?? []), ...others.flatMap(returnedRefsOf)],
    },
  };
}

function isAllReturned({ outcome }: Verification): boolean {
  return outcome.status === 'completed' && outcome.returns?.left.amountMinor === 0;
}

/** The charges of another attempt, as surplus. A charge that was returned completely is omitted: it needs no action. */
function surplusOf(verification: Verification): readonly Charge[] {
  const { outcome, providerRef, surplus = [] } = verification;
  if (outcome.status !== 'completed' || providerRef === undefined || isAllReturned(verification)) return surplus;
  return [{ providerRef, paid: outcome.paid, returns: outcome.returns }, ...surplus];
}

function returnedRefsOf(verification: Verification): readonly string[] {
  const { providerRef, returnedRefs = [] } = verification;
  return providerRef !== undefined && isAllReturned(verification) ? [providerRef, ...returnedRefs] : returnedRefs;
}

/**
 * Assigns a found charge to a payment whose charge was not requested yet. From then on no process requests a charge for
 * the payment. Does nothing when the subscription has ended, or another process was first.
 */
export async function adoptCharge(
  deps: ApplyDeps & { readonly db: Database },
  { subscription, payment, found }: { subscription: Subscription; payment: Payment; found: FoundCharge },
  log: Log,
): Promise<void> {
  const { db, clock } = deps;
  const { verification, attempt } = found;
  const { expiresAtUs } = payment;
  const marks = {
    askedAtUs: clock(),
    expiresAtUs,
    nextCheckAtUs: verification.nextCheckAtUs,
    ...(attempt !== null && { attempt }),
  };
  const adopted = await db.transaction(async (tx) => {
    if (!(await lockActiveSubscription(tx, subscription.id))) return undefined;
    return markChargeAsked(tx, payment.id, marks);
  });
  if (!adopted) return;
  const subject = {
    transaction_id: String(adopted.id),
    subscription: subscription.id,
    provider_ref: verification.providerRef,
  };
  log.error(
    { ...subject, period: adopted.subscriptionPeriod, found: verification.outcome.status },
    "this store had lost a subscription charge: it was found in the provider's records, and is not repeated",
  );
  await applyVerification(deps, adopted, verification, log);
}
