import type { FastifyReply } from 'fastify';
import type { CheckoutSession } from '../../features/checkout/session.ts';
import { listNewestSessions, listPaymentsOfSession } from '../../features/checkout/store/sessions.ts';
import { readEvidence } from '../../features/payments/shown-state.ts';
import { findWebsite } from '../../features/websites/store/websites.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { CHECKOUT_TEXTS } from '../../platform/messages/checkout/checkout-messages.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { methodLabel } from '../../platform/wording/format.ts';
import { hrefOf, may, type SignedInContext } from '../console-context.ts';
import { paymentsTable } from '../payments/payments-table.ts';
import { fieldFacts } from '../views/field-views.ts';
import { queryOf } from '../views/filters.ts';
import { isFromList, trailView } from '../views/pager.ts';
import { auditLink, copyable, doneView, factsView, paymentLink } from '../views/parts.ts';
import { visibleSession, visibleWebsites } from '../visible.ts';
import { cancelPath } from './cancel-pages.ts';
import { SESSIONS_PATH, sessionMoney, sessionsNow, statusBadge, statusNow } from './session-views.ts';
import { sessionFilter, sessionFilters } from './sessions-list.ts';

/** A session: its status, its order, its payments, and the button that cancels it. */
export async function showSession(context: SignedInContext): Promise<FastifyReply> {
  const { language, params } = context;
  const texts = CHECKOUT_TEXTS[language];
  const session = await visibleSession(context, params.id ?? '');
  const content = html`${doneView(context, texts.done)}
<p>${statusBadge(context, session)} <strong>${sessionMoney(context, session)}</strong></p>
<div class="sheet"><p>${texts.statusTexts[statusNow(context, session)]}</p>${cancelButton(context, session)}</div>
<h2>${texts.payments}</h2>${await paymentsView(context, session)}
<h2>${texts.order}</h2><div class="sheet">${await facts(context, session)}</div>
<p>${auditLink(context, session.id)}</p>`;
  return context.show({
    title: session.reference === null ? texts.one : `${texts.one} ${session.reference}`,
    content,
    trail: await trailOf(context, session),
    place: SESSIONS_PATH,
    mode: session.mode,
  });
}

function cancelButton(context: SignedInContext, session: CheckoutSession): Html | '' {
  if (statusNow(context, session) !== 'open' || !may(context, `checkout.cancel.${session.mode}`)) return '';
  const href = hrefOf(context, cancelPath(session));
  return html`<p class="row"><a class="button danger" href="${href}">${CHECKOUT_TEXTS[context.language].cancel}</a></p>`;
}

async function paymentsView(context: SignedInContext, session: CheckoutSession): Promise<Html> {
  const { db } = context.deps;
  const texts = CHECKOUT_TEXTS[context.language];
  const payments = await listPaymentsOfSession(db, session.id);
  return paymentsTable(context, payments, {
    caption: texts.paymentsText,
    empty: session.attempts === 0 ? texts.paymentsNone : texts.paymentsGone,
    evidence: await readEvidence(db, payments),
  });
}

async function facts(context: SignedInContext, session: CheckoutSession): Promise<Html> {
  const { deps, language } = context;
  const texts = CHECKOUT_TEXTS[language];
  const website = await findWebsite(deps.db, session.websiteId);
  const { list, fields } = sessionsNow(context);
  const name = website && html`<a href="${hrefOf(context, `/websites/${website.id}`)}"><bdi>${website.name}</bdi></a>`;
  const shown = { list, fields, notOnPage: ['status', 'payments_started', 'currency', 'key_id'] } as const;
  return factsView(
    fieldFacts(context, shown, session, [
      ...(['reference', 'description'] as const),
      { field: 'amount', html: sessionMoney(context, session) },
      { field: 'methods', html: html`${session.methods.map((each) => methodLabel(each, TEXTS[language])).join(', ')}` },
      'mode',
      { field: 'website_id', html: name ?? null },
      ...(['customer_name', 'customer_email', 'customer_phone'] as const),
      ...(['created_at', 'expires_at', 'cancelled_at', 'paid_at'] as const),
      { field: 'transaction_id', label: texts.paidBy, html: paymentLink(context, session.paidPaymentId) || null },
      { field: 'url', label: texts.page, html: copyable(fields.url.text(session)) },
    ]),
  );
}

/** Where the session is: in the list whose filters the address has, with its neighbours there. */
async function trailOf(context: SignedInContext, { id, createdAtUs, mode }: CheckoutSession): Promise<Html> {
  const list = { path: SESSIONS_PATH, title: CHECKOUT_TEXTS[context.language].title };
  if (!isFromList(context) || mode !== context.mode) return trailView(context, list);
  const filter = { ...sessionFilter(context), before: { createdAtUs, id }, limit: 1 };
  const firstAfter = async (oldestFirst: boolean) =>
    (await listNewestSessions(context.deps.db, { ...filter, isOldestFirst: oldestFirst }))[0]?.id;
  const [previous, next, websites] = await Promise.all([
    firstAfter(!filter.isOldestFirst),
    firstAfter(filter.isOldestFirst ?? false),
    visibleWebsites(context),
  ]);
  return trailView(context, { ...list, query: queryOf(sessionFilters(context, websites)), previous, next });
}
