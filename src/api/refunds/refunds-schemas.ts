import { DISPUTE_STATES } from '../../core/dispute.ts';
import { CURRENCIES } from '../../core/money.ts';
import { PAYMENT_METHODS } from '../../core/payment.ts';
import { REFUND_FAILURES, REFUND_KINDS, REFUND_STATUSES } from '../../core/refund.ts';
import { REFUND_EVENT_KINDS } from '../../features/webhooks/event.ts';
import {
  documented,
  integer,
  nullable,
  number,
  object,
  oneOf,
  optional,
  ref,
  string,
  type ValueOf,
} from '../schemas/json-schema.ts';
import { MAX_ID, Timestamp } from '../schemas/payments.ts';

const TransactionId = string({
  ...documented({ maxLength: MAX_ID }),
  description: 'The transaction id of the completed payment.',
  examples: ['915840412345678'],
});

/** The fields of a request for a refund. Unknown fields are ignored, null means "not given"; the verb checks the values. */
export const RequestRefund = object(
  {
    transaction_id: TransactionId,
    amount: optional(
      number({
        ...documented({ minimum: 0.01, multipleOf: 0.01 }),
        description:
          'In the currency in which the customer was charged. When absent, everything that has not been refunded yet is refunded.',
        examples: [250],
      }),
    ),
    reason: optional(
      string({ ...documented({ maxLength: 255 }), description: 'For your records.', examples: ['out of stock'] }),
    ),
  },
  { $id: 'RequestRefund' },
);
export type RequestRefundBody = ValueOf<typeof RequestRefund>;

/** A refund as the API shows it. */
export const Refund = object(
  {
    refund_id: string({
      maxLength: MAX_ID,
      description: 'The id that you chose; of an external refund, the gateway.',
      examples: ['order-1042-refund'],
    }),
    transaction_id: string({ maxLength: 16, examples: ['915840412345678'] }),
    payment_method: oneOf(PAYMENT_METHODS),
    amount: string({ pattern: '^[0-9]+\\.[0-9]{2}$', maxLength: 20, examples: ['250.00'] }),
    currency: oneOf(CURRENCIES),
    reason: nullable(string({ maxLength: 255 })),
    status: oneOf(REFUND_STATUSES, {
      description:
        'Money has been returned only when it is `succeeded`. `failed`: it is proven that no money moved. `unknown`: the ' +
        'gateway searches the provider records. `manual`: the operator pays by hand. `reversed`: the money came back after the success.',
    }),
    failure_reason: nullable(oneOf(REFUND_FAILURES)),
    provider_ref: nullable(string({ maxLength: 255 }), {
      description: "The provider's number of the refund, or of the wallet transaction that paid it.",
    }),
    created_at: Timestamp,
    ended_at: nullable(Timestamp),
    kind: oneOf(REFUND_KINDS, {
      description:
        '`gateway`: requested through this gateway. `external`: made in the portal of the provider, and found in its records. The gateway ' +
        'chooses the `refund_id` of an external refund, and sends no webhook about it.',
    }),
  },
  { $id: 'Refund', additionalProperties: false, description: "A refund of the key's website and mode." },
);

/** The event of a refund in the sandbox feed. */
export const RefundEvent = object(
  {
    id: string({
      pattern: '^evt_rfd_[0-9a-f]{32}_(succeeded|failed|reversed)$',
      maxLength: 50,
      examples: ['evt_rfd_6d1f0a5b7c2e4d3f8a9b0c1d2e3f4a5b_succeeded'],
    }),
    event: oneOf(REFUND_EVENT_KINDS),
    created_at: Timestamp,
    data: ref('Refund'),
  },
  { $id: 'RefundEvent', additionalProperties: false },
);

export const RefundParams = object({
  refund_id: string({
    ...documented({ pattern: '^[A-Za-z0-9_-]{1,64}$', maxLength: MAX_ID }),
    description: 'Your name for the refund. Requests with the same name are one refund.',
    examples: ['order-1042-refund'],
  }),
});
export type RefundParams = ValueOf<typeof RefundParams>;

export const RefundsQuery = object({
  transaction_id: optional({ ...TransactionId, description: 'Only refunds of this payment.' }),
  status: optional(oneOf(REFUND_STATUSES, { description: 'Only refunds with this status.', examples: ['succeeded'] })),
  kind: optional(oneOf(REFUND_KINDS, { description: 'Only refunds of this kind.', examples: ['gateway'] })),
  per_page: optional(
    integer({ minimum: 1, maximum: 100, default: 20, description: 'Refunds on a page.', examples: [20] }),
  ),
  cursor: optional(
    string({
      ...documented({ maxLength: MAX_ID }),
      description: 'Empty for the first page, then the `next_cursor` of the previous response.',
      examples: [''],
    }),
  ),
});
export type RefundsQuery = ValueOf<typeof RefundsQuery>;

/** A dispute as the API shows it. */
export const Dispute = object(
  {
    dispute_id: string({ maxLength: MAX_ID, examples: ['dsp_4f7Kq2mZ8RtY1bXc9dLw'] }),
    transaction_id: string({ maxLength: 16, examples: ['915840412345678'] }),
    payment_method: oneOf(PAYMENT_METHODS),
    amount: string({ pattern: '^[0-9]+\\.[0-9]{2}$', maxLength: 20, examples: ['250.00'] }),
    currency: oneOf(CURRENCIES),
    reason: nullable(string({ maxLength: 200 }), { description: 'Why, as the provider names it.' }),
    status: oneOf(DISPUTE_STATES, {
      description:
        '`opened`: the customer’s bank holds the money until it decides. `won`: the money is back. `lost`: the customer has it; the provider ' +
        'can still reverse the decision, and the dispute is then `won`.',
    }),
    provider_ref: string({ maxLength: 255, description: "The provider's number of the dispute." }),
    opened_at: Timestamp,
    evidence_due_at: nullable(Timestamp, {
      description: 'Until when evidence is to be sent. Null when none is due, for example because the bank has it.',
    }),
    decided_at: nullable(Timestamp, { description: 'When the gateway learned of the decision.' }),
    created_at: { ...Timestamp, description: 'When the gateway found the dispute.' },
  },
  { $id: 'Dispute', additionalProperties: false, description: "A dispute of a payment of the key's website and mode." },
);

export const DisputesQuery = object({
  transaction_id: optional({ ...TransactionId, description: 'Only disputes of this payment.' }),
  status: optional(oneOf(DISPUTE_STATES, { description: 'Only disputes with this status.', examples: ['opened'] })),
  per_page: optional(
    integer({ minimum: 1, maximum: 100, default: 20, description: 'Disputes on a page.', examples: [20] }),
  ),
  cursor: optional(
    string({
      ...documented({ maxLength: MAX_ID }),
      description: 'Empty for the first page, then the `next_cursor` of the previous response.',
      examples: [''],
    }),
  ),
});
export type DisputesQuery = ValueOf<typeof DisputesQuery>;

/** The cursor of the next page. */
export const RefundCursor = nullable(string({ maxLength: MAX_ID }), { description: 'Null on the last page.' });
