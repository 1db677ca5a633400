import { createHmac, hash } from 'node:crypto';
import type { Log } from '../../platform/log/log.ts';
import { type HttpResponse, LONG_RESPONSE_BYTES } from '../../platform/network/http.ts';
import { type JsonObject, parseObject } from '../../platform/text/json-object.ts';
import { ProviderUnavailable } from '../provider.ts';
import { callProvider } from '../provider-call.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import type { LakaypayCardSettings } from './settings.ts';
import { STORED_EXCHANGE } from './stored-exchange.ts';

interface RestCall {
  readonly operation: 'search' | 'transaction' | 'payment' | 'refund' | 'void';
  /** Below the API's base, with its leading slash. */
  readonly path: string;
  /** Sent as JSON with POST; without it the call is a GET. */
  readonly body?: JsonObject;
  readonly paymentId?: number | undefined;
}

/** A response of the REST API whose status is below 500 and whose body is a JSON object. */
interface RestResponse {
  readonly status: number;
  readonly body: JsonObject;
}

/** Makes one signed call. Throws ProviderUnavailable when no usable response came. */
export type RestApi = (call: RestCall, log: Log) => Promise<RestResponse>;

/** The settings with which every call is signed. */
const REST_CREDENTIALS = ['LAKAYPAY_CARD_MERCHANT_ID', 'LAKAYPAY_CARD_REST_KEY_ID', 'LAKAYPAY_CARD_REST_SHARED_SECRET'];
/** The largest responses: a search returns a page of summaries, and a lookup of one transaction returns all of its data. */
const MAX_BYTES = { search: LONG_RESPONSE_BYTES, transaction: 64 * 1024 };
const QUERY_MS = 15_000;
/** A call that moves money may take as long as the card's bank takes. A query may not. */
const MOVE_MS = 30_000;
const TIMEOUTS_MS = { search: QUERY_MS, transaction: QUERY_MS, payment: MOVE_MS, refund: MOVE_MS, void: MOVE_MS };

export function restApi(
  settings: LakaypayCardSettings,
  { http, telemetry, clock }: Pick<ProviderDeps, 'http' | 'telemetry' | 'clock'>,
): RestApi {
  return async ({ operation, path, body, paymentId }, log) => {
    const method = body ? 'POST' : 'GET';
    const url = new URL(settings.apiUrl + path);
    const text = body && JSON.stringify(body);
    const response = await callProvider(
      { http, telemetry, log },
      { provider: 'lakaypay_card', operation, transactionId: paymentId },
      {
        method,
        url: url.href,
        headers: {
          accept: 'application/json',
          ...(text !== undefined && { 'content-type': 'application/json' }),
          ...signedHeaders(settings, { method, url, body: text }, Math.floor(clock() / 1000)),
        },
        ...(text !== undefined && { body: text }),
        timeoutMs: TIMEOUTS_MS[operation],
        maxBytes: operation === 'search' || operation === 'transaction' ? MAX_BYTES[operation] : undefined,
      },
      { kept: STORED_EXCHANGE, credentials: REST_CREDENTIALS },
    );
    return readResponse(operation, response);
  };
}

function readResponse(operation: RestCall['operation'], { status, text }: HttpResponse): RestResponse {
  // The log contains no part of the response, which may quote the request.
  if (status === 401 || status === 403) {
    throw new ProviderUnavailable(`lakaypay_card ${operation}: the REST key is refused (${status})`, {
      why: 'credentials',
    });
  }
  const body = status < 500 ? parseObject(text) : undefined;
  if (!body) throw new ProviderUnavailable(`lakaypay_card ${operation}: no usable response (HTTP ${status})`);
  return { status, body };
}

export interface RestRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly body?: string | undefined;
}

/**
 * The headers that sign a call of the REST API: over host, time, method with path, merchant and, when there is a body,
 * its digest. The key is the decoded base64 of the shared secret.
 */
export function signedHeaders(
  { merchantId, restKeyId, restSharedSecret }: LakaypayCardSettings,
  { method, url, body }: RestRequest,
  nowMs: number,
): Record<string, string> {
  const signed = {
    host: url.host,
    date: new Date(nowMs).toUTCString(),
    'request-target': `${method.toLowerCase()} ${url.pathname}${url.search}`,
    ...(body !== undefined && { digest: `SHA-256=${hash('sha256', body, 'base64')}` }),
    'v-c-merchant-id': merchantId,
  };
  const text = Object.entries(signed)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  const signature = createHmac('sha256', Buffer.from(restSharedSecret, 'base64')).update(text).digest('base64');
  const { 'request-target': _, ...headers } = signed;
  return {
    ...headers,
    signature: `keyid="${restKeyId}", algorithm="HmacSHA256", headers="${Object.keys(signed).join(' ')}", signature="${signature}"`,
  };
}
