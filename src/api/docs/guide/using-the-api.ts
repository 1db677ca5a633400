import { html } from 'ghtml';
import { code, inline, shell, table, warning } from '../markup.ts';
import type { DocumentedGateway, Section } from './section.ts';

/** What holds for every endpoint. */
export function usingTheApiSections(gateway: DocumentedGateway): Section[] {
  return [
    { id: 'idempotency', title: 'Retrying safely', content: retrying(gateway) },
    { id: 'rate-limits', title: 'Rate limits', content: rateLimits(gateway) },
    { id: 'pagination', title: 'Pages and cursors', content: pagination(gateway) },
    { id: 'formats', title: 'Amounts, times and metadata', content: formats() },
    { id: 'versions', title: 'Versions', content: versions() },
  ];
}

/** How long a creation that is being written may take at most, in seconds, until it is done or abandoned. */
const LOOK_UP_MARGIN_SECONDS = 5;

function retrying({ baseUrl, createWaitSeconds }: DocumentedGateway): string {
  return html`<p>There is no idempotency key, and !${code('reference')} is not unique. A creation that is repeated after a timeout can make a second payment, so look first:</p>
<ol>
<li>!${inline('Send your order number as `reference`.')}</li>
<li>After a timeout, a broken connection or a 500, wait <strong>${createWaitSeconds + LOOK_UP_MARGIN_SECONDS} seconds</strong>, then find the payment by that reference.</li>
<li>!${inline('If there is one, go on with it. Only a 404 `transaction_not_found` means that you may create again.')}</li>
</ol>
!${shell('Is there a payment for this order already?', `curl "${baseUrl}/payments/reference/order-1042" \\\n  -H "X-Api-Key: $PEYE_KEY"`)}
<p>The wait is what makes the 404 a proof: a creation whose client has gone, or that has waited ${createWaitSeconds} seconds, is dropped before it is written, and one that is being written is done or given up within ${LOOK_UP_MARGIN_SECONDS} seconds more. (Only a database that hangs in the middle of a commit can show a payment later. Nobody was given the address of that one, so nobody can pay it.)</p>
<p>Of several payments with one reference you get the newest. Percent-encode the reference; slashes are fine. A 503 says that certainly nothing was done: repeat the request after the seconds of its !${code('Retry-After')} header. Reading and verifying can be repeated at any time.</p>
!${warning('<p>The <code>payment_url</code> is in the answer to the creation only. If that answer was lost and the payment is still open, create a new payment, and count the order as paid when either of the two is.</p>')}
`;
}

function rateLimits(gateway: DocumentedGateway): string {
  const { rateLimitPerMinute, invalidKeyLimitPerHour, verifyLimitPerMinute, pageLimitPerMinute } = gateway;
  return html`!${table(
    'The limits of this gateway',
    ['What', 'Limit', 'Beyond it'],
    [
      ['Requests of one IP address', limit(rateLimitPerMinute, 'a minute'), '429 <code>rate_limit_exceeded</code>'],
      [
        'Invalid keys of one IP address',
        limit(invalidKeyLimitPerHour, 'an hour'),
        '429 <code>too_many_attempts</code>',
      ],
      ['Verifications of one payment', limit(verifyLimitPerMinute, 'a minute'), '429 <code>rate_limit_exceeded</code>'],
      [
        'Payment pages, widget and docs, for one IP address',
        limit(pageLimitPerMinute, 'a minute'),
        '429, a page that says how long to wait',
      ],
    ],
  )}
<p>!${inline('A 429 says in `retry_after`, and in the header `Retry-After`, how many whole seconds to wait. Wait that long; asking earlier only counts again. An IPv6 address counts by its /64.')}</p>
<p>Use few connections and keep them open: the gateway bounds how many are open at a time, and answers 503 beyond. Read your answers; a client that reads nothing for a minute is cut off.</p>
<p>A missing key is not an attempt. An address that has used up its attempts with invalid keys can still use a valid one.</p>
`;
}

function limit(value: number, per: string): string {
  return value === 0 ? 'none' : `${value} ${per}`;
}

function pagination({ baseUrl }: DocumentedGateway): string {
  return html`<p><a href="#listPayments">The list of payments</a> has pages: !${code('page')} from 1, !${code('per_page')} from 1 to 100 (20 unless you say otherwise). !${code('pagination')} tells where you are and how many there are. A page past the last is an empty list, not an error. A page shows the list of the moment. New payments come first, so while they arrive, payments move on to later pages; and when those you have read leave a filter such as !${code('status=processing')}, the others move up and you miss some.</p>
<h3 id="pagination-cursor">Read a changing list completely</h3>
<p>!${inline('Send `cursor` instead of `page`: empty for the first page, then the `next_cursor` of each answer with the same filters, until it is null.')}</p>
!${shell('The first page', `curl "${baseUrl}/payments?status=processing&per_page=100&cursor=" \\\n  -H "X-Api-Key: $PEYE_KEY"`)}
<ul>
<li>!${inline('Every payment that you had an answer for when you began, and that matches your filters all the while, is shown **exactly once**, whatever is created, paid or fails meanwhile.')}</li>
<li>!${inline('A payment that comes to match, or no longer matches, while you read may be shown or not. What is created after you asked for the first page is not shown: read it the next time.')}</li>
<li>!${inline('In `pagination`, `total` and `last_page` describe the list as it is at that moment, and `current_page` counts the pages you have read. Go by `next_cursor` alone.')}</li>
<li>!${inline('A cursor is opaque, belongs to your key, and never expires. Anything else is 422 `invalid_cursor`; `cursor` together with `page` is 422 `validation_error`.')}</li>
</ul>
<p>!${inline('To go through a period, fix it with `from_date` and `to_date`: UTC days, both included.')} <a href="#events">The events feed</a> has cursors only, because nothing in it may be missed.</p>
`;
}

function formats(): string {
  return html`<ul>
<li>!${inline('**Amounts** are in the real unit: 500 is 500 gourdes, not centimes. You send a JSON number with at most two decimals; you get a decimal text with exactly two, such as `"500.00"`. Never compare amounts as floating-point numbers.')}</li>
<li><strong>Times</strong> are ISO 8601 in UTC with microseconds: !${code('2026-11-21T14:05:09.123456Z')}.</li>
<li><strong>Ids</strong> are texts of digits. Keep them as text.</li>
<li><strong>Metadata</strong> is a JSON object of yours. It comes back in reads, events and webhooks exactly as you sent it: order of keys, nesting, Unicode, and numbers to the last digit. An array is refused.</li>
<li><strong>Texts</strong> are stored exactly as sent, and counted in characters. NUL characters and unpaired surrogates are refused with 422.</li>
<li><strong>Bodies</strong> are JSON objects of at most 64 KiB, sent with !${code('Content-Type: application/json')}. Unknown fields are ignored; an optional field that is null counts as not given.</li>
<li><strong>Answers</strong> are !${code('{"success": true, "data": …}')}, except for creation and health, whose fields stand at the root.</li>
</ul>
`;
}

function versions(): string {
  return html`<p>The version is part of the path: !${code('/api/gateway/v1')}. Version 1 only ever gains optional fields and new endpoints, so ignore fields that you do not know. What would break a client becomes version 2 beside it, and a version lives on for at least 24 months after its successor came. <a href="#readHealth">GET /health</a> says which release answers.</p>
`;
}
