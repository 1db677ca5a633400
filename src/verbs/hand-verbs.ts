import type { Actor } from '../core/actor.ts';
import type { CheckDeps } from '../features/payments/check-due-payments.ts';
import type { CreatePaymentDeps } from '../features/payments/create-payment.ts';
import type { ReconcileLine, ReconcileRange } from '../features/reconciliation/reconcile.ts';
import type { Log } from '../platform/log/log.ts';
import { wiring } from './wiring.ts';

/** The dependencies of the functions that people call. */
export type HandParts = CheckDeps &
  Omit<CreatePaymentDeps, 'store'> & {
    /** The actor of manual actions. */
    readonly actor: Actor;
  };

export type HandVerbs = ReturnType<typeof handVerbs>;

/** Functions for payments that people call, and that the audit log records. Loaded on first use. */
export function handVerbs(parts: HandParts) {
  const wired = wiring(parts);
  return {
    /** Creates a test payment by hand, with a chosen key. */
    createTest: wired(async () => (await import('../features/payments/create-test-payment.ts')).createTestPayment),
    finishTest: wired(async () => (await import('../features/payments/finish-test-payment.ts')).finishTestPayment),
    /** Verifies a payment with its provider on the request of an operator or a merchant's user. */
    verifyByHand: wired(async () => (await import('../features/payments/verify-payment.ts')).verifyByHand),
    addNote: wired(async () => (await import('../features/payments/history/add-note.ts')).addNote),
    /** Queues a completed payment's receipt on the request of an operator or a merchant's user. */
    mailReceipt: wired(async () => (await import('../features/payments/request-receipt.ts')).mailReceipt),
    /** Cancels a checkout session on the request of an operator or a merchant's user. */
    cancelSessionByHand: wired(async () => (await import('../features/checkout/cancel-session.ts')).cancelByHand),
    async *reconcile(range: ReconcileRange, log: Log): AsyncGenerator<ReconcileLine, void, void> {
      yield* (await import('../features/reconciliation/reconcile.ts')).reconcile(parts, range, log);
    },
    /** Requests a reconciliation in the background, one run at a time. */
    startReconcile: wired(async () => (await import('../features/reconciliation/reconcile-runs.ts')).startReconcile),
    stopReconcile: wired(async () => (await import('../features/reconciliation/reconcile-runs.ts')).stopReconcile),
  };
}
