import type { FastifyReply } from 'fastify';
import { EVENT_KINDS } from '../../core/event.ts';
import { parseTransactionId } from '../../core/ids.ts';
import { isAllowed } from '../../core/roles.ts';
import {
  type DeliveryPage,
  type DeliveryPageFilter,
  listDeliveryPage,
} from '../../features/webhooks/store/delivery-page.ts';
import { DELIVERY_STATUSES, type Delivery } from '../../features/webhooks/store/delivery-table.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import { DELIVERY_TEXTS } from '../../platform/messages/webhooks/webhooks-messages.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { exportButtons } from '../exports/export-buttons.ts';
import { haitiInputEndUs, haitiInputUs } from '../haiti-input.ts';
import { cursorText, readCursor } from '../row-cursor.ts';
import { filtersView } from '../views/filters.ts';
import type { FormField } from '../views/form.ts';
import { notice } from '../views/notice.ts';
import { PAGE, pagerView } from '../views/pager.ts';
import { tableView } from '../views/table.ts';
import { visibleWebsites } from '../visible.ts';
import {
  choiceFilter,
  doneView,
  momentView,
  paymentLink,
  rangeFilter,
  timeLink,
  websiteFilter,
  websiteView,
} from '../work-views.ts';
import { deliveryBadge } from './delivery-badge.ts';

const MENU_PATH = '/deliveries';
const FILTERS = ['status', 'website', 'event', 'from', 'to', 'payment'] as const;

/** The deliveries that the user may see, newest first. */
export async function showDeliveries(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language, request, who } = context;
  const texts = DELIVERY_TEXTS[language];
  const websites = await visibleWebsites(context);
  const query = Object.fromEntries(FILTERS.map((name) => [name, queryField(request, name)]));
  const fields = filterFields(context, websites);
  const filter = fields.some(({ error }) => error !== undefined) ? undefined : filterOf(context, websites);
  const page: DeliveryPage = filter
    ? await listDeliveryPage(deps.db, filter)
    : { deliveries: [], next: undefined, isCutShort: false };
  const isFiltered = FILTERS.some((name) => query[name] !== '');
  const next = page.next && cursorText({ atUs: page.next.createdAtUs, id: page.next.id });
  const more = {
    path: MENU_PATH,
    query,
    before: queryField(request, 'before'),
    next: page.isCutShort ? undefined : next,
  };
  const goOn =
    page.isCutShort && next !== undefined
      ? notice(
          'care',
          html`<p>${texts.cutShort} <a href="${hrefOf(context, MENU_PATH, { ...query, before: next })}">${texts.goOn}</a></p>`,
        )
      : '';
  const resend = isAllowed(who.user.role, 'deliveries.resend')
    ? html`<p class="row"><a class="button quiet" href="${hrefOf(context, '/deliveries/resend', { ...query, payment: '' })}">${texts.resendMany}</a></p>`
    : '';
  const empty = html`<p>${isFiltered ? texts.noneMatch : texts.none}</p>`;
  const content = html`${doneView(context, { resent: texts.resentMany })}
${filtersView(context, MENU_PATH, fields)}${resend}
${page.deliveries.length === 0 && goOn !== '' ? '' : deliveryTable(context, page.deliveries, websites, empty)}${goOn}
${pagerView(context, more)}${exportButtons(context, 'deliveries', query)}`;
  return context.show({ title: FRAME_TEXTS[language].deliveries, content, place: MENU_PATH });
}

function filterFields(context: SignedInContext, websites: readonly Website[]): FormField[] {
  const { language, request } = context;
  const texts = DELIVERY_TEXTS[language];
  const payment = queryField(request, 'payment').trim();
  const times = rangeFilter(context).map((field) => ({
    ...field,
    error: field.value && haitiInputUs(field.value) === undefined ? texts.wrongTime : undefined,
  }));
  return [
    choiceFilter(context, {
      name: 'status',
      label: texts.status,
      options: DELIVERY_STATUSES.map((status) => [status, texts.statuses[status]]),
    }),
    ...websiteFilter(context, websites),
    choiceFilter(context, {
      name: 'event',
      label: texts.event,
      options: EVENT_KINDS.map((event) => [event, texts.events[event]]),
    }),
    ...times,
    {
      name: 'payment',
      label: texts.transactionId,
      type: 'search',
      inputmode: 'numeric',
      value: payment,
      error: payment !== '' && parseTransactionId(payment) === undefined ? texts.wrongId : undefined,
    },
  ];
}

/** The requested filter, limited to the websites that the user may see. */
function filterOf({ request, who }: SignedInContext, websites: readonly Website[]): DeliveryPageFilter {
  const website = queryField(request, 'website');
  const place = readCursor(queryField(request, 'before'));
  const chosen = websites.filter(({ id }) => id === website).map(({ id }) => id);
  return {
    websiteIds: website === '' ? who.websiteIds : chosen,
    status: DELIVERY_STATUSES.find((status) => status === queryField(request, 'status')),
    event: EVENT_KINDS.find((event) => event === queryField(request, 'event')),
    paymentId: parseTransactionId(queryField(request, 'payment').trim()),
    fromUs: haitiInputUs(queryField(request, 'from')),
    toUs: haitiInputEndUs(queryField(request, 'to')),
    before: place && { createdAtUs: place.atUs, id: place.id },
    limit: PAGE,
  };
}

function deliveryTable(
  context: SignedInContext,
  deliveries: readonly Delivery[],
  websites: readonly Website[],
  empty: Html,
): Html {
  const { language } = context;
  const texts = DELIVERY_TEXTS[language];
  return tableView(deliveries, {
    caption: FRAME_TEXTS[language].deliveries,
    empty,
    columns: [
      {
        label: texts.created,
        cell: ({ id, eventAtUs }) => timeLink(context, `/deliveries/${id}`, eventAtUs),
      },
      { label: texts.status, cell: (delivery) => deliveryBadge(delivery, language) },
      { label: texts.event, cell: ({ event }) => html`${texts.events[event]}` },
      { label: texts.website, cell: ({ websiteId }) => websiteView(websites, websiteId) },
      { label: texts.payment, cell: ({ paymentId }) => paymentLink(context, paymentId) },
      { label: texts.attempts, cell: ({ attempts }) => html`${attempts}`, isNumber: true },
      {
        label: texts.last,
        cell: ({ lastStatusCode, lastError }) => html`<bdi>${lastStatusCode ?? lastError ?? ''}</bdi>`,
      },
      { label: texts.next, cell: ({ nextAttemptAtUs }) => momentView(nextAttemptAtUs, language) ?? '' },
    ],
  });
}
