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

## All codes

The table shows the default message; some responses have a more specific one. \`/openapi.json\` lists the codes of each endpoint.

${markdownTable(['HTTP', '`error`', 'When', 'Message', 'Retry?'], rows.sort())}

## Errors of every endpoint

${EVERYWHERE.map((code) => `\`${code}\``).join(', ')}.
`;
}

/** As the project's formatter writes it: a list with one text stays on its line. */
function json(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replaceAll(/\[\n\s+("[^"\n]*")\n\s+\]/g, '[$1]');
  return `\`\`\`json\n${text}\n\`\`\``;
}
