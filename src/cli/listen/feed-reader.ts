import { API_BASE, REFUNDS_BASE } from '../../api/api-base.ts';
import { CommandFailure } from '../../platform/command-failure.ts';
import { printable } from '../../platform/text/printable.ts';
import { type FeedPage, readFeedPage } from './feed-page.ts';
import { pace, pause } from './pace.ts';
import { describeNetworkError, isCertificateError, isPlainHttp, sendRequest } from './send-request.ts';

const PAGE_LIMIT = 100;
/** How long the gateway may wait for an event before it responds. */
const WAIT_SECONDS = 25;
/** Longer than `WAIT_SECONDS`. */
const TIMEOUT_MS = 40_000;
/** The longest pause between two parts of a response. A response that has started arrives without delay. */
const BODY_TIMEOUT_MS = 15_000;
/** More than a page of events has. */
const MOST_BYTES = 64 * 1024 * 1024;
const UNAVAILABLE_WAIT_MS = 1_000;
const UNAVAILABLE_WAIT_MAX_MS = 5_000;
/** Longer than a rate limit's window; a longer wait is not honoured. */
const MAX_RETRY_AFTER_MS = 300_000;

interface FeedReaderSettings {
  readonly baseUrl: string;
  readonly key: string;
  readonly report: (text: string) => void;
  readonly stopping: AbortSignal;
}

/**
 * Reads the events after a cursor; with `waits` it waits for the next one. Returns `invalid_cursor` when the cursor is not from this feed,
 * undefined when stopped.
 */
export type ReadPage = (
  after: string | null,
  waits: 'waits' | 'at once',
) => Promise<FeedPage | 'invalid_cursor' | undefined>;

/** The result of one request. A `wait` result is worth a retry. */
type ApiResponse =
  | { page: FeedPage | 'invalid_cursor' }
  | { wait: 'unavailable' | 'limited'; reason: string; waitMs?: number }
  | { isMissing: true };

/** The address of a feed, and whether the gateway may have none there. */
interface FeedAddress {
  readonly url: string;
  readonly mayBeMissing: boolean;
}

/** The feed with the events of refunds. A gateway that is older than refunds has only that of payments, with the same cursors. */
function wholeFeedOf(baseUrl: string): FeedAddress {
  return baseUrl.endsWith(API_BASE)
    ? { url: `${baseUrl.slice(0, -API_BASE.length)}${REFUNDS_BASE}/feed`, mayBeMissing: true }
    : { url: `${baseUrl}/events`, mayBeMissing: false };
}

/**
 * Reads the feed. While the gateway is unavailable, overloaded or limits requests it waits and retries, and reports it once.
 * Throws CommandFailure when a retry cannot help. Contract: FEED-1.
 */
export function feedReader(settings: FeedReaderSettings): ReadPage {
  const { report, stopping } = settings;
  const paced = pace();
  let feed = wholeFeedOf(settings.baseUrl);
  return async (after, waits) => {
    let failures = 0;
    while (!stopping.aborted) {
      await paced.next(stopping);
      if (stopping.aborted) break;
      const startedMs = performance.now();
      const response = await requestPage(settings, feed, { after, waits });
      if (stopping.aborted) break;
      if ('isMissing' in response) {
        feed = { url: `${settings.baseUrl}/events`, mayBeMissing: false };
        continue;
      }
      if ('page' in response && response.page !== 'invalid_cursor' && response.page.events.length === 0) {
        paced.noteEmpty(performance.now() - startedMs);
      }
      if ('page' in response) {
        if (failures > 0) report('The gateway is available again.');
        return response.page;
      }
      if (failures++ === 0) report(`${response.reason}. Retrying.`);
      const backoffMs = Math.min(UNAVAILABLE_WAIT_MS * 2 ** (failures - 1), UNAVAILABLE_WAIT_MAX_MS);
      await pause(response.waitMs ?? backoffMs, stopping);
    }
    return undefined;
  };
}

async function requestPage(
  { baseUrl, key, stopping }: FeedReaderSettings,
  feed: FeedAddress,
  { after, waits }: { after: string | null; waits: 'waits' | 'at once' },
): Promise<ApiResponse> {
  const url = new URL(feed.url);
  url.searchParams.set('limit', String(PAGE_LIMIT));
  if (waits === 'waits') url.searchParams.set('wait', String(WAIT_SECONDS));
  if (after !== null) url.searchParams.set('after', after);
  try {
    const { status, text, isWhole, retryAfter } = await sendRequest(url, {
      method: 'GET',
      headers: { 'x-api-key': key, accept: 'application/json' },
      timeoutMs: TIMEOUT_MS,
      bodyTimeoutMs: BODY_TIMEOUT_MS,
      mostBytes: MOST_BYTES,
      signal: stopping,
    });
    if (!isWhole) return { wait: 'unavailable', reason: `The gateway at ${baseUrl} ended its response too early` };
    if (status === 422 && after !== null && readError(text).error === 'invalid_cursor') {
      return { page: 'invalid_cursor' };
    }
    if (status === 404 && feed.mayBeMissing) return { isMissing: true };
    return judge(baseUrl, status, text, retryAfter);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    const reason = describeNetworkError(error);
    if (isCertificateError(error))
      throw new CommandFailure(`the certificate of the gateway at ${baseUrl} is not trusted: ${reason}.`);
    if (isPlainHttp(error)) {
      throw new CommandFailure(
        `${baseUrl} begins with https://, but the server there does not use TLS. Set --url to the https address of the proxy in front of the gateway, or to http:// on this machine.`,
      );
    }
    return { wait: 'unavailable', reason: `The gateway at ${baseUrl} is unavailable (${reason})` };
  }
}

function judge(baseUrl: string, status: number, text: string, retryAfter: string | undefined): ApiResponse {
  const page = status === 200 ? readFeedPage(text) : undefined;
  if (page) return { page };
  const { error, message } = readError(text);
  if (error === 'https_required') throw new CommandFailure(`${baseUrl}: ${printable(message ?? 'use https')}`);
  // too_many_attempts: this address sent too many invalid keys. A valid key still works.
  if (status === 401 || status === 403 || error === 'too_many_attempts') {
    const reason = printable(message ?? `status ${status}`);
    const hint =
      status === 401
        ? '. The operator of the gateway can create a new key: peye keys create --website web_… --mode test'
        : '';
    throw new CommandFailure(`the gateway rejects this key: ${reason}${hint}`);
  }
  if (status === 429) {
    return { wait: 'limited', reason: 'The gateway limits the request rate', ...waitOf(retryAfter) };
  }
  if (status >= 500) {
    return { wait: 'unavailable', reason: `The gateway at ${baseUrl} responded with ${status}`, ...waitOf(retryAfter) };
  }
  throw new CommandFailure(
    `${baseUrl}/events is not the events feed of a Peye gateway (${status}${error ? ` ${printable(error)}` : ''}). Check --url.`,
  );
}

function waitOf(retryAfter: string | undefined): { waitMs?: number } {
  const seconds = /^\d{1,9}$/.test(String(retryAfter)) ? Number(retryAfter) : 0;
  return seconds > 0 ? { waitMs: Math.min(seconds * 1000, MAX_RETRY_AFTER_MS) } : {};
}

/** Reads the error object of the API; empty when another server responded. */
function readError(text: string): { error?: string; message?: string } {
  try {
    const { error, message } = JSON.parse(text);
    return typeof error === 'string' && typeof message === 'string' ? { error, message } : {};
  } catch {
    return {};
  }
}
