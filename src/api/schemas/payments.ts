import { type Static, Type } from 'typebox';
import { CURRENCIES } from '../../domain/money.ts';
import { FAILURE_REASONS, PAYMENT_METHODS, PAYMENT_STATUSES, RECURRING_INTERVALS } from '../../domain/payment.ts';
import { documented } from './documented.ts';

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);

/** A body holds no more, and nothing else bounds a text that has no limit of its own. */
const BODY_TEXT = 65_536;
/** What the values of providers, short tokens all, stay far below. */
const TOKEN_TEXT = 255;

const TRANSACTION_ID = { pattern: '^[1-9][0-9]{14,15}$', maxLength: 16 };

const TransactionId = Type.String({
  ...TRANSACTION_ID,
  description: 'Numeric string of 15 or 16 digits.',
  examples: ['915840412345678'],
});
const AmountText = Type.String({
  pattern: '^[0-9]+\\.[0-9]{2}$',
  maxLength: 20,
  description: 'Decimal string with two decimals in the real currency unit. Parse it as a decimal, not as a float.',
  examples: ['500.00'],
});
export const Timestamp = Type.String({
  format: 'date-time',
  maxLength: 27,
  description: 'ISO 8601 in UTC with microseconds and a trailing Z.',
  examples: ['2026-11-21T14:05:09.123456Z'],
});
const CurrencyCode = Type.Enum([...CURRENCIES], { description: 'HTG (gourdes) or USD.', examples: ['HTG'] });
const Method = Type.Enum([...PAYMENT_METHODS], { description: 'How the customer pays.', examples: ['moncash'] });
const Status = Type.Enum([...PAYMENT_STATUSES], {
  description: 'Branch your logic on this. `completed` and `failed` are final.',
  examples: ['completed'],
});

/** The Payment of reads, lists, webhooks and events: exactly these fields. */
export const Payment = Type.Object(
  {
    transaction_id: TransactionId,
    amount: AmountText,
    currency: CurrencyCode,
    status: Status,
    payment_method: Method,
    reference: Nullable(
      Type.String({ maxLength: 255, description: "The merchant's own order identifier. Not unique." }),
    ),
    description: Nullable(Type.String({ maxLength: 500 })),
    customer: Type.Object(
      {
        name: Nullable(Type.String({ maxLength: 255 })),
        email: Nullable(Type.String({ maxLength: BODY_TEXT })),
        phone: Nullable(Type.String({ maxLength: 20 })),
      },
      { additionalProperties: false, description: 'Who pays, as the merchant sent it.' },
    ),
    created_at: Timestamp,
    completed_at: Type.Union([Timestamp, Type.Null()], {
      description: 'When it was paid; null unless it is `completed`.',
    }),
    failed_at: Type.Union([Timestamp, Type.Null()], { description: 'When it failed; null unless it is `failed`.' }),
    failure_reason: Nullable(
      Type.Enum([...FAILURE_REASONS], { description: 'A short code, set when the payment failed.' }),
    ),
    metadata: Nullable(
      Type.Object({}, { additionalProperties: true, description: "The merchant's data, as it was sent." }),
    ),
  },
  { $id: 'Payment', additionalProperties: false },
);

/** A schema for those in which a member is not null, which is the same as not given. */
const whenGiven = (name: string, then: object) => ({ if: { properties: { [name]: { not: { type: 'null' } } } }, then });
const onlyForRecurring = {
  required: ['recurring'],
  properties: { recurring: { const: true }, payment_method: { const: 'lakaypay_card' } },
};
/** How the members for recurring payments depend on each other. The route says the same, in words that name the field. */
const RECURRING_RULES = {
  recurring: whenGiven('recurring', {
    properties: { payment_method: { const: 'lakaypay_card' } },
    if: { properties: { recurring: { const: true } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['recurring_interval'], properties: { recurring_interval: { type: 'string' } } },
  }),
  recurring_interval: whenGiven('recurring_interval', onlyForRecurring),
  recurring_interval_count: whenGiven('recurring_interval_count', onlyForRecurring),
};

/** What a create request may hold. Unknown fields are ignored, null means "not given". */
export const CreatePayment = Type.Object(
  {
    amount: Type.Number({
      minimum: 1,
      // Doubtful in floating point: the route reads the digits.
      ...documented({ multipleOf: 0.01 }),
      description:
        'In the real currency unit: 500 is 500 gourdes. At most two decimals; each method has limits of its own. A validator that ' +
        'divides in floating point needs a tolerance for `multipleOf`.',
      examples: [500],
    }),
    currency: CurrencyCode,
    payment_method: Method,
    customer_name: Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Stored as sent.',
      examples: ['Marie Joseph'],
    }),
    customer_email: Type.Optional(
      Type.String({ format: 'email', ...documented({ maxLength: BODY_TEXT }), examples: ['marie@example.com'] }),
    ),
    customer_phone: Type.Optional(Type.String({ maxLength: 20, examples: ['+509 37 00 0001'] })),
    reference: Type.Optional(
      Type.String({ maxLength: 255, description: 'Your own order identifier. Not unique.', examples: ['order-1042'] }),
    ),
    description: Type.Optional(Type.String({ maxLength: 500, examples: ['Two bags of coffee'] })),
    metadata: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'Returned as it is in reads and webhooks.' }),
    ),
    recurring: Type.Optional(
      Type.Boolean({ description: '`lakaypay_card` only. Needs `recurring_interval`.', examples: [false] }),
    ),
    recurring_interval: Type.Optional(
      Type.Enum([...RECURRING_INTERVALS], {
        description: 'Needed when `recurring` is true, refused without it.',
        examples: ['monthly'],
      }),
    ),
    recurring_interval_count: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 12, description: 'Intervals between two charges; 1 when absent.' }),
    ),
  },
  { $id: 'CreatePayment', ...documented({ dependentSchemas: RECURRING_RULES }) },
);
export type CreatePaymentBody = Static<typeof CreatePayment>;

export const Conversion = Type.Object(
  {
    original_amount: Type.Number({ description: 'What you asked for, in dollars.' }),
    original_currency: Type.Literal('USD'),
    exchange_rate: Type.Number({ description: 'Gourdes for one dollar.' }),
    charged_amount: Type.Number({ description: 'What the customer is charged, in gourdes.' }),
    charged_currency: Type.Literal('HTG'),
  },
  { $id: 'Conversion', additionalProperties: false, description: 'Present when a USD amount was converted to HTG.' },
);

export const CreatedPayment = Type.Object(
  {
    success: Type.Literal(true),
    transaction_id: TransactionId,
    amount: AmountText,
    currency: CurrencyCode,
    status: Type.Enum(['processing', 'requires_payment_method'], {
      description: '`requires_payment_method` for `card`, which reads then show as `pending`; else `processing`.',
    }),
    created_at: Timestamp,
    payment_url: Type.Optional(
      Type.String({
        format: 'uri',
        maxLength: 2048,
        description: "Where to send the customer's browser. Absent for `card`.",
      }),
    ),
    conversion: Type.Optional(Type.Ref('Conversion')),
    natcash_reference: Type.Optional(Type.String({ maxLength: TOKEN_TEXT, description: '`natcash` only.' })),
    client_secret: Type.Optional(
      Type.String({ maxLength: TOKEN_TEXT, description: '`card` only: hand it to the card widget.' }),
    ),
    publishable_key: Type.Optional(
      Type.String({ maxLength: TOKEN_TEXT, description: '`card` only: hand it to the card widget.' }),
    ),
    payment_intent_id: Type.Optional(Type.String({ maxLength: TOKEN_TEXT, description: '`card` only.' })),
  },
  { $id: 'CreatedPayment', additionalProperties: false },
);

export const Pagination = Type.Object(
  {
    current_page: Type.Integer(),
    per_page: Type.Integer(),
    total: Type.Integer({ description: 'Payments that match the filters, on all pages.' }),
    last_page: Type.Integer({ description: 'At least 1.' }),
  },
  { $id: 'Pagination', additionalProperties: false },
);

/** The place that a list or the feed goes on from. */
export const CursorText = Type.String({
  maxLength: 128,
  pattern: '^[A-Za-z0-9_-]+$',
  examples: ['MS53ZWJfNGY3S3EybVo4UnRZMWJYYy4x'],
});

export const ListQuery = Type.Object({
  status: Type.Optional(Status),
  payment_method: Type.Optional(Method),
  from_date: Type.Optional(
    Type.String({
      format: 'date',
      ...documented({ maxLength: 10 }),
      description: 'UTC day, inclusive: YYYY-MM-DD.',
      examples: ['2026-11-01'],
    }),
  ),
  to_date: Type.Optional(
    Type.String({
      format: 'date',
      ...documented({ maxLength: 10 }),
      description: 'UTC day, inclusive: YYYY-MM-DD.',
      examples: ['2026-11-30'],
    }),
  ),
  per_page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Payments on a page.', examples: [20] }),
  ),
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 1,
      description: 'The page, from 1. One past the last is an empty list.',
      examples: [1],
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      ...documented({ maxLength: 128, pattern: '^[A-Za-z0-9_-]*$' }),
      description:
        'Instead of `page`: empty for the first page, then the `next_cursor` of the answer before, with the same filters.',
      examples: [''],
    }),
  ),
});
export type ListQuery = Static<typeof ListQuery>;

export const PaymentParams = Type.Object({
  transaction_id: Type.String({
    ...documented(TRANSACTION_ID),
    description: 'Numeric string returned by creation.',
    examples: ['915840412345678'],
  }),
});
export type PaymentParams = Static<typeof PaymentParams>;

export const Verification = Type.Object(
  {
    transaction_id: TransactionId,
    status: Status,
    verified_at: Timestamp,
    provider_response: Type.Object(
      {},
      { additionalProperties: true, description: "The provider's own vocabulary: ignore it for logic." },
    ),
  },
  { $id: 'Verification', additionalProperties: false },
);

export const FailPayment = Type.Object(
  {
    failure_reason: Type.Optional(
      Type.Enum([...FAILURE_REASONS], { default: 'declined', description: 'Why it failed.' }),
    ),
  },
  { $id: 'FailPayment' },
);
export type FailPaymentBody = Static<typeof FailPayment>;
