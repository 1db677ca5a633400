import { ERRORS, type ErrorCode } from '../../domain/errors.ts';
import { EVERYWHERE } from '../schemas/responses.ts';
import { markdownTable } from './markdown-table.ts';

/** What a client should do after an error: whether the same request can pass later. */
function retryAdvice(code: ErrorCode): string {
  if (code === 'internal_error') return 'Look the payment up by its reference, then try again.';
  if (code === 'payment_processing_failed')
    return 'Offer the customer to try again, or another method: with a new payment.';
  if (code === 'too_many_attempts') return 'Stop, and mend the key: the same one will never pass.';
  switch (ERRORS[code].status) {
    case 429:
      return 'Try again after `retry_after` seconds.';
    case 503:
      return 'Try again after the seconds of the `Retry-After` header.';
    case 408:
      return 'Try again.';
    case 401:
    case 403:
      return 'Do not try again before the key or the website was changed.';
    default:
      return 'Do not try again: the same request fails again.';
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

<!-- Made from src/domain/errors.ts by \`npm run docs\`. Do not edit by hand. -->

Every failure of the API has one shape. Branch on the HTTP status and on \`error\`; \`message\` is for people, and its wording may change.

${json({ success: false, error: 'validation_error', message: ERRORS.validation_error.message, errors: { amount: ['The amount field must be at least 1.'] } })}

\`errors\` (field name to a list of texts) comes with \`validation_error\` alone. \`retry_after\` (whole seconds) comes with every 429:

${json({ success: false, error: 'rate_limit_exceeded', message: ERRORS.rate_limit_exceeded.message, retry_after: 42 })}

Every answer carries \`X-Request-Id\`. Quote it when you ask for help: the same id is in the gateway's log.

## All codes

The message is what is sent when a place says nothing more exact. \`/openapi.json\` names the codes of each endpoint.

${markdownTable(['HTTP', '`error`', 'When', 'Message', 'Try again?'], rows.sort())}

## Errors of every endpoint

${EVERYWHERE.map((code) => `\`${code}\``).join(', ')}.
`;
}

/** As the formatter of the project leaves it: a list of one text stays on its line. */
function json(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replaceAll(/\[\n\s+("[^"\n]*")\n\s+\]/g, '[$1]');
  return `\`\`\`json\n${text}\n\`\`\``;
}
