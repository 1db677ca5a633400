import type { Config } from '../config.ts';
import type { Payment } from '../core/payment.ts';
import { type Settle, settlePayment } from '../features/payments/settle-payment.ts';
import type * as RecordReturns from '../features/refunds/record-returns.ts';
import { isOwnReturn, isRefundedInFull } from '../features/refunds/store/own-returns.ts';
import { subscriptionRules } from '../features/subscriptions/stop-declined.ts';
import type { Log } from '../platform/log/log.ts';
import type { PaymentMove, Telemetry } from '../platform/log/telemetry.ts';
import type { MoneyReturn } from '../providers/provider.ts';
import { settleSteps } from '../verbs/settle-steps.ts';
import type { Store } from './open-store.ts';

/**
 * What all verbs do alike with a payment: its end, with what every feature stores then, and the rules of refunds and subscriptions that
 * apply to it. Telemetry is informed of every change, and `onSettled` is called when a webhook is queued.
 */
export function paymentRules(
  { smtp, webhookRetrySeconds: [firstWaitSeconds] }: Config,
  { db, box, clock }: Store,
  log: Log,
  { onSettled, telemetry }: { onSettled: () => void; telemetry: Pick<Telemetry, 'paymentMoved'> },
) {
  const canSendReceipts = smtp !== null;
  const onMoved = (payment: Payment) => telemetry.paymentMoved(moveOf(payment), log);
  const steps = settleSteps({ clock, box, canSendNotices: canSendReceipts });
  const settling = { db, clock, steps, firstWaitSeconds, canSendReceipts };
  const settle: Settle = async (payment, outcome, details) => {
    const settled = await settlePayment(settling, payment, outcome, details);
    if (settled) {
      onMoved(settled);
      onSettled();
    }
    return settled;
  };
  return {
    settle,
    onMoved,
    subscriptions: subscriptionRules(db),
    isOwnReturn: (payment: Payment, item: MoneyReturn) => isOwnReturn(db, payment, item),
    recordReturns: async (...shown: Parameters<typeof RecordReturns.recordReturns>) =>
      (await import('../features/refunds/record-returns.ts')).recordReturns(...shown),
    onReturnReported: async (payment: Payment) =>
      (await import('../features/refunds/hasten-refunds.ts')).hastenRefunds(db, payment, Math.floor(clock())),
    isRefundedInFull: (payment: Payment) => isRefundedInFull(db, payment),
  };
}

/** The facts of a payment for telemetry, without personal data. */
function moveOf({ method, mode, status, failureReason, createdAtUs, finishedAtUs }: Payment): PaymentMove {
  const seconds = finishedAtUs === null ? undefined : (finishedAtUs - createdAtUs) / 1e6;
  return { method, mode, status, reason: failureReason ?? undefined, seconds };
}
