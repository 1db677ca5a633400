import { ERRORS, type ErrorCode } from '../../domain/errors.ts';
import { markdownTable } from './markdown-table.ts';

/** What a client should do after an error: whether the same request can pass later. */
export function retryAdvice(code: ErrorCode): string {
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

Every failure of the API has one shape, \`{ "success": false, "error": CODE, "message": TEXT }\`. \`errors\` (field name to a list of
texts) comes with \`validation_error\`, \`retry_after\` (whole seconds) with every 429. Every answer carries \`X-Request-Id\`.

The message below is what is sent when a place says nothing more exact. A running gateway shows this catalogue at
\`/docs#errors\`, and names the codes of each endpoint in \`/openapi.json\`.

${markdownTable(['HTTP', '`error`', 'When', 'Message', 'Try again?'], rows.sort())}
`;
}
