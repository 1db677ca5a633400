import * as CLASSES from './errors.js';
import { ConnectionError,                 nameOf, PeyeError, TlsError, UnexpectedResponseError } from './errors.js';

export function classOf(code        )                   {
  const found = (CLASSES                           )[nameOf(code)]                                ;
  return found?.length === 0 ? found : PeyeError;
}

const SHOWN_TEXT = 80;

export function readError(settings          , response          , text        )                        {
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
    code             ,
    [String(message).replace(/(\w)$/, '$1.'), ...fields, ...hints(settings, code)].join(' '),
    { ...details, errors },
  );
}

export function parseJson(text        ) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function secondsOf(retryAfter               )                     {
  return /^\d{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
}

function unexpected({ base }          , { status, headers }          , text        )         {
  if (status >= 300 && status < 400) {
    return `${base} redirects to ${headers.get('location')}: set baseUrl to the gateway's own URL.`;
  }
  const shown = text.replace(/\s+/g, ' ').slice(0, SHOWN_TEXT);
  return `${base} responded ${status} with a body that is not Peye's: "${shown}". baseUrl names another server, a proxy responded, or the response was cut.`;
}

function hints({ apiKey, base }          , code        )           {
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

export function connectionError({ base }          , error         )                  {
  const { message, cause } = (error ?? {})                                                                     ;
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

const NO_TLS =
  /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|wrong version number|packet length too long|InvalidContentType/;

function isPlainHttp(error         , depth = 0)          {
  if (typeof error !== 'object' || error === null || depth > 4) return false;
  const { code, message, cause } = error                           ;
  return NO_TLS.test(`${code} ${message}`) || isPlainHttp(cause, depth + 1);
}

const STEP = 'connect';
const CODES = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT|ConnectionRefused|CERT|SELF_SIGNED|UNABLE_TO_VERIFY/;
const WORDS = 'client error (Connect)';

function wasNothingSent(error         , depth = 0)          {
  if (typeof error !== 'object' || error === null || depth > 4) return false;
  const { code, syscall, message, cause, errors } = error                           ;
  if (Array.isArray(errors) && errors.length > 0) return errors.every((each) => wasNothingSent(each, depth + 1));
  return (
    syscall === STEP || CODES.test(String(code)) || String(message).includes(WORDS) || wasNothingSent(cause, depth + 1)
  );
}

export function isNothingDone(error         )          {
  if (error instanceof ConnectionError) return error.sent === 'nothing';
  const { status = 0, code = '' } = error             ;
  return (
    (status >= 300 && status < 500) || ['service_unavailable', 'not_implemented', 'invalid_argument'].includes(code)
  );
}
