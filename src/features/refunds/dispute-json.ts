import type { Dispute } from '../../core/dispute.ts';
import { type Fields, fieldsJson } from '../../core/fields.ts';

/** The fields of disputes. */
export const DISPUTE_FIELDS = {
  dispute_id: { text: 'id' },
  website_id: { text: 'websiteId' },
  mode: { text: 'mode' },
  transaction_id: { text: ({ paymentId }) => String(paymentId) },
  payment_method: { text: 'method' },
  amount: { minor: 'amountMinor' },
  currency: { text: 'currency' },
  reason: { text: 'reason' },
  status: { text: 'state' },
  provider_ref: { text: 'providerRef' },
  opened_at: { time: 'openedAtUs' },
  evidence_due_at: { time: 'evidenceDueAtUs' },
  decided_at: { time: 'decidedAtUs' },
  created_at: { time: 'createdAtUs' },
} satisfies Fields<Dispute>;

/** A dispute as JSON for operators. */
export function disputeJson(dispute: Dispute): Record<string, unknown> {
  return fieldsJson(DISPUTE_FIELDS, dispute);
}

/** A dispute as merchants' servers see it: the website and the mode are those of the key. */
export function merchantDisputeJson(dispute: Dispute): Record<string, unknown> {
  const { website_id: _website, mode: _mode, ...json } = disputeJson(dispute);
  return json;
}
