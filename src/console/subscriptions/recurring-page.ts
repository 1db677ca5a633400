import type { FastifyReply } from 'fastify';
import type { Payment } from '../../core/payment.ts';
import { nextDueAtUs, periodDueAtUs, type Subscription } from '../../core/recurring.ts';
import { isAllowed } from '../../core/roles.ts';
import { readEvidence } from '../../features/payments/shown-state.ts';
import { findPayment } from '../../features/payments/store/find-payment.ts';
import { listNewestCharges } from '../../features/subscriptions/store/charges.ts';
import { findWebsite } from '../../features/websites/store/websites.ts';
import { queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { RECURRING_TEXTS } from '../../platform/messages/subscriptions/subscriptions-messages.ts';
import { formatHaitiTime, formatMoney } from '../../platform/wording/format.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { SUBSCRIPTIONS } from '../exports/exported-fields.ts';
import { stateBadge } from '../payments/state-badge.ts';
import { fieldFacts } from '../views/field-views.ts';
import { PAGE, pagerView } from '../views/pager.ts';
import { auditLink, doneView, factsView, momentView, paymentLink } from '../views/parts.ts';
import { tableView } from '../views/table.ts';
import { recurringBadge, recurringState, rhythmText, visibleSubscription } from './recurring-views.ts';

const MENU_PATH = '/recurring';

/** A subscription, with its charges. */
export async function showRecurring(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language, request } = context;
  const texts = RECURRING_TEXTS[language];
  const subscription = await visibleSubscription(context);
  const { id } = subscription;
  const [, period, chargeId] = /^(\d{1,9})\.(\d{1,16})$/.exec(queryField(request, 'before')) ?? [];
  const before = period === undefined ? undefined : { period: Number(period), id: Number(chargeId) };
  const [first, website, found] = await Promise.all([
    findPayment(deps.db, subscription.firstPaymentId),
    findWebsite(deps.db, subscription.websiteId),
    listNewestCharges(deps.db, id, { before, limit: PAGE + 1 }),
  ]);
  const facts = fieldFacts(context, SUBSCRIPTIONS, { subscription, first }, [
    [texts.state, recurringBadge(subscription, language)],
    { field: 'website_id', html: html`<bdi>${website?.name ?? subscription.websiteId}</bdi>` },
    { field: 'mode', html: html`${texts[subscription.mode]}` },
    'amount',
    [texts.customer, first ? html`<bdi>${first.customerName}</bdi>` : null],
    [texts.rhythm, html`${rhythmText(subscription, language)}`],
    { field: 'first_transaction_id', html: paymentLink(context, subscription.firstPaymentId) },
    { field: 'next_charge_at', html: nextView(context, subscription) },
    'consecutive_failures',
    ...(subscription.periodsLeftOut === 0 ? [] : ['periods_left_out' as const]),
    ...(['paused_at', 'ended_at'] as const),
    { field: 'end_reason', label: texts.reason },
  ]);
  const done = doneView(context, { paused: texts.paused, resumed: texts.resumed, ended: texts.ended });
  const content = html`${done}<div class="sheet">${factsView(facts)}</div>${actions(context, subscription)}
<h2>${texts.charges}</h2>${await charges(context, subscription, found)}
<p>${auditLink(context, id)}</p>`;
  return context.show({ title: `${texts.one} ${id}`, content, place: MENU_PATH, mode: subscription.mode });
}

function nextView({ language }: SignedInContext, subscription: Subscription): Html | null {
  const state = recurringState(subscription);
  if (state !== 'active' && state !== 'paused') return null;
  if (state === 'active') return momentView(nextDueAtUs(subscription), language);
  const dueUs = periodDueAtUs(subscription, subscription.nextPeriod);
  return html`${RECURRING_TEXTS[language].skipsNext({ time: formatHaitiTime(dueUs, language) })}`;
}

function actions(context: SignedInContext, subscription: Subscription): Html | '' {
  const { language, who } = context;
  const texts = RECURRING_TEXTS[language];
  const { role } = who.user;
  if (subscription.status !== 'active') return '';
  const link = (verb: 'pause' | 'resume' | 'end', kind: string) =>
    html`<a class="button ${kind}" href="${hrefOf(context, `${MENU_PATH}/${subscription.id}/${verb}`)}">${texts[verb]}</a> `;
  const pause = isAllowed(role, 'recurring.pause')
    ? link(subscription.pausedAtUs === null ? 'pause' : 'resume', 'quiet')
    : '';
  const end = isAllowed(role, 'recurring.end') ? link('end', 'danger') : '';
  return pause === '' && end === '' ? '' : html`<p class="row">${pause}${end}</p>`;
}

async function charges(context: SignedInContext, subscription: Subscription, found: readonly Payment[]): Promise<Html> {
  const { deps, language, request } = context;
  const texts = RECURRING_TEXTS[language];
  const shown = found.slice(0, PAGE);
  const evidence = await readEvidence(deps.db, shown);
  const last = found.length > PAGE ? shown.at(-1) : undefined;
  const table = tableView(shown, {
    caption: texts.charges,
    empty: html`<p>${texts.noCharges}</p>`,
    columns: [
      { label: texts.period, cell: ({ subscriptionPeriod }) => html`${subscriptionPeriod ?? ''}`, isNumber: true },
      {
        label: texts.due,
        cell: ({ subscriptionPeriod }) =>
          momentView(periodDueAtUs(subscription, subscriptionPeriod ?? 0), language) ?? '',
      },
      { label: texts.payment, cell: ({ id }) => paymentLink(context, id) },
      { label: texts.status, cell: (payment) => stateBadge(payment, evidence.get(payment.id), language) },
      {
        label: texts.amount,
        cell: ({ amountMinor, currency }) => html`${formatMoney(amountMinor, currency, language)}`,
        isNumber: true,
      },
    ],
  });
  const next = last && `${last.subscriptionPeriod}.${last.id}`;
  const path = `${MENU_PATH}/${subscription.id}`;
  return html`${table}${pagerView(context, { path, query: {}, before: queryField(request, 'before'), next })}`;
}
