import { readFileSync } from 'node:fs';
import { html } from 'ghtml';
import { DEFAULT_RETRY_SECONDS } from '../../../domain/retry-schedule.ts';
import { signWebhook, webhookHeaders } from '../../../webhooks/sign.ts';
import { SUCCESS_WEBHOOK } from '../../schemas/examples.ts';
import { code, inline, note, shell, source, table, warning } from '../markup.ts';
import type { Section } from './section.ts';

const EXAMPLE_SECRET = 'whsec_Example0Example1Example2Example3';
const EXAMPLE_BODY = JSON.stringify({
  ...SUCCESS_WEBHOOK,
  data: { transaction_id: SUCCESS_WEBHOOK.data.transaction_id },
});

/** The files that tests run against real deliveries: what is shown is what was tested. */
const RECEIVERS = [
  ['Node', 'receiver.mjs'],
  ['PHP', 'receiver.php'],
  ['Python', 'receiver.py'],
] as const;

/** What merchants receive, and how to check it. Contract: WEBHOOK-1. */
export function webhooksSection(): Section {
  return { id: 'webhooks', title: 'Webhooks', content: content() };
}

function content(): string {
  return html`<p>When a payment becomes final, the gateway sends a POST to the callback URL of your website: !${code('payment.success')} or !${code('payment.failed')}. It is the first and best sign that an order is paid. <a href="#paymentSuccess">Headers and body in full</a>.</p>
<p>A receiver has four things to get right:</p>
<ol>
<li><a href="#webhooks-signature">Check the signature</a> over the raw body, before you parse it.</li>
<li><a href="#webhooks-twice">Expect an event more than once.</a></li>
<li><a href="#webhooks-answer">Answer quickly</a> with any 2xx, and do the work afterwards.</li>
<li>!${inline('Compare `amount` and `currency` with your order, as text or decimals, before you deliver anything.')}</li>
</ol>
<h3 id="webhooks-receiver">A receiver to start from</h3>
<p>!${inline('These are whole programs without dependencies. Each stores an event once, under a key of its own, and then says yes. They listen on this machine, behind the web server that has your certificate.')}</p>
!${RECEIVERS.map(([language, file]) => receiver(language, file))}
<h3 id="webhooks-headers">What arrives</h3>
!${source('A webhook', exampleRequest())}
<p>!${inline('The names of the headers leave in exactly this spelling. HTTP gives case no meaning, and servers that speak HTTP/2 before yours make them all lower-case, so look them up without regard to case where your language can: `$_SERVER["HTTP_X_GATEWAY_SIGNATURE"]` rather than `getallheaders()["X-Gateway-Signature"]` in PHP, though both work.')}</p>
<h3 id="webhooks-signature">Check the signature</h3>
<p>!${inline('`X-Gateway-Signature` is the lowercase hex of HMAC-SHA256 over the raw body. The key is the whole webhook secret of your website, `whsec_` included. Take the bytes as they came: a body that was parsed and written again has another signature. Compare in constant time.')}</p>
!${source('To test your check', `secret     ${EXAMPLE_SECRET}\nbody       ${EXAMPLE_BODY}\nsignature  ${signWebhook(EXAMPLE_BODY, EXAMPLE_SECRET)}`)}
<h3 id="webhooks-twice">Expect an event more than once</h3>
<p>!${inline('An event arrives **at least once**. Remember `data.transaction_id` together with `event` under a unique key, and ignore a pair you have seen. Answer a repeated event with 2xx too. Every attempt sends the same bytes, so `timestamp` and `X-Gateway-Timestamp` stay the second in which the payment became final: do not reject old timestamps. Events of different payments can arrive in any order.')}</p>
<h3 id="webhooks-answer">Answer quickly</h3>
<p>!${inline('An event is delivered when the status line and headers of any 2xx arrive within 10 seconds of connecting. Of the body, the first 64 KiB are read, for 2 seconds at most; the start of it is kept in the delivery log. Everything else is tried again, with these exceptions:')}</p>
!${table(
    'Answers with a meaning',
    ['Answer', 'What follows'],
    [
      [code('2xx'), 'Delivered.'],
      [code('3xx'), 'A failed attempt: redirects are not followed.'],
      [code('410'), 'No further attempt.'],
      [
        inline('`429`, `503`'),
        inline(
          'Tried again when your `Retry-After` has passed, but not before the schedule says so, and after 24 hours at the latest.',
        ),
      ],
    ],
  )}
<h3 id="webhooks-retries">Retries</h3>
<p>!${inline(`An event that was not accepted is sent again, ${DEFAULT_RETRY_SECONDS.length} attempts in all:`)} !${schedule()}. Each wait is up to 10 % longer, so that what failed together does not come back together. After about three days the delivery is !${code('exhausted')}. The operator sees every attempt, and can send any event again.</p>
<p>While your server fails, it gets one attempt at a time. As soon as one is accepted, the others follow.</p>
<h3 id="webhooks-address">The callback URL</h3>
<p>!${inline('It is `https://` with a certificate that browsers accept, has no user name or password in it, and at most 2,048 characters. An address that is not public is refused when it is set, and a name that leads to one is refused at delivery, without a connection, and never tried again. Test payments are delivered like live ones. A website without a callback URL gets no webhooks; one that is set later gets the events from then on.')}</p>
<h3 id="webhooks-secret">Change the secret</h3>
<p>The operator can give your website a new secret that signs only from a later moment on:</p>
!${shell('On the machine of the gateway', 'bin/peye websites roll-secret $WEBSITE_ID --after 24h')}
<p>The new secret is shown now, and the old one signs until then. Let your receiver accept either before that moment, and take the old one out after it. Without !${code('--after')} the new one signs within seconds: for a secret that has leaked.</p>
<h3 id="webhooks-laptop">On your laptop</h3>
<p>A webhook cannot reach a laptop. !${code('peye listen')} follows the <a href="#events">events feed</a> of your test key and posts each event, signed as a webhook, to a local address. It works against any Peye, local or remote.</p>
!${shell('From a checkout of Peye', 'export PEYE_WEBHOOK_SECRET=whsec_…\nbin/peye listen --key $PEYE_KEY --forward http://127.0.0.1:4000/webhooks')}
!${warning('<p><strong>Webhooks are not enough.</strong> Your server can be away for longer than the retries last. Ask about orders that stay open, every few minutes, with <a href="#readPayment">read</a> or <a href="#verifyPayment">verify</a>.</p>')}
!${note(html`<p>A shop that does all of this is in !${code('examples/shop')} of the checkout: one file, and a page on how to start it.</p>`)}
`;
}

function receiver(language: string, file: string): string {
  const text = readFileSync(new URL(`../../../../examples/receivers/${file}`, import.meta.url), 'utf8');
  return html`<details class="example"><summary>${language}</summary>!${source(file, text.trimEnd())}</details>`;
}

function schedule(): string {
  const [, ...waits] = DEFAULT_RETRY_SECONDS.map(duration);
  return html`at once, then after ${waits.slice(0, -1).join(', ')} and ${waits.at(-1)}`;
}

function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`;
}

function exampleRequest(): string {
  const { event, timestamp: timestampS } = SUCCESS_WEBHOOK;
  const headers = webhookHeaders({ event, body: EXAMPLE_BODY, timestampS }, EXAMPLE_SECRET);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return ['POST /webhooks HTTP/1.1', 'Host: shop.example', ...lines, '', EXAMPLE_BODY].join('\n');
}
