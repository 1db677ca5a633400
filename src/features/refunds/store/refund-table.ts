import { createHash } from 'node:crypto';
import type { Mode } from '../../../core/payment.ts';
import type { Refund } from '../../../core/refund.ts';
import { bigint, flag, tableOf, text } from '../../../database/table.ts';

/** How refunds are stored. */
export const REFUNDS = tableOf<Refund>('refunds', {
  id: text('id'),
  name: text('name'),
  kind: text('kind'),
  websiteId: text('website_id'),
  mode: text('mode'),
  paymentId: bigint('payment_id'),
  method: text('method'),
  amountMinor: bigint('amount_minor'),
  currency: text('currency'),
  isWhole: flag('is_whole'),
  reason: text('reason'),
  status: text('status'),
  failureReason: text('failure_reason'),
  requestedBy: text('requested_by'),
  approvedBy: text('approved_by'),
  providerRef: text('provider_ref'),
  word: text('word'),
  attempts: bigint('attempts'),
  askedAtUs: bigint('asked_at_us'),
  nextStepAtUs: bigint('next_step_at_us'),
  createdAtUs: bigint('created_at_us'),
  endedAtUs: bigint('ended_at_us'),
  payerId: text('payer_id'),
  payer: text('payer'),
  payingUntilUs: bigint('paying_until_us'),
});

/** The owner of a refund's name. */
export interface RefundOwner {
  readonly websiteId: string;
  readonly mode: Mode;
}

/** The id of the refund that a website calls `name` in a mode: always the same, whatever the store holds. */
export function refundIdOf({ websiteId, mode }: RefundOwner, name: string): string {
  return `rfd_${hashOf([websiteId, mode, name])}`;
}

/** The text that stands for these values in ids and names: always the same, 32 characters. */
export function hashOf(values: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32);
}
