import { type Static, Type } from 'typebox';
import { EVENT_KINDS } from '../../domain/event.ts';
import { HTG_CONVERSION_MAX } from '../../domain/money.ts';
import { documented } from './documented.ts';
import { Timestamp } from './payments.ts';

const EventKind = Type.Enum([...EVENT_KINDS]);

/** An item of the sandbox feed. */
export const Event = Type.Object(
  {
    id: Type.String({
      pattern: '^evt_[0-9]+_(success|failed)$',
      maxLength: 28,
      examples: ['evt_915840412345678_success'],
    }),
    event: EventKind,
    created_at: Timestamp,
    data: Type.Ref('Payment'),
  },
  { $id: 'Event', additionalProperties: false },
);

/** What a webhook's body holds. */
export const WebhookBody = Type.Object(
  {
    event: EventKind,
    timestamp: Type.Integer({ description: 'Unix seconds of the moment the payment became final; retries reuse it.' }),
    data: Type.Ref('Payment'),
  },
  { $id: 'WebhookBody', additionalProperties: false },
);

export const EventsQuery = Type.Object({
  after: Type.Optional(
    Type.String({
      ...documented({ maxLength: 128, pattern: '^[A-Za-z0-9_-]+$' }),
      description: 'The `next_cursor` of the previous call.',
      examples: ['MS53ZWJfNGY3S3EybVo4UnRZMWJYYy4x'],
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'Events of one answer.', examples: [50] }),
  ),
});
export type EventsQuery = Static<typeof EventsQuery>;

export const ExchangeRateQuery = Type.Object({
  amount: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: HTG_CONVERSION_MAX,
      description: 'An HTG amount to convert to USD, with as many decimals as you like.',
      examples: [1000],
    }),
  ),
});

const CurrencyAmounts = Type.Object({ HTG: Type.Number(), USD: Type.Number() }, { additionalProperties: false });

export const ExchangeRate = Type.Object(
  {
    base_currency: Type.Literal('USD'),
    quote_currency: Type.Literal('HTG'),
    rate: Type.Number({ description: 'Gourdes for one US dollar. Can change at any time.', examples: [130.5] }),
    conversion: Type.Union(
      [
        Type.Object({ amount_htg: Type.Number(), amount_usd: Type.Number() }, { additionalProperties: false }),
        Type.Null(),
      ],
      { description: 'Set when `amount` was passed.' },
    ),
    card_minimum: CurrencyAmounts,
    example: Type.String({ maxLength: 100 }),
    note: Type.String({ maxLength: 500 }),
    updated_at: Type.Union([Timestamp, Type.Null()], {
      description: 'When its source published it or, failing that, was last seen with it. Null: fixed by the operator.',
    }),
  },
  { $id: 'ExchangeRate', additionalProperties: false },
);

export const Health = Type.Object(
  {
    success: Type.Literal(true),
    service: Type.Literal('peye'),
    version: Type.String({ maxLength: 64 }),
    timestamp: Timestamp,
  },
  { $id: 'Health', additionalProperties: false },
);

export const ErrorBody = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.String({
      maxLength: 64,
      description:
        'A machine-readable code. Later versions may add codes: go by the HTTP status for those you do not know.',
      examples: ['transaction_not_found'],
    }),
    message: Type.String({ maxLength: 1000, description: 'For people. Its wording may change.' }),
    errors: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String({ maxLength: 1000 })), {
        description: 'Field name to what is wrong with it.',
      }),
    ),
    retry_after: Type.Optional(Type.Integer({ description: 'Whole seconds until the next request can pass.' })),
  },
  { $id: 'Error', additionalProperties: false },
);
