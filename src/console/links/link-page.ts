import type { FastifyReply } from 'fastify';
import { LINK_LANGUAGES, linkState, type PaymentLink } from '../../features/links/payment-link.ts';
import { countPaidAfterFailure, listPaymentsOfLink } from '../../features/links/store/link-payments.ts';
import { returnedOfFilter } from '../../features/refunds/store/returned-money.ts';
import { findWebsite, type Website } from '../../features/websites/store/websites.ts';
import { queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { LINK_TEXTS } from '../../platform/messages/links/links-messages.ts';
import { formatMoney, formatSums, methodName } from '../../platform/wording/format.ts';
import { hrefOf, may, type SignedInContext } from '../console-context.ts';
import { exportButtons } from '../exports/export-buttons.ts';
import type { FormFault } from '../views/form.ts';
import { auditLink, factsView, notice, timeView } from '../views/parts.ts';
import { visibleLink } from '../visible.ts';
import { deactivatePath } from './deactivate-page.ts';
import { paymentsOfLink } from './link-payments-view.ts';
import { amountText, MENU_PATH, newPath, receivedText, shareSheet, stateBadge } from './link-views.ts';
import { pictureSection, unreadFile } from './picture-section.ts';

/** The result of the last action, as the redirect address names it. */
const DONE = ['made', 'already', 'deactivated', 'picture'] as const;

/** The link's page shows its newest payments. */
const NEWEST = 5;

/** A link's page: how to share it, what it sells, its payments, and the actions. */
export async function showLink(context: SignedInContext, refused?: FormFault): Promise<FastifyReply> {
  const { deps, language, request, params } = context;
  const texts = LINK_TEXTS[language];
  const fault = unreadFile(context) ?? refused;
  const link = await visibleLink(context, params.id ?? '');
  const [website, payments, oversold, returned] = await Promise.all([
    findWebsite(deps.db, link.websiteId),
    listPaymentsOfLink(deps.db, { linkId: link.id, limit: NEWEST }),
    countPaidAfterFailure(deps.db, link.id),
    returnedOfLink(context, link),
  ]);
  const offer = website ? await deps.payments.methodsForLink(link, website) : [];
  const offered = offer.map(({ method }) => method);
  const done = fault ? undefined : DONE.find((each) => each === queryField(request, 'done'));
  const content = html`${done ? notice(done === 'already' ? 'care' : 'good', html`<p>${texts.done[done]}</p>`) : ''}
${standing(context, link, { website, offered })}
<p>${stateBadge(context, link)} <strong>${amountText(context, link)}</strong>${soFar(context, link, returned)}</p>
${await shareSheet(context, link)}
${pictureSection(context, link, fault)}
<h2>${texts.totals}</h2><div class="sheet">${totals(context, link, { oversold, returned })}</div>
<h2>${texts.payments}</h2>${await paymentsOfLink(context, link, payments)}
${payments.length > 0 ? exportButtons(context, 'payments', { link: link.id }) : ''}
<h2>${texts.sells}</h2><div class="sheet">${facts(context, link, { website, offered })}</div>
${changes(context, link)}
<p>${auditLink(context, link.id)}</p>`;
  return context.show({ title: link.name, content, place: MENU_PATH, mode: link.mode }, fault ? 422 : 200);
}

/** The money that went back to the customers of a link, in words; null for none. */
async function returnedOfLink({ deps, language }: SignedInContext, link: PaymentLink): Promise<string | null> {
  if (link.paidPayments === 0) return null;
  const { id: linkId, websiteId, mode, createdAtUs: fromUs } = link;
  const sums = await returnedOfFilter(deps.db, { linkId, websiteId, mode, fromUs }, '');
  return sums === undefined ? LINK_TEXTS[language].returnedUnknown : formatSums(sums, language) || null;
}

/** A returning seller first wants to know whether anyone has paid. */
function soFar(context: SignedInContext, link: PaymentLink, returned: string | null): Html | '' {
  const texts = LINK_TEXTS[context.language];
  const { colon } = TEXTS[context.language];
  if (link.paidPayments === 0) return '';
  return html`<br>${texts.completed}${colon} ${link.paidPayments} – <strong>${receivedText(context, link)}</strong>${returned === null ? '' : html`<br>${texts.returned}${colon} ${returned}`}`;
}

/** A warning before the seller shares the link: it is for tests, or cannot be paid now. */
function standing(
  { language, deps }: SignedInContext,
  link: PaymentLink,
  { website, offered }: { website: Website | undefined; offered: PaymentLink['methods'] },
): Html[] {
  const texts = LINK_TEXTS[language];
  const state = linkState(link, deps.clock());
  const warnings = [
    ...(link.mode === 'test' ? [texts.testNote] : []),
    ...(state === 'active' ? [] : [texts.stateTexts[state]]),
    ...(website?.deactivatedAtUs == null ? [] : [texts.websiteOff]),
    ...(state === 'active' && offered.length === 0 ? [texts.nothingOffered] : []),
  ];
  return warnings.map((text) => notice('care', html`<p>${text}</p>`));
}

function totals(
  { language }: SignedInContext,
  link: PaymentLink,
  { oversold, returned }: { oversold: number; returned: string | null },
): Html {
  const texts = LINK_TEXTS[language];
  const { openPayments, paidPayments, failedPayments, stock, paidHtgMinor, paidUsdMinor } = link;
  const taken = link.openUnits + link.paidUnits;
  const places = stock === null ? null : texts.placesOf({ taken, stock, left: stock - taken });
  const received = (minor: number, currency: PaymentLink['currency']) =>
    minor > 0 || link.currency === currency ? html`<strong>${formatMoney(minor, currency, language)}</strong>` : null;
  const facts = factsView([
    [`${texts.received} (HTG)`, received(paidHtgMinor, 'HTG')],
    [`${texts.received} (USD)`, received(paidUsdMinor, 'USD')],
    [texts.returned, returned === null ? null : html`${returned}`],
    [texts.completed, html`${paidPayments}`],
    [texts.waiting, html`${openPayments}`],
    [texts.failed, html`${failedPayments}`],
    [texts.opened, html`${openPayments + paidPayments + failedPayments}`],
    [texts.sold, link.maxQuantity === 1 ? null : html`${link.paidUnits}`],
    [texts.places, places && html`${places}`],
  ]);
  const more = oversold > 0 ? notice('bad', html`<p>${texts.oversold({ count: oversold })}</p>`) : '';
  return html`${more}${facts}`;
}

function facts(
  context: SignedInContext,
  link: PaymentLink,
  { website, offered }: { website: Website | undefined; offered: PaymentLink['methods'] },
): Html {
  const { language } = context;
  const texts = LINK_TEXTS[language];
  const own = (text: string | null) => (text === null ? null : html`<bdi class="lines">${text}</bdi>`);
  const names = (methods: PaymentLink['methods']) =>
    methods.map((each) => methodName(each, TEXTS[language])).join(', ');
  const off = link.methods.filter((method) => !offered.includes(method));
  const asks = [
    link.asksName && texts.asksName,
    link.asksPhone && texts.asksPhone,
    link.asksEmail && texts.asksEmail,
  ].filter((each) => each !== false);
  return factsView([
    [texts.amount, html`${amountText(context, link)}`],
    ...LINK_LANGUAGES.map((each) => [texts.descriptions[each], own(link.descriptions[each])] as const),
    [
      texts.methods,
      html`${names(link.methods)}${off.length > 0 ? html`<br><span class="soft">${texts.methodsOff({ methods: names(off) })}</span>` : ''}`,
    ],
    [texts.stock, html`${link.isSingleUse ? texts.singleUse : (link.stock ?? texts.stockAny)}`],
    [texts.maxQuantity, link.maxQuantity === 1 ? null : html`${link.maxQuantity}`],
    [texts.expires, link.expiresAtUs === null ? html`${texts.never}` : timeView(link.expiresAtUs, language)],
    [texts.asks, html`${asks.join(', ') || texts.asksNothing}`],
    [texts.thanks, own(link.thanks)],
    [texts.notifyEmail, own(link.notifyEmail)],
    [texts.mode, html`${texts[link.mode]}`],
    [
      texts.website,
      website ? html`<a href="${hrefOf(context, `/websites/${website.id}`)}"><bdi>${website.name}</bdi></a>` : null,
    ],
    [texts.created, timeView(link.createdAtUs, language)],
    [texts.createdBy, own(link.createdBy)],
    [texts.states.deactivated, link.deactivatedAtUs === null ? null : timeView(link.deactivatedAtUs, language)],
  ]);
}

/** The actions for a link. A link cannot be edited: customers who have its address would buy something else. */
function changes(context: SignedInContext, link: PaymentLink): Html | '' {
  const texts = LINK_TEXTS[context.language];
  const like = (mode: PaymentLink['mode'], text: string): Html | false =>
    may(context, `links.create.${mode}`)
      ? html`<a class="button quiet" href="${hrefOf(context, newPath(mode), { like: link.id })}">${text}</a>`
      : false;
  const isOver = link.deactivatedAtUs !== null || !may(context, `links.deactivate.${link.mode}`);
  const buttons = [
    link.mode === 'test' && like('live', texts.againLive),
    like(link.mode, texts.again),
    !isOver && html`<a class="button danger" href="${hrefOf(context, deactivatePath(link))}">${texts.deactivate}</a>`,
  ].filter((button) => button !== false);
  if (buttons.length === 0) return '';
  return html`<h2>${texts.change}</h2><div class="sheet"><p>${texts.changeText}</p><p class="row">${buttons}</p></div>`;
}
