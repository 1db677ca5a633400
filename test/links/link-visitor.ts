import assert from 'node:assert/strict';
import type { NewLink } from '../../src/features/links/create-link.ts';
import type { PaymentLink } from '../../src/features/links/payment-link.ts';
import { BROWSER } from '../support/drivers/send.ts';
import type { TestGateway } from '../support/gateway.ts';
import { formsOf } from '../support/html-forms.ts';

/** A link of the gateway's own website in test mode, with changes. */
export function newLink(
  { store, website }: Pick<TestGateway, 'store' | 'website'>,
  fields: Partial<NewLink> = {},
): Promise<PaymentLink> {
  return store.operator.createLink({
    websiteId: website.id,
    mode: 'test',
    name: 'Panye mango',
    amount: '500',
    descriptions: { ht: 'Douz mango fransik.', fr: 'Douze mangues.', en: 'Twelve mangoes.' },
    ...fields,
  });
}

/** The response to a browser, without following redirects. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The page's `data-state`. */
  readonly state: string | undefined;
  /** The absolute URL of its `Location` header. */
  readonly location: string;
}

/** Sends a request as a browser without scripts does, with its cookies. */
export async function ask(
  url: string,
  {
    form,
    cookie,
    headers = {},
  }: { form?: Record<string, string>; cookie?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method: form ? 'POST' : 'GET',
    redirect: 'manual',
    headers: { ...BROWSER, 'accept-language': 'en', ...(cookie && { cookie }), ...headers },
    ...(form && { body: new URLSearchParams(form) }),
  });
  const text = await response.text();
  // A missing value must not be printed as `undefined`, `null`, `false` or `NaN`.
  assert.doesNotMatch(text, /(?:^|>)\s*(?:false|undefined|null|NaN)\s*(?:<|$)/m);
  return {
    status: response.status,
    headers: response.headers,
    text,
    state: /data-state="(\w+)"/.exec(text)?.[1],
    location: new URL(response.headers.get('location') ?? '', url).href,
  };
}

/** The fields of the form of a link's page, unchanged. */
export function fieldsOf({ text }: Answer): Record<string, string> {
  const [form] = formsOf(text);
  assert.ok(form, text);
  return Object.fromEntries(form.fields.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])));
}

/** The cookies of a browser after a response. */
export function cookieOf({ headers }: Answer): string {
  return (headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
}
