import { CURRENCIES } from '../../core/money.ts';
import { FAILURE_REASONS, PAYMENT_METHODS, PAYMENT_STATUSES, RECURRING_INTERVALS } from '../../core/payment.ts';
import {
  boolean,
  documented,
  integer,
  literal,
  nullable,
  number,
  object,
  oneOf,
  optional,
  ref,
  string,
  type ValueOf,
} from './json-schema.ts';

/** The limits of ids, cursors and addresses in characters. */
export const MAX_ID = 64;
export const MAX_URL = 2048;

/** An amount in a response. */
export const AMOUNT_TEXT = { pattern: '^[0-9]+\\.[0-9]{2}$', maxLength: 20, examples: ['500.00'] };

/** The size limit of a body, which is also the limit of texts without their own limit. */
const BODY_TEXT = 65_536;
/** Providers' values are short tokens, far below this. */
const TOKEN_TEXT = 255;

const TRANSACTION_ID = { pattern: '^[1-9][0-9]{14,15}$', maxLength: 16 };

const TransactionId = string({
  ...TRANSACTION_ID,
  description: 'Numeric string of 15 or 16 digits.',
  examples: ['915840412345678'],
});
const AmountText = string({
  ...AMOUNT_TEXT,
  description: 'Decimal string with two decimals, in the main currency unit. Parse it as a decimal, not as a float.',
});
export const Timestamp = string({
  format: 'date-time',
  maxLength: 27,
  description: 'ISO 8601 in UTC with microseconds and a trailing Z.',
  examples: ['2026-11-21T14:05:09.123456Z'],
});
const CurrencyCode = oneOf(CURRENCIES, { description: 'HTG (gourdes) or USD.', examples: ['HTG'] });
const Method = oneOf(PAYMENT_METHODS, { description: 'How the customer pays.', examples: ['moncash'] });
const Status = oneOf(PAYMENT_STATUSES, {
  description: 'Use this to decide what to do. `completed` and `failed` are final.',
  examples: ['completed'],
});

/** Why a payment failed. */
export const FailureReason = oneOf(FAILURE_REASONS, { description: 'A short code, set when the payment has failed.' });

/** The Payment of reads, lists, webhooks and events: exactly these fields. Their values depend on its status: payment-kinds.ts. */
export const PaymentFields = object(
  {
    transaction_id: TransactionId,
    amount: AmountText,
    currency: CurrencyCode,
    status: Status,
    payment_method: Method,
    reference: nullable(string({ maxLength: 255, description: "The merchant's own order identifier. Not unique." })),
    description: nullable(string({ maxLength: 500 })),
    customer: object(
      {
        name: nullable(string({ maxLength: 255 })),
        email: nullable(string({ maxLength: BODY_TEXT })),
        phone: nullable(string({ maxLength: 20 })),
      },
      { additionalProperties: false, description: 'The customer, as sent by the merchant.' },
    ),
    created_at: Timestamp,
    completed_at: nullable(Timestamp, {
      description: 'When the payment was completed; null unless `completed`.',
    }),
    failed_at: nullable(Timestamp, { description: 'When the payment failed; null unless `failed`.' }),
    failure_reason: nullable(FailureReason),
    metadata: nullable(
      object({}, { additionalProperties: true, description: "The merchant's data, exactly as sent." }),
    ),
  },
  { additionalProperties: false },
);

/**
 * The fields of a create request, as they are validated. Unknown fields are ignored, null means "not given". How the members depend on
 * `payment_method` is in payment-kinds.ts for the document; the route checks it, with messages that name the field.
 */
export const CreatePayment = object({
  amount: number({
    minimum: 1,
    // Not validated, because floating point is unreliable here: the route reads the digits.
    ...documented({ multipleOf: 0.01 }),
    description:
      'In the main currency unit: 500 is 500 gourdes. At most two decimals; each method has its own limits. A validator that ' +
      'divides in floating point needs a tolerance for `multipleOf`.',
    examples: [500],
  }),
  currency: CurrencyCode,
  payment_method: Method,
  customer_name: string({
    minLength: 1,
    maxLength: 255,
    description: 'Stored exactly as sent.',
    examples: ['Marie Joseph'],
  }),
  customer_email: optional(
    string({ format: 'email', ...documented({ maxLength: BODY_TEXT }), examples: ['marie@example.com'] }),
  ),
  customer_phone: optional(string({ maxLength: 20, examples: ['+509 37 00 0001'] })),
  reference: optional(
    string({ maxLength: 255, description: 'Your own order identifier. Not unique.', examples: ['order-1042'] }),
  ),
  description: optional(string({ maxLength: 500, examples: ['Two bags of coffee'] })),
  metadata: optional(
    object({}, { additionalProperties: true, description: 'Returned unchanged in reads and webhooks.' }),
  ),
  recurring: optional(
    boolean({ description: '`lakaypay_card` only. Requires `recurring_interval`.', examples: [false] }),
  ),
  recurring_interval: optional(
    oneOf(RECURRING_INTERVALS, {
      description: 'Required when `recurring` is true, rejected otherwise.',
      examples: ['monthly'],
    }),
  ),
  recurring_interval_count: optional(
    integer({ minimum: 1, maximum: 12, description: 'The number of intervals between two charges; 1 when absent.' }),
  ),
});
export type CreatePaymentBody = ValueOf<typeof CreatePayment>;

export const Conversion = object(
  {
    original_amount: number({ description: 'The amount of the request, in dollars.' }),
    original_currency: literal('USD'),
    exchange_rate: number({ description: 'Gourdes per dollar.' }),
    charged_amount: number({ description: 'The amount the customer is charged, in gourdes.' }),
    charged_currency: literal('HTG'),
  },
  { $id: 'Conversion', additionalProperties: false, description: 'Present when a USD amount was converted to HTG.' },
);

/** The response to a creation. Which optional members it has depends on the method: payment-kinds.ts. */
export const CreatedFields = object(
  {
    success: literal(true),
    transaction_id: TransactionId,
    amount: AmountText,
    currency: CurrencyCode,
    status: oneOf(['processing', 'requires_payment_method'], {
      description: '`processing`; for `card` it is `requires_payment_method`, and reads return `pending` instead.',
    }),
    created_at: Timestamp,
    payment_url: optional(
      string({
        format: 'uri',
        maxLength: 2048,
        description: "The page to redirect the customer's browser to. Absent for `card`.",
      }),
    ),
    conversion: optional(ref('Conversion')),
    natcash_reference: optional(string({ maxLength: TOKEN_TEXT, description: '`natcash` only.' })),
    client_secret: optional(string({ maxLength: TOKEN_TEXT, description: '`card` only: pass it to the card widget.' })),
    publishable_key: optional(
      string({ maxLength: TOKEN_TEXT, description: '`card` only: pass it to the card widget.' }),
    ),
    payment_intent_id: optional(string({ maxLength: TOKEN_TEXT, description: '`card` only.' })),
  },
  { additionalProperties: false },
);

export const Pagination = object(
  {
    current_page: integer(),
    per_page: integer(),
    total: integer({ description: 'The number of payments that match the filters, on all pages.' }),
    last_page: integer({ description: 'At least 1.' }),
  },
  { $id: 'Pagination', additionalProperties: false },
);

/** The position after which a list or the feed continues. */
export const CursorText = string({
  maxLength: 128,
  pattern: '^[A-Za-z0-9_-]+$',
  examples: ['MS53ZWJfNGY3S3EybVo4UnRZMWJYYy4x'],
});

export const ListQuery = object({
  status: optional(Status),
  payment_method: optional(Method),
  reference: optional(
    string({
      maxLength: 255,
      description: 'Payments with exactly this reference.',
      examples: ['order-1042'],
    }),
  ),
  from_date: optional(
    string({
      format: 'date',
      ...documented({ maxLength: 10 }),
      description: 'UTC day, inclusive: YYYY-MM-DD.',
      examples: ['2026-11-01'],
    }),
  ),
  to_date: optional(
    string({
      format: 'date',
      ...documented({ maxLength: 10 }),
      description: 'UTC day, inclusive: YYYY-MM-DD.',
      examples: ['2026-11-30'],
    }),
  ),
  per_page: optional(
    integer({ minimum: 1, maximum: 100, default: 20, description: 'Payments per page.', examples: [20] }),
  ),
  page: optional(
    integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 1,
      description: 'The page number, from 1. A page past the last is empty.',
      examples: [1],
    }),
  ),
  cursor: optional(
    string({
      ...documented({ maxLength: 128, pattern: '^[A-Za-z0-9_-]*$' }),
      description:
        'Use instead of `page`: empty for the first page, then the `next_cursor` of the previous response, with the same filters.',
      examples: [''],
    }),
  ),
});
export type ListQuery = ValueOf<typeof ListQuery>;

export const PaymentParams = object({
  transaction_id: string({
    ...documented(TRANSACTION_ID),
    description: 'The numeric string in the create response.',
    examples: ['915840412345678'],
  }),
});
export type PaymentParams = ValueOf<typeof PaymentParams>;

export const Verification = object(
  {
    transaction_id: TransactionId,
    status: Status,
    verified_at: Timestamp,
    provider_response: object(
      {},
      { additionalProperties: true, description: "The provider's own data: do not use it in your code's decisions." },
    ),
  },
  { $id: 'Verification', additionalProperties: false },
);

export const FailPayment = object(
  {
    failure_reason: optional(oneOf(FAILURE_REASONS, { default: 'declined', description: 'The failure reason.' })),
  },
  { $id: 'FailPayment' },
);
export type FailPaymentBody = ValueOf<typeof FailPayment>;
