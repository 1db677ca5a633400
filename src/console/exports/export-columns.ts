import { US_PER_DAY } from '../../core/durations.ts';
import { AUDIT_FIELDS } from '../../features/audit/audit.ts';
import { linkFields } from '../../features/links/link-json.ts';
import type { Discrepancy } from '../../features/payments/discrepancies/discrepancy.ts';
import { DISCREPANCY_FIELDS } from '../../features/payments/discrepancies/discrepancy-json.ts';
import { PAYOUT_FIELDS, PAYOUT_LINE_FIELDS } from '../../features/payouts/payout-json.ts';
import { RUN_FIELDS } from '../../features/reconciliation/run-json.ts';
import { EXPORTED_PAYMENT_FIELDS, EXPORTED_REFUND_FIELDS } from '../../features/refunds/refund-json.ts';
import { SUBSCRIPTION_FIELDS } from '../../features/subscriptions/subscription-json.ts';
import { DELIVERY_FIELDS } from '../../features/webhooks/delivery-json.ts';
import { columnsOf, type ExportColumns } from './export-values.ts';

// docs/exports.md explains every column.

export const PAYMENT_COLUMNS = columnsOf(EXPORTED_PAYMENT_FIELDS);
/** The columns of payment links. Whether a link can be paid is computed for one moment, in microseconds since 1970. */
export const linkColumns = (nowUs: number) => columnsOf(linkFields({ publicUrl: '', nowUs }));
export const DELIVERY_COLUMNS = columnsOf(DELIVERY_FIELDS);
/**
 * The columns of discrepancies. The age of an open discrepancy is computed for one moment, in microseconds since 1970.
 */
export const discrepancyColumns = (nowUs: number): ExportColumns<Discrepancy> => ({
  ...columnsOf(DISCREPANCY_FIELDS),
  days_open: ({ firstSeenAtUs, settledAtUs }) => Math.floor(((settledAtUs ?? nowUs) - firstSeenAtUs) / US_PER_DAY),
  refund: ({ refundId }) => refundId,
});
export const REFUND_COLUMNS = columnsOf(EXPORTED_REFUND_FIELDS);
export const PAYOUT_COLUMNS = columnsOf(PAYOUT_FIELDS);
export const PAYOUT_LINE_COLUMNS = columnsOf(PAYOUT_LINE_FIELDS);
export const RUN_COLUMNS = columnsOf(RUN_FIELDS);
export const RECURRING_COLUMNS = columnsOf(SUBSCRIPTION_FIELDS);
export const AUDIT_COLUMNS = columnsOf(AUDIT_FIELDS);
