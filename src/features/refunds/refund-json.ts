import { type Fields, fieldsJson } from '../../core/fields.ts';
import { formatAmount } from '../../core/money.ts';
import type { Payment } from '../../core/payment.ts';
import type { Refund } from '../../core/refund.ts';
import type { AuditFacts } from '../audit/audit.ts';
import { PAYMENT_FIELDS } from '../payments/payment-json.ts';

/** The fields of refunds. Merchants' servers get those of `MERCHANT_FIELDS`. */
export const REFUND_FIELDS: Fields<Refund> = {
  id: { text: 'id' },
  refund_id: { text: 'name' },
  website_id: { text: 'websiteId' },
  mode: { text: 'mode' },
  transaction_id: { text: ({ paymentId }) => String(paymentId) },
  payment_method: { text: 'method' },
  amount: { minor: 'amountMinor' },
  currency: { text: 'currency' },
  reason: { text: 'reason' },
  status: { text: 'status' },
  failure_reason: { text: 'failureReason' },
  requested_by: { text: 'requestedBy' },
  approved_by: { text: 'approvedBy' },
  provider_ref: { text: 'providerRef' },
  word: { text: 'word' },
  payer: { text: 'payer' },
  paying_until: { time: 'payingUntilUs' },
  attempts: { count: 'attempts' },
  asked_at: { time: 'askedAtUs' },
  created_at: { time: 'createdAtUs' },
  ended_at: { time: 'endedAtUs' },
  kind: { text: 'kind' },
};

/** A payment as exports show it. */
export interface ExportedPayment extends Payment {
  /** What its succeeded refunds have returned, in minor units of its currency. */
  readonly refundedMinor: number;
}

/** The fields of exported payments. */
export const EXPORTED_PAYMENT_FIELDS: Fields<ExportedPayment> = {
  ...PAYMENT_FIELDS,
  refunded: { minor: 'refundedMinor', in: ['csv'] },
};

/** A refund as JSON for operators. */
export function refundJson(refund: Refund): Record<string, unknown> {
  return fieldsJson(REFUND_FIELDS, refund);
}

const MERCHANT_FIELDS = [
  'refund_id',
  'transaction_id',
  'payment_method',
  'amount',
  'currency',
  'reason',
  'status',
  'failure_reason',
  'provider_ref',
  'created_at',
  'ended_at',
  'kind',
] as const;

const EXPORTED_BESIDES = ['id', 'website_id', 'mode'];

function isForMerchants(name: string): boolean {
  return MERCHANT_FIELDS.some((each) => each === name);
}

/** A refund as merchants' servers see it: without the people who handled it. */
export function merchantRefundJson(refund: Refund): Record<string, unknown> {
  const json = refundJson(refund);
  return Object.fromEntries(MERCHANT_FIELDS.map((name) => [name, json[name]]));
}

/** The fields of an export: a merchant's users export their refunds too. */
export const EXPORTED_REFUND_FIELDS: Fields<Refund> = Object.fromEntries(
  Object.entries(REFUND_FIELDS).filter(([name]) => EXPORTED_BESIDES.includes(name) || isForMerchants(name)),
);

/** A refund as the audit log stores it. */
export function refundFacts({ name, paymentId, amountMinor, currency, status, providerRef }: Refund): AuditFacts {
  return {
    refund_id: name,
    transaction_id: String(paymentId),
    amount: `${formatAmount(amountMinor)} ${currency}`,
    status,
    ...(providerRef !== null && { provider_ref: providerRef }),
  };
}
