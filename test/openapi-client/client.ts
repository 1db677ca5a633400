/**
 * A merchant's program against the types that a generator made of the OpenAPI document. A test compiles it strictly and runs
 * it: `node client.ts BASE_URL API_KEY`.
 */
import type { components, operations, webhooks } from './api.d.ts';

type Body<Name extends 'createPayment' | 'failTestPayment'> = NonNullable<
  operations[Name]['requestBody']
>['content']['application/json'];
type ApiResponse<Name extends keyof operations, Status extends number> = operations[Name]['responses'] extends {
  [status in Status]: { content: { 'application/json': infer Json } };
}
  ? Json
  : never;
type Query<Name extends 'listPayments' | 'listEvents' | 'readExchangeRate'> = NonNullable<
  operations[Name]['parameters']['query']
>;
type Payment = components['schemas']['Payment'];
type WebhookBody = webhooks['payment.success']['post']['requestBody']['content']['application/json'];

const [baseUrl = '', apiKey = ''] = process.argv.slice(2);

async function ask<Json>(method: string, path: string, body?: object): Promise<Json> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { 'X-Api-Key': apiKey, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) {
    const error = (await response.json()) as components['schemas']['Error'];
    throw new Error(`${error.error}: ${error.message} ${JSON.stringify(error.errors ?? {})}`);
  }
  return (await response.json()) as Json;
}

const search = (query: Record<string, string | number | undefined>) =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();

// Every member, and null for each that is optional.
const nothingOptional: Required<Body<'createPayment'>> = {
  amount: 19.99,
  currency: 'USD',
  payment_method: 'moncash',
  customer_name: 'Marie Joseph',
  customer_email: null,
  customer_phone: null,
  reference: null,
  description: null,
  metadata: null,
  recurring: null,
  recurring_interval: null,
  recurring_interval_count: null,
};
const shortest: Body<'createPayment'> = {
  amount: 500,
  currency: 'HTG',
  payment_method: 'card',
  customer_name: 'Marie Joseph',
};
const recurring: Body<'createPayment'> = {
  ...shortest,
  payment_method: 'lakaypay_card',
  recurring: true,
  recurring_interval: 'monthly',
  recurring_interval_count: null,
  metadata: { cart: { id: 88 } },
};

// What must not compile.
// @ts-expect-error a required member may not be null
export const withoutName: Body<'createPayment'> = { ...shortest, customer_name: null };
// @ts-expect-error an amount is a number
export const withText: Body<'createPayment'> = { ...shortest, amount: '500.00' };
// @ts-expect-error no such method
export const withAnother: Body<'createPayment'> = { ...shortest, payment_method: 'paypal' };

// @ts-expect-error MonCash is not charged again
export const withMonCash: Body<'createPayment'> = { ...recurring, payment_method: 'moncash' };
// @ts-expect-error what is charged again has an interval
export const withoutInterval: Body<'createPayment'> = { ...recurring, recurring_interval: null };

const created: ApiResponse<'createPayment', 201>[] = [];
for (const body of [nothingOptional, shortest, recurring]) created.push(await ask('POST', '/payments', body));
const [converted, card] = created;
const rate: number | undefined =
  converted && 'payment_url' in converted ? converted.conversion?.exchange_rate : undefined;
// The kind is known by its status, or by a member that the others lack.
const secret: string | undefined = card?.status === 'requires_payment_method' ? card.client_secret : undefined;

const noReason: Body<'failTestPayment'> = { failure_reason: null };
const failed = await ask<ApiResponse<'failTestPayment', 200>>(
  'POST',
  `/test_helpers/payments/${converted?.transaction_id}/fail`,
  noReason,
);
const reason: Payment['failure_reason'] = failed.data.failure_reason;

// The list to its end, by cursor.
const all: Payment[] = [];
for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; ) {
  const query: Query<'listPayments'> = { per_page: 1, cursor };
  const list: ApiResponse<'listPayments', 200> = await ask('GET', `/payments?${search(query)}`);
  all.push(...list.data);
  cursor = list.next_cursor;
}

const feed: ApiResponse<'listEvents', 200> = await ask(
  'GET',
  `/events?${search({ limit: 10 } satisfies Query<'listEvents'>)}`,
);
const after: string | null = feed.next_cursor;
const exchange: ApiResponse<'readExchangeRate', 200> = await ask(
  'GET',
  `/exchange-rate?${search({ amount: 0.005 } satisfies Query<'readExchangeRate'>)}`,
);
const dollars: number | undefined = exchange.data.conversion?.amount_usd;
export const shipped = (webhook: WebhookBody): string | null =>
  webhook.event === 'payment.success' && webhook.data.status === 'completed' ? webhook.data.reference : null;

process.stdout.write(
  JSON.stringify({ rate, hasSecret: secret !== undefined, reason, listed: all.length, after: after !== null, dollars }),
);
