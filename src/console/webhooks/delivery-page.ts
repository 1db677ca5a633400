import type { FastifyReply } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import { deliveryHeaders, unixSeconds } from '../../features/webhooks/sign.ts';
import type { DeliveryOfMode } from '../../features/webhooks/store/delivery-table.ts';
import { type DeliveryAttempt, listAttempts } from '../../features/webhooks/store/delivery-tries.ts';
import { findDelivery } from '../../features/webhooks/store/list-deliveries.ts';
import { findWebsite } from '../../features/websites/store/websites.ts';
import { seeOther } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { DELIVERY_TEXTS } from '../../platform/messages/webhooks/webhooks-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { actorOf, hrefOf, may, type SignedInContext } from '../console-context.ts';
import { DELIVERIES } from '../exports/exported-fields.ts';
import { REFUNDS_PATH } from '../refunds/refund-views.ts';
import { fieldFacts } from '../views/field-views.ts';
import { actionView } from '../views/form.ts';
import { keptRowQuery } from '../views/pager.ts';
import { auditLink, copyable, doneView, factsView, momentView, paymentLink, refusedView } from '../views/parts.ts';
import { isVisible } from '../visible.ts';
import { shownSignature } from '../websites/website-view.ts';
import { deliveryBadge, MENU_PATH, trailOf } from './delivery-filters.ts';

/** A delivery by its id from an address. Throws ApiError `not_found` if there is none or the user may not see it. */
async function visibleDelivery(context: SignedInContext): Promise<DeliveryOfMode> {
  const delivery = await findDelivery(context.deps.db, context.params.id ?? '');
  if (!delivery || !isVisible(context, delivery.websiteId)) throw new ApiError('not_found');
  return delivery;
}

/** A delivery's page, with the request and the response of every attempt. */
export async function showDelivery(
  context: SignedInContext,
  fault?: OperatorError,
  status = 200,
): Promise<FastifyReply> {
  const { deps, language } = context;
  const texts = DELIVERY_TEXTS[language];
  const delivery = await visibleDelivery(context);
  const [tries, website] = await Promise.all([
    listAttempts(deps.db, delivery.id),
    findWebsite(deps.db, delivery.websiteId),
  ]);
  const facts = fieldFacts(context, DELIVERIES, delivery, [
    { field: 'status', html: deliveryBadge(delivery, language) },
    [texts.payment, paymentLink(context, delivery.paymentId)],
    [texts.refund, refundLink(context, delivery)],
    { field: 'website_id', html: html`<bdi>${website?.name ?? delivery.websiteId}</bdi>` },
    'event',
    { field: 'event_at', label: texts.created },
    'url',
    { field: 'attempts', label: texts.attempts },
    'next_attempt_at',
    { field: 'delivered_at', label: texts.deliveredAt },
  ]);
  const resend = may(context, 'deliveries.resend')
    ? html`<div class="sheet"><p>${texts.resendHint}</p>${actionView(context, { action: `${MENU_PATH}/${delivery.id}/resend`, submit: texts.resend })}</div>`
    : '';
  const attempts =
    tries.length === 0
      ? html`<div class="empty"><p>${texts.noAttempts}</p></div>`
      : tries.toReversed().map((each) => attemptView(context, delivery, each));
  const content = html`${doneView(context, { resent: texts.resent })}${refusedView(context, fault)}
<div class="sheet">${factsView(facts)}</div>${resend}
<h2>${texts.attempts}</h2>${attempts}
<h2>${texts.body}</h2><p class="hint">${texts.bodyHint}</p>
<pre tabindex="0">${delivery.body}</pre>
<p>${auditLink(context, delivery.id)}</p>`;
  return context.show(
    {
      title: `${texts.delivery} ${delivery.id}`,
      content,
      trail: await trailOf(context, delivery),
      place: MENU_PATH,
      mode: delivery.mode,
    },
    status,
  );
}

function refundLink(context: SignedInContext, { refundId }: DeliveryOfMode): Html | null {
  if (refundId === null) return null;
  return may(context, 'refunds.read')
    ? html`<a href="${hrefOf(context, `${REFUNDS_PATH}/${refundId}`)}"><code>${refundId}</code></a>`
    : copyable(refundId);
}

function attemptView(context: SignedInContext, delivery: DeliveryOfMode, tried: DeliveryAttempt): Html {
  const { language } = context;
  const texts = DELIVERY_TEXTS[language];
  const { event, mode, eventAtUs } = delivery;
  const headers = deliveryHeaders(
    { event, mode, timestampS: unixSeconds(eventAtUs) },
    tried.signature === null ? `(${texts.notKept})` : shownSignature(context, tried.signature),
  );
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const facts = factsView([
    [texts.answer, html`<bdi>${tried.statusCode ?? tried.error ?? texts.noAnswer}</bdi>`],
    [texts.duration, html`${tried.durationMs} ms`],
    [texts.sentTo, html`<bdi>${tried.url ?? `(${texts.notKept})`}</bdi>`],
  ]);
  const answer = tried.responseStart
    ? html`<pre tabindex="0"><bdi>${tried.responseStart}</bdi></pre>`
    : tried.statusCode === null
      ? ''
      : html`<p class="hint">${texts.emptyAnswer}</p>`;
  return html`<div class="sheet"><h3>${texts.attempt({ number: tried.attempt })} · ${momentView(tried.atUs, language)}</h3>
${facts}
<details><summary>${texts.headers}</summary><pre tabindex="0">${lines.join('\n')}</pre></details>
${answer}</div>`;
}

/** Sends the delivery again. */
export async function resendOne(context: SignedInContext): Promise<FastifyReply> {
  const { id } = await visibleDelivery(context);
  await context.deps.operator.as(actorOf(context)).resendDelivery(id);
  return seeOther(context.reply, hrefOf(context, `${MENU_PATH}/${id}`, { ...keptRowQuery(context), done: 'resent' }));
}
