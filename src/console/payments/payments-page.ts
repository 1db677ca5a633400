import type { FastifyReply } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import type { Payment } from '../../core/payment.ts';
import { readEvidence } from '../../features/payments/shown-state.ts';
import { findPageWithTotals } from '../../features/payments/store/find-by-text.ts';
import type { FoundPage } from '../../features/payments/store/find-payments.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import { LIST_TEXTS } from '../../platform/messages/payment-list/payment-list-messages.ts';
import { hrefOf, may, type SignedInContext } from '../console-context.ts';
import { type Filter, filtersView, timeSort } from '../views/filters.ts';
import { type List, listView } from '../views/list.ts';
import { pagerView, rowQuery } from '../views/pager.ts';
import { visibleLink, visibleWebsite, visibleWebsites } from '../visible.ts';
import { type AskedList, PAYMENTS_PLACE, readListFilter } from './list-filter.ts';
import { paymentColumns } from './payment-columns.ts';
import { filterFields, ownedFilter, visibleKeys } from './payments-filters.ts';
import { returnedPart, type ShownTotals, totalsText } from './payments-totals.ts';
import { goOnNotice, searchNotes } from './search-notes.ts';

/** The list of payments of all websites that the user may see, newest or oldest first. */
export async function showPayments(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language } = context;
  const asked = readListFilter(context);
  const websites = await visibleWebsites(context);
  const { website, key } = asked.given;
  if (website !== '') await visibleWebsite(context, website);
  const keys = await visibleKeys(context, websites, asked);
  if (key !== '' && !keys.some(({ id }) => id === key)) throw new ApiError('not_found');
  const link = asked.given.link === '' ? undefined : await visibleLink(context, asked.given.link);
  const isWrong = Object.keys(asked.errors).length > 0;
  const { beforeId, limit } = asked.filter;
  const filter = ownedFilter(context, asked);
  const { page, totals } = isWrong
    ? { page: { payments: [], nextBefore: undefined, endedAt: undefined }, totals: undefined }
    : await findPageWithTotals(deps.db, { ...filter, beforeId, limit }, asked.text);
  const returned = totals && (await returnedPart(context, asked, totals));
  const filters = filterFields(context, asked, { websites, keys, link });
  const content = isWrong
    ? filtersView(context, PAYMENTS_PLACE, filters)
    : await paymentList(context, asked, { page, totals: totals && { ...totals, returned }, filters, websites });
  const { mode } = context;
  return context.show(
    { title: FRAME_TEXTS[language].payments, content, place: PAYMENTS_PLACE, mode },
    isWrong ? 422 : 200,
  );
}

function newTestLink(context: SignedInContext): Html | '' {
  if (context.mode !== 'test' || !may(context, 'payments.test')) return '';
  const text = LIST_TEXTS[context.language].newTest;
  return html`<a class="button quiet" href="${hrefOf(context, `${PAYMENTS_PLACE}/new`)}">${text}</a>`;
}

async function paymentList(
  context: SignedInContext,
  { given, text, before }: AskedList,
  {
    page: { payments, nextBefore, endedAt },
    totals,
    filters,
    websites,
  }: { page: FoundPage; totals: ShownTotals | undefined; filters: readonly Filter[]; websites: readonly Website[] },
): Promise<Html> {
  const { deps, language } = context;
  const texts = LIST_TEXTS[language];
  const evidence = await readEvidence(deps.db, payments);
  const names = new Map(websites.map(({ id, name }) => [id, name]));
  const next = nextBefore === undefined ? undefined : String(nextBefore);
  const list: List<Payment> = {
    path: PAYMENTS_PLACE,
    title: FRAME_TEXTS[language].payments,
    ...(given.sort === '' && { caption: texts.caption }),
    totals: totals && totals.count > 0 ? totalsText(context, totals) : '',
    actions: newTestLink(context),
    filters,
    aboveTable: await searchNotes(context, text),
    columns: paymentColumns(context, evidence, websites.length > 1 ? names : undefined, {
      query: rowQuery(given),
      sort: text === '' ? timeSort(context, PAYMENTS_PLACE, given) : undefined,
    }),
    none:
      context.mode === 'test'
        ? html`<p>${texts.noneTest}</p><p>${texts.noneText}</p><p><a href="${hrefOf(context, PAYMENTS_PLACE, { mode: 'live' })}">${texts.showLive}</a></p>`
        : html`<p>${texts.none}</p><p>${texts.noneText}</p>`,
    noneMatch: endedAt ? texts.noMatchYet : texts.noMatch,
    // A search text is not a filter of an export: the export would have more rows than the list.
    exported: text === '' ? 'payments' : undefined,
  };
  return listView(context, list, {
    shown: payments,
    pager: pagerView(context, { path: PAYMENTS_PLACE, query: given, before, next }),
    more: endedAt ? goOnNotice(context, given, endedAt) : '',
  });
}
