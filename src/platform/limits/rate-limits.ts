import type { Redis } from 'ioredis';
import { MS_PER_MINUTE, SECONDS_PER_HOUR, SECONDS_PER_MINUTE } from '../../core/durations.ts';
import type { Log } from '../log/log.ts';
import { CHECKED_TLS } from '../network/tls.ts';
import type { Soon } from '../tasks/promises.ts';
import type { CountedLimit, Counter } from './leased-points.ts';
import { windowCounters } from './window-counters.ts';

const REDIS_CONNECT_TIMEOUT_MS = 2_000;
/** A request waits this long for Redis, then it is counted in the process. */
const REDIS_COMMAND_TIMEOUT_MS = 250;
const REDIS_RECONNECT_MAX_MS = 2_000;
const REPORT_AGAIN_MS = MS_PER_MINUTE;
/** Lookups of keys for an address above its limit: a key that is in use needs twelve a minute. */
const KEY_LOOKUPS_PER_ADDRESS = 240;
/** Visits of one payment's page. Only visits with the link are counted, and no customer reloads the page this often. */
const VISITS_PER_PAYMENT = 120;
/** Unsigned notifications from one address that trigger a request to a provider before it is known which payment they mean. */
const LOOKUPS_PER_ADDRESS = 60;
/** Test events to a website's callback URL: more than fixing an endpoint needs. */
const TEST_EVENTS_PER_WEBSITE = 10;
/**
 * Links that invite or reset other users. They are counted for the website or, when one of the operator's users creates them, for that
 * user. Each may send an e-mail to anyone.
 */
const LINKS_PER_HOUR = 30;
/** Links for lost passwords, by IP address. The users of an office may share an address. */
const LOST_PASSWORDS_PER_ADDRESS = 20;
/** Links for the lost password of one account. More would only fill its mailbox. */
const LOST_PASSWORDS_PER_ACCOUNT = 3;
/** Requested receipts for one e-mail address: more than a customer pays for in an hour. */
const RECEIPTS_PER_HOUR = 10;
/**
 * Requests for one payment's receipt: as many as a payment may have in total (`MOST_BY_CUSTOMERS`), so that concurrent
 * requests cannot exceed that number.
 */
const RECEIPTS_PER_PAYMENT = 5;
/** Requests for receipts on payment pages by one client: many phones share one IP address. */
const RECEIPTS_PER_CLIENT = 30;
/** Payments that are started by payment links, by IP address. Many phones share one address. */
const LINK_PAYMENTS_PER_ADDRESS = 30;
/** Payments that are started by one link: more than a shop sells, and too few for bots to fill a store. */
const LINK_PAYMENTS_PER_LINK = 120;
/** The limit allows for an office whose users share one address. */
const FAILED_SIGN_INS_PER_ADDRESS: readonly Window[] = [[20, 15 * SECONDS_PER_MINUTE]];
/**
 * The first five failures cost no wait. Further failures cost a wait of about a minute, which doubles each time, up to
 * a quarter of an hour. After a quarter of an hour, a failure no longer counts.
 */
const FAILED_SIGN_INS_PER_ACCOUNT: readonly Window[] = [
  [5, SECONDS_PER_MINUTE],
  [7, 2 * SECONDS_PER_MINUTE],
  [9, 4 * SECONDS_PER_MINUTE],
  [11, 8 * SECONDS_PER_MINUTE],
  [12, 15 * SECONDS_PER_MINUTE],
];

/** Sign-ins with the right password to an account: from all unknown browsers together, and from each known one. */
const SIGN_INS: readonly Window[] = [[30, SECONDS_PER_HOUR]];
/**
 * All attempts from an account's known browsers together: sign-ins, and wrong second-factor codes. The limit is above the failures of one
 * browser, so that one stolen browser mark does not lock out the others. It also stops an attacker with many marks.
 */
const ATTEMPTS_IN_KNOWN_BROWSERS: readonly Window[] = [[60, SECONDS_PER_HOUR]];

/** A number of requests in a number of seconds. */
type Window = readonly [points: number, seconds: number];

/** Counts a client's requests within a window in which exactly the allowed number passes. */
export interface RateLimit {
  /**
   * Counts one request. Returns 0 when it may pass, else the whole seconds until the next one can. Synchronous when counted in the process.
   */
  consume(client: string): Soon<number>;
}

/** A limit whose counts can be undone. */
interface ReturningLimit extends RateLimit {
  giveBack(client: string): Soon<unknown>;
}

/** Counts failed attempts. Each counts as failed until it succeeds, so that concurrent attempts cannot get around the limit. */
export interface AttemptLimit {
  /** Counts one attempt. Returns 0 when it is allowed, else the whole seconds until one is; a refused attempt is not counted. */
  attempt(client: string): Promise<number>;
  /** Undoes the count of an attempt that succeeded. */
  forgive(client: string): Promise<void>;
}

export interface RateLimits {
  /** All requests of an address. */
  readonly requests: RateLimit;
  /** All requests of a website that has a limit of this many requests a minute, from all addresses together. */
  readonly websiteRequests: (perMinute: number) => RateLimit;
  /**
   * Requests of an address above its limit whose keys are looked up, in case they belong to a website with its own limit. Without it,
   * one address could cause any number of lookups.
   */
  readonly keyLookups: RateLimit;
  /** Attempts with invalid keys from an address. */
  readonly invalidKeys: RateLimit;
  /** Verifications of a payment. */
  readonly verifications: RateLimit;
  /** All requests of an address outside the merchant API: pages, widget, docs, and unsigned returns from providers. */
  readonly pages: RateLimit;
  /** Visits of one payment's page with its link. */
  readonly visits: RateLimit;
  /** Requests to a provider that were triggered only by a number in an unauthenticated request. */
  readonly lookups: RateLimit;
  /** Test events that are sent to a website's callback URL manually. */
  readonly testEvents: RateLimit;
  /** Links that invite or reset other users, counted for a website or for one of the operator's users. */
  readonly links: RateLimit;
  /** Links for lost passwords that an address requests. */
  readonly lostPasswordsByAddress: RateLimit;
  /** Links for the lost password of an account. */
  readonly lostPasswordsByAccount: RateLimit;
  /** Receipts that customers request on payment pages, for one e-mail address. */
  readonly receipts: RateLimit;
  /** The same, for one IP address and for one payment. */
  readonly receiptsByClient: RateLimit;
  readonly receiptsByPayment: RateLimit;
  /** Payments that an address starts by payment links. */
  readonly linkPaymentsByAddress: RateLimit;
  /** Payments that are started by one payment link. */
  readonly linkPaymentsByLink: RateLimit;
  /** Failed sign-ins from an address. */
  readonly signInsByAddress: AttemptLimit;
  /** Failed sign-ins to an account, and failed confirmations in a session. */
  readonly signInsByAccount: AttemptLimit;
  /** Sign-ins with the right password, from all unknown browsers together or from one known browser. */
  readonly signIns: AttemptLimit;
  /** Attempts of all known browsers of an account. */
  readonly knownBrowsers: AttemptLimit;
  /** `unavailable` while the configured Redis cannot be reached and limits count on this node alone. */
  redisStatus(): 'not_set' | 'ready' | 'unavailable';
  close(): Promise<void>;
}

/** Creates a counter for a limit without Redis: in this process, or for all processes of this node. */
export type CountHere = (limit: CountedLimit) => Counter;

export interface RateLimitSettings {
  readonly redisUrl: string | null;
  readonly rateLimitPerMinute: number;
  readonly invalidKeyLimitPerHour: number;
  readonly verifyLimitPerMinute: number;
  readonly pageLimitPerMinute: number;
}

/**
 * The service's limits, counted in Redis across all nodes if it is configured, else on this node by `countHere`. While Redis is
 * unavailable, counting continues on this node, which is logged, and returns to Redis automatically. A limit of 0 is off.
 */
export async function rateLimits(
  settings: RateLimitSettings,
  log: Log,
  countHere: CountHere = ({ points, seconds }) => windowCounters(points, seconds),
): Promise<RateLimits> {
  const redis = settings.redisUrl === null ? undefined : await connectRedis(settings.redisUrl, log);
  const limit = (keyPrefix: string, points: number, duration: number): RateLimit =>
    points === 0 ? { consume: () => 0 } : counted({ keyPrefix, points, duration }, redis, countHere);
  const attempts = (name: string, windows: readonly Window[]) =>
    attemptLimit(
      windows.map(([points, duration]) =>
        counted({ keyPrefix: `${name}-${duration}`, points, duration }, redis, countHere),
      ),
    );
  // One counter for each limit that websites have: their number is bounded by the limit's range.
  const ofWebsites = new Map<number, RateLimit>();
  const websiteRequests = (perMinute: number): RateLimit => {
    const known = ofWebsites.get(perMinute) ?? limit(`peye:website-requests-${perMinute}`, perMinute, 60);
    ofWebsites.set(perMinute, known);
    return known;
  };
  const withPages = (points: number) => (settings.pageLimitPerMinute === 0 ? 0 : points);
  return {
    requests: limit('peye:requests', settings.rateLimitPerMinute, 60),
    websiteRequests,
    keyLookups: limit('peye:key-lookups', KEY_LOOKUPS_PER_ADDRESS, 60),
    invalidKeys: limit('peye:invalid-keys', settings.invalidKeyLimitPerHour, 3600),
    verifications: limit('peye:verifications', settings.verifyLimitPerMinute, 60),
    pages: limit('peye:pages', settings.pageLimitPerMinute, 60),
    visits: limit('peye:visits', withPages(VISITS_PER_PAYMENT), 60),
    lookups: limit('peye:lookups', withPages(LOOKUPS_PER_ADDRESS), 60),
    testEvents: limit('peye:test-events', TEST_EVENTS_PER_WEBSITE, SECONDS_PER_MINUTE),
    links: limit('peye:links', LINKS_PER_HOUR, SECONDS_PER_HOUR),
    lostPasswordsByAddress: limit('peye:lost-passwords-address', LOST_PASSWORDS_PER_ADDRESS, SECONDS_PER_HOUR),
    lostPasswordsByAccount: limit('peye:lost-passwords-account', LOST_PASSWORDS_PER_ACCOUNT, SECONDS_PER_HOUR),
    receipts: limit('peye:receipts', RECEIPTS_PER_HOUR, SECONDS_PER_HOUR),
    receiptsByClient: limit('peye:receipts-client', withPages(RECEIPTS_PER_CLIENT), SECONDS_PER_HOUR),
    receiptsByPayment: limit('peye:receipts-payment', RECEIPTS_PER_PAYMENT, SECONDS_PER_HOUR),
    linkPaymentsByAddress: limit(
      'peye:link-payments-address',
      withPages(LINK_PAYMENTS_PER_ADDRESS),
      SECONDS_PER_MINUTE,
    ),
    linkPaymentsByLink: limit('peye:link-payments-link', withPages(LINK_PAYMENTS_PER_LINK), SECONDS_PER_MINUTE),
    signInsByAddress: attempts('peye:sign-ins-address', FAILED_SIGN_INS_PER_ADDRESS),
    signInsByAccount: attempts('peye:sign-ins-account', FAILED_SIGN_INS_PER_ACCOUNT),
    signIns: attempts('peye:sign-ins-right', SIGN_INS),
    knownBrowsers: attempts('peye:sign-ins-known', ATTEMPTS_IN_KNOWN_BROWSERS),
    redisStatus: () => (redis === undefined ? 'not_set' : redis.client.status === 'ready' ? 'ready' : 'unavailable'),
    close: async () => {
      redis?.client.removeAllListeners();
      redis?.client.disconnect();
    },
  };
}

/** One limit with several windows, all of which must allow an attempt. */
function attemptLimit(windows: readonly ReturningLimit[]): AttemptLimit {
  const giveBack = async (client: string, to: readonly ReturningLimit[]) => {
    for (const window of to) await window.giveBack(client);
  };
  return {
    async attempt(client) {
      for (const [index, window] of windows.entries()) {
        const seconds = await window.consume(client);
        if (seconds === 0) continue;
        await giveBack(client, windows.slice(0, index));
        return seconds;
      }
      return 0;
    },
    forgive: (client) => giveBack(client, windows),
  };
}

function counted(
  options: { readonly keyPrefix: string; readonly points: number; readonly duration: number },
  redis: ConnectedRedis | undefined,
  countHere: CountHere,
): ReturningLimit {
  const here = countHere({ name: options.keyPrefix, points: options.points, seconds: options.duration });
  if (!redis) return here;
  const { client: storeClient, RateLimiterRedis, RateLimiterRes } = redis;
  const limiter = new RateLimiterRedis({ ...options, storeClient, rejectIfRedisNotReady: true });
  return {
    async consume(client) {
      try {
        await limiter.consume(client);
        return 0;
      } catch (refused) {
        // Redis's clock, which measures the wait, may have been set in the meantime. This must not lengthen the window.
        if (refused instanceof RateLimiterRes) {
          return Math.min(options.duration, Math.max(1, Math.ceil(refused.msBeforeNext / 1000)));
        }
        // Redis is unavailable, which is already logged.
        return here.consume(client);
      }
    },
    async giveBack(client) {
      // While Redis is unavailable, the attempt was counted here.
      await limiter.reward(client, 1).catch(() => here.giveBack(client));
    },
  };
}

/** The Redis client and its counters: loaded only when used, because they take 20 MB. */
interface ConnectedRedis extends Pick<typeof import('rate-limiter-flexible'), 'RateLimiterRedis' | 'RateLimiterRes'> {
  readonly client: Redis;
}

/** Resolves when Redis responds, or has just failed to: the start does not depend on it. */
async function connectRedis(url: string, log: Log): Promise<ConnectedRedis> {
  const [{ Redis }, limiters] = await Promise.all([import('ioredis'), import('rate-limiter-flexible')]);
  const address = new URL(url);
  // TLS options in the URL would override these.
  address.searchParams.delete('tls');
  const redis = new Redis(address.href, {
    ...(address.protocol === 'rediss:' && { tls: CHECKED_TLS }),
    connectTimeout: REDIS_CONNECT_TIMEOUT_MS,
    commandTimeout: REDIS_COMMAND_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, REDIS_RECONNECT_MAX_MS),
  });
  let unavailableSince: number | undefined;
  let lastReportedAt = Number.NEGATIVE_INFINITY;
  const reportUnavailable = (reason: string) => {
    const now = performance.now();
    unavailableSince ??= now;
    if (now - lastReportedAt < REPORT_AGAIN_MS) return;
    lastReportedAt = now;
    const unavailableSeconds = Math.round((now - unavailableSince) / 1000);
    log.error(
      { reason, unavailable_seconds: unavailableSeconds },
      'Redis unavailable: rate limits are per node until it recovers',
    );
  };
  redis.on('error', (error: Error) => reportUnavailable(error.message));
  redis.on('close', () => reportUnavailable('the connection closed'));
  redis.on('ready', () => {
    if (unavailableSince !== undefined) log.warn('Redis available again: rate limits are shared across all nodes');
    unavailableSince = undefined;
    lastReportedAt = Number.NEGATIVE_INFINITY;
  });
  await new Promise((done) => redis.once('ready', done).once('error', done));
  return { client: redis, ...limiters };
}
