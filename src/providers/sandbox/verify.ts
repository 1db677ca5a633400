import { US_PER_SECOND } from '../../core/durations.ts';
import type { Payment } from '../../core/payment.ts';
import type { Outcome, UnopenedPayment, Verification } from '../provider.ts';
import { paid } from './charge.ts';
import { isSlowPayment } from './provider-data.ts';
import type { SandboxSettings } from './settings.ts';

/** The sandbox decides the charge of a stored card at once: a charge without a result after this time was lost with its process. */
const LOST_CHARGE_SECONDS = 5;

/** The outcome of a test payment at a moment, from the time and the customer's input on our page. */
export function verify(settings: SandboxSettings, payment: Payment, nowUs: number): Verification {
  const found = outcomeAt(settings, payment, nowUs);
  const endsAtUs = Math.min(payment.expiresAtUs, decidedAtUs(settings, payment));
  return { ...found, response: responseOf(found.outcome), nextCheckAtUs: Math.max(endsAtUs, nowUs + US_PER_SECOND) };
}

/** The provider's own response, as the merchant sees it. */
export function responseOf({ status }: Outcome): Readonly<Record<string, unknown>> {
  return { provider: 'sandbox', simulated: true, state: status };
}

/** When a test payment settles by itself, if its customer does nothing and the payment does not expire earlier. */
export function decidedAtUs(settings: SandboxSettings, payment: UnopenedPayment): number {
  if (payment.subscriptionId === null) return autoCompletesAtUs(settings, payment);
  return (payment.chargeAskedAtUs ?? payment.createdAtUs) + LOST_CHARGE_SECONDS * US_PER_SECOND;
}

function outcomeAt(
  settings: SandboxSettings,
  payment: Payment,
  nowUs: number,
): Pick<Verification, 'outcome' | 'cardToken'> {
  const failed = (failureReason: NonNullable<Payment['failureReason']>): Pick<Verification, 'outcome'> => ({
    outcome: { status: 'failed', failureReason },
  });
  if (payment.status === 'completed') return paid(payment);
  if (payment.status === 'failed') return failed(payment.failureReason ?? 'provider_error');
  if (payment.chargeAskedAtUs !== null && payment.chargeAskedAtUs + LOST_CHARGE_SECONDS * US_PER_SECOND <= nowUs)
    return failed('provider_error');
  if (isSlowPayment(payment) || autoCompletesAtUs(settings, payment) <= nowUs) return paid(payment);
  if (payment.expiresAtUs <= nowUs) return failed('expired');
  return { outcome: { status: 'open' } };
}

/**
 * When a test payment completes by itself; never, unless that is enabled. The charge of a stored card is decided at
 * once instead.
 */
function autoCompletesAtUs(settings: SandboxSettings, payment: UnopenedPayment): number {
  return settings.autoCompleteSeconds === null || payment.subscriptionId !== null
    ? Number.POSITIVE_INFINITY
    : payment.createdAtUs + settings.autoCompleteSeconds * US_PER_SECOND;
}
