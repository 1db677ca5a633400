import { InvalidArgumentError } from './errors.ts';
import type { Mode, PeyeOptions, RequestReport } from './types.ts';

/** The version of this package, as in package.json. */
export const VERSION = '0.1.0';

/** The options, checked. */
export interface Settings {
  readonly apiKey: string;
  /** The URL before the API's paths, without a slash at its end. */
  readonly base: string;
  /** The same for the API of refunds and disputes. */
  readonly refundsBase: string;
  /** The same for the API of checkout. */
  readonly checkoutBase: string;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly lookupWaitMs: number;
  readonly fetch: typeof globalThis.fetch;
  readonly onRequest: ((report: RequestReport) => void) | undefined;
  readonly userAgent: string;
}

const API = '/api/gateway/v1';
const REFUNDS_API = '/api/refunds/v1';
const CHECKOUT_API = '/api/checkout/v1';
/** The longest time that a timer can wait, in milliseconds. */
const MOST = 2 ** 31 - 1;

/** Checks the options. Throws `InvalidArgumentError`, whose message says what to change. */
export function readOptions(options: PeyeOptions): Settings {
  const { fetch = globalThis.fetch } = options;
  if (isBrowser() && options.allowBrowser !== true) {
    throw new InvalidArgumentError(
      'This is a browser, where everyone can read the key: call Peye from your server. For tests with a test key pass allowBrowser: true.',
    );
  }
  if (typeof fetch !== 'function')
    throw new InvalidArgumentError('This runtime has no fetch function: pass one as `fetch`.');
  const root = readRoot(options.baseUrl);
  return {
    apiKey: checkKey(options.apiKey),
    base: root + API,
    refundsBase: root + REFUNDS_API,
    checkoutBase: root + CHECKOUT_API,
    timeoutMs: checkNumber('timeoutMs', options.timeoutMs ?? 35_000, 1),
    retries: checkNumber('retries', options.retries ?? 3, 0),
    lookupWaitMs: checkNumber('lookupWaitMs', options.lookupWaitMs ?? 15_000, 0),
    // Some runtimes refuse to call `fetch` as a method of this object.
    fetch: (input, init) => fetch(input, init),
    onRequest: options.onRequest,
    userAgent: [`peye-sdk-js/${VERSION} (${runtime()})`, options.userAgent].filter(Boolean).join(' '),
  };
}

/** None of the messages shows the key. */
function checkKey(key: unknown): string {
  if (typeof key !== 'string' || !key) {
    throw new InvalidArgumentError('apiKey is missing: is its variable set in the environment?');
  }
  if (/^tk_(test|live)_[\w-]+$/.test(key)) return key;
  throw new InvalidArgumentError(
    key.startsWith('whsec_')
      ? 'apiKey is a webhook secret, which belongs to webhooks.verify.'
      : 'apiKey must begin with tk_test_ or tk_live_, without spaces, line breaks or quotes around it.',
  );
}

/** The gateway's address without a path of the API. */
function readRoot(text: unknown): string {
  let url: URL | undefined;
  try {
    url = new URL(String(text));
  } catch {}
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new InvalidArgumentError('baseUrl must be the address of your gateway, such as https://pay.example.ht.');
  }
  const path = url.pathname.replace(/\/+$/, '');
  return url.origin + (path.endsWith(API) ? path.slice(0, -API.length) : path);
}

function checkNumber(name: string, value: number, least: number): number {
  if (value >= least && value <= MOST) return value;
  throw new InvalidArgumentError(`${name} must be a number of at least ${least}.`);
}

/** The secrets as a list. Throws `InvalidArgumentError` when one of them is malformed. */
export function readSecrets(secret: string | readonly string[] | undefined): readonly string[] {
  const secrets = Array.isArray(secret) ? secret : [secret];
  if (secrets.length > 0 && secrets.every((each) => /^whsec_[\w-]+$/.test(each))) return secrets;
  throw new InvalidArgumentError(
    'The webhook secret must begin with whsec_, without spaces or line breaks. Is its variable set in the environment?',
  );
}

/** Throws unless the mode is `live` or `test`. */
export function checkMode(mode: unknown): asserts mode is Mode {
  if (mode === 'live' || mode === 'test') return;
  throw new InvalidArgumentError(
    "Set the mode of the webhooks that you expect: mode: 'live' where you fulfil orders, mode: 'test' with a test key.",
  );
}

/** Whether this program is part of a page. Servers, Workers and Deno have no document. */
function isBrowser(): boolean {
  const { window } = globalThis as { window?: { document?: unknown } };
  return window?.document !== undefined;
}

function runtime(): string {
  const { navigator, process } = globalThis as {
    navigator?: { userAgent?: string };
    process?: { version?: string };
  };
  return navigator?.userAgent ?? `Node.js ${process?.version}`;
}

/** No webhook is this large. */
export const MOST_WEBHOOK_BYTES = 1024 * 1024;
