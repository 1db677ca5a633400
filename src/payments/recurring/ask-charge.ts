import type { Payment } from '../../domain/payment.ts';
import type { Subscription } from '../../domain/recurring.ts';
import type { Log } from '../../lib/log.ts';
import { ProviderRefused, ProviderSilent, type Verification } from '../../providers/provider.ts';
import { markChargeAsked } from '../../storage/payments.ts';
import { lockActiveSubscription } from '../../storage/subscriptions.ts';
import { applyVerification } from '../apply-verification.ts';
import type { Charger } from './plan-charge.ts';
import type { RecurringDeps } from './recurring-deps.ts';

/** A process that slept longer than this after its mark leaves the payment to the checks: they may have given it up by then. */
const ASK_WITHIN_US = 10_000_000;

/**
 * Lets a provider charge a card for a payment that is stored: once, whatever crashes. That it is about to be asked is made
 * durable first; whoever finds that mark never asks, and the ordinary checks find out what became of it.
 */
export async function askCharge(
  deps: RecurringDeps,
  { subscription, payment, provider }: { subscription: Subscription; payment: Payment; provider: Charger },
  log: Log,
): Promise<void> {
  const { db, box, clock, rates } = deps;
  const cardToken = box.open('card-token', subscription.cardTokenSealed, subscription.id);
  const askedAtUs = clock();
  // As if it began now, so that it is never given up while the provider may still be working on it.
  const { expiresAtUs, nextCheckAtUs } = provider.open(
    { ...payment, createdAtUs: askedAtUs },
    { rateE4: rates().rateE4 },
  );
  const asked = await db.transaction(async (tx) => {
    if (!(await lockActiveSubscription(tx, subscription.id))) return undefined;
    return markChargeAsked(tx, payment.id, { askedAtUs, expiresAtUs, nextCheckAtUs });
  });
  if (!asked || clock() - askedAtUs > ASK_WITHIN_US) return;
  const verification = await chargeToken(deps, { payment: asked, provider, cardToken }, log);
  if (verification) await applyVerification(deps, asked, verification, log);
}

/** Undefined when the payment was refused, and is failed now, or when the provider's answer is not known. */
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
      log.warn({ ...subject, reason: error.message }, 'the provider refused a recurring charge');
      await settle(payment, { status: 'failed', failureReason: error.failureReason });
    } else if (error instanceof ProviderSilent) {
      log.warn({ ...subject, reason: error.message }, 'a recurring charge was not answered; it is looked up later');
    } else {
      log.error({ ...subject, err: error }, 'a recurring charge broke off; what came of it is looked up later');
    }
    return undefined;
  }
}
