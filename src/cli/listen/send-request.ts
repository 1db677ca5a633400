import { CHECKED_TLS } from '../../platform/network/tls.ts';

interface RequestToSend {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The longest time until the start of the response, milliseconds. */
  readonly timeoutMs: number;
  /** The longest pause between two parts of the response, milliseconds. */
  readonly bodyTimeoutMs: number;
  /** The rest of a longer response is not read. */
  readonly mostBytes: number;
  /** Ends the request. */
  readonly signal?: AbortSignal;
  /** Accept any certificate. */
  readonly skipVerify?: boolean;
}

interface ReceivedResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The body, up to `mostBytes`. */
  readonly text: string;
  /** Whether the body arrived to its end, or up to `mostBytes`. */
  readonly isWhole: boolean;
}

const DESCRIPTIONS: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  ENOTFOUND: 'the name does not exist',
  EAI_AGAIN: 'the name servers do not respond',
  ETIMEDOUT: 'connection timeout',
};

const CERTIFICATE_ERROR = /^(?:CERT_|ERR_TLS_CERT|UNABLE_TO_|SELF_SIGNED_CERT|DEPTH_ZERO_)/;

/** OpenSSL's reasons for a server that does not start a TLS handshake. */
const NO_TLS =
  /^write EPROTO .*:(?:wrong version number|packet length too long|http request|tlsv1 alert record overflow):/;

/**
 * Sends one request on its own connection, because a restarted server would have closed an open one. Follows no redirect. Rejects with
 * the system's error, or a `TimeoutError`, if no response has started. It has no dependencies, because the merchants' package contains it.
 */
export function sendRequest(address: string | URL, sent: RequestToSend): Promise<ReceivedResponse> {
  const { method, headers, body, timeoutMs, bodyTimeoutMs, mostBytes, signal, skipVerify = false } = sent;
  const url = new URL(address);
  const options = { method, headers, signal, agent: false, ...CHECKED_TLS, rejectUnauthorized: !skipVerify };
  const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
  return new Promise((done, fail) => {
    const sending = request(url, options);
    const timer = setTimeout(() => sending.destroy(new DOMException('', 'TimeoutError')), timeoutMs);
    sending.once('error', (error) => {
      clearTimeout(timer);
      fail(error);
    });
    sending.once('response', (response) => {
      clearTimeout(timer);
      const parts: Buffer[] = [];
      let length = 0;
      const finish = (isWhole: boolean) => {
        done({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'],
          text: Buffer.concat(parts).toString('utf8', 0, mostBytes),
          isWhole,
        });
        sending.destroy();
      };
      response.setTimeout(bodyTimeoutMs, () => finish(false));
      response.on('data', (part: Buffer) => {
        parts.push(part);
        length += part.length;
        if (length >= mostBytes) finish(true);
      });
      response.once('end', () => finish(true));
      response.once('close', () => finish(false));
      response.once('error', () => finish(false));
    });
    sending.end(body);
  });
}

/** Describes why there was no response. */
export function describeNetworkError(error: unknown): string {
  const { code, message, name } = error as Error & { code?: string };
  if (isTimeout(error)) return 'response timeout';
  return DESCRIPTIONS[code ?? ''] ?? (message || code || name);
}

/** The connection was open, and no response came in time. */
export function isTimeout(error: unknown): boolean {
  return (error as Error).name === 'TimeoutError';
}

/** The address begins with https://, and the server uses no TLS. A retry does not change that. */
export function isPlainHttp(error: unknown): boolean {
  return NO_TLS.test((error as Error).message);
}

/** The certificate of the server is not trusted. A retry does not change that. */
export function isCertificateError(error: unknown): boolean {
  return CERTIFICATE_ERROR.test((error as { code?: string }).code ?? '');
}
