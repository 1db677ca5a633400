import { html } from 'ghtml';
import { ERRORS, type ErrorCode } from '../../domain/errors.ts';
import { EVERYWHERE } from '../schemas/responses.ts';
import { retryAdvice } from './errors-markdown.ts';
import type { Section } from './guide/section.ts';
import { breakable, code, inline, json } from './markup.ts';

/** The whole catalogue, every code with an anchor of its own. */
export function errorsSection(): Section {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  codes.sort((a, b) => ERRORS[a].status - ERRORS[b].status);
  return {
    id: 'errors',
    title: 'Errors',
    content: html`<p>Every failure has the same shape. Branch on the HTTP status and on !${code('error')}; !${code('message')} is for people, and its wording may change. !${code('errors')} comes with <a href="#error-validation_error">validation_error</a>, !${code('retry_after')} with every 429.</p>
!${json('422', { success: false, error: 'validation_error', message: ERRORS.validation_error.message, errors: { amount: ['The amount field must be at least 1.'] } })}
!${json('429', { success: false, error: 'rate_limit_exceeded', message: ERRORS.rate_limit_exceeded.message, retry_after: 42 })}
<p>Every answer carries !${code('X-Request-Id')}. Quote it when you ask for help: the same id is in the gateway's log.</p>
<table><caption>All error codes</caption>
<thead><tr><th scope="col">HTTP</th><th scope="col">error</th><th scope="col">When, and whether to try again</th></tr></thead>
<tbody>!${codes.map(row)}</tbody></table>
<h3 id="errors-everywhere">Errors of every endpoint</h3>
<p>!${EVERYWHERE.map(errorLink).join(', ')}.</p>
`,
  };
}

function row(errorCode: ErrorCode): string {
  const { status, meaning } = ERRORS[errorCode];
  return html`<tr id="error-${errorCode}"><td>${status}</td><th scope="row"><code>!${breakable(errorCode)}</code></th><td>!${inline(meaning)}<small>!${inline(retryAdvice(errorCode))}</small></td></tr>
`;
}

export function errorLink(errorCode: string): string {
  return html`<a href="#error-${errorCode}">!${code(errorCode)}</a>`;
}
