import { EVERYWHERE } from '../api/schemas/responses.ts';
import { ERRORS, type ErrorCode } from '../core/errors.ts';
import { markdownTable } from './markdown-table.ts';

/** What a client should do after an error: whether the same request can succeed later. */
function retryAdvice(code: ErrorCode): string {
  if (code === 'internal_error')
    return 'Create request: look up the payment by its reference, and retry only if there is no new one.';
  if (code === 'payment_processing_failed')
    return 'Create a new payment when the customer tries again or chooses another method.';
  if (code === 'too_many_attempts') return 'Do not retry: correct the key. The same key will never work.';
  switch (ERRORS[code].status) {
    case 429:
      return 'Retry after `retry_after` seconds.';
    case 503:
      return 'Retry after the number of seconds in the `Retry-After` header.';
    case 408:
      return 'Retry.';
    case 401:
    case 403:
      return 'Do not retry until the key or the website has been changed.';
    default:
      return 'Do not retry: the same request will fail again.';
  }
}

/** The error catalogue as the Markdown page of the repository, docs/errors.md. */
export function errorsMarkdown(): string {
  const rows = Object.entries(ERRORS).map(([code, { status, message, meaning }]) => [
    String(status),
    `\`${code}\``,
    meaning,
    message,
    retryAdvice(code as ErrorCode),
  ]);
  return `# Errors

<!-- Generated from src/core/errors.ts by \`npm run docs\`. Do not edit by hand. -->

All API errors have the same format. Use the HTTP status and \`error\` in your code; \`message\` is for people, and its wording may change.

${json({ success: false, error: 'validation_error', message: ERRORS.validation_error.message, errors: { amount: ['The amount field must be at least 1.'] } })}

Only \`validation_error\` has \`errors\`, which maps each field name to a list of messages. Every 429 has \`retry_after\`, in whole seconds:

${json({ success: false, error: 'rate_limit_exceeded', message: ERRORS.rate_limit_exceeded.message, retry_after: 42 })}

Every response has the header \`X-Request-Id\`. Include it when you ask for help: the gateway's log has the same id.

## Status codes

${markdownTable(['HTTP', 'Meaning'], Object.entries(STATUS_MEANINGS))}

## All codes

The table shows the default message; some responses have a more specific one. \`/openapi.json\` lists the codes of each endpoint.

${markdownTable(['HTTP', '`error`', 'When', 'Message', 'Retry?'], rows.sort())}

## Errors of every endpoint

${EVERYWHERE.map((code) => `\`${code}\``).join(', ')}.
`;
}

/** What each HTTP status means: of the codes, of success, and of proxies in front of the gateway. */
const STATUS_MEANINGS: Readonly<Record<number, string>> = {
  200: 'The request succeeded.',
  201: 'The payment, session, link or refund was created.',
  400: 'The request cannot be done as it is: an amount, a method, or invalid HTTP.',
  401: 'The key is missing or invalid.',
  403: 'The key may not do this, or it or its website is deactivated.',
  404: 'Nothing of this website has this id, name or address.',
  405: 'The address does not accept this method.',
  408: 'The request did not arrive in time.',
  409: 'The state or the name of the object does not allow it.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'A field is invalid; the response names each.',
  429: 'Too many requests; the response says how many seconds to wait.',
  431: 'The headers are too large.',
  500: 'The gateway failed. Look up the payment before you repeat a create request.',
  501: 'The request uses a feature of HTTP that the gateway does not have.',
  502: 'From a proxy: no valid response of the gateway. Look up the payment as after a 500.',
  503: 'The gateway is overloaded or not ready, and did nothing. Its header says when to retry.',
  504: 'From a proxy: no response of the gateway in time. Look up the payment as after a 500.',
};

/** As the project's formatter writes it: a list with one text stays on its line. */
function json(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replaceAll(/\[\n\s+("[^"\n]*")\n\s+\]/g, '[$1]');
  return `\`\`\`json\n${text}\n\`\`\``;
}
