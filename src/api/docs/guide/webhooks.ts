import { createHmac } from 'node:crypto';
import { html } from 'ghtml';
import { SUCCESS_WEBHOOK } from '../../schemas/examples.ts';
import { code, inline, source, warning } from '../markup.ts';
import type { Section } from './section.ts';

/** Removed together with the note below once this version delivers. A test holds it to the code. */
const DELIVERS_WEBHOOKS = false;

const EXAMPLE_SECRET = 'whsec_Example0Example1Example2Example3';
const EXAMPLE_BODY = JSON.stringify({
  ...SUCCESS_WEBHOOK,
  data: { transaction_id: SUCCESS_WEBHOOK.data.transaction_id },
});

/** What merchants receive, and how to check it. SPEC: Events. */
export function webhooksSection(): Section {
  return { id: 'webhooks', title: 'Webhooks', content: content() };
}

function content(): string {
  return html`<p>When a payment becomes final, the gateway sends a POST to the callback URL of your website: !${code('payment.success')} or !${code('payment.failed')}. It is the first and best sign that an order is paid. <a href="#paymentSuccess">Headers and body in full</a>.</p>
!${DELIVERS_WEBHOOKS ? '' : warning('<p><strong>This version does not deliver webhooks yet.</strong> What follows is the contract they will come with. Until then use the <a href="#events">events feed</a> in tests, and read or verify payments in production.</p>')}
<h3 id="webhooks-signature">Check the signature</h3>
<p>!${inline('`X-Gateway-Signature` is the lowercase hex of HMAC-SHA256 over the raw body. The key is the whole webhook secret of your website, `whsec_` included. Compare in constant time, and before you parse.')}</p>
!${source(
    'Node',
    `import { createHmac, timingSafeEqual } from 'node:crypto';

export function isFromPeye(rawBody, signature, secret) {
  const expected = createHmac('sha256', secret).update(rawBody).digest();
  const given = Buffer.from(signature ?? '', 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}`,
  )}
!${source(
    'PHP',
    `$body = file_get_contents('php://input');
$expected = hash_hmac('sha256', $body, getenv('PEYE_WEBHOOK_SECRET'));
if (!hash_equals($expected, $_SERVER['HTTP_X_GATEWAY_SIGNATURE'] ?? '')) {
    http_response_code(400);
    exit;
}
$event = json_decode($body, true);`,
  )}
!${source('To test your check', `secret     ${EXAMPLE_SECRET}\nbody       ${EXAMPLE_BODY}\nsignature  ${sign(EXAMPLE_BODY)}`)}
<h3 id="webhooks-twice">Expect an event more than once</h3>
<p>!${inline('Remember `data.transaction_id` together with `event`, and ignore a pair you have seen. Answer a repeated event with 2xx too. Do not reject old timestamps: retries carry the same bytes, and so the `timestamp` of the moment the payment became final.')}</p>
<h3 id="webhooks-answer">Answer quickly</h3>
<p>!${inline('Any 2xx counts, as soon as its status line and headers arrive, within 10 seconds of connecting. Store the event, answer, then do the work. Redirects are not followed.')}</p>
<h3 id="webhooks-retries">Retries</h3>
<p>An event that was not accepted is sent again: 11 attempts, at once and then after 30 s, 2 min, 10 min, 30 min, 1 h, 3 h, 6 h, 12 h, 24 h and 24 h, each a little apart. That is about three days. After that it is exhausted, and the operator can send it again. Events of different payments can arrive in any order.</p>
<h3 id="webhooks-address">The callback URL</h3>
<p>!${inline('It is `https://`, public, has no user name or password in it, and at most 2,048 characters. An address that leads into a private network is refused and never retried. Test payments are delivered like live ones. A website without a callback URL gets no webhooks.')}</p>
`;
}

function sign(body: string): string {
  return createHmac('sha256', EXAMPLE_SECRET).update(body).digest('hex');
}
