import type { ApiError } from '../../core/errors.ts';
import { errorBody } from '../errors.ts';

/**
 * Not imported, because an `import` reads every export of `node:http`. That loads Node's WebSocket client, which costs
 * some 25 ms and 5 MB at each start.
 */
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** An error response as bytes, for connections without a request. It announces that the connection closes. */
export function rawResponse(error: ApiError, headers: Readonly<Record<string, string>>): string {
  const body = errorBody(error);
  const all = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    date: new Date().toUTCString(),
    ...(error.retryAfterSeconds !== undefined && { 'retry-after': String(error.retryAfterSeconds) }),
    connection: 'close',
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${[`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...head].join('\r\n')}\r\n\r\n${body}`;
}
