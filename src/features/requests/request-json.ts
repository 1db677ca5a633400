import { type Fields, fieldsJson } from '../../core/fields.ts';
import type { ApiRequest } from './store/api-requests.ts';

/** The fields of the request log. */
export const REQUEST_FIELDS: Fields<ApiRequest> = {
  request_id: { text: 'requestId', isCopied: true },
  website_id: { text: 'websiteId' },
  key_id: { text: 'keyId' },
  mode: { text: 'mode' },
  created_at: { time: 'atUs' },
  method: { text: 'method' },
  path: { text: 'path' },
  status: { count: 'status' },
  error: { text: 'error' },
  transaction_id: { text: ({ paymentId }) => paymentId?.toString() ?? null },
  duration_us: { count: 'durationUs' },
};

/** A line of the request log as JSON for operators. */
export function requestJson(request: ApiRequest): Record<string, unknown> {
  return fieldsJson(REQUEST_FIELDS, request);
}

/** A line as merchants' servers see it: the website and the mode are those of the key. */
export function merchantRequestJson(request: ApiRequest): Record<string, unknown> {
  const { website_id: _website, mode: _mode, ...json } = requestJson(request);
  return json;
}
