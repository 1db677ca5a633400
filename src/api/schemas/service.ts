import { ERRORS } from '../../core/errors.ts';
import { HTG_CONVERSION_MAX } from '../../core/money.ts';
import { EVENT_KINDS } from '../../features/webhooks/event.ts';
import {
  array,
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
import { Timestamp } from './payments.ts';

const EventKind = oneOf(EVENT_KINDS);

/** An item of the sandbox feed. */
export const Event = object(
  {
    id: string({
      pattern: '^evt_[0-9]+_(success|failed)$',
      maxLength: 28,
      examples: ['evt_915840412345678_success'],
    }),
    event: EventKind,
    created_at: Timestamp,
    data: ref('Payment'),
  },
  { $id: 'Event', additionalProperties: false },
);

export const EventsQuery = object({
  after: optional(
    string({
      ...documented({ maxLength: 128, pattern: '^[A-Za-z0-9_-]+$' }),
      description: 'The `next_cursor` of the previous response.',
      examples: ['MS53ZWJfNGY3S3EybVo4UnRZMWJYYy4x'],
    }),
  ),
  limit: optional(
    integer({ minimum: 1, maximum: 100, default: 50, description: 'Events per response.', examples: [50] }),
  ),
  wait: optional(
    integer({
      minimum: 0,
      maximum: 25,
      default: 0,
      description:
        'Long polling: if there are no new events, wait up to this many seconds for the next one. It counts as one request. The wait may end earlier.',
      examples: [0],
    }),
  ),
});
export type EventsQuery = ValueOf<typeof EventsQuery>;

export const ExchangeRateQuery = object({
  amount: optional(
    number({
      minimum: 0,
      maximum: HTG_CONVERSION_MAX,
      description: 'An HTG amount to convert to USD, with any number of decimals.',
      examples: [1000],
    }),
  ),
});

const CurrencyAmounts = object({ HTG: number(), USD: number() }, { additionalProperties: false });

export const ExchangeRate = object(
  {
    base_currency: literal('USD'),
    quote_currency: literal('HTG'),
    rate: number({ description: 'Gourdes per US dollar. Can change at any time.', examples: [130.5] }),
    conversion: nullable(object({ amount_htg: number(), amount_usd: number() }, { additionalProperties: false }), {
      description: 'Set when `amount` was passed.',
    }),
    card_minimum: CurrencyAmounts,
    example: string({ maxLength: 100 }),
    note: string({ maxLength: 500 }),
    updated_at: nullable(Timestamp, {
      description:
        'When the source published the rate or, if unknown, when the gateway last read it. Null: fixed by the operator.',
    }),
  },
  { $id: 'ExchangeRate', additionalProperties: false },
);

export const Health = object(
  {
    success: literal(true),
    service: literal('peye'),
    version: string({ maxLength: 64 }),
    timestamp: Timestamp,
  },
  { $id: 'Health', additionalProperties: false },
);

export const ErrorBody = object(
  {
    success: literal(false),
    error: oneOf(Object.keys(ERRORS), {
      description:
        'A machine-readable code. Later versions may add codes: use the HTTP status for codes you do not recognise.',
      examples: ['transaction_not_found'],
    }),
    message: string({ maxLength: 1000, description: 'For people. Its wording may change.' }),
    errors: optional({
      type: 'object',
      patternProperties: { '^.*$': array(string({ maxLength: 1000 })) },
      description: 'Maps each field name to its error messages.',
    }),
    retry_after: optional(integer({ description: 'Whole seconds until the next request is accepted.' })),
  },
  { $id: 'Error', additionalProperties: false },
);
