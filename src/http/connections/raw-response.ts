import { STATUS_CODES } from 'node:http';
import type { ApiError } from '../../domain/errors.ts';
import { errorBody } from '../errors.ts';

/** An error as the bytes of an answer, for connections that have no request to answer. It says that the connection closes. */
export function rawAnswer(error: ApiError, headers: Readonly<Record<string, string>>): string {
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
