import { connect } from 'node:net';
import type { ApiResponse } from '../support/gateway.ts';

/** Longer than any response takes, shorter than the server's own patience with a slow request. */
const SILENCE_MS = 30_000;

/** The responses to bytes that no HTTP client would send. */
export interface RawResponses {
  readonly responses: ApiResponse[];
  /** The first line of each response. */
  readonly statusLines: string[];
  /** Whether the server closed the connection. */
  readonly closed: boolean;
}

/**
 * Writes bytes as they are, and reads until `expected` responses have arrived or the server has closed the connection.
 * Rejects when neither happens, because then the connection hangs.
 */
export function sendRaw(
  url: string,
  chunks: readonly (string | Buffer)[],
  { expected = 1 }: { expected?: number } = {},
): Promise<RawResponses> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname.replace(/[[\]]/g, ''));
    let received = Buffer.alloc(0);
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no response within ${SILENCE_MS} ms after: ${received.toString('latin1').slice(0, 500)}`));
    }, SILENCE_MS);
    const finish = (closed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      const responses = parseResponses(received);
      resolve({ responses, statusLines: responses.map(({ statusLine }) => statusLine), closed });
    };
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (parseResponses(received).length >= expected) finish(false);
    });
    // A server may refuse a body before it has all arrived: then writing fails, and the response is there to be read.
    socket.on('error', () => {});
    socket.on('close', () => finish(true));
    for (const chunk of chunks) socket.write(chunk);
  });
}

/** The text of a request line and its headers; `Host` is added unless it is given. */
export function head(line: string, headers: Record<string, string> = {}): string {
  const all = { host: 'localhost', ...headers };
  return `${[line, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`;
}

/** A GET whose path is sent exactly as it is. */
export async function getRaw(url: string, path: string, key: string): Promise<ApiResponse> {
  const { responses } = await sendRaw(url, [head(`GET ${path} HTTP/1.1`, { 'x-api-key': key })]);
  const [response] = responses;
  if (!response) throw new Error(`no response to ${path}`);
  return response;
}

/** The complete responses at the start of the received text. */
function parseResponses(bytes: Buffer): (ApiResponse & { statusLine: string })[] {
  const responses: (ApiResponse & { statusLine: string })[] = [];
  let rest = bytes;
  for (;;) {
    const headEnd = rest.indexOf('\r\n\r\n');
    if (headEnd === -1) return responses;
    const [statusLine = '', ...lines] = rest.subarray(0, headEnd).toString('latin1').split('\r\n');
    const headers = new Headers(
      lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
    );
    const status = Number(statusLine.split(' ')[1]);
    const length = Number(headers.get('content-length') ?? 0);
    const body = rest.subarray(headEnd + 4, headEnd + 4 + length);
    if (body.length < length) return responses;
    rest = rest.subarray(headEnd + 4 + length);
    if (status === 100) continue;
    const text = body.toString('utf8');
    responses.push({ statusLine, status, headers, text, json: parseJson(text) });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
