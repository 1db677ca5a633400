import Stripe from 'stripe';
import { type Http, LONG_RESPONSE_BYTES } from '../../platform/network/http.ts';
import { parseObject } from '../../platform/text/json-object.ts';
import type { CardSettings } from './settings.ts';

const TIMEOUT_MS = 15_000;
/** Enough for a PaymentIntent with all of its nested objects, and for an error that quotes one. */
const OBJECT_BYTES = 64 * 1024;

type HttpClient = NonNullable<Stripe.StripeConfig['httpClient']>;

/**
 * Stripe's library with our own HTTP client. Stripe's own client limits neither the size of a response nor the time of
 * a whole call, and repeats a request whose connection broke even when retries are disabled.
 */
export function stripeClient({ secretKey, apiUrl }: CardSettings, http: Http): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl);
  return new Stripe(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    httpClient: httpClient(http),
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: TIMEOUT_MS,
  });
}

function httpClient(http: Http): HttpClient {
  return {
    getClientName: () => 'peye',
    async makeRequest(host, port, path, method, headers, body, protocol, timeoutMs) {
      if (method !== 'GET' && method !== 'POST') throw new Error(`${method} is not a method that is used here`);
      const response = await http({
        method,
        url: `${protocol}://${host}:${port}${path}`,
        headers: plainHeaders(headers as Record<string, unknown>),
        ...(method === 'POST' && { body }),
        timeoutMs,
        maxBytes: isList(method, path) ? LONG_RESPONSE_BYTES : OBJECT_BYTES,
      });
      return {
        getStatusCode: () => response.status,
        getHeaders: () => flatHeaders(response.headers),
        getRawResponse: () => ({ statusCode: response.status }),
        toStream: () => {
          throw new Error('streams are not used here');
        },
        toJSON: async () => readObject(response.text),
      };
    },
  };
}

/** The path of Stripe's list calls ends with the kind of the listed objects; other paths have an id after it. */
function isList(method: string, path: string): boolean {
  return method === 'GET' && /^\/v1\/[a-z_]+(\?|$)/.test(path);
}

/**
 * The library crashes on JSON that is not an object, for example a bare number. It crashes in a promise that no caller
 * awaits, so the caller would never get a response.
 */
function readObject(text: string): object {
  const object = parseObject(text);
  if (!object) throw new Error('the response is no JSON object');
  return object;
}

/** Omits the content length: it is computed again from the body. */
function plainHeaders(headers: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length');
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

function flatHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));
}
