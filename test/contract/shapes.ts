import assert from 'node:assert/strict';
import { type ApiResponse, type Client, paymentRequest } from '../support/gateway.ts';

const TRANSACTION_ID = /^[1-9]\d{14,15}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const AMOUNT = /^(?:0|[1-9]\d*)\.\d\d$/;
const REQUEST_ID = /^req_[0-9a-f]{24}$/;

// biome-ignore lint/suspicious/noExplicitAny: what is checked here has any shape
type Json = any;

export const METHODS = ['moncash', 'natcash', 'lakaypay_card', 'card'] as const;
export const FAILURE_REASONS = [
  'insufficient_balance',
  'declined',
  'cancelled',
  'expired',
  'expired_card',
  'provider_error',
  'amount_mismatch',
] as const;

/** Exactly these keys: no field more, none less. */
export function assertKeys(value: Json, keys: readonly string[]): void {
  assert.ok(
    typeof value === 'object' && value !== null && !Array.isArray(value),
    `no object: ${JSON.stringify(value)}`,
  );
  assert.deepEqual(Object.keys(value).sort(), [...keys].sort());
}

export function assertTimestamp(value: Json): void {
  assert.match(value, TIMESTAMP);
  assert.ok(!Number.isNaN(Date.parse(value)), value);
}

/** A success: its status, JSON, a request id. */
export function assertSuccess(response: ApiResponse, status: number): void {
  assert.equal(response.status, status, response.text);
  assertHead(response);
  assert.equal(response.json.success, true);
}

export function assertPayment(payment: Json): void {
  assertKeys(payment, [
    'transaction_id',
    'amount',
    'currency',
    'status',
    'payment_method',
    'reference',
    'description',
    'customer',
    'created_at',
    'completed_at',
    'failed_at',
    'failure_reason',
    'metadata',
  ]);
  assert.match(payment.transaction_id, TRANSACTION_ID);
  assert.match(payment.amount, AMOUNT);
  assert.ok(['HTG', 'USD'].includes(payment.currency), payment.currency);
  assert.ok(['pending', 'processing', 'completed', 'failed'].includes(payment.status), payment.status);
  assert.ok(METHODS.includes(payment.payment_method), payment.payment_method);
  assertKeys(payment.customer, ['name', 'email', 'phone']);
  for (const text of [payment.reference, payment.description, ...Object.values(payment.customer)]) {
    assert.ok(text === null || typeof text === 'string', String(text));
  }
  assertTimestamp(payment.created_at);
  assert.equal(payment.completed_at !== null, payment.status === 'completed');
  assert.equal(payment.failed_at !== null, payment.status === 'failed');
  assert.equal(payment.failure_reason !== null, payment.status === 'failed');
  for (const moment of [payment.completed_at, payment.failed_at]) if (moment !== null) assertTimestamp(moment);
  if (payment.failure_reason !== null) assert.ok(FAILURE_REASONS.includes(payment.failure_reason));
  assert.ok(payment.metadata === null || (typeof payment.metadata === 'object' && !Array.isArray(payment.metadata)));
}

/** The response to a creation. `method` and `isConverted` describe its request. */
export function assertCreated(
  response: ApiResponse,
  { method, isConverted }: { method: string; isConverted: boolean },
): void {
  assertSuccess(response, 201);
  const { json } = response;
  assertKeys(json, [
    ...['success', 'transaction_id', 'amount', 'currency', 'status', 'created_at'],
    ...(method === 'card' ? ['client_secret', 'publishable_key', 'payment_intent_id'] : ['payment_url']),
    ...(method === 'natcash' ? ['natcash_reference'] : []),
    ...(isConverted ? ['conversion'] : []),
  ]);
  assert.match(json.transaction_id, TRANSACTION_ID);
  assert.match(json.amount, AMOUNT);
  assert.ok(['HTG', 'USD'].includes(json.currency), json.currency);
  assert.equal(json.status, method === 'card' ? 'requires_payment_method' : 'processing');
  assertTimestamp(json.created_at);
  for (const name of ['client_secret', 'publishable_key', 'payment_intent_id', 'natcash_reference']) {
    if (name in json) assert.ok(typeof json[name] === 'string' && json[name] !== '', name);
  }
  if (json.payment_url !== undefined) assert.match(new URL(json.payment_url).protocol, /^https?:$/);
  if (isConverted) assertConversion(json.conversion);
}

function assertConversion(conversion: Json): void {
  assertKeys(conversion, [
    'original_amount',
    'original_currency',
    'exchange_rate',
    'charged_amount',
    'charged_currency',
  ]);
  for (const name of ['original_amount', 'exchange_rate', 'charged_amount']) {
    assert.equal(typeof conversion[name], 'number', name);
  }
  assert.equal(conversion.original_currency, 'USD');
  assert.equal(conversion.charged_currency, 'HTG');
}

function assertEvent(event: Json): void {
  assertKeys(event, ['id', 'event', 'created_at', 'data']);
  assertPayment(event.data);
  const isSuccess = event.data.status === 'completed';
  assert.equal(event.event, isSuccess ? 'payment.success' : 'payment.failed');
  assert.equal(event.id, `evt_${event.data.transaction_id}_${isSuccess ? 'success' : 'failed'}`);
  assertTimestamp(event.created_at);
  assert.equal(event.created_at, isSuccess ? event.data.completed_at : event.data.failed_at);
}

export function assertFeed(response: ApiResponse): void {
  assertSuccess(response, 200);
  assertKeys(response.json, ['success', 'data', 'next_cursor', 'has_more']);
  assert.ok(response.json.next_cursor === null || typeof response.json.next_cursor === 'string');
  assert.equal(typeof response.json.has_more, 'boolean');
  for (const event of response.json.data) assertEvent(event);
}

export function assertList(response: ApiResponse): void {
  assertSuccess(response, 200);
  assertKeys(response.json, ['success', 'data', 'pagination']);
  for (const payment of response.json.data) assertPayment(payment);
  assertKeys(response.json.pagination, ['current_page', 'per_page', 'total', 'last_page']);
  for (const [name, value] of Object.entries(response.json.pagination)) assert.ok(Number.isSafeInteger(value), name);
}

/** A page of the list that was requested by a cursor: the list, and the cursor of the next page. */
export function assertListPart(response: ApiResponse): void {
  const { next_cursor: nextCursor, ...list } = response.json;
  assert.ok(nextCursor === null || /^[A-Za-z0-9_-]{1,128}$/.test(nextCursor), response.text);
  assert.deepEqual(Object.keys(response.json), ['success', 'data', 'pagination', 'next_cursor']);
  assertList({ ...response, json: list });
}

export function assertRead(response: ApiResponse): void {
  assertSuccess(response, 200);
  assertKeys(response.json, ['success', 'data']);
  assertPayment(response.json.data);
}

export interface ExpectedError {
  /** The fields that `errors` names, exactly; only for validation errors. */
  readonly fields?: readonly string[];
  readonly message?: string | RegExp;
}

/** An error response: its status and code, in the shape that all errors share. */
export function assertError(response: ApiResponse, status: number, code: string, expected: ExpectedError = {}): void {
  assert.equal(response.status, status, response.text);
  assert.equal(response.json?.error, code, response.text);
  assertErrorShape(response);
  if (expected.fields) assert.deepEqual(Object.keys(response.json.errors).sort(), [...expected.fields].sort());
  if (typeof expected.message === 'string') assert.equal(response.json.message, expected.message);
  if (expected.message instanceof RegExp) assert.match(response.json.message, expected.message);
}

/** What holds for every failure: exactly this shape, and no internals in it. */
export function assertErrorShape(response: ApiResponse): void {
  assertHead(response);
  const { json, status, text } = response;
  assert.ok(status >= 400 && status <= 599, String(status));
  assertKeys(json, [
    ...['success', 'error', 'message'],
    ...(json.error === 'validation_error' ? ['errors'] : []),
    ...(status === 429 ? ['retry_after'] : []),
  ]);
  assert.equal(json.success, false);
  assert.match(json.error, /^[a-z_]+$/);
  assert.ok(typeof json.message === 'string' && json.message.length > 0);
  if (json.errors) {
    assert.notDeepEqual(json.errors, {});
    for (const [field, messages] of Object.entries<Json>(json.errors)) {
      assert.ok(Array.isArray(messages) && messages.length > 0, field);
      for (const message of messages) assert.ok(typeof message === 'string' && message !== '', field);
    }
  }
  if (status === 429) {
    assert.ok(Number.isSafeInteger(json.retry_after) && json.retry_after > 0, text);
    assert.equal(response.headers.get('retry-after'), String(json.retry_after));
  }
  assert.doesNotMatch(text, /\bat .+:\d+:\d+|node_modules|SQLITE|SELECT |FST_ERR/);
}

function assertHead({ headers }: ApiResponse): void {
  assert.match(headers.get('content-type') ?? '', /^application\/json\b/);
  assert.match(headers.get('x-request-id') ?? '', REQUEST_ID);
}

/** Creates a payment that must succeed, and returns the response's JSON. */
export async function created(api: Client, changes: Record<string, unknown> = {}): Promise<Json> {
  const response = await api.post('/payments', paymentRequest(changes));
  assert.equal(response.status, 201, response.text);
  return response.json;
}

/** Reads a payment that must exist. */
export async function read(api: Client, transactionId: string): Promise<Json> {
  const response = await api.get(`/payments/${transactionId}`);
  assertRead(response);
  return response.json.data;
}

export async function complete(api: Client, transactionId: string): Promise<Json> {
  const response = await api.post(`/test_helpers/payments/${transactionId}/complete`);
  assertRead(response);
  return response.json.data;
}

export async function fail(api: Client, transactionId: string, failureReason?: string): Promise<Json> {
  const body = failureReason === undefined ? undefined : { failure_reason: failureReason };
  const response = await api.post(`/test_helpers/payments/${transactionId}/fail`, body);
  assertRead(response);
  return response.json.data;
}

/** The text of a create request whose members are raw JSON text; undefined omits one. */
export function rawRequest(members: Record<string, string | undefined> = {}): string {
  const all = { amount: '500', currency: '"HTG"', payment_method: '"moncash"', customer_name: '"Marie"', ...members };
  const text = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`"${name}":${value}`]));
  return `{${text.join(',')}}`;
}
