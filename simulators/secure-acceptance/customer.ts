import { TEST_CARDS } from './cards.ts';
import type { Fields } from './sign-fields.ts';

/** A form in a customer's browser. */
export interface BrowserForm {
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** A page that a browser received. */
export interface BrowserPage {
  readonly status: number;
  readonly text: string;
}

/** Posts a merchant's form and then a card, as a customer does; the last page is the response. */
export async function payAsCustomer(
  form: BrowserForm,
  card: keyof typeof TEST_CARDS | (string & {}),
): Promise<BrowserPage> {
  return onCardPage(form, {
    action: 'pay',
    card_number: (TEST_CARDS as Fields)[card] ?? card,
    card_expiry: '12/2099',
    card_cvn: '123',
  });
}

/** Posts a merchant's form and presses the page's cancel button. */
export async function cancelAsCustomer(form: BrowserForm): Promise<BrowserPage> {
  return onCardPage(form, { action: 'cancel', card_number: '', card_expiry: '', card_cvn: '' });
}

/** Opens the page and sends its form. When no card page opens, that response is the last. */
async function onCardPage(form: BrowserForm, typed: Fields): Promise<BrowserPage> {
  const opened = await post(form.action, Object.fromEntries(form.fields));
  const session = /name="session" value="([^"]+)"/.exec(opened.text)?.[1];
  return session === undefined ? opened : post(new URL('/pay/card', form.action).href, { session, ...typed });
}

async function post(url: string, fields: Fields): Promise<BrowserPage> {
  const response = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ ...fields }) });
  return { status: response.status, text: await response.text() };
}

/** The form that a page sends without a click; undefined when it has none. */
export function formOf({ text }: BrowserPage): { action: string; fields: Fields } | undefined {
  const action = /<form id="result" method="post" action="([^"]*)">/.exec(text)?.[1];
  if (action === undefined) return undefined;
  const inputs = text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  const fields = Object.fromEntries(
    [...inputs].map(([, name = '', value = '']) => [unescaped(name), unescaped(value)]),
  );
  return { action: unescaped(action), fields };
}

function unescaped(text: string): string {
  return text.replace(/&#(\d+);|&(amp|lt|gt|quot);/g, (_, code, name) =>
    code === undefined ? { amp: '&', lt: '<', gt: '>', quot: '"' }[name as 'amp'] : String.fromCharCode(Number(code)),
  );
}
