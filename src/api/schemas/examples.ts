/**
 * The examples of the OpenAPI document and of the docs page: one shop, one customer, the rate 130.50. Tests validate each against its
 * schema, and send every request to a gateway.
 */

export type Examples = Record<string, { readonly summary: string; readonly value: unknown }>;

const CUSTOMER = { name: 'Marie Joseph', email: 'marie@example.com', phone: '+509 37 00 0001' };
const METADATA = { cart_id: 88, gift: true };

const REQUEST = {
  amount: 500,
  currency: 'HTG',
  payment_method: 'moncash',
  customer_name: CUSTOMER.name,
  reference: 'order-1042',
};

/** The bodies of `POST /payments`. Each has a response of the same name below. */
export const CREATE_REQUESTS = {
  moncash: {
    summary: 'MonCash',
    value: {
      ...REQUEST,
      customer_email: CUSTOMER.email,
      customer_phone: CUSTOMER.phone,
      description: 'Two bags of coffee',
      metadata: METADATA,
    },
  },
  natcash: { summary: 'NatCash', value: { ...REQUEST, payment_method: 'natcash' } },
  lakaypay_card: { summary: 'LakayPay card', value: { ...REQUEST, payment_method: 'lakaypay_card' } },
  card: {
    summary: 'Card, for the card widget',
    value: { ...REQUEST, amount: 25, currency: 'USD', payment_method: 'card' },
  },
  conversion: { summary: 'Price in dollars, charged in gourdes', value: { ...REQUEST, amount: 10, currency: 'USD' } },
  recurring: {
    summary: 'A LakayPay card charged every two months',
    value: {
      ...REQUEST,
      payment_method: 'lakaypay_card',
      recurring: true,
      recurring_interval: 'monthly',
      recurring_interval_count: 2,
    },
  },
} satisfies Examples;

const ID = '915840412345678';
const TAG = '5d0c1f6a9b7e43c28f10a4b6c2d9e7f3';
const CREATED_AT = '2026-11-21T14:05:09.123456Z';
const FINISHED_AT = '2026-11-21T14:06:31.004512Z';

const CREATED = {
  success: true,
  transaction_id: ID,
  amount: '500.00',
  currency: 'HTG',
  status: 'processing',
  created_at: CREATED_AT,
};
const PAGE = { payment_url: `https://pay.example.com/pay/${ID}/${TAG}` };

export const CREATED_RESPONSES = {
  moncash: { summary: 'MonCash', value: { ...CREATED, ...PAGE } },
  natcash: { summary: 'NatCash', value: { ...CREATED, ...PAGE, natcash_reference: `NC${ID}` } },
  lakaypay_card: { summary: 'LakayPay card', value: { ...CREATED, ...PAGE } },
  card: {
    summary: 'Card, for the card widget',
    value: {
      ...CREATED,
      amount: '25.00',
      currency: 'USD',
      status: 'requires_payment_method',
      client_secret: `pi_test_${ID}_secret_${TAG}`,
      publishable_key: 'pk_test_0f4b7d2a6c1e8935b7a0c4d2e6f81935',
      payment_intent_id: `pi_test_${ID}`,
    },
  },
  conversion: {
    summary: 'Price in dollars, charged in gourdes',
    value: {
      ...CREATED,
      amount: '1305.00',
      ...PAGE,
      conversion: {
        original_amount: 10,
        original_currency: 'USD',
        exchange_rate: 130.5,
        charged_amount: 1305,
        charged_currency: 'HTG',
      },
    },
  },
  recurring: { summary: 'A LakayPay card charged every two months', value: { ...CREATED, ...PAGE } },
} satisfies Examples;

const PROCESSING = {
  transaction_id: ID,
  amount: '500.00',
  currency: 'HTG',
  status: 'processing',
  payment_method: 'moncash',
  reference: 'order-1042',
  description: 'Two bags of coffee',
  customer: CUSTOMER,
  created_at: CREATED_AT,
  completed_at: null,
  failed_at: null,
  failure_reason: null,
  metadata: METADATA,
};
const COMPLETED = { ...PROCESSING, status: 'completed', completed_at: FINISHED_AT };
const FAILED = {
  ...PROCESSING,
  status: 'failed',
  failed_at: FINISHED_AT,
  failure_reason: 'insufficient_balance',
};

export const PAYMENT_RESPONSES = {
  completed: { summary: 'Paid', value: { success: true, data: COMPLETED } },
  processing: { summary: 'Still open', value: { success: true, data: PROCESSING } },
  failed: { summary: 'Failed', value: { success: true, data: FAILED } },
} satisfies Examples;
export const COMPLETED_RESPONSE = { completed: PAYMENT_RESPONSES.completed } satisfies Examples;
export const FAILED_RESPONSE = { failed: PAYMENT_RESPONSES.failed } satisfies Examples;
export const FAIL_REQUESTS = {
  with_a_reason: { summary: 'With a reason', value: { failure_reason: 'insufficient_balance' } },
  declined: { summary: 'Declined', value: {} },
} satisfies Examples;

export const LIST_RESPONSES = {
  one_page: {
    summary: 'One payment',
    value: {
      success: true,
      data: [COMPLETED],
      pagination: { current_page: 1, per_page: 20, total: 1, last_page: 1 },
    },
  },
  by_cursor: {
    summary: 'By cursor, with more pages',
    value: {
      success: true,
      data: [COMPLETED],
      pagination: { current_page: 1, per_page: 1, total: 2, last_page: 2 },
      next_cursor: Buffer.from(`1.key_9sV2bQ7nT4wXcL1k.2.1795269909123456.${ID}`).toString('base64url'),
    },
  },
  empty: {
    summary: 'Empty page',
    value: { success: true, data: [], pagination: { current_page: 1, per_page: 20, total: 0, last_page: 1 } },
  },
} satisfies Examples;

export const VERIFY_RESPONSES = {
  completed: {
    summary: 'Paid',
    value: {
      success: true,
      data: {
        transaction_id: ID,
        status: 'completed',
        verified_at: FINISHED_AT,
        provider_response: { provider: 'sandbox', simulated: true, state: 'completed' },
      },
    },
  },
} satisfies Examples;

const CURSOR = Buffer.from('1.web_4f7Kq2mZ8RtY1bXc.1').toString('base64url');

export const EVENTS_RESPONSES = {
  one_event: {
    summary: 'One event',
    value: {
      success: true,
      data: [{ id: `evt_${ID}_success`, event: 'payment.success', created_at: FINISHED_AT, data: COMPLETED }],
      next_cursor: CURSOR,
      has_more: false,
    },
  },
  nothing_new: {
    summary: 'No new events since the cursor',
    value: { success: true, data: [], next_cursor: CURSOR, has_more: false },
  },
  events_removed: {
    summary: 'Events after the cursor were deleted by data retention',
    value: { success: true, data: [], next_cursor: CURSOR, has_more: false, events_removed: true },
  },
} satisfies Examples;

const RATE = {
  base_currency: 'USD',
  quote_currency: 'HTG',
  rate: 130.5,
  conversion: null,
  card_minimum: { HTG: 65.25, USD: 0.5 },
  example: '1 USD = 130.50 HTG',
  note: 'The rate can change at any time. A payment keeps the rate it was created with.',
  updated_at: null,
};

export const EXCHANGE_RATE_RESPONSES = {
  rate: { summary: 'Exchange rate', value: { success: true, data: RATE } },
  conversion: {
    summary: 'With an amount of 1000',
    value: { success: true, data: { ...RATE, conversion: { amount_htg: 1000, amount_usd: 7.66 } } },
  },
} satisfies Examples;

export const HEALTH_RESPONSES = {
  answers: {
    summary: 'The API responds',
    value: { success: true, service: 'peye', version: '0.1.0', timestamp: CREATED_AT },
  },
} satisfies Examples;

const FINISHED_AT_SECONDS = Math.floor(Date.parse(FINISHED_AT) / 1000);

export const SUCCESS_WEBHOOK = { event: 'payment.success', timestamp: FINISHED_AT_SECONDS, data: COMPLETED };
export const FAILED_WEBHOOK = { event: 'payment.failed', timestamp: FINISHED_AT_SECONDS, data: FAILED };
export const TEST_WEBHOOK = {
  event: 'test',
  timestamp: FINISHED_AT_SECONDS,
  data: {
    ...PROCESSING,
    transaction_id: '0',
    amount: '0.00',
    status: 'pending',
    reference: null,
    metadata: null,
    description: 'A test event: there is no such payment.',
    customer: { name: 'Test event', email: null, phone: null },
    created_at: FINISHED_AT,
  },
};

export const CREATE_LINK_REQUESTS = {
  mangoes: {
    summary: 'Ten baskets at a fixed price',
    value: { name: 'Panye mango', descriptions: { ht: 'Douz mango fransik' }, amount: 500, stock: 10 },
  },
  donation: {
    summary: 'An amount that customers enter',
    value: { name: 'Don pou lekòl la', descriptions: { ht: 'Mèsi' }, amount_mode: 'chosen', min_amount: 50 },
  },
} satisfies Examples;

export const LINK_PICTURE_REQUESTS = {
  square: {
    summary: 'A green square',
    value: {
      picture:
        'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAeklEQVR4nO3PsQkAIBDAwO+d0N79Z3AIi0MIZIDLrLO/brigAS1oQAsa0IIGtKABLWhACxrQgga0oAEtaEALGtCCBrSgAS1oQAsa0IIGtKABLWhACxrQgga0oAEtaEALGtCCBrSgAS1oQAsa0IIGtKABLWhACxrQgscu/GSAtfHIpDsAAAAASUVORK5CYII=',
    },
  },
} satisfies Examples;

const LINK = {
  id: 'lnk_4f7Kq2mZ8RtY1bXc',
  code: '7BCD4FGH',
  url: 'https://pay.example.com/l/7BCD4FGH',
  website_id: 'web_4f7Kq2mZ8RtY1bXc',
  key_id: 'key_9sV2bQ7nT4wXcL1k',
  mode: 'test',
  state: 'active',
  name: 'Panye mango',
  descriptions: { ht: 'Douz mango fransik', fr: null, en: null },
  amount_mode: 'fixed',
  amount: '500.00',
  min_amount: null,
  max_amount: null,
  currency: 'HTG',
  methods: ['moncash', 'natcash', 'lakaypay_card'],
  stock: 10,
  single_use: false,
  max_quantity: 1,
  places_left: 10,
  expires_at: null,
  asks_name: false,
  asks_phone: false,
  asks_email: false,
  picture: null,
  thanks: null,
  notify_email: null,
  created_at: CREATED_AT,
  deactivated_at: null,
  totals: { open: 0, paid: 0, failed: 0, open_units: 0, paid_units: 0, paid_htg: '0.00', paid_usd: '0.00' },
};

export const CREATE_LINK_RESPONSES = {
  mangoes: { summary: 'Ten baskets at a fixed price', value: { success: true, data: LINK } },
} satisfies Examples;
export const LINK_RESPONSES = {
  sold: {
    summary: 'Two sold',
    value: {
      success: true,
      data: { ...LINK, places_left: 8, totals: { ...LINK.totals, paid: 2, paid_units: 2, paid_htg: '1000.00' } },
    },
  },
} satisfies Examples;
export const LINKS_RESPONSES = {
  one_link: { summary: 'One link', value: { success: true, data: [LINK], next_cursor: null } },
} satisfies Examples;

/** The bodies of `PUT /refunds/{refund_id}`. */
export const REQUEST_REFUND_REQUESTS = {
  part: {
    summary: 'A part of a payment',
    value: { transaction_id: ID, amount: 250, reason: 'out of stock' },
  },
  whole: { summary: 'All that is left', value: { transaction_id: ID } },
} satisfies Examples;

const REFUND = {
  refund_id: 'order-1042-refund',
  transaction_id: ID,
  payment_method: 'card',
  amount: '250.00',
  currency: 'HTG',
  reason: 'out of stock',
  status: 'approved',
  failure_reason: null,
  provider_ref: null,
  created_at: FINISHED_AT,
  ended_at: null,
  kind: 'gateway',
};

export const REQUESTED_RESPONSES = {
  part: { summary: 'A stored refund', value: { success: true, data: REFUND } },
} satisfies Examples;
export const REFUND_RESPONSES = {
  succeeded: {
    summary: 'The money was returned',
    value: {
      success: true,
      data: { ...REFUND, status: 'succeeded', provider_ref: 're_3QbL7xKp2f', ended_at: '2026-11-21T14:09:12.402113Z' },
    },
  },
} satisfies Examples;
const SUCCEEDED_REFUND = REFUND_RESPONSES.succeeded.value.data;
const REVERSED_AT = '2026-11-23T09:30:41.118207Z';
/** The webhooks of refunds. */
export const REFUND_WEBHOOKS = [
  {
    operationId: 'refundSucceeded',
    summary: 'A refund succeeded',
    schema: 'RefundSucceededEvent',
    example: refundWebhook('refund.succeeded', SUCCEEDED_REFUND),
  },
  {
    operationId: 'refundFailed',
    summary: 'A refund failed: no money moved',
    schema: 'RefundFailedEvent',
    example: refundWebhook('refund.failed', {
      ...REFUND,
      status: 'failed',
      failure_reason: 'declined',
      ended_at: SUCCEEDED_REFUND.ended_at,
    }),
  },
  {
    operationId: 'refundReversed',
    summary: 'The money of a refund came back',
    schema: 'RefundReversedEvent',
    example: refundWebhook('refund.reversed', { ...SUCCEEDED_REFUND, status: 'reversed', ended_at: REVERSED_AT }),
  },
];

function refundWebhook<Data extends { ended_at: string }>(event: string, data: Data) {
  return { event, timestamp: Math.floor(Date.parse(data.ended_at) / 1000), data };
}

/** The responses of the feed with refunds. */
export const ALL_EVENTS_RESPONSES = {
  refund: {
    summary: 'An event of a refund',
    value: {
      success: true,
      data: [
        {
          id: 'evt_rfd_6d1f0a5b7c2e4d3f8a9b0c1d2e3f4a5b_succeeded',
          event: 'refund.succeeded',
          created_at: SUCCEEDED_REFUND.ended_at,
          data: SUCCEEDED_REFUND,
        },
      ],
      next_cursor: 'MS53ZWJfNGY3S3EybVo4UnRZMWJYYy4y',
      has_more: false,
    },
  },
} satisfies Examples;
export const REFUNDS_RESPONSES = {
  one_refund: { summary: 'One refund', value: { success: true, data: [REFUND], next_cursor: null } },
} satisfies Examples;

export const DISPUTES_RESPONSES = {
  one_dispute: {
    summary: 'One open dispute',
    value: {
      success: true,
      data: [
        {
          dispute_id: 'dsp_4f7Kq2mZ8RtY1bXc9dLw',
          transaction_id: ID,
          payment_method: 'card',
          amount: '250.00',
          currency: 'HTG',
          reason: 'fraudulent',
          status: 'opened',
          provider_ref: 'du_3QbL7xKp2f',
          opened_at: FINISHED_AT,
          evidence_due_at: '2026-11-28T14:09:12.000000Z',
          decided_at: null,
          created_at: FINISHED_AT,
        },
      ],
      next_cursor: null,
    },
  },
} satisfies Examples;

export const WEBSITE_RESPONSES = {
  website: {
    summary: 'A website in test mode',
    value: {
      success: true,
      data: {
        website_id: 'web_4f7Kq2mZ8RtY1bXc',
        name: 'Boutik Marie',
        mode: 'test',
        methods: ['moncash', 'natcash', 'lakaypay_card', 'card'],
        return_url: 'https://boutikmarie.example/thanks',
        callback_url: 'https://boutikmarie.example/webhooks',
      },
    },
  },
} satisfies Examples;

const SESSION = {
  session_id: 'cos_4f7Kq2mZ8RtY1bXc',
  url: 'https://pay.example.com/c/5Qk0vB2nXc8LrT1yWzA7dM',
  status: 'open',
  mode: 'live',
  amount: '500.00',
  currency: 'HTG',
  reference: 'order-1042',
  description: 'Two bags of coffee',
  customer: { name: CUSTOMER.name, email: null, phone: null },
  methods: ['moncash', 'natcash', 'lakaypay_card'],
  return_url: 'https://boutikmarie.example/thanks',
  cancel_url: 'https://boutikmarie.example/cart',
  created_at: CREATED_AT,
  expires_at: '2026-11-22T14:05:09.123456Z',
  cancelled_at: null,
  paid_at: null,
  transaction_id: null,
  payments: [] as object[],
  metadata: METADATA,
};

export const CREATE_SESSION_REQUESTS = {
  order: {
    summary: 'An order',
    value: {
      amount: 500,
      currency: 'HTG',
      reference: SESSION.reference,
      description: SESSION.description,
      customer_name: CUSTOMER.name,
      metadata: METADATA,
      return_url: SESSION.return_url,
      cancel_url: SESSION.cancel_url,
    },
  },
  two_methods: {
    summary: 'Two methods, with a price in dollars',
    value: { amount: 10, currency: 'USD', methods: ['moncash', 'natcash'], reference: SESSION.reference },
  },
} satisfies Examples;

export const CREATED_SESSION_RESPONSES = {
  open: { summary: 'The customer can choose', value: { success: true, data: SESSION } },
} satisfies Examples;

export const SESSION_RESPONSES = {
  paid: {
    summary: 'Paid',
    value: {
      success: true,
      data: {
        ...SESSION,
        status: 'paid',
        paid_at: FINISHED_AT,
        transaction_id: ID,
        payments: [
          {
            transaction_id: ID,
            payment_method: 'moncash',
            status: 'completed',
            amount: '500.00',
            currency: 'HTG',
            created_at: CREATED_AT,
          },
        ],
      },
    },
  },
} satisfies Examples;

export const API_REQUESTS_RESPONSES = {
  one_refusal: {
    summary: 'A payment that was not created',
    value: {
      success: true,
      data: [
        {
          request_id: 'req_3f1c9a7b2d4e6f8091a2b3c4',
          key_id: 'key_4f7Kq2mZ8RtY1bXc',
          created_at: CREATED_AT,
          method: 'POST',
          path: '/api/gateway/v1/payments',
          status: 422,
          error: 'validation_error',
          transaction_id: null,
          duration_us: 1180,
        },
      ],
      next_cursor: null,
      last_dropped_at: null,
    },
  },
} satisfies Examples;
