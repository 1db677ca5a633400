import { type Discrepancy, transactionIdOf } from '../../../core/discrepancy.ts';
import { formatAmount } from '../../../core/money.ts';
import { formatTimestamp, momentOf } from '../../../core/timestamps.ts';

/** A discrepancy as JSON for operators. */
export function discrepancyJson(discrepancy: Discrepancy): Record<string, unknown> {
  const { expected, reported } = discrepancy;
  return {
    id: discrepancy.id,
    kind: discrepancy.kind,
    method: discrepancy.method,
    transaction_id: transactionIdOf(discrepancy),
    provider_ref: discrepancy.providerRef,
    payment: expected && {
      status: expected.status,
      amount: formatAmount(expected.amountMinor),
      currency: expected.currency,
    },
    reported: reported && { amount: formatAmount(reported.amountMinor), currency: reported.currency },
    word: discrepancy.word ?? null,
    may_be_archived: discrepancy.kind === 'unknown_payment' ? discrepancy.mayBeArchived : null,
    times_seen: discrepancy.timesSeen,
    first_seen_at: formatTimestamp(discrepancy.firstSeenAtUs),
    last_seen_at: formatTimestamp(discrepancy.lastSeenAtUs),
    settled_at: momentOf(discrepancy.settledAtUs),
    note: discrepancy.note,
  };
}
