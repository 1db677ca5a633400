import { MODES, PAYMENT_METHODS } from '../../core/payment.ts';
import { array, nullable, object, oneOf, string } from '../schemas/json-schema.ts';

const MAX_ID = 64;
const MAX_URL = 2048;
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
