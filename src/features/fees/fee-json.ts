import { type Fields, fieldsJson } from '../../core/fields.ts';
import { formatAmount, formatPercent } from '../../core/money.ts';
import type { AuditFacts } from '../audit/audit.ts';
import type { FeeRule } from './fee-rule.ts';

/** The fields of a fee rule. */
export const FEE_FIELDS = {
  number: { count: 'number' },
  website_id: { text: 'websiteId' },
  mode: { text: 'mode' },
  payment_method: { text: 'method' },
  currency: { text: 'currency' },
  percent: { text: ({ percentE3 }) => formatPercent(percentE3) },
  fixed: { minor: 'fixedMinor' },
  minimum: { minor: 'minimumMinor' },
  valid_from: { time: 'validFromUs' },
  set_at: { time: 'setAtUs' },
  set_by: { text: 'setBy' },
} satisfies Fields<FeeRule>;

/** A fee rule as JSON for operators. */
export function feeJson(rule: FeeRule): Record<string, unknown> {
  return fieldsJson(FEE_FIELDS, rule);
}

/** The terms of a rule as the audit log stores them. */
export function feeFacts({ percentE3, fixedMinor, minimumMinor, currency }: FeeRule): AuditFacts {
  return {
    percent: formatPercent(percentE3),
    fixed: `${formatAmount(fixedMinor)} ${currency}`,
    minimum: `${formatAmount(minimumMinor)} ${currency}`,
  };
}
