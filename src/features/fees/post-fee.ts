import type { SettleStep } from '../payments/settle-payment.ts';
import { feeEntry } from './fee-rule.ts';
import { findFeeRule } from './store/fee-rules.ts';

/** Posts the fee of a payment when it completes, by the rule of that moment. Without a rule, nothing is posted. */
export function postFee(): SettleStep {
  return {
    async entriesOf(tx, settled) {
      if (settled.status !== 'completed' || settled.finishedAtUs === null) return [];
      const rule = await findFeeRule(tx, settled, settled.finishedAtUs);
      const entry = rule && feeEntry(rule, settled);
      return entry ? [entry] : [];
    },
  };
}
