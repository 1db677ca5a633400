import { US_PER_SECOND } from '../../core/durations.ts';
import type { Payment } from '../../core/payment.ts';
import type { Subscription } from '../../core/recurring.ts';
import type { Log } from '../../platform/log/log.ts';
import { ProviderRefused, ProviderUnavailable, type Verification } from '../../providers/provider.ts';
import { applyVerification } from '../payments/apply-verification.ts';
import { faultInLog } from '../payments/provider-fault.ts';
import { adoptCharge, findCharged } from './find-charged.ts';
import type { Charger } from './plan-charge.ts';
import type { RecurringDeps } from './recurring-deps.ts';
import { markChargeAsked } from './store/charges.ts';
import { lockActiveSubscription } from './store/subscriptions.ts';

/**
 * A process that slept longer than this after setting its mark leaves the payment to the checks, which may have failed
 * the payment by then.
 */
const ASK_WITHIN_US = 10 * US_PER_SECOND;
/** Test payments move no money, so they raise no mark. */
const NO_MARK = { mark: 0, storeId: null };

interface PlannedCharge {
  readonly subscription: Subscription;
  readonly payment: Payment;
  readonly provider: Charger;
}

/**
 * Requests a charge of the card for a stored payment: at most once, whatever crashes. The provider's records are
 * searched first, because this store may have lost a charge in a rollback. Then a durable mark records that the
 * provider is about to be called. A process that finds the mark does not call the provider: the ordinary checks find
 * the outcome.
 *
 * Returns false when the payment is unchanged because the provider's records could not be searched or it must not be
 * charged now. The caller then leaves its subscription alone until the lease ends.
 */
export async function requestCharge(deps: RecurringDeps, planned: PlannedCharge, log: Log): Promise<boolean> {
  const { subscription, payment, provider } = planned;
  try {
    const found = await findCharged(provider, payment, log);
    if (found) {
      await adoptCharge(deps, { subscription, payment, found }, log);
      return true;
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    const subject = { transaction_id: String(payment.id), subscription: subscription.id };
    log.warn(
      { ...subject, reason: error.message },
      'the provider records could not be searched: not charged; it will be retried',
    );
    return false;
  }
  return charge(deps, planned, log);
}

async function charge(
  deps: RecurringDeps,
  { subscription, payment, provider }: PlannedCharge,
  log: Log,
): Promise<boolean> {
  const { db, box, clock, rates, restores } = deps;
  const cardToken = box.open('card-token', subscription.cardTokenSealed, subscription.id);
  const askedAtUs = clock();
  // The expiry is computed as if the payment were created now, so that it never expires while the provider may still be processing it.
  const { expiresAtUs, nextCheckAtUs } = provider.open(
    { ...payment, createdAtUs: askedAtUs },
    { rateE4: rates().rateE4 },
  );
  const marked = await db.transaction(async (tx) => {
    const active = await lockActiveSubscription(tx, subscription.id);
    // If the subscription was paused since this charge was planned, the next worker withdraws the payment.
    if (!active || active.pausedAtUs !== null) return undefined;
    const admission = payment.mode === 'live' ? await restores.admit(tx) : NO_MARK;
    if (!admission) return undefined;
    return { admission, asked: await markChargeAsked(tx, payment.id, { askedAtUs, expiresAtUs, nextCheckAtUs }) };
  });
  if (!marked?.asked) return false;
  const { asked, admission } = marked;
  restores.note(admission);
  if (clock() - askedAtUs > ASK_WITHIN_US) return true;
  const verification = await chargeToken(deps, { payment: asked, provider, cardToken }, log);
  if (verification) await applyVerification(deps, asked, verification, log);
  return true;
}

/**
 * Calls the provider. Undefined when the provider refused the payment, which has then failed, or when its response is
 * unknown.
 */
async function chargeToken(
  { settle }: RecurringDeps,
  { payment, provider, cardToken }: { payment: Payment; provider: Charger; cardToken: string },
  log: Log,
): Promise<Verification | undefined> {
  const subject = { transaction_id: String(payment.id), subscription: payment.subscriptionId };
  try {
    return await provider.chargeToken(payment, cardToken, log);
  } catch (error) {
    if (error instanceof ProviderRefused) {
      log.warn({ ...subject, reason: error.message }, 'the provider refused a subscription charge');
      await settle(payment, { status: 'failed', failureReason: error.failureReason });
    } else if (error instanceof ProviderUnavailable) {
      log.warn(
        { ...subject, reason: error.message },
        `a subscription charge has no outcome yet: ${faultInLog(error)}; it will be checked later`,
      );
    } else {
      log.error({ ...subject, err: error }, 'a subscription charge was interrupted; its outcome will be checked later');
    }
    return undefined;
  }
}
