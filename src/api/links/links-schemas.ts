import { CURRENCIES } from '../../core/money.ts';
import {
  AMOUNT_MODES,
  CODE_ALPHABET,
  LINK_LANGUAGES,
  LINK_METHODS,
  LINK_STATES,
  MAX_QUANTITY,
} from '../../features/links/payment-link.ts';
import { MAX_LINK_PICTURE_BYTES, PICTURE_TYPES } from '../../features/websites/brand.ts';
import {
  array,
  boolean,
  documented,
  integer,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Schema,
  string,
  type ValueOf,
} from '../schemas/json-schema.ts';
import { AMOUNT_TEXT, MAX_ID, MAX_URL, Timestamp } from '../schemas/payments.ts';

/** Larger than every limit: the verb counts characters, and has its own message for each text. */
const MAX_TEXT = 500;

const Amount = number({ ...documented({ minimum: 1, multipleOf: 0.01 }), examples: [500] });
const Text: Schema<string | null> = { type: ['string', 'null'], ...documented({ maxLength: MAX_TEXT }) };

/** The fields of a request for a link. Unknown fields are ignored, null means "not given"; `checkLink` validates the values. */
export const CreateLink = object(
  {
    name: string({
      ...documented({ minLength: 1, maxLength: 255 }),
      description: 'The product or service, in a few words.',
      examples: ['Panye mango'],
    }),
    descriptions: object(
      { ht: optional(Text), fr: optional(Text), en: optional(Text) },
      { description: 'Details, in at least one of these languages.' },
    ),
    amount_mode: optional(
      oneOf(AMOUNT_MODES, {
        default: 'fixed',
        description: '`prefilled`: a suggestion that customers can change. `chosen`: customers enter the amount.',
        examples: ['fixed'],
      }),
    ),
    amount: optional({ ...Amount, description: 'In the main currency unit, for `fixed` and `prefilled`.' }),
    min_amount: optional({ ...Amount, description: 'The minimum that customers can enter; not for `fixed`.' }),
    max_amount: optional({ ...Amount, description: 'The maximum that customers can enter; not for `fixed`.' }),
    currency: optional(oneOf(CURRENCIES, { default: 'HTG', description: 'HTG (gourdes) or USD.' })),
    methods: optional({
      ...array(string()),
      ...documented({ items: { type: 'string', enum: LINK_METHODS }, uniqueItems: true }),
      description: 'The payment methods; all of these when absent.',
      examples: [['moncash', 'natcash']],
    }),
    stock: optional(
      integer({
        ...documented({ minimum: 1, maximum: 1_000_000 }),
        description: 'The quantity available; unlimited when absent.',
      }),
    ),
    max_quantity: optional(
      integer({
        ...documented({ minimum: 1, maximum: MAX_QUANTITY }),
        default: 1,
        description:
          'How many units a customer can buy in one payment, at the fixed `amount` each; more than 1 only for `fixed`.',
      }),
    ),
    single_use: optional(boolean({ default: false, description: 'Can be paid once: a stock of 1.' })),
    expires_at: optional(
      string({
        ...documented({ format: 'date-time', maxLength: MAX_ID }),
        description: 'A date and time, with its UTC offset.',
        examples: ['2026-12-31T23:59:59-05:00'],
      }),
    ),
    asks_name: optional(boolean({ default: false, description: 'Whether customers must enter their name.' })),
    asks_phone: optional(boolean({ default: false, description: 'Whether customers must enter their phone number.' })),
    asks_email: optional(
      boolean({ default: false, description: 'Whether customers may enter an e-mail address, for their receipt.' }),
    ),
    thanks: optional(string({ ...documented({ maxLength: MAX_TEXT }), description: 'A text shown after payment.' })),
    notify_email: optional(
      string({ ...documented({ maxLength: 254 }), description: 'The address that gets an e-mail for every payment.' }),
    ),
  },
  { $id: 'CreateLink' },
);
export type CreateLinkBody = ValueOf<typeof CreateLink>;

/** A new picture of a link. */
export const LinkPicture = object(
  {
    picture: string({
      ...documented({ minLength: 1, maxLength: Math.ceil(MAX_LINK_PICTURE_BYTES / 3) * 4 }),
      description: `A PNG, JPEG or WebP picture in base64: at most ${MAX_LINK_PICTURE_BYTES} bytes, 64 to 2048 pixels on each side.`,
    }),
  },
  { $id: 'LinkPicture' },
);
export type LinkPictureBody = ValueOf<typeof LinkPicture>;

const AmountText = string(AMOUNT_TEXT);
const Count = integer({ minimum: 0 });
const Id = (examples: string[]) => string({ maxLength: MAX_ID, examples });

/** A payment link as the API shows it. */
export const PaymentLink = object(
  {
    id: Id(['lnk_4f7Kq2mZ8RtY1bXc']),
    code: string({ pattern: `^[${CODE_ALPHABET}]{8}$`, maxLength: 8, examples: ['7BCD4FGH'] }),
    url: string({ format: 'uri', maxLength: MAX_URL, description: 'The address that customers open.' }),
    website_id: Id(['web_4f7Kq2mZ8RtY1bXc']),
    key_id: { ...Id(['key_9sV2bQ7nT4wXcL1k']), description: 'The key under which its payments are listed.' },
    mode: oneOf(['test', 'live']),
    state: oneOf(LINK_STATES, {
      description:
        'Only `active` links can be paid. `in_use`: every unit is reserved by an open payment, and may become available again.',
    }),
    name: string({ maxLength: 255 }),
    descriptions: object(
      Object.fromEntries(LINK_LANGUAGES.map((language) => [language, nullable(string({ maxLength: MAX_TEXT }))])),
      { additionalProperties: false },
    ),
    amount_mode: oneOf(AMOUNT_MODES),
    amount: nullable(AmountText, { description: 'Null when customers enter the amount.' }),
    min_amount: nullable(AmountText),
    max_amount: nullable(AmountText),
    currency: oneOf(CURRENCIES),
    methods: array(oneOf(LINK_METHODS)),
    stock: nullable(integer({ minimum: 1 }), { description: 'Null: unlimited.' }),
    single_use: boolean(),
    max_quantity: integer({ minimum: 1, maximum: MAX_QUANTITY }),
    places_left: nullable(integer(), { description: 'Units still available. Null without a stock.' }),
    expires_at: nullable(Timestamp),
    asks_name: boolean(),
    asks_phone: boolean(),
    asks_email: boolean(),
    picture: nullable(
      object(
        {
          url: string({ format: 'uri', maxLength: MAX_URL }),
          type: oneOf(Object.values(PICTURE_TYPES)),
          width: integer({ minimum: 1 }),
          height: integer({ minimum: 1 }),
        },
        { additionalProperties: false },
      ),
      { description: 'The picture on its page.' },
    ),
    thanks: nullable(string({ maxLength: MAX_TEXT })),
    notify_email: nullable(string({ maxLength: 254 })),
    created_at: Timestamp,
    deactivated_at: nullable(Timestamp),
    totals: object(
      {
        open: Count,
        paid: Count,
        failed: Count,
        open_units: Count,
        paid_units: Count,
        paid_htg: AmountText,
        paid_usd: AmountText,
      },
      {
        additionalProperties: false,
        description:
          'The number of payments, the units of open and paid payments, and the total amounts of paid payments.',
      },
    ),
  },
  {
    $id: 'PaymentLink',
    additionalProperties: false,
    description: "A payment link of the key's website and mode.",
  },
);

export const LinksQuery = object({
  per_page: optional(
    integer({ minimum: 1, maximum: 100, default: 20, description: 'Links on a page.', examples: [20] }),
  ),
  cursor: optional(
    string({
      ...documented({ maxLength: MAX_ID }),
      description: 'Empty for the first page, then the `next_cursor` of the previous response.',
      examples: [''],
    }),
  ),
});
export type LinksQuery = ValueOf<typeof LinksQuery>;

export const LinkParams = object({
  code: string({
    ...documented({ maxLength: MAX_ID }),
    description: "The code at the end of the link's address.",
    examples: ['7BCD4FGH'],
  }),
});
export type LinkParams = ValueOf<typeof LinkParams>;

/** The cursor of the next page. */
export const LinkCursor = nullable(string({ maxLength: MAX_ID }), { description: 'Null on the last page.' });
