import { AUDIT_FIELDS } from '../../features/audit/audit.ts';
import { DISCREPANCY_FIELDS } from '../../features/payments/discrepancies/discrepancy-json.ts';
import { PAYMENT_FIELDS } from '../../features/payments/payment-json.ts';
import { PAYOUT_FIELDS, PAYOUT_LINE_FIELDS } from '../../features/payouts/payout-json.ts';
import { DISPUTE_FIELDS } from '../../features/refunds/dispute-json.ts';
import { EXPORTED_PAYMENT_FIELDS, EXPORTED_REFUND_FIELDS } from '../../features/refunds/refund-json.ts';
import { SUBSCRIPTION_FIELDS } from '../../features/subscriptions/subscription-json.ts';
import { DELIVERY_FIELDS } from '../../features/webhooks/delivery-json.ts';

// The fields of lists as exports and pages show them. docs/exports.md explains every column.

export const PAYMENTS = {
  list: 'payments',
  fields: PAYMENT_FIELDS,
  notOnPage: ['failure_reason'],
  /** With the sum of the refunds. */
  exported: EXPORTED_PAYMENT_FIELDS,
} as const;

export const REFUNDS = { list: 'refunds', fields: EXPORTED_REFUND_FIELDS } as const;

export const DISPUTES = { list: 'disputes', fields: DISPUTE_FIELDS } as const;

export const PAYOUTS = { list: 'payouts', fields: PAYOUT_FIELDS, notOnPage: ['currency'] } as const;

export const PAYOUT_LINES = { list: 'payout_lines', fields: PAYOUT_LINE_FIELDS } as const;

export const DELIVERIES = {
  list: 'deliveries',
  fields: DELIVERY_FIELDS,
  notOnPage: ['id', 'transaction_id', 'last_error', 'last_status_code', 'created_at'],
} as const;

export const SUBSCRIPTIONS = {
  list: 'recurring',
  fields: SUBSCRIPTION_FIELDS,
  notOnPage: ['id', 'key_id', 'reference', 'created_at', 'test_clock', 'periods_left_out'],
} as const;

export const DISCREPANCIES = {
  list: 'discrepancies',
  fields: DISCREPANCY_FIELDS,
  notOnPage: ['id', 'kind', 'transaction_id', 'refund'],
} as const;

export const AUDIT = {
  list: 'audit',
  fields: AUDIT_FIELDS,
  notOnPage: ['position', 'actor_kind', 'actor_id'],
} as const;
