import { EVERYWHERE } from '../api/schemas/json-schema.ts';
import { ERRORS, type ErrorCode } from '../core/errors.ts';
import { apiText } from '../platform/messages/api-reference/api-text.ts';
import { ERRORS_PAGE } from '../platform/messages/errors-page/errors-page-messages.ts';
import type { Language } from '../platform/messages/language.ts';
import { markdownTable } from './markup.ts';

/** What each HTTP status means: of the codes, of success, and of proxies in front of the gateway. */
export const STATUS_MEANINGS: Readonly<Record<number, string>> = {
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

/** What a client should do after an error: whether the same request can succeed later. */
function retryAdvice(code: ErrorCode): keyof (typeof ERRORS_PAGE)['en']['retry'] {
  if (code === 'internal_error') return 'lookUp';
  if (code === 'payment_processing_failed') return 'otherPayment';
  if (code === 'too_many_attempts') return 'otherKey';
  switch (ERRORS[code].status) {
    case 429:
      return 'afterSeconds';
    case 503:
      return 'afterHeader';
    case 408:
      return 'now';
    case 401:
    case 403:
      return 'afterChange';
    default:
      return 'never';
  }
}

/** The error catalogue as the Markdown page of a language. Responses have English messages, so only docs/errors.md shows them. */
export function errorsMarkdown(language: Language): string {
  const { columns, retry, ...words } = ERRORS_PAGE[language];
  const rows = Object.entries(ERRORS).map(([code, { status, message, meaning }]) => [
    String(status),
    `\`${code}\``,
    apiText(meaning, language),
    ...(language === 'en' ? [message] : []),
    retry[retryAdvice(code as ErrorCode)],
  ]);
  const headings = ['HTTP', '`error`', columns.when, ...(language === 'en' ? [columns.message] : []), columns.retry];
  return `# ${words.title}

<!-- Generated from src/core/errors.ts by \`npm run docs\`. Do not edit by hand. -->

${words.format}

${json({ success: false, error: 'validation_error', message: ERRORS.validation_error.message, errors: { amount: ['The amount field must be at least 1.'] } })}

${words.validation}

${json({ success: false, error: 'rate_limit_exceeded', message: ERRORS.rate_limit_exceeded.message, retry_after: 42 })}

${words.requestId}

## ${words.statusCodes}

${markdownTable(
  ['HTTP', columns.meaning],
  Object.entries(STATUS_MEANINGS).map(([status, meaning]) => [status, apiText(meaning, language)]),
)}

## ${words.allCodes}

${words.allCodesText}

${markdownTable(headings, rows.sort())}

## ${words.everywhere}

${EVERYWHERE.map((code) => `\`${code}\``).join(', ')}.
`;
}

/** As the project's formatter writes it: a list with one text stays on its line. */
function json(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replaceAll(/\[\n\s+("[^"\n]*")\n\s+\]/g, '[$1]');
  return `\`\`\`json\n${text}\n\`\`\``;
}
