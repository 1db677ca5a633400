import type { Language } from '../../src/platform/messages/language.ts';
import { BROWSER, FORM } from '../support/drivers/send.ts';

const MOST_REDIRECTS = 4;

/** The page that a browser shows at the end of a visit. */
export interface PageView {
  readonly url: string;
  readonly status: number;
  /** The value of `data-state`, or `elsewhere` for an address outside the gateway, which is not opened. */
  readonly state: string;
  readonly language: string;
  readonly heading: string;
  readonly refresh: string | null;
  readonly hasForm: boolean;
  /** What the widget posts to the shop's page: a final status, or an empty text. Undefined for a page outside the widget. */
  readonly postedStatus: string | undefined;
  /** Whether the page says that the customer has paid nothing. */
  readonly promisesNothingPaid: boolean;
  /** The cookie that the gateway set during the visit. */
  readonly cookie: string | undefined;
  readonly html: string;
}

export interface VisitOptions {
  readonly language?: Language;
  /** The fields that are posted to the address. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly cookie?: string | undefined;
}

/** Opens an address like a browser without scripts, and follows redirects within the gateway. */
export async function visit(address: string, { language, fields, cookie }: VisitOptions = {}): Promise<PageView> {
  const { origin } = new URL(address);
  let url = language === undefined ? address : inLanguage(address, language);
  let posted = fields && new URLSearchParams(fields).toString();
  let left: string | undefined;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: {
        ...BROWSER,
        ...(language && { 'accept-language': language }),
        ...(cookie !== undefined && { cookie }),
        ...(posted !== undefined && FORM),
      },
      ...(posted !== undefined && { method: 'POST', body: posted }),
    });
    left = response.headers.get('set-cookie')?.split(';', 1)[0] ?? left;
    const location = response.headers.get('location');
    const html = await response.text();
    if (location === null) return shown(url, response, html, left);
    url = new URL(location, url).href;
    posted = undefined;
    if (new URL(url).origin !== origin) return shown(url, response, '', left);
  }
  throw new Error(`${address} leads from one redirect to the next`);
}

function shown(url: string, { status, headers }: Response, html: string, cookie: string | undefined): PageView {
  const found = (pattern: RegExp) => pattern.exec(html)?.[1] ?? '';
  return {
    url,
    status,
    state: html === '' ? 'elsewhere' : found(/ data-state="([^"]+)"/),
    language: found(/<html lang="(\w+)"/),
    heading: found(/<h1[^>]*>([^<]*)/),
    refresh: headers.get('refresh'),
    // A receipt can be requested for a payment that is final.
    hasForm: /<form(?![^>]* data-receipt)/.test(html),
    postedStatus: / data-transaction-id="\d+" data-status="(\w*)"/.exec(html)?.[1],
    promisesNothingPaid: / data-taken="nothing"/.test(html),
    cookie,
    html,
  };
}

function inLanguage(address: string, language: Language): string {
  const url = new URL(address);
  url.searchParams.set('lang', language);
  return url.href;
}
