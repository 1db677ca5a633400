import {
  CREATE_LINK_REQUESTS,
  CREATE_REQUESTS,
  CREATE_SESSION_REQUESTS,
  FAIL_REQUESTS,
  FAILED_WEBHOOK,
  LINK_PICTURE_REQUESTS,
  REFUND_WEBHOOKS,
  REQUEST_REFUND_REQUESTS,
  SUCCESS_WEBHOOK,
  TEST_WEBHOOK,
} from '../schemas/examples.ts';
import { DOCUMENTED } from '../schemas/json-schema.ts';
import {
  type Examples,
  kindsOf,
  type OpenApiDocument,
  type Operation,
  operations,
  type SchemaObject,
  schemaRef,
} from './document.ts';

/** Request bodies by operation. They express more than the routes' own schemas. */
const REQUEST_BODIES: Record<string, { schema: string; required: boolean; examples: Examples }> = {
  createPayment: { schema: 'CreatePayment', required: true, examples: CREATE_REQUESTS },
  createCheckoutSession: { schema: 'CreateCheckoutSession', required: true, examples: CREATE_SESSION_REQUESTS },
  createLink: { schema: 'CreateLink', required: true, examples: CREATE_LINK_REQUESTS },
  changeLinkPicture: { schema: 'LinkPicture', required: true, examples: LINK_PICTURE_REQUESTS },
  requestRefund: { schema: 'RequestRefund', required: true, examples: REQUEST_REFUND_REQUESTS },
  failTestPayment: { schema: 'FailPayment', required: false, examples: FAIL_REQUESTS },
};

const HEADERS = {
  RequestId: {
    description:
      "The id of this request, on every response. The gateway's log has the same id: include it when you contact support.",
    required: true,
    schema: {
      type: 'string',
      pattern: '^req_[0-9a-f]{24}$',
      maxLength: 28,
      examples: ['req_4b1f0c9a7d2e83615f60ab94'],
    },
  },
  GatewayTime: {
    description: "The gateway's own time, that of `created_at`: ISO 8601 in UTC with microseconds.",
    required: true,
    schema: { type: 'string', format: 'date-time', maxLength: 27, examples: ['2026-11-21T14:05:09.123456Z'] },
  },
  GatewayIgnored: {
    description:
      'Test keys only: the body fields, query parameters and `idempotency-key` that were sent but have no effect.',
    schema: { type: 'string', maxLength: 1400, examples: ['return_url, idempotency-key'] },
  },
  GatewayHint: {
    description: 'How to send the key, if it was sent as a bearer token.',
    schema: {
      type: 'string',
      maxLength: 255,
      examples: ['Send the key in the header X-Api-Key, not as Authorization: Bearer'],
    },
  },
  RetryAfter: {
    description: 'Whole seconds until the next request is accepted.',
    required: true,
    schema: { type: 'integer', minimum: 1, examples: [42] },
  },
  WwwAuthenticate: {
    description: 'How to authenticate: with the header X-Api-Key.',
    required: true,
    schema: { type: 'string', maxLength: 255, examples: ['ApiKey realm="peye", header="X-Api-Key"'] },
  },
};

const OF_PAYMENT =
  'Sent as POST to the callback URL of your website. Verify the signature over the raw body before you parse it, respond ' +
  'quickly with a 2xx, and ignore an event whose `data.transaction_id` and `event` you have already stored.';
const OF_REFUND =
  'Sent as POST to the callback URL for refunds, if your website has one, and signed like an event of a payment. Ignore an event whose ' +
  '`data.refund_id` and `event` you have already stored. Events can arrive in any order: a refund that was reversed stays reversed.';
const RETRIED = 'Delivered. Any other response, or none within 10 seconds, is retried.';

/**
 * Adds to the generated document the parts that routes do not have: request examples, headers, webhooks, the servers of
 * operations by their tags. Changes its first argument.
 */
export function finishDocument(document: OpenApiDocument, servers: Readonly<Record<string, string>>): OpenApiDocument {
  document.components.headers = HEADERS;
  for (const { operation } of operations(document)) {
    finishOperation(operation);
    const url = operation.tags.map((tag) => servers[tag]).find((each) => each !== undefined);
    if (url !== undefined) operation.servers = [{ url }];
  }
  document.webhooks = {
    'payment.success': {
      post: webhook(SUCCESS_WEBHOOK, {
        operationId: 'paymentSuccess',
        summary: 'A payment was paid',
        schema: 'PaymentSuccessEvent',
        description: OF_PAYMENT,
        accepted: RETRIED,
      }),
    },
    'payment.failed': {
      post: webhook(FAILED_WEBHOOK, {
        operationId: 'paymentFailed',
        summary: 'A payment failed',
        schema: 'PaymentFailedEvent',
        description: OF_PAYMENT,
        accepted: RETRIED,
      }),
    },
    ...Object.fromEntries(
      REFUND_WEBHOOKS.map(({ operationId, summary, schema, example }) => [
        example.event,
        { post: webhook(example, { operationId, summary, schema, description: OF_REFUND, accepted: RETRIED }) },
      ]),
    ),
    test: {
      post: webhook(TEST_WEBHOOK, {
        operationId: 'testEvent',
        summary: 'A test event from the console',
        schema: 'TestEvent',
        description:
          "Sent once, by a button on the website's page in the console, with the same headers as every event. " +
          'There is no payment: respond with a 2xx and do nothing.',
        accepted: 'Delivered. The console shows your response; the event is never retried.',
      }),
    },
  };
  showDocumented(document);
  nameTypes(document);
  for (const { schema } of Object.values(REQUEST_BODIES)) {
    for (const kind of kindsOf(document, schemaRef(schema))) acceptNulls(kind);
  }
  return document;
}

function finishOperation(operation: Operation): void {
  const body = REQUEST_BODIES[operation.operationId];
  if (body) {
    operation.requestBody = {
      description: 'Unknown fields are ignored, and null counts as absent.',
      required: body.required,
      content: { 'application/json': { schema: schemaRef(body.schema), examples: body.examples } },
    };
  }
  for (const [status, response] of Object.entries(operation.responses)) {
    response.headers = {
      'X-Request-Id': header('RequestId'),
      'X-Gateway-Time': header('GatewayTime'),
      'X-Gateway-Ignored': header('GatewayIgnored'),
      ...(status === '401' && { 'X-Gateway-Hint': header('GatewayHint') }),
      ...(status === '401' && { 'WWW-Authenticate': header('WwwAuthenticate') }),
      ...((status === '429' || status === '503') && { 'Retry-After': header('RetryAfter') }),
    };
  }
}

function header(name: keyof typeof HEADERS) {
  return { $ref: `#/components/headers/${name}` };
}

function webhook(
  example: { event: string; timestamp: number },
  texts: { operationId: string; summary: string; description: string; schema: string; accepted: string },
): Operation {
  return {
    operationId: texts.operationId,
    summary: texts.summary,
    description: texts.description,
    tags: ['Webhooks'],
    security: [],
    parameters: [
      {
        name: 'X-Gateway-Signature',
        in: 'header',
        required: true,
        description: "Lowercase hex of HMAC-SHA256 over the raw body, keyed with the website's whole webhook secret.",
        example: 'a3c1f2d47f0c8f1b7b0a6b1f6d8f7c1a64f7b7a0b8b7d9c2f3e4a5b6c7d8e9f0',
        schema: { type: 'string', pattern: '^[0-9a-f]{64}$', maxLength: 64 },
      },
      {
        name: 'X-Gateway-Event',
        in: 'header',
        required: true,
        description: 'The `event` of the body.',
        example: example.event,
        schema: { type: 'string', const: example.event },
      },
      {
        name: 'X-Gateway-Mode',
        in: 'header',
        required: true,
        description: 'The mode of the payment, the refund or the test event. A live shop must reject `test`.',
        example: 'live',
        schema: { type: 'string', enum: ['test', 'live'] },
      },
      {
        name: 'X-Gateway-Timestamp',
        in: 'header',
        required: true,
        description: 'The `timestamp` of the body. Retries reuse it, so do not reject old ones.',
        example: example.timestamp,
        schema: { type: 'integer' },
      },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: schemaRef(texts.schema), examples: { [example.event]: { value: example } } },
      },
    },
    responses: {
      '2XX': { description: texts.accepted },
    },
  };
}

/** Makes every optional member of a request nullable; null means "not given". */
function acceptNulls({ properties = {}, required = [] }: SchemaObject): void {
  for (const [name, schema] of Object.entries(properties)) {
    if (required.includes(name) || schema.type === undefined || [schema.type].flat().includes('null')) continue;
    schema.type = [schema.type, 'null'].flat();
    if (schema.enum) schema.enum = [...schema.enum, null];
  }
}

/** Merges the members of `x-documented` into each schema. */
function showDocumented(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const { [DOCUMENTED]: keywords } = value as Record<string, object | undefined>;
  if (keywords) Object.assign(value, keywords, { [DOCUMENTED]: undefined });
  for (const part of Object.values(value)) showDocumented(part);
}

/** Gives every list of texts its type, which client generators expect. */
function nameTypes(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const schema = value as SchemaObject;
  const listsTexts = Array.isArray(schema.enum) && schema.enum.every((item) => typeof item === 'string');
  if (listsTexts && schema.type === undefined) schema.type = 'string';
  for (const part of Object.values(value)) nameTypes(part);
}
