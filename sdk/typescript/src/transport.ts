import {
  ConnectionError,
  type PeyeError,
  RateLimitExceededError,
  TimeoutError,
  TlsError,
  UnexpectedResponseError,
} from './errors.ts';
import { connectionError, readError } from './failures.ts';
import { readBounded } from './read-bounded.ts';
import type { Settings } from './settings.ts';
import type { Payment, Refund } from './types.ts';

/**
 * Every endpoint by its `operationId`: its method and its path below `/api/gateway/v1`, `/api/refunds/v1` for refunds and disputes, or
 * `/api/checkout/v1` for sessions and the website.
 */
export const ENDPOINTS = {
  createPayment: ['POST', '/payments'],
  listPayments: ['GET', '/payments'],
  readPayment: ['GET', '/payments/{transaction_id}'],
  findPaymentByReference: ['GET', '/payments/reference/{reference}'],
  verifyPayment: ['POST', '/payments/{transaction_id}/verify'],
  listEvents: ['GET', '/events'],
  readExchangeRate: ['GET', '/exchange-rate'],
  readHealth: ['GET', '/health'],
  completeTestPayment: ['POST', '/test_helpers/payments/{transaction_id}/complete'],
  failTestPayment: ['POST', '/test_helpers/payments/{transaction_id}/fail'],
  requestRefund: ['PUT', '/refunds/{refund_id}'],
  readRefund: ['GET', '/refunds/{refund_id}'],
  listRefunds: ['GET', '/refunds'],
  listDisputes: ['GET', '/disputes'],
  readWebsite: ['GET', '/website'],
  createCheckoutSession: ['POST', '/sessions'],
  readCheckoutSession: ['GET', '/sessions/{session_id}'],
  cancelCheckoutSession: ['POST', '/sessions/{session_id}/cancel'],
} as const;

/** The parts of a request other than its endpoint. */
export interface RequestParts {
  readonly params?: { readonly [name: string]: string };
  readonly query?: { readonly [name: string]: string | number | undefined } | undefined;
  readonly body?: string;
  readonly timeoutMs?: number | undefined;
  /** 1 for the first attempt. */
  readonly attempt?: number;
}

/** A successful response of the API. */
export interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: callers know the shape from the API's document
  readonly json: any;
  readonly headers: Headers;
  readonly status: number;
  readonly requestId: string | undefined;
}

const MOST_BYTES = 1024 * 1024;
/** Enough for a page of 100 payments, each with the most metadata that a request can have. */
const MOST_PAGE_BYTES = 8 * MOST_BYTES;
/** When the rate limit refuses a page of an iteration: how often the iteration waits at most, and how long each time at most. */
const MOST_PAGE_WAITS = 10;
const LONGEST_PAGE_WAIT_S = 300;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;
const PASSING_STATUSES = [408, 429, 500, 502, 503, 504];

/**
 * Sends a request and, when the failure may be temporary, sends it again. All attempts together take at most `timeoutMs`. For requests
 * that are safe to repeat.
 */
export async function read(
  settings: Settings,
  endpoint: keyof typeof ENDPOINTS,
  parts: RequestParts = {},
): Promise<Answer> {
  const end = performance.now() + (parts.timeoutMs ?? settings.timeoutMs);
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(settings, endpoint, { ...parts, timeoutMs: end - performance.now(), attempt });
    } catch (error) {
      const pauseMs = pauseAfter(error as PeyeError, attempt);
      if (pauseMs === undefined || attempt > settings.retries || performance.now() + pauseMs >= end) throw error;
      await pause(pauseMs);
    }
  }
}

/** Reads a page for an iteration. While the rate limit is reached, waits for `retry_after` seconds, whatever `timeoutMs` is. */
export async function readPage(
  settings: Settings,
  endpoint: keyof typeof ENDPOINTS,
  query: RequestParts['query'],
): Promise<Answer['json']> {
  for (let waits = 0; ; waits++) {
    try {
      return (await read(settings, endpoint, { query })).json;
    } catch (error) {
      const { retryAfter = 0 } = error as PeyeError;
      if (!(error instanceof RateLimitExceededError) || waits >= MOST_PAGE_WAITS || retryAfter > LONGEST_PAGE_WAIT_S)
        throw error;
      await pause(Math.max(1, retryAfter) * 1000);
    }
  }
}

/** The payment in the member `data`. Throws an `UnexpectedResponseError` when there is none. */
export function payment({ json, status, requestId }: Answer): Payment {
  if (typeof json.data?.transaction_id === 'string') return json.data;
  throw new UnexpectedResponseError(`The response (${status}) contains no payment.`, { status, requestId });
}

/** The refund in the member `data`. Throws an `UnexpectedResponseError` when there is none. */
export function refund({ json, status, requestId }: Answer): Refund {
  if (typeof json.data?.refund_id === 'string') return json.data;
  throw new UnexpectedResponseError(`The response (${status}) contains no refund.`, { status, requestId });
}

/** Sends a request once. Throws a `PeyeError` unless the response is a success of the API. */
export async function send(
  settings: Settings,
  endpoint: keyof typeof ENDPOINTS,
  parts: RequestParts = {},
): Promise<Answer> {
  const [method, path] = ENDPOINTS[endpoint];
  const url = baseOf(settings, path) + fillIn(path, parts.params) + queryText(parts.query);
  const startedAt = performance.now();
  const report = (outcome: { status?: number; requestId?: string; error?: string }) => {
    try {
      const durationMs = performance.now() - startedAt;
      settings.onRequest?.({ method, url, attempt: parts.attempt ?? 1, durationMs, ...outcome });
    } catch {}
  };
  const isPage = endpoint === 'listPayments' || endpoint === 'listEvents';
  const most = isPage ? MOST_PAGE_BYTES : MOST_BYTES;
  const { response, text } = await exchange(settings, { url, method, most }, parts).catch((error) => {
    report({ error: error.code });
    throw error;
  });
  const error = readError(settings, response, text);
  const requestId = response.headers.get('x-request-id');
  report({ status: response.status, ...(requestId && { requestId }), ...(error && { error: error.code }) });
  warnOfIgnored(`${method} ${path}`, response.headers.get('x-gateway-ignored'));
  if (error) throw error;
  return {
    json: JSON.parse(text),
    headers: response.headers,
    status: response.status,
    requestId: requestId ?? undefined,
  };
}

/** Warns, only for a test key, about fields that have no effect: the gateway accepts fields that it does not know, such as a misspelt one. */
function warnOfIgnored(request: string, names: string | null): void {
  if (names) console.warn(`Peye: ${request} was sent with fields that have no effect: ${names}`);
}

function baseOf(settings: Settings, path: string): string {
  if (/^\/(refunds|disputes)/.test(path)) return settings.refundsBase;
  return /^\/(sessions|website)/.test(path) ? settings.checkoutBase : settings.base;
}

/** One request and its whole response, in bounded time whatever `fetch` does. */
async function exchange(
  settings: Settings,
  { url, method, most }: { url: string; method: string; most: number },
  parts: RequestParts,
) {
  const { timeoutMs = settings.timeoutMs, body } = parts;
  const abort = new AbortController();
  const answer = (async () => {
    const response = await settings.fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        'user-agent': settings.userAgent,
        'x-api-key': settings.apiKey,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && bodyInit(body)),
      // A redirect would send a creation a second time, and the key to an unknown server.
      redirect: 'manual',
      signal: abort.signal,
    });
    const bytes = await readBounded(response, most);
    if (bytes) return { response, text: new TextDecoder().decode(bytes) };
    abort.abort();
    const { status } = response;
    throw new UnexpectedResponseError(`${settings.base} responded ${status} with more than ${most} bytes.`, { status });
  })();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<undefined>((done) => {
    timer = setTimeout(done, Math.max(0, timeoutMs), undefined);
  });
  try {
    const answered = await Promise.race([answer, timeout]);
    if (answered) return answered;
  } catch (error) {
    throw error instanceof UnexpectedResponseError ? error : connectionError(settings, error);
  } finally {
    clearTimeout(timer);
  }
  answer.catch(() => {});
  abort.abort();
  throw new TimeoutError(`${settings.base} did not respond within ${Math.round(timeoutMs)} ms.`);
}

/**
 * Deno repeats a request, even a creation, when a reused connection breaks before the response. It cannot repeat a body that comes from a
 * stream.
 */
function bodyInit(body: string): RequestInit {
  if (!('Deno' in globalThis)) return { body };
  const init: RequestInit & { duplex: 'half' } = { body: new Blob([body]).stream(), duplex: 'half' };
  return init;
}

/** The pause before the retry of a failed read; undefined when a retry is of no use. */
function pauseAfter(error: PeyeError, attempt: number): number | undefined {
  const { status = 0, code, retryAfter = 0 } = error;
  const mayPass =
    (error instanceof ConnectionError && !(error instanceof TlsError)) ||
    (error instanceof UnexpectedResponseError && status < 300) ||
    // An invalid key is never sent in a loop.
    (PASSING_STATUSES.includes(status) && code !== 'too_many_attempts');
  if (!mayPass) return undefined;
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
  return Math.max(longest * (0.5 + Math.random() / 2), retryAfter * 1000);
}

export function pause(ms: number): Promise<void> {
  // Node prints a warning for a negative time.
  return new Promise((done) => setTimeout(done, Math.max(0, ms)));
}

function fillIn(path: string, params: RequestParts['params'] = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
}

function queryText(query: RequestParts['query'] = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  const text = String(params);
  return text && `?${text}`;
}
