import type { FastifyReply } from 'fastify';
import { ApiError } from '../../../domain/errors.ts';
import type { OperatorError } from '../../../domain/operator-error.ts';
import { isAllowed } from '../../../domain/roles.ts';
import { unixSeconds } from '../../../domain/webhook-body.ts';
import { seeOther } from '../../../http/see-other.ts';
import { type Html, html } from '../../../lib/html.ts';
import { DELIVERY_TEXTS } from '../../../messages/webhooks/webhooks-messages.ts';
import type { DeliveryOfMode } from '../../../storage/deliveries/delivery-table.ts';
import { type DeliveryTry, listTries } from '../../../storage/deliveries/delivery-tries.ts';
import { findDelivery } from '../../../storage/deliveries/find-delivery.ts';
import { findWebsite } from '../../../storage/websites.ts';
import { deliveryHeaders } from '../../../webhooks/sign.ts';
import { actorOf } from '../../actor-of.ts';
import { auditLink } from '../../audit/audit-link.ts';
import { actionView } from '../../views/form.ts';
import { factsView } from '../../views/table.ts';
import { isVisible } from '../../visible.ts';
import { hrefOf, type SignedInVisit } from '../../visit.ts';
import { shownSignature } from '../../websites/shown-signature.ts';
import { doneView, momentView, orShow, paymentLink, refusedView } from '../work-views.ts';
import { deliveryBadge } from './delivery-badge.ts';

const PLACE = '/deliveries';

/** A delivery by its id from an address. Throws ApiError `not_found` if there is none or the user may not see it. */
async function visibleDelivery(visit: SignedInVisit): Promise<DeliveryOfMode> {
  const delivery = await findDelivery(visit.deps.db, visit.params.id ?? '');
  if (!delivery || !isVisible(visit, delivery.websiteId)) throw new ApiError('not_found');
  return delivery;
}

/** A delivery's page, with the request and the response of every attempt. */
export async function showDelivery(visit: SignedInVisit, fault?: OperatorError, status = 200): Promise<FastifyReply> {
  const { deps, language, who } = visit;
  const texts = DELIVERY_TEXTS[language];
  const delivery = await visibleDelivery(visit);
  const [tries, website] = await Promise.all([
    listTries(deps.db, delivery.id),
    findWebsite(deps.db, delivery.websiteId),
  ]);
  const facts = factsView([
    [texts.status, deliveryBadge(delivery, language)],
    [texts.payment, paymentLink(visit, delivery.paymentId)],
    [texts.website, html`<bdi>${website?.name ?? delivery.websiteId}</bdi>`],
    [texts.event, html`${texts.events[delivery.event]}`],
    [texts.created, momentView(delivery.eventAtUs, language)],
    [texts.url, html`<bdi>${delivery.url}</bdi>`],
    [texts.attempts, html`${delivery.attempts}`],
    [texts.next, momentView(delivery.nextAttemptAtUs, language)],
    [texts.deliveredAt, momentView(delivery.deliveredAtUs, language)],
  ]);
  const resend = isAllowed(who.user.role, 'deliveries.resend')
    ? html`<div class="sheet"><p>${texts.resendHint}</p>${actionView(visit, { action: `${PLACE}/${delivery.id}/resend`, submit: texts.resend })}</div>`
    : '';
  const attempts =
    tries.length === 0
      ? html`<div class="empty"><p>${texts.noAttempts}</p></div>`
      : tries.toReversed().map((each) => attemptView(visit, delivery, each));
  const content = html`${doneView(visit, { resent: texts.resent })}${refusedView(visit, fault)}
<div class="sheet">${facts}</div>${resend}
<h2>${texts.attempts}</h2>${attempts}
<h2>${texts.body}</h2><p class="hint">${texts.bodyHint}</p>
<pre tabindex="0">${delivery.body}</pre>
<p>${auditLink(visit, delivery.id)}</p>`;
  return visit.show({ title: `${texts.delivery} ${delivery.id}`, content, place: PLACE }, status);
}

function attemptView(visit: SignedInVisit, delivery: DeliveryOfMode, tried: DeliveryTry): Html {
  const { language } = visit;
  const texts = DELIVERY_TEXTS[language];
  const { event, mode, eventAtUs } = delivery;
  const headers = deliveryHeaders(
    { event, mode, timestampS: unixSeconds(eventAtUs) },
    tried.signature === null ? `(${texts.notKept})` : shownSignature(visit, tried.signature),
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
export async function resendOne(visit: SignedInVisit): Promise<FastifyReply> {
  const { id } = await visibleDelivery(visit);
  return orShow(
    async () => {
      await visit.deps.operator.as(actorOf(visit)).resendDelivery(id);
      return seeOther(visit.reply, hrefOf(visit, `${PLACE}/${id}`, { done: 'resent' }));
    },
    (error, status) => showDelivery(visit, error, status),
  );
}
