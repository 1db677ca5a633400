import type { FastifyReply } from 'fastify';
import { PAYMENT_METHODS } from '../../core/payment.ts';
import { isRefundOver, REFUND_KINDS, REFUND_STATUSES, type Refund } from '../../core/refund.ts';
import { listNewestRefunds, type RefundFilter } from '../../features/refunds/store/refunds.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { queryField } from '../../http/form-fields.ts';
import { html } from '../../platform/html/html.ts';
import { DISCREPANCY_TEXTS } from '../../platform/messages/discrepancies/discrepancies-messages.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import { REFUND_TEXTS } from '../../platform/messages/refunds/refunds-messages.ts';
import type { SignedInContext } from '../console-context.ts';
import { REFUNDS } from '../exports/exported-fields.ts';
import { fieldColumns } from '../views/field-views.ts';
import {
  askedRange,
  choiceFilter,
  chosenValue,
  dateFilter,
  type Filter,
  isOldestFirst,
  methodFilter,
  modeFilter,
  queryOf,
  sortFilter,
  timeSort,
  websiteFilter,
} from '../views/filters.ts';
import { showList } from '../views/list.ts';
import { rowQuery } from '../views/pager.ts';
import { ageText, paymentLink, timeLink, websiteView } from '../views/parts.ts';
import type { Column } from '../views/table.ts';
import { isVisible, visibleWebsite, visibleWebsites } from '../visible.ts';
import { REFUNDS_PATH, refundBadge } from './refund-views.ts';

/** The refunds that the user may see, newest or oldest first. */
export async function showRefunds(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language, request } = context;
  const texts = REFUND_TEXTS[language];
  const website = queryField(request, 'website');
  if (website !== '') await visibleWebsite(context, website);
  const websites = await visibleWebsites(context);
  return showList(context, (page) => listNewestRefunds(deps.db, { ...refundFilter(context), ...page }), {
    path: REFUNDS_PATH,
    title: FRAME_TEXTS[language].refunds,
    time: 'createdAtUs',
    filters: refundFilters(context, websites),
    columns: columns(context, websites),
    none: texts.none,
    noneMatch: texts.noneMatch,
    exported: 'refunds',
  });
}

/** The filters of the list as the address has them. */
export function refundFilters(context: SignedInContext, websites: readonly Website[]): Filter[] {
  const { language } = context;
  const texts = REFUND_TEXTS[language];
  return [
    choiceFilter(context, 'status', texts.status, REFUND_STATUSES, (status) => texts.statuses[status]),
    choiceFilter(context, 'kind', texts.kind, REFUND_KINDS, (kind) => texts.kinds[kind]),
    methodFilter(context, texts.method),
    websiteFilter(context, websites),
    modeFilter(context),
    sortFilter(context),
    ...dateFilter(context),
  ];
}

/** The requested filter, limited to the websites that the user may see. */
export function refundFilter(context: SignedInContext): Omit<RefundFilter, 'limit' | 'before'> {
  const { who, request, mode } = context;
  const website = queryField(request, 'website');
  const { fromUs, toUs } = askedRange(context);
  return {
    websiteIds: website === '' ? who.websiteIds : [website].filter((id) => isVisible(context, id)),
    mode,
    status: chosenValue(context, 'status', REFUND_STATUSES),
    kind: chosenValue(context, 'kind', REFUND_KINDS),
    method: chosenValue(context, 'method', PAYMENT_METHODS),
    fromUs,
    toUs,
    isOldestFirst: isOldestFirst(context),
  };
}

function columns(context: SignedInContext, websites: readonly Website[]): Column<Refund>[] {
  const { deps, language, who } = context;
  const texts = REFUND_TEXTS[language];
  const nowUs = deps.clock();
  const query = queryOf(refundFilters(context, websites));
  const website: Column<Refund> = {
    key: 'website',
    label: texts.website,
    phone: 'second',
    cell: ({ websiteId }) => websiteView(websites, websiteId),
  };
  const requestedBy: Column<Refund> = {
    key: 'requested_by',
    label: texts.requestedBy,
    cell: ({ kind, requestedBy }) => (kind === 'external' ? '' : html`<bdi>${requestedBy}</bdi>`),
  };
  return fieldColumns(context, REFUNDS, [
    {
      field: 'created_at',
      label: texts.created,
      phone: 'second',
      sort: timeSort(context, REFUNDS_PATH, query),
      cell: ({ id, createdAtUs }) => timeLink(context, `${REFUNDS_PATH}/${id}`, createdAtUs, rowQuery(query)),
    },
    { field: 'status', label: texts.status, phone: 'lead', cell: (refund) => refundBadge(refund, language) },
    {
      label: DISCREPANCY_TEXTS[language].openFor,
      phone: 'second',
      cell: ({ status, createdAtUs }) =>
        isRefundOver(status) ? '' : html`<span class="soft">${ageText(nowUs - createdAtUs, language)}</span>`,
    },
    { field: 'amount', label: texts.amount, phone: 'end', isNumber: true },
    ...(websites.length > 1 ? [website] : []),
    { field: 'payment_method', key: 'method', label: texts.method },
    {
      field: 'transaction_id',
      key: 'payment',
      label: texts.payment,
      cell: ({ paymentId }) => paymentLink(context, paymentId),
    },
    { field: 'kind', key: 'kind', label: texts.kind, phone: 'second' },
    { field: 'reason', key: 'reason', label: texts.reason, phone: 'second' },
    ...(who.websiteIds === null ? [requestedBy] : []),
  ]);
}
