import { html } from 'ghtml';
import { SLOW_PAYMENT_SECONDS } from '../../../providers/sandbox/provider-data.ts';
import { type CardBehaviour, TEST_CARDS } from '../../../providers/sandbox/test-cards.ts';
import { TEST_CODE, TEST_PIN, TEST_WALLETS, type WalletBehaviour } from '../../../providers/sandbox/test-wallets.ts';
import { code, inline, note, shell, table } from '../markup.ts';
import type { DocumentedGateway, Section } from './section.ts';

/** How to finish test payments, and how to follow them without a public address. */
export function sandboxSections(gateway: DocumentedGateway): Section[] {
  return [
    { id: 'sandbox', title: 'Sandbox', content: sandbox(gateway) },
    { id: 'events', title: 'Events feed', content: events(gateway) },
  ];
}

function sandbox({ baseUrl, sandboxAutoCompleteSeconds, sandboxExpirySeconds }: DocumentedGateway): string {
  return html`<p>With a test key nothing leaves the gateway and no money moves. A test payment goes through the same states as a live one and produces the same events. There are five ways to finish one.</p>
<h3 id="sandbox-page">On its page</h3>
<p>!${inline('Open `payment_url` and enter a test number, then the PIN')} !${code(TEST_PIN)} and the code !${code(TEST_CODE)}. Any other PIN or code is refused.</p>
!${table(
    'Wallet numbers',
    ['Number', 'What happens'],
    Object.entries(TEST_WALLETS).map(([number, behaviour]) => [code(number), inline(WALLETS[behaviour])]),
  )}
<h3 id="sandbox-cards">With a card</h3>
<p>On the page of !${code('lakaypay_card')} and in the card widget. Any date in the future and any three digits will do. Numbers that are not in the table are refused.</p>
!${table(
    'Card numbers',
    ['Number', 'What happens'],
    Object.entries(TEST_CARDS).map(([number, behaviour]) => [
      code(number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')),
      inline(CARDS[behaviour]),
    ]),
  )}
<h3 id="sandbox-helpers">By a request</h3>
<p>The test helpers <a href="#completeTestPayment">complete</a> and <a href="#failTestPayment">fail</a> finish a payment at once: what an automatic test wants. A live key gets 403 !${code('action_not_allowed')}, a payment that is final already 409 !${code('payment_already_final')}.</p>
!${shell('Fail a test payment', `curl "${baseUrl}/test_helpers/payments/$TRANSACTION_ID/fail" \\\n  -H "X-Api-Key: $PEYE_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '{"failure_reason": "insufficient_balance"}'`)}
<h3 id="sandbox-command">From the command line</h3>
<p>On the machine of the gateway:</p>
!${shell('peye trigger', '# Pays or fails a test payment that is still open.\nbin/peye trigger payment.success $TRANSACTION_ID\nbin/peye trigger payment.failed $TRANSACTION_ID')}
<h3 id="sandbox-automatic">By itself</h3>
<p>A gateway that is started with !${code('SANDBOX_AUTO_COMPLETE_SECONDS')} pays every test payment after that many seconds. This one !${sandboxAutoCompleteSeconds === null ? 'does not' : html`does so after ${sandboxAutoCompleteSeconds} s`}. A test payment that nobody finishes fails as !${code('expired')}, here after !${duration(sandboxExpirySeconds)}.</p>
`;
}

const WALLETS: Record<WalletBehaviour, string> = {
  pays: 'Pays.',
  insufficient_balance: 'Fails: `insufficient_balance`.',
  declined: 'The wallet declines: `declined`.',
  cancelled: 'The customer cancels: `cancelled`.',
  expired: 'Fails: `expired`.',
  expired_card: 'Fails: `expired_card`.',
  provider_error: 'Fails: `provider_error`.',
  amount_mismatch: 'Fails: `amount_mismatch`.',
  pays_slowly: `Stays \`processing\` until you call verify or ${SLOW_PAYMENT_SECONDS} seconds have passed, then pays.`,
};

const CARDS: Record<CardBehaviour, string> = {
  ...WALLETS,
  declined: 'The bank declines: `declined`.',
  asks_3d_secure: 'Asks for 3-D Secure first, then pays.',
  pays_once: 'Pays. Later charges of a recurring payment are declined: `declined`.',
};

function duration(seconds: number): string {
  return seconds % 3600 === 0 ? `${seconds / 3600} h` : seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

function events({ baseUrl }: DocumentedGateway): string {
  return html`<p>Your laptop has no public address, so no webhook can reach it. <a href="#listEvents">GET /events</a> is the way out: finished test payments in the shape of webhooks, oldest first, each with an !${code('id')} and !${code('created_at')}. <a href="#webhooks-laptop">peye listen</a> reads it for you and posts each event to your own server; to read it yourself:</p>
<ol>
<li>!${inline('Start without `after`. Handle the events with the same code as your webhooks.')}</li>
<li>!${inline('Store `next_cursor`, and pass it as `after` next time.')}</li>
<li>!${inline('While `has_more` is true, call again at once; then wait a few seconds.')}</li>
</ol>
!${shell('Poll the feed', `curl "${baseUrl}/events?limit=50" \\\n  -H "X-Api-Key: $PEYE_KEY"`)}
<p>!${inline('A cursor never expires, and no event is skipped, whatever finishes at the same time. An operator may let old events go: when some after your cursor did, the response says `events_removed`, and a list of payments shows what became of them. When nothing is new, `next_cursor` is the `after` you gave; it is null only when there is no event at all. An `after` that is no cursor of your website is a 422 `invalid_cursor`.')}</p>
!${note(html`<p>The feed is for development: a live key gets 403 !${code('events_test_only')}. In production use <a href="#webhooks">webhooks</a>, and read or verify orders that stay open.</p>`)}
`;
}
