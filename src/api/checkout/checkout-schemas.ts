import { CURRENCIES } from '../../core/money.ts';
import { MODES, PAYMENT_METHODS, PAYMENT_STATUSES } from '../../core/payment.ts';
import { SESSION_STATUSES } from '../../features/checkout/session.ts';
import { LINK_METHODS } from '../../features/links/payment-link.ts';
import {
  array,
  documented,
  nullable,
  number,
  object,
  oneOf,
  optional,
  string,
  type ValueOf,
} from '../schemas/json-schema.ts';
import { AMOUNT_TEXT, MAX_ID, MAX_URL, Timestamp } from '../schemas/payments.ts';

const Url = nullable(string({ format: 'uri', maxLength: MAX_URL }));

/** The settings of a key's website. */
export const CheckoutWebsite = object(
  {
    website_id: string({ maxLength: MAX_ID, examples: ['web_4f7Kq2mZ8RtY1bXc'] }),
    name: string({ maxLength: 255, description: 'The name that customers see.' }),
    mode: oneOf(MODES, { description: 'The mode of the key.' }),
    methods: {
      ...array(oneOf(PAYMENT_METHODS)),
      description: 'The methods with which this key can create payments.',
    },
    return_url: { ...Url, description: 'Where the payment page sends customers back to. Null: there is no way back.' },
    callback_url: {
      ...Url,
      description: "Where the events of this mode's payments are sent. Null: webhooks are not sent.",
    },
  },
  {
    $id: 'CheckoutWebsite',
    additionalProperties: false,
    description: 'The settings of the website of a key. Secrets are not shown.',
  },
);

const Address = string({ ...documented({ format: 'uri', maxLength: MAX_URL }) });

/** The fields of a request for a session. Unknown fields are ignored, null means "not given". */
export const CreateSession = object(
  {
    amount: number({
      minimum: 1,
      ...documented({ multipleOf: 0.01 }),
      description: 'In the main currency unit. Every payment of the session is for this amount.',
      examples: [500],
    }),
    currency: oneOf(CURRENCIES, {
      description: 'Dollars are converted for `moncash` and `natcash` when the customer chooses the method.',
      examples: ['HTG'],
    }),
    reference: optional(
      string({ maxLength: 255, description: 'Your own order identifier. Not unique.', examples: ['order-1042'] }),
    ),
    description: optional(
      string({ maxLength: 500, description: 'Shown to the customer.', examples: ['Two bags of coffee'] }),
    ),
    customer_name: optional(string({ minLength: 1, maxLength: 255, examples: ['Marie Joseph'] })),
    customer_email: optional(
      string({ format: 'email', ...documented({ maxLength: 65_536 }), examples: ['marie@example.com'] }),
    ),
    customer_phone: optional(string({ maxLength: 20, examples: ['+509 37 00 0001'] })),
    metadata: optional(
      object(
        {},
        {
          additionalProperties: true,
          description: 'Copied to every payment of the session. `checkout_session` is reserved.',
        },
      ),
    ),
    methods: optional({
      ...array(oneOf(LINK_METHODS)),
      ...documented({ uniqueItems: true }),
      description: 'The methods to choose from; all of these when absent.',
      examples: [['moncash', 'natcash']],
    }),
    return_url: optional({
      ...Address,
      description: "Where a customer who has paid returns to; your website's return URL when absent.",
      examples: ['https://boutikmarie.example/thanks'],
    }),
    cancel_url: optional({
      ...Address,
      description: 'Where a customer returns to without paying.',
      examples: ['https://boutikmarie.example/cart'],
    }),
    expires_at: optional(
      string({
        ...documented({ format: 'date-time', maxLength: MAX_ID }),
        description: 'A time with its UTC offset, within 30 days; 24 hours from now when absent.',
        examples: ['2099-12-31T23:59:59-05:00'],
      }),
    ),
  },
  { $id: 'CreateCheckoutSession' },
);
export type CreateSessionBody = ValueOf<typeof CreateSession>;

const AmountText = string(AMOUNT_TEXT);
const TransactionId = string({ maxLength: 16, examples: ['915840412345678'] });
const Text = (maxLength: number) => nullable(string({ maxLength }));

/** A checkout session as the API shows it. */
export const CheckoutSession = object(
  {
    session_id: string({ maxLength: MAX_ID, examples: ['cos_4f7Kq2mZ8RtY1bXc'] }),
    url: string({ format: 'uri', maxLength: MAX_URL, description: 'The page to redirect the customer to.' }),
    status: oneOf(SESSION_STATUSES, {
      description:
        'Only `paid` means that a payment is completed. `processing`: no payment can be started any more, but an earlier one may still be ' +
        'paid. `expired` and `cancelled`: no payment was completed, and none will be.',
    }),
    mode: oneOf(MODES),
    amount: AmountText,
    currency: oneOf(CURRENCIES),
    reference: Text(255),
    description: Text(500),
    customer: object(
      { name: Text(255), email: Text(65_536), phone: Text(20) },
      { additionalProperties: false, description: 'The customer, as sent by the merchant.' },
    ),
    methods: array(oneOf(LINK_METHODS)),
    return_url: Url,
    cancel_url: Url,
    created_at: Timestamp,
    expires_at: Timestamp,
    cancelled_at: nullable(Timestamp, { description: 'When it was cancelled through the API.' }),
    paid_at: nullable(Timestamp),
    transaction_id: nullable(TransactionId, { description: 'The completed payment; null unless `paid`.' }),
    payments: {
      ...array(
        object(
          {
            transaction_id: TransactionId,
            payment_method: oneOf(LINK_METHODS),
            status: oneOf(PAYMENT_STATUSES),
            amount: AmountText,
            currency: oneOf(CURRENCIES),
            created_at: Timestamp,
          },
          { additionalProperties: false },
        ),
      ),
      description: 'The payments that the customer has started, newest first: at most 20.',
    },
    metadata: nullable(object({}, { additionalProperties: true })),
  },
  {
    $id: 'CheckoutSession',
    additionalProperties: false,
    description: "A checkout session of the key's website and mode.",
  },
);

export const SessionParams = object({
  session_id: string({
    ...documented({ maxLength: MAX_ID }),
    description: 'The `session_id` in the response to the creation.',
    examples: ['cos_4f7Kq2mZ8RtY1bXc'],
  }),
});
export type SessionParams = ValueOf<typeof SessionParams>;
