import type { PaymentMethod } from '../core/payment.ts';
import { type CheckDeps, checkDuePayments } from '../features/payments/check-due-payments.ts';
import { checkLatePayments } from '../features/payments/check-late-payments.ts';
import { fillOlderLedger, fillPaymentTerms } from '../features/payments/fill-payment-terms.ts';
import type { CheckLane } from '../features/payments/store/claim-due-payments.ts';
import { hasOpenRun } from '../features/reconciliation/store/reconcile-runs.ts';
import type { Log } from '../platform/log/log.ts';
import type { HandParts } from './hand-verbs.ts';

/** Functions for payments that the background jobs call. Each does one round, and says whether more is waiting. */
export function jobVerbs(parts: CheckDeps & HandParts) {
  return {
    /** One round of checking a lane's open payments. */
    checkDue: (lane: CheckLane) => checkDuePayments(parts, lane),
    /** One round of checking a method's failed live payments. */
    checkLate: (method: PaymentMethod) => checkLatePayments(parts, method),
    /** Adds search terms to one batch of older payments. */
    fillTerms: () => fillPaymentTerms(parts),
    /** Posts one batch of older payments in the ledger. */
    fillLedger: () => fillOlderLedger(parts),
    /** Executes the waiting reconciliation run, if there is one. */
    async runReconcile(log: Log, isStopping: () => boolean): Promise<{ isMoreWaiting: boolean }> {
      if (!(await hasOpenRun(parts.db))) return { isMoreWaiting: false };
      return (await import('../features/reconciliation/reconcile-runs.ts')).runReconcile(parts, log, isStopping);
    },
  };
}
