import { US_PER_HOUR, US_PER_MINUTE } from '../../core/durations.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import type { Database } from '../../database/database.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError, refuseField } from '../../platform/operator-error.ts';
import { type ChangeMaker, recordChange } from '../audit/store/record-change.ts';
import { lastEntryUs } from '../ledger/store/postings.ts';
import { refuseCurrency } from '../payments/method-refusal.ts';
import { requireWebsite } from '../websites/require-website.ts';
import { feeFacts } from './fee-json.ts';
import type { FeeRule, FeeScope, FeeTerms } from './fee-rule.ts';
import { findFeeRule, insertFeeRule, lastFeeRule, lastRuleOf } from './store/fee-rules.ts';

/**
 * A new rule starts this long after it is set, or later: no transaction that completes a payment takes longer, so none of those that complete
 * under the rule can have missed it.
 */
const LEAD_US = 3 * US_PER_MINUTE;
/** A clock that was ahead by more than this was noticed: payments that it has completed do not delay a rule. */
const LONGEST_AHEAD_US = US_PER_HOUR;
const MAX_PERCENT_E3 = 100_000;
const MAX_AMOUNT_MINOR = 10_000_000_00;

/** A rule to set. Without `validFromUs` it starts as early as it may: in three minutes. */
export interface FeeByHand extends FeeScope, FeeTerms {
  readonly validFromUs?: number | undefined;
  /** The number of the website's last rule that the user saw: if it has a newer one, the rule is refused as a conflict. */
  readonly seen?: number | undefined;
}

/**
 * Sets what a provider charges for payments of a website that complete from a time on. Earlier payments keep their fees. A rule with the same
 * start replaces the earlier one. Throws OperatorError for terms outside of the bounds, a start in less than three minutes, gourdes-only methods in
 * dollars, and when another rule was set at the same moment.
 */
export async function setFee(
  { db, clock, actor }: ChangeMaker & { readonly db: Database },
  { validFromUs, seen, ...given }: FeeByHand,
): Promise<FeeRule> {
  const website = await requireWebsite(db, given.websiteId);
  const setAtUs = Math.floor(clock());
  refuseTerms(given);
  // Payments that completed while a clock was ahead have no fee by this rule either.
  const lastUs = (await lastEntryUs(db, { ...given, websiteId: website.id }, setAtUs + LONGEST_AHEAD_US)) ?? 0;
  const earliestUs = Math.max(setAtUs, lastUs) + LEAD_US;
  if (validFromUs !== undefined && validFromUs < earliestUs) {
    throw new OperatorError('invalid', 'valid_from', refusal('feeTooEarly', { time: formatTimestamp(earliestUs) }));
  }
  return db.transaction(async (tx) => {
    if (seen !== undefined && seen !== (await lastRuleOf(tx, website.id)))
      throw new OperatorError('conflict', 'number', refusal('feeChanged'));
    const starts = validFromUs ?? earliestUs;
    const rule = { ...given, number: (await lastFeeRule(tx)) + 1, validFromUs: starts, setAtUs, setBy: actor.name };
    const former = await findFeeRule(tx, given, starts);
    if (!(await insertFeeRule(tx, rule))) throw new OperatorError('conflict', 'number', refusal('feeChanged'));
    const { mode, method, currency } = rule;
    const subject = { kind: 'website', id: website.id } as const;
    const after = { mode, payment_method: method, currency, ...feeFacts(rule), valid_from: formatTimestamp(starts) };
    const before = former ? feeFacts(former) : null;
    await recordChange(tx, { actor, clock }, { action: 'fee.set', subject, websiteId: website.id, before, after });
    return rule;
  });
}

function refuseTerms({ percentE3, fixedMinor, minimumMinor, method, currency }: FeeByHand): void {
  const isAmount = (minor: number) => Number.isInteger(minor) && minor >= 0 && minor <= MAX_AMOUNT_MINOR;
  const isPercent = Number.isInteger(percentE3) && percentE3 >= 0 && percentE3 <= MAX_PERCENT_E3;
  refuseField('percent', isPercent ? undefined : refusal('feePercent'));
  refuseField('fixed', isAmount(fixedMinor) ? undefined : refusal('feeAmount'));
  refuseField('minimum', isAmount(minimumMinor) ? undefined : refusal('feeAmount'));
  refuseCurrency(method, currency);
}
