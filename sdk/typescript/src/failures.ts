import * as CLASSES from './errors.ts';
import { ConnectionError, type ErrorCode, nameOf, PeyeError, TlsError, UnexpectedResponseError } from './errors.ts';
import type { Settings } from './settings.ts';

/** The class for a code of the API. Classes for this package's own codes have parameters, and are never returned. */
export function classOf(code: string): typeof PeyeError {
  const found = (CLASSES as Record<string, unknown>)[nameOf(code)] as typeof PeyeError | undefined;
  return found?.length === 0 ? found : PeyeError;
}

const SHOWN_TEXT = 80;

/** The error that a response reports. Undefined when the response is a success of the API. */
export function readError(settings: Settings, response: Response, text: string): PeyeError | undefined {
  const { status, headers } = response;
  const body = parseJson(text);
  if (status >= 200 && status < 300 && body?.success === true) return undefined;
  const details = {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: body?.retry_after ?? secondsOf(headers.get('retry-after')),
  };
  if (status < 400 || !body?.error || !body.message) {
    return new UnexpectedResponseError(unexpected(settings, response, text), details);
  }
  const { error: code, message, errors } = body;
  const fields = Object.values(errors ?? {}).flat();
  return new (classOf(code))(
    code as ErrorCode,
    [String(message).replace(/(\w)$/, '$1.'), ...fields, ...hints(settings, code)].join(' '),
    { ...details, errors },
  );
}

export function parseJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The seconds of a `Retry-After` header. Undefined when it is missing, or is a date. */
function secondsOf(retryAfter: string | null): number | undefined {
  return /^\d{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
}

function unexpected({ base }: Settings, { status, headers }: Response, text: string): string {
  if (status >= 300 && status < 400) {
    return `${base} redirects to ${headers.get('location')}: set baseUrl to the gateway's own URL.`;
  }
  const shown = text.replace(/\s+/g, ' ').slice(0, SHOWN_TEXT);
  return `${base} responded ${status} with a body that is not Peye's: "${shown}". baseUrl names another server, a proxy responded, or the response was cut.`;
}

/** Hints that only this package can give: it knows where the key was sent, and whether it is a test or a live key. */
function hints({ apiKey, base }: Settings, code: string): string[] {
  const kind = apiKey.startsWith('tk_live_') ? 'live' : 'test';
  if (code === 'missing_api_key') return [`The SDK sent it: a proxy in front of ${base} removes the header X-Api-Key.`];
  if (code === 'invalid_api_key') {
    return [`${base} does not know this ${kind} key: was it created on that gateway, and was it rotated since?`];
  }
  if (code === 'payment_method_not_available' && kind === 'live') {
    return [
      "This is a live key, which needs the provider's credentials in the gateway. To try things out, use a test key.",
    ];
  }
  return [];
}

/** The error for a request that got no response. */
export function connectionError({ base }: Settings, error: unknown): ConnectionError {
  const { message, cause } = (error ?? {}) as { message?: string; cause?: { message?: string; code?: string } };
  const detail = [message, cause?.code ?? cause?.message].filter(Boolean).join(': ');
  if (base.startsWith('https:') && isPlainHttp(error)) {
    return new TlsError(
      `${base} begins with https://, but the server at that address and port does not use TLS; nothing was sent. Set baseUrl to the https address of the proxy in front of your gateway, or to http:// on your own machine.`,
      error,
    );
  }
  return wasNothingSent(error)
    ? new ConnectionError(`${base} cannot be reached (${detail}); nothing was sent. Check baseUrl.`, 'nothing', error)
    : new ConnectionError(
        `The connection to ${base} broke (${detail}). The gateway may have received the request.`,
        'unknown',
        error,
      );
}

/** Error codes and messages of HTTP clients for a server that responds to the TLS handshake with bytes that are not TLS. */
const NO_TLS =
  /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|wrong version number|packet length too long|InvalidContentType/;

function isPlainHttp(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false;
  const { code, message, cause } = error as Record<string, unknown>;
  return NO_TLS.test(`${code} ${message}`) || isPlainHttp(cause, depth + 1);
}

/** The `syscall` of Node's errors while a connection is established. */
const STEP = 'connect';
/** Error codes for a connection that was never established. A certificate is refused before anything is sent. */
const CODES = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT|ConnectionRefused|CERT|SELF_SIGNED|UNABLE_TO_VERIFY/;
/** Deno's message for a connection that was never established. */
const WORDS = 'client error (Connect)';

/** Whether an error of `fetch` proves that the request was never sent; false when that is not known. */
function wasNothingSent(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false;
  const { code, syscall, message, cause, errors } = error as Record<string, unknown>;
  if (Array.isArray(errors) && errors.length > 0) return errors.every((each) => wasNothingSent(each, depth + 1));
  return (
    syscall === STEP || CODES.test(String(code)) || String(message).includes(WORDS) || wasNothingSent(cause, depth + 1)
  );
}

/** Whether an error proves that nothing was done. */
export function isNothingDone(error: unknown): boolean {
  if (error instanceof ConnectionError) return error.sent === 'nothing';
  const { status = 0, code = '' } = error as PeyeError;
  return (
    (status >= 300 && status < 500) || ['service_unavailable', 'not_implemented', 'invalid_argument'].includes(code)
  );
}
