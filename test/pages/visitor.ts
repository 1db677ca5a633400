import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { FORM } from '../support/drivers/send.ts';
import { paymentRequest, type TestGateway } from '../support/gateway.ts';

export const CARD = { number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123', name: 'Marie Joseph' };
/** A card whose bank asks for a code. */
export const CHALLENGED = { ...CARD, number: '4000002760003184' };

/** Creates a payment, and returns what the merchant's server gets. */
export async function newPayment(
  gateway: Pick<TestGateway, 'api'>,
  method: string,
  changes: Record<string, unknown> = {},
): Promise<{ transaction_id: string; payment_url: string; client_secret: string; publishable_key: string }> {
  const response = await gateway.api.post('/payments', paymentRequest({ payment_method: method, ...changes }));
  if (response.status !== 201) throw new Error(`creation responded with ${response.status}: ${response.text}`);
  return response.json;
}

/** The payment as the API returns it now. */
export async function read(gateway: Pick<TestGateway, 'api'>, { transaction_id }: { transaction_id: string }) {
  return (await gateway.api.get(`/payments/${transaction_id}`)).json.data;
}

/** `status` or `failed: reason`, as the API returns them. */
export async function statusOf(
  gateway: Pick<TestGateway, 'api'>,
  payment: { transaction_id: string },
): Promise<string> {
  const { status, failure_reason } = await read(gateway, payment);
  return failure_reason === null ? status : `${status}: ${failure_reason}`;
}

/** Posts a form, or something else. Redirects are not followed. */
export function post(
  url: string,
  body: string | Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = FORM,
): Promise<Response> {
  const text = typeof body === 'string' ? body : new URLSearchParams(body).toString();
  return fetch(url, { method: 'POST', redirect: 'manual', headers, body: text });
}

/** Posts a form that is accepted, and returns the address that the browser follows. */
export async function submitTo(url: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const response = await post(url, fields);
  assert.equal(response.status, 303, await response.text());
  return new URL(response.headers.get('location') ?? '', url).href;
}

type Place = Pick<Page, 'locator'>;

export async function fill(place: Place, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await place.locator(`[name=${name}]`).fill(value);
}

/** Presses a page's main button. */
export async function submit(place: Place): Promise<void> {
  await place.locator('button').first().click();
}

/** Cancels the payment, and confirms it. */
export async function cancelOn(place: Pick<Page, 'getByText' | 'getByRole'>): Promise<void> {
  await place.getByText('Cancel', { exact: true }).click();
  await place.getByRole('button', { name: 'Yes, cancel the payment' }).click();
}

export async function fillAndSubmit(place: Place, fields: Record<string, string>): Promise<void> {
  await fill(place, fields);
  await submit(place);
}

/** Pays from a wallet's first page to the result. */
export async function payByWallet(place: Place, phone: string): Promise<void> {
  await fillAndSubmit(place, { phone, pin: '1234' });
  await fillAndSubmit(place, { code: '123456' });
}

export async function heading(place: Place): Promise<string> {
  return textOf(place, 'h1');
}

export async function textOf(place: Place, selector: string): Promise<string> {
  return (await place.locator(selector).textContent()) ?? '';
}

/** The names of the fields that the page marks as wrong. */
export async function wrongFields(place: Place): Promise<string[]> {
  const names: string[] = [];
  for (const input of await place.locator('input[aria-invalid=true]').all()) {
    const name = (await input.getAttribute('name')) ?? '';
    const described = await input.getAttribute('aria-describedby');
    const error = await textOf(place, `#${described}[role=alert]`);
    names.push(error === '' ? `${name} without a message` : name);
  }
  return names;
}
