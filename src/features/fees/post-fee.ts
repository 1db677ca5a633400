import type { SettleStep } from '../payments/settle-payment.ts';
import { feeEntry } from './fee-rule.ts';
import { APPLIED_RULE, readAppliedRule } from './store/fee-rules.ts';

/** Posts the fee of a payment when it completes, by the rule of that moment. Without a rule, nothing is posted. */
export function postFee(): SettleStep {
  return {
    columns: [APPLIED_RULE],
    entriesOf(settled, row) {
      if (settled.status !== 'completed') return [];
      const rule = readAppliedRule(row);
      const entry = rule && feeEntry(rule, settled);
      return entry ? [entry] : [];
    },
  };
}
