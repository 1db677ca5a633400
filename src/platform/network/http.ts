import type { Dispatcher } from 'undici';
import { noteMissingFile, ProgramIncomplete } from '../files/missing-files.ts';
import { lateAgent } from './late-agent.ts';
import { CHECKED_TLS } from './tls.ts';

/** Larger than any single-object response. */
const BODY_LIMIT_BYTES = 16 * 1024;
/** For lists, and for HTML pages. */
export const LONG_RESPONSE_BYTES = 512 * 1024;
const CONNECT_TIMEOUT_MS = 5_000;
/** Per server; further requests queue, and their timeout keeps running. */
const MAX_CONNECTIONS = 64;
const KEEP_ALIVE_MS = 20_000;
/** Errors of a connection that was never established, so no part of the request can have arrived. */
const NEVER_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the whole exchange, from connecting to the last byte of the response. */
  readonly timeoutMs: number;
  /** The largest response that is read, 16 KiB by default; a larger one counts as no response. */
  readonly maxBytes?: number | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** No complete response arrived. The server may have acted, unless `wasSent` is false: then it received nothing. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
  readonly wasSent: boolean;

  constructor(message: string, wasSent: boolean) {
    super(message);
    this.wasSent = wasSent;
  }
}

/**
 * Makes one request. Follows no redirect, never retries, and is bounded in time and memory. Throws NoResponse, and
 * ProgramIncomplete when nothing was sent because a file of the program is missing.
 */
export type Http = (request: HttpRequest) => Promise<HttpResponse>;

/**
 * A client for the servers that the operator has configured. Certificates are always checked, and proxy variables of
 * the environment are not read. A connection carries one request at a time. Requests are never retried, because only
 * the caller knows whether that is safe.
 */
export function httpClient(): {
  readonly http: Http;
  /** Loads the code for the first request. Throws ProgramIncomplete. */
  load(): Promise<void>;
  close(): Promise<void>;
} {
  const agent = lateAgent({
    pipelining: 1,
    connections: MAX_CONNECTIONS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connect: { ...CHECKED_TLS, timeout: CONNECT_TIMEOUT_MS },
  });
  return {
    async http(request) {
      const url = new URL(request.url);
      try {
        const response = await (await agent.open()).request({
          origin: url.origin,
          path: url.pathname + url.search,
          method: request.method,
          headers: request.headers,
          body: request.body ?? null,
          signal: AbortSignal.timeout(request.timeoutMs),
        });
        const text = await readText(response.body, request.maxBytes ?? BODY_LIMIT_BYTES);
        return { status: response.statusCode, headers: response.headers, text };
      } catch (error) {
        if (noteMissingFile(error)) throw incomplete(error);
        throw noResponse(error, request.timeoutMs);
      }
    },
    load: async () => void (await agent.open()),
    close: agent.destroy,
  };
}

async function readText(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += (chunk as Buffer).length;
      if (bytes > maxBytes) throw new NoResponse(`the response is larger than ${maxBytes} bytes`, true);
      chunks.push(chunk as Buffer);
    }
  } finally {
    body.on('error', () => {}).destroy();
  }
  return Buffer.concat(chunks).toString('utf8');
}

function incomplete(error: unknown): ProgramIncomplete {
  return error instanceof ProgramIncomplete ? error : new ProgramIncomplete((error as Error).message, { cause: error });
}

function noResponse(error: unknown, timeoutMs: number): NoResponse {
  if (error instanceof NoResponse) return error;
  const { code = '', name, message } = error as Error & { code?: string };
  if (name === 'TimeoutError') return new NoResponse(`no complete response within ${timeoutMs} ms`, true);
  return new NoResponse(code ? `${code}: ${message}` : message, !NEVER_CONNECTED.includes(code));
}
