import type { FastifyReply } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import { MODES, type Mode } from '../../core/payment.ts';
import type { SentTestEvent, TestedUrl } from '../../features/webhooks/send-test-event.ts';
import { SIGNATURE_HEADER } from '../../features/webhooks/sign.ts';
import { callbackUrlOf, refundCallbackUrlOf, type Website } from '../../features/websites/store/websites.ts';
import { formField } from '../../http/form-fields.ts';
import { logOf } from '../../http/note-on-request.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { countAgainst } from '../../platform/limits/count-attempts.ts';
import { WEBSITE_TEXTS } from '../../platform/messages/websites/websites-messages.ts';
import { actorOf, type SignedInContext } from '../console-context.ts';
import { actionView } from '../views/form.ts';
import { factsView, notice } from '../views/parts.ts';
import { visibleWebsite } from '../visible.ts';
import { backLink, MENU_PATH, pathOf, shownSignature } from './website-view.ts';

type Texts = (typeof WEBSITE_TEXTS)['en'];

const URLS: readonly TestedUrl[] = ['payments', 'refunds'];

/** Sends a test event to a website's callback URL of a mode, for payments or refunds, and shows the request and the response. */
export async function sendTestEvent(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language, request } = context;
  const texts = WEBSITE_TEXTS[language];
  const website = await visibleWebsite(context, context.params.id ?? '');
  const mode = MODES.find((each) => each === formField(request, 'mode'));
  const to = URLS.find((each) => each === formField(request, 'to'));
  if (!mode || !to) throw new ApiError('bad_request');
  await countAgainst(deps.limits.testEvents, website.id);
  const sent = await deps.operator.as(actorOf(context)).sendTestEvent(website.id, mode, to);
  const { statusCode, error, durationMs, operatorNote } = sent.result;
  const host = new URL(sent.url).host;
  const line = { website: website.id, mode, host, status: statusCode, error: operatorNote ?? error, ms: durationMs };
  logOf(request).info(line, 'a test event was sent');
  const again = testEventForm(context, website, { mode, to });
  const content = html`${backLink(context, website)}${outcome(texts, sent)}
<h2>${texts.answer}</h2><div class="sheet">${answer(texts, sent)}</div>
<h2>${texts.request}</h2><div class="sheet">${whatWasSent(context, sent)}</div>
${again}`;
  return context.show({ title: texts.test, content, place: MENU_PATH });
}

/** The buttons that send a test event to the callback URLs that a website has. */
export function testEventForms(context: SignedInContext, website: Website): Html[] {
  const urlOf = { payments: callbackUrlOf, refunds: refundCallbackUrlOf };
  return URLS.flatMap((to) =>
    MODES.filter((mode) => urlOf[to](website, mode) !== null).map((mode) =>
      testEventForm(context, website, { mode, to }),
    ),
  );
}

function testEventForm(context: SignedInContext, website: Website, { mode, to }: { mode: Mode; to: TestedUrl }): Html {
  const texts = WEBSITE_TEXTS[context.language];
  const submit = {
    payments: { test: texts.testSend, live: texts.testSendLive },
    refunds: { test: texts.testSendRefunds, live: texts.testSendRefundsLive },
  }[to][mode];
  return actionView(context, { action: `${pathOf(website)}/test-event`, submit, hidden: { mode, to } });
}

function outcome(texts: Texts, { result: { statusCode } }: SentTestEvent): Html {
  if (statusCode === null) return notice('bad', html`<p>${texts.testFailed}</p>`);
  if (statusCode < 300) return notice('good', html`<p>${texts.testGood}</p>`);
  if (statusCode < 400) return notice('bad', html`<p>${texts.testRedirect}</p>`);
  return notice('bad', html`<p>${statusCode === 410 ? texts.testGone : texts.testBad}</p>`);
}

function answer(texts: Texts, { result }: SentTestEvent): Html {
  const { statusCode, error, durationMs, responseStart } = result;
  const facts = factsView([
    [texts.status, statusCode === null ? null : html`${statusCode}`],
    [texts.reason, error === null ? null : html`<bdi>${error}</bdi>`],
    [texts.duration, html`${durationMs} ms`],
  ]);
  if (statusCode === null) return facts;
  const start =
    responseStart === null || responseStart === ''
      ? html`<p class="soft">${texts.answerEmpty}</p>`
      : html`<h3>${texts.answerStart}</h3><pre tabindex="0"><code>${responseStart}</code></pre>`;
  return html`${facts}${start}`;
}

function whatWasSent(context: SignedInContext, { url, headers, body }: SentTestEvent): Html {
  const texts = WEBSITE_TEXTS[context.language];
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}: ${name === SIGNATURE_HEADER ? shownSignature(context, value) : value}`,
  );
  return html`<p><code>POST ${url}</code></p><h3>${texts.headers}</h3><pre tabindex="0"><code>${lines.join('\n')}</code></pre>
<h3>${texts.body}</h3><pre tabindex="0"><code>${body}</code></pre>`;
}
