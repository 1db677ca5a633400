import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { createSecureContext, rootCertificates } from 'node:tls';
import type { Agent, DiagnosticsChannel } from 'undici';
import { type LateAgent, lateAgent } from '../../platform/network/late-agent.ts';
import { CHECKED_TLS } from '../../platform/network/tls.ts';
import { PostTimeout, post } from './post.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** From the request on an open connection to the end of the response headers. */
const HEADERS_TIMEOUT_MS = 10_000;
const BODY_TIMEOUT_MS = 2_000;
/** The stored part of a response. */
const RESPONSE_START_CHARACTERS = 1_024;
const KEEP_ALIVE_MS = 30_000;
const DNS_TIMEOUT_MS = 2_000;
const DNS_TRIES = 2;
/** The channel on which undici reports the connection of each request. */
const SEND_CHANNEL = 'undici:client:sendHeaders';

/** A name's addresses, IPv4 and IPv6. Throws when it has none or the DNS does not respond. */
export type Resolve = (hostname: string) => Promise<string[]>;

export interface SendSettings {
  /** Whether an address may be connected to. */
  readonly isAllowed: (address: string) => boolean;
  /** An extra certificate authority, PEM. */
  readonly ca?: string | undefined;
  readonly resolve?: Resolve;
}

/** The result of an attempt. `statusCode` is null without a response; then `error` gives the reason. */
export interface SendResult {
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly responseStart: string | null;
  readonly retryAfterSeconds: number | undefined;
  /** The destination is not public, or there is none: no connection was opened, and no retry is scheduled. */
  readonly isRefused: boolean;
  /** Details of `error`, only for the operator's log: an address of a network that merchants must not see. */
  readonly operatorNote?: string | undefined;
}

export interface Sender {
  /** Posts once, never throws, follows no redirect, and ends in bounded time whatever the receiver does. */
  send(url: string, headers: Record<string, string>, body: string): Promise<SendResult>;
  close(): Promise<void>;
}

/**
 * Posts webhooks to checked addresses. A name is resolved once per connection, all its addresses are checked, and
 * the connection uses one of those: DNS records that change between check and connection cannot redirect it. Environment
 * variables for proxies are not read.
 */
export function webhookSender(settings: SendSettings): Sender {
  const resolve = settings.resolve ?? systemResolve();
  // No limit on the connections to an origin: the worker limits attempts, and a shop that hangs must not stop another
  // on the same host from connecting.
  const options: Agent.Options = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: BODY_TIMEOUT_MS,
    connect: {
      ...CHECKED_TLS,
      timeout: CONNECT_TIMEOUT_MS,
      lookup: checkedLookup(resolve, settings.isAllowed),
      // Created once: certificates would be parsed again for each connection, which takes milliseconds.
      ...(settings.ca !== undefined && {
        secureContext: createSecureContext({
          minVersion: CHECKED_TLS.minVersion,
          ca: [...rootCertificates, settings.ca],
        }),
      }),
    },
  };
  const keeping = lateAgent({ ...options, pipelining: 1, keepAliveTimeout: KEEP_ALIVE_MS });
  /** Opens a new connection for each request. */
  const fresh = lateAgent({ ...options, pipelining: 0 });
  const reuse = watchReuse();

  const attempt = async (agent: LateAgent, url: URL, headers: Record<string, string>, body: Buffer) => {
    const response = await post(await agent.open(), url, { headers, body });
    return {
      statusCode: response.statusCode,
      error: null,
      responseStart: storable(response.body.toString('utf8').slice(0, RESPONSE_START_CHARACTERS)),
      retryAfterSeconds: retryAfter(response.headers),
      isRefused: false,
    };
  };

  return {
    async send(text, headers, bodyText) {
      const started = performance.now();
      const timed = (result: Omit<SendResult, 'durationMs'>): SendResult => ({
        ...result,
        durationMs: Math.round(performance.now() - started),
      });
      const url = new URL(text);
      const literal = url.hostname.replace(/^\[|\]$/g, '');
      if (isIP(literal) && !settings.isAllowed(literal)) return timed(failed(new RefusedAddress(literal)));
      const body = Buffer.from(bodyText);
      // Outside the try: if this fails, a file of the program is missing, and the attempt does not count as failed.
      await Promise.all([keeping.open(), fresh.open()]);
      try {
        return timed(await attempt(keeping, url, headers, body));
      } catch (error) {
        // The receiver had closed an idle connection, which does not mean that it is unavailable.
        if (!reuse.wasReused(body) || !isBrokenConnection(error)) return timed(failed(error));
      }
      try {
        return timed(await attempt(fresh, url, headers, body));
      } catch (error) {
        return timed(failed(error));
      }
    },
    async close() {
      reuse.stop();
      await Promise.all([keeping.destroy(), fresh.destroy()]);
    },
  };
}

/** Detects whether a request, identified by its body, reused the connection of an earlier request. */
function watchReuse(): { wasReused(body: Buffer): boolean; stop(): void } {
  const used = new WeakSet<object>();
  const reused = new WeakSet<object>();
  const onSend = (message: unknown) => {
    const { request, socket } = message as DiagnosticsChannel.ClientSendHeadersMessage & { request: { body: unknown } };
    const { body } = request;
    if (used.has(socket) && Buffer.isBuffer(body)) reused.add(body);
    used.add(socket);
  };
  subscribe(SEND_CHANNEL, onSend);
  return { wasReused: (body) => reused.has(body), stop: () => void unsubscribe(SEND_CHANNEL, onSend) };
}

/**
 * The same message for a missing name and for a refused address: merchants must not learn which names and addresses the
 * operator's network has.
 */
const NO_PUBLIC_ADDRESS = 'the name does not exist, or the destination is not a public address';

/** A destination that is not public. */
class RefusedAddress extends Error {
  readonly address: string;

  constructor(address: string) {
    super(NO_PUBLIC_ADDRESS);
    this.address = address;
  }
}

function checkedLookup(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const refused = addresses.find((address) => !isAllowed(address));
        if (refused !== undefined) return callback(new RefusedAddress(refused), '');
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (!first) return callback(new Error(`${hostname} has no address`), '');
        return options.all ? callback(null, found) : callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}

/** Not the system's getaddrinfo: it has few threads, and a few dead names would block all lookups. */
function systemResolve(): Resolve {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  return async (hostname) => {
    const responses = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = responses.flatMap((response) => (response.status === 'fulfilled' ? response.value : []));
    if (addresses.length > 0) return addresses;
    const [first] = responses;
    throw first.status === 'rejected' ? first.reason : new Error(`${hostname} has no address`);
  };
}

/** Untrusted text, cleaned so that PostgreSQL can store it. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}

function failed(error: unknown): Omit<SendResult, 'durationMs'> {
  const isRefused = error instanceof RefusedAddress;
  const operatorNote = noteOf(error);
  return {
    statusCode: null,
    error: describe(error),
    responseStart: null,
    retryAfterSeconds: undefined,
    isRefused,
    ...(operatorNote !== undefined && { operatorNote }),
  };
}

const DESCRIPTIONS: Record<string, string> = {
  UND_ERR_CONNECT_TIMEOUT: 'no connection within 10 s',
  UND_ERR_HEADERS_TIMEOUT: 'no response within 10 s',
  UND_ERR_SOCKET: 'the connection was closed before a response came',
  UND_ERR_HEADERS_OVERFLOW: "the response's headers are too large",
  ECONNRESET: 'the connection was reset',
  ECONNREFUSED: 'the connection was refused',
  EPIPE: 'the connection was closed',
  ENOTFOUND: NO_PUBLIC_ADDRESS,
  ENODATA: NO_PUBLIC_ADDRESS,
  ETIMEOUT: 'no response from the name servers',
};

function noteOf(error: unknown): string | undefined {
  if (error instanceof RefusedAddress) return `not a public address: ${error.address}`;
  const { code } = error as { code?: string };
  return code === 'ENOTFOUND' || code === 'ENODATA' ? code : undefined;
}

function describe(error: unknown): string {
  const { code, message } = error as Error & { code?: string };
  if (error instanceof PostTimeout) return 'no response within 20 s';
  const known = DESCRIPTIONS[code ?? ''];
  return known ?? storable((code ? `${code}: ${message}` : message).slice(0, 300));
}

function isBrokenConnection(error: unknown): boolean {
  return ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes((error as { code?: string }).code ?? '');
}

/** Seconds of a `Retry-After`, given as seconds or as a date on the receiver's clock, which its response states. */
function retryAfter(headers: Readonly<Record<string, string | string[] | undefined>>): number | undefined {
  const text = [headers['retry-after']].flat()[0];
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = Date.parse(text);
  const reportedAt = Date.parse([headers.date].flat()[0] ?? '');
  if (Number.isNaN(date)) return undefined;
  return Math.max(0, Math.ceil((date - (Number.isNaN(reportedAt) ? Date.now() : reportedAt)) / 1000));
}
