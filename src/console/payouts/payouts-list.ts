import type { FastifyReply } from 'fastify';
import { PAYMENT_METHODS } from '../../core/payment.ts';
import { PAYOUT_STATES, type Payout } from '../../features/payouts/payout.ts';
import { outstandingOf } from '../../features/payouts/store/outstanding.ts';
import { countLines, type LineCounts } from '../../features/payouts/store/payout-lines.ts';
import { listPayouts, type PayoutFilter } from '../../features/payouts/store/payouts.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import { PAYOUT_TEXTS } from '../../platform/messages/payouts/payouts-messages.ts';
import { hrefOf, may, type SignedInContext } from '../console-context.ts';
import { PAYOUTS } from '../exports/exported-fields.ts';
import { fieldColumns } from '../views/field-views.ts';
import {
  askedRange,
  choiceFilter,
  chosenValue,
  dateFilter,
  type Filter,
  isOldestFirst,
  methodFilter,
  queryOf,
  sortFilter,
  timeSort,
  websiteFilter,
} from '../views/filters.ts';
import { showList } from '../views/list.ts';
import { type AskedPage, rowQuery } from '../views/pager.ts';
import { doneView, timeLink } from '../views/parts.ts';
import type { Column } from '../views/table.ts';
import { visibleWebsite, visibleWebsites } from '../visible.ts';
import { PAYOUTS_PATH, paidOnText, payoutBadge, payoutState } from './payout-views.ts';

/** A payout with the counts of its lines; without counts if it has no lines. */
type Row = Payout & { readonly counts: LineCounts | undefined; readonly outstanding: number | undefined };

/** The payouts, the last recorded first, or the first recorded first. */
export async function showPayouts(context: SignedInContext): Promise<FastifyReply> {
  const { language, request } = context;
  const texts = PAYOUT_TEXTS[language];
  const website = queryField(request, 'website');
  if (website !== '') await visibleWebsite(context, website);
  const websites = await visibleWebsites(context);
  return showList(context, (page) => rowsOf(context, page), {
    path: PAYOUTS_PATH,
    title: FRAME_TEXTS[language].payouts,
    time: 'createdAtUs',
    top: html`${doneView(context, texts.done)}<p class="soft">${texts.intro}</p>${actions(context)}`,
    filters: payoutFilters(context, websites),
    columns: columns(context, websites),
    none: texts.none,
    noneMatch: texts.noneMatch,
    exported: 'payouts',
  });
}

function actions(context: SignedInContext): Html | '' {
  if (!may(context, 'payouts.record')) return '';
  const texts = PAYOUT_TEXTS[context.language];
  return html`<p class="row"><a class="button" href="${hrefOf(context, `${PAYOUTS_PATH}/import`)}">${texts.importStatement}</a><a class="button quiet" href="${hrefOf(context, `${PAYOUTS_PATH}/record`)}">${texts.record}</a></p>`;
}

async function rowsOf(context: SignedInContext, page: AskedPage): Promise<Row[]> {
  const { db } = context.deps;
  const found = await listPayouts(db, { ...payoutFilter(context), ...page });
  const withLines = found.filter(({ lines }) => lines > 0).map(({ id }) => id);
  const [counts, outstanding] = await Promise.all([countLines(db, withLines), outstandingOf(db, withLines)]);
  return found.map((payout) => ({ ...payout, counts: counts.get(payout.id), outstanding: outstanding.get(payout.id) }));
}

/** The filters of the list as the address has them. */
export function payoutFilters(context: SignedInContext, websites: readonly Website[]): Filter[] {
  const { language } = context;
  const texts = PAYOUT_TEXTS[language];
  return [
    choiceFilter(context, 'state', texts.state, PAYOUT_STATES, (state) => texts.states[state]),
    methodFilter(context, texts.method),
    websiteFilter(context, websites),
    sortFilter(context),
    ...dateFilter(context),
  ];
}

/** The requested filter. */
export function payoutFilter(context: SignedInContext): Omit<PayoutFilter, 'limit' | 'before'> {
  const { fromUs, toUs } = askedRange(context);
  return {
    state: chosenValue(context, 'state', PAYOUT_STATES),
    method: chosenValue(context, 'method', PAYMENT_METHODS),
    websiteId: queryField(context.request, 'website') || undefined,
    fromUs,
    toUs,
    isOldestFirst: isOldestFirst(context),
  };
}

function columns(context: SignedInContext, websites: readonly Website[]): Column<Row>[] {
  const { language } = context;
  const texts = PAYOUT_TEXTS[language];
  const query = queryOf(payoutFilters(context, websites));
  return fieldColumns<Row, keyof typeof PAYOUTS.fields>(context, PAYOUTS, [
    {
      field: 'recorded_at',
      phone: 'second',
      sort: timeSort(context, PAYOUTS_PATH, query),
      cell: ({ id, createdAtUs }) => timeLink(context, `${PAYOUTS_PATH}/${id}`, createdAtUs, rowQuery(query)),
    },
    {
      label: texts.state,
      phone: 'lead',
      cell: ({ counts, outstanding, ...payout }) => payoutBadge(payoutState(payout, counts, outstanding), language),
    },
    { field: 'paid_on', phone: 'second', cell: (payout) => html`${paidOnText(payout, language)}` },
    { field: 'payment_method', key: 'method' },
    {
      field: 'reference',
      key: 'reference',
      phone: 'second',
      cell: ({ reference }) => html`<bdi>${reference}</bdi>`,
    },
    { field: 'bank', key: 'bank' },
    { field: 'net', phone: 'end', isNumber: true },
    { field: 'lines', key: 'lines', isNumber: true },
    { key: 'open', label: texts.openLines, isNumber: true, cell: ({ counts }) => html`${counts?.open ?? ''}` },
  ]);
}
