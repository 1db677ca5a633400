import type { FastifyReply } from 'fastify';
import { type DeliveryPage, listDeliveryPage } from '../../features/webhooks/store/delivery-page.ts';
import type { Delivery } from '../../features/webhooks/store/delivery-table.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import { DELIVERY_TEXTS } from '../../platform/messages/webhooks/webhooks-messages.ts';
import { hrefOf, may, type SignedInContext } from '../console-context.ts';
import { DELIVERIES } from '../exports/exported-fields.ts';
import { withPlainRange } from '../views/date-range.ts';
import { fieldColumns } from '../views/field-views.ts';
import { orderSort, queryOf, timeSort } from '../views/filters.ts';
import { countText, type List, listView, MOST_COUNTED } from '../views/list.ts';
import { cursorText, pagerView, rowQuery } from '../views/pager.ts';
import { doneView, notice, paymentLink, timeLink, timeView, websiteView } from '../views/parts.ts';
import type { Column } from '../views/table.ts';
import { visibleWebsites } from '../visible.ts';
import {
  deliveryBadge,
  deliveryFilter,
  deliveryFilters,
  MENU_PATH,
  modeOfList,
  NEXT,
  ordersOf,
} from './delivery-filters.ts';
import { ALL_MODES } from './resend-page.ts';

/** The deliveries that the user may see, newest first unless the address has another order. */
export async function showDeliveries(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language, request } = context;
  const texts = DELIVERY_TEXTS[language];
  const websites = await visibleWebsites(context);
  const mode = modeOfList(context);
  const filters = deliveryFilters(context, websites);
  const query = queryOf(filters);
  const nothing: DeliveryPage = { deliveries: [], next: undefined, isCutShort: false };
  const isWrong = filters.some(({ error }) => error !== undefined);
  const filter = deliveryFilter(context, websites);
  const { deliveries, next, isCutShort } = isWrong ? nothing : await listDeliveryPage(deps.db, filter);
  const isWhole = filter.before === undefined && next === undefined;
  const counted =
    isWrong || isWhole
      ? { deliveries, next }
      : await listDeliveryPage(deps.db, { ...filter, before: undefined, limit: MOST_COUNTED });
  const before = next && cursorText(next);
  const pager = {
    path: MENU_PATH,
    query: { ...query, mode: mode ?? ALL_MODES },
    before: queryField(request, 'before'),
    next: isCutShort ? undefined : before,
  };
  const goOn = html`<a href="${hrefOf(context, MENU_PATH, { ...pager.query, before })}">${texts.goOn}</a>`;
  const resend = html`<a class="button quiet" href="${hrefOf(context, '/webhooks/resend', { ...withPlainRange(query, deps.clock()), payment: '', sort: '', mode: mode ?? ALL_MODES })}">${texts.resendMany}</a>`;
  const list: List<Delivery> = {
    path: MENU_PATH,
    title: FRAME_TEXTS[language].webhooks,
    top: doneView(context, { resent: texts.resentMany }),
    filters,
    totals: countText(context, counted.deliveries.length, counted.next !== undefined),
    actions: may(context, 'deliveries.resend') ? resend : '',
    columns: columns(context, websites, { ...query, mode: mode ?? ALL_MODES }),
    none: texts.none,
    noneMatch: isCutShort ? texts.noneYet : texts.noneMatch,
    exported: 'deliveries',
  };
  const more = isCutShort && before !== undefined ? notice('care', html`<p>${texts.cutShort} ${goOn}</p>`) : '';
  const content = await listView(context, list, { shown: deliveries, pager: pagerView(context, pager), more });
  return context.show({ title: list.title, content, place: MENU_PATH, mode });
}

function columns(
  context: SignedInContext,
  websites: readonly Website[],
  query: Readonly<Record<string, string>>,
): Column<Delivery>[] {
  const { language } = context;
  const texts = DELIVERY_TEXTS[language];
  const named = (label: string, value: Html) =>
    html`<span class="narrow">${label}${TEXTS[language].colon} </span>${value}`;
  return fieldColumns(context, DELIVERIES, [
    {
      field: 'event_at',
      label: texts.created,
      phone: 'lead',
      sort: timeSort(context, MENU_PATH, query),
      cell: ({ id, eventAtUs }) => timeLink(context, `/webhooks/${id}`, eventAtUs, rowQuery(query)),
    },
    { field: 'status', phone: 'end', cell: (delivery) => deliveryBadge(delivery, language) },
    { field: 'event', key: 'event', phone: 'second' },
    {
      field: 'website_id',
      key: 'website',
      phone: 'second',
      cell: ({ websiteId }) => websiteView(websites, websiteId),
    },
    { key: 'payment', label: texts.payment, cell: ({ paymentId }) => paymentLink(context, paymentId) },
    {
      field: 'attempts',
      key: 'attempts',
      label: texts.attempts,
      phone: 'second',
      cell: ({ attempts }) => named(texts.attempts, html`${attempts}`),
      isNumber: true,
    },
    {
      field: 'last_status_code',
      key: 'last',
      phone: 'second',
      cell: ({ lastStatusCode, lastError }) => html`<bdi>${lastStatusCode ?? lastError ?? ''}</bdi>`,
    },
    {
      field: 'next_attempt_at',
      key: 'next',
      sort: ordersOf(context).includes(NEXT) ? orderSort(context, MENU_PATH, query, NEXT) : undefined,
      phone: 'second',
      cell: ({ nextAttemptAtUs }) =>
        nextAttemptAtUs === null ? '' : named(texts.next, timeView(nextAttemptAtUs, language)),
    },
  ]);
}
