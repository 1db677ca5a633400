import { CompletionRefused, type SettleStep } from '../payments/settle-payment.ts';
import { settleSessionPayment } from './store/sessions.ts';

/**
 * When a payment of a session becomes final, records its outcome. A payment does not complete if another payment has
 * paid the session. Does nothing for other payments.
 */
export function settleSession(): SettleStep {
  return {
    async onFinal(tx, settled) {
      if (!(await settleSessionPayment(tx, settled))) throw new CompletionRefused();
    },
  };
}
