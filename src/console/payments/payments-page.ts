import type { FastifyReply } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import { CURRENCIES, type Money } from '../../core/money.ts';
import { FAILURE_REASONS, PAYMENT_METHODS, PAYMENT_STATUSES, type Payment } from '../../core/payment.ts';
import { isAllowed } from '../../core/roles.ts';
import type { PaymentLink } from '../../features/links/payment-link.ts';
import { searchedFields } from '../../features/payments/search-terms.ts';
import { type Evidence, readEvidence } from '../../features/payments/shown-state.ts';
import { findPageWithTotals } from '../../features/payments/store/find-by-text.ts';
import type { FoundPage } from '../../features/payments/store/find-payments.ts';
import { readTermFill } from '../../features/payments/store/payment-terms.ts';
import type { FilterTotals, TotalsFilter } from '../../features/payments/store/payment-totals.ts';
import { returnedOfFilter } from '../../features/refunds/store/returned-money.ts';
import { findApiKey, keyLabel, type ListedApiKey, listApiKeys } from '../../features/websites/store/api-keys.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import { LIST_TEXTS } from '../../platform/messages/payment-list/payment-list-messages.ts';
import { REASON_TEXTS, STATE_TEXTS } from '../../platform/messages/payment-states/payment-states-messages.ts';
import { formatMoney, formatSums, formatUnits, methodLabel } from '../../platform/wording/format.ts';
import { formatHaitiTime } from '../../platform/wording/format-haiti-time.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { dateFilter, type Filter, filtersView, modeFilter, sortFilter, timeSort } from '../views/filters.ts';
import { type List, listView } from '../views/list.ts';
import { pagerView, rowQuery } from '../views/pager.ts';
import { notice, timeView } from '../views/parts.ts';
import type { Column } from '../views/table.ts';
import { visibleLink, visibleWebsite, visibleWebsites } from '../visible.ts';
import { type AskedList, readListFilter } from './list-filter.ts';
import { stateBadge } from './state-badge.ts';

/** Below `/console`. */
export const PAYMENTS_PLACE = '/payments';
/** If no website is chosen, the keys of at most this many websites are listed. */
const MOST_WEBSITES = 10;

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

/** The requested filter, limited to the websites that the user may see. */
export function ownedFilter({ who }: SignedInContext, { filter, given: { website, key } }: AskedList): TotalsFilter {
  const { beforeId, limit, ...matched } = filter;
  return {
    ...matched,
    websiteIds: who.websiteIds ?? undefined,
    websiteId: website === '' ? undefined : website,
    apiKeyId: key === '' ? undefined : key,
  };
}

function newTestLink(context: SignedInContext): Html | '' {
  if (context.mode !== 'test' || !isAllowed(context.who.user.role, 'payments.test')) return '';
  const text = LIST_TEXTS[context.language].newTest;
  return html`<a class="button quiet" href="${hrefOf(context, `${PAYMENTS_PLACE}/new`)}">${text}</a>`;
}

/** The keys to filter by; none for users who may not see keys. */
async function visibleKeys(
  { deps, who }: SignedInContext,
  websites: readonly Website[],
  { given }: AskedList,
): Promise<ListedApiKey[]> {
  if (!isAllowed(who.user.role, 'keys.read')) return [];
  const these = given.website === '' ? websites : websites.filter(({ id }) => id === given.website);
  const lists = await Promise.all(these.slice(0, MOST_WEBSITES).map(({ id }) => listApiKeys(deps.db, id)));
  const keys = lists.flat();
  if (given.key === '' || keys.some(({ id }) => id === given.key)) return keys;
  // The key in the address is listed too, whichever website it belongs to.
  const named = await findApiKey(deps.db, given.key);
  return named && these.some(({ id }) => id === named.websiteId) ? [...keys, named] : keys;
}

function filterFields(
  context: SignedInContext,
  { given, errors }: AskedList,
  {
    websites,
    keys,
    link,
  }: { websites: readonly Website[]; keys: readonly ListedApiKey[]; link: PaymentLink | undefined },
): Filter[] {
  const { language } = context;
  const texts = LIST_TEXTS[language];
  const states = STATE_TEXTS[language];
  const field = (name: keyof typeof given, rest: Omit<Filter, 'name' | 'value' | 'error'>): Filter => ({
    name,
    value: given[name],
    error: errors[name],
    ...rest,
  });
  const choice = (
    name: keyof typeof given,
    label: string,
    options: readonly (readonly [string, string])[],
    { any = texts.any, isRare = false } = {},
  ) => field(name, { label, type: 'select', options: [['', any], ...options], isRare });
  return [
    field('q', { label: texts.search, type: 'search', hint: texts.searchHint, maxlength: 255 }),
    choice(
      'status',
      texts.status,
      PAYMENT_STATUSES.map((each) => [each, states[each]]),
    ),
    choice(
      'method',
      texts.method,
      PAYMENT_METHODS.map((each) => [each, methodLabel(each, TEXTS[language])]),
    ),
    ...dateFilter(context).map((each) => ({ ...each, error: errors[each.name as keyof typeof given] })),
    ...(websites.length > 1
      ? [
          choice(
            'website',
            texts.website,
            websites.map(({ id, name }) => [id, name]),
          ),
        ]
      : []),
    ...(keys.length > 1
      ? [
          choice(
            'key',
            texts.key,
            keys.map((each) => [each.id, `${keyLabel(each)} (${texts[each.mode]})`]),
            { any: texts.anyKey, isRare: true },
          ),
        ]
      : []),
    field('amount', { label: texts.amount, hint: texts.amountHint, maxlength: 40, isRare: true }),
    choice(
      'currency',
      texts.currency,
      CURRENCIES.map((each) => [each, each]),
      { any: texts.anyCurrency, isRare: true },
    ),
    choice(
      'reason',
      texts.reason,
      FAILURE_REASONS.map((each) => [each, REASON_TEXTS[language][each]]),
      { isRare: true },
    ),
    choice(
      'recurring',
      texts.recurring,
      [
        ['yes', texts.yes],
        ['no', texts.no],
      ],
      { isRare: true },
    ),
    modeFilter(context),
    { ...sortFilter(context), value: given.sort },
    // A link is chosen on its own page.
    ...(link ? [choice('link', texts.link, [[link.id, link.name]])] : []),
  ];
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
  const isFilling = text !== '' && (await readTermFill(deps.db)) !== null;
  const next = nextBefore === undefined ? undefined : String(nextBefore);
  const list: List<Payment> = {
    path: PAYMENTS_PLACE,
    title: FRAME_TEXTS[language].payments,
    ...(given.sort === '' && { caption: texts.caption }),
    totals: totals && totals.count > 0 ? totalsText(context, totals) : '',
    actions: newTestLink(context),
    filters,
    aboveTable: html`${searchedNote(context, text)}${isFilling ? notice('care', html`<p>${texts.filling}</p>`) : ''}`,
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

/**
 * The totals of a filter, and the money that went back to the customers of its payments; undefined if there are too
 * many payments to add up.
 */
interface ShownTotals extends FilterTotals {
  readonly returned: readonly Money[] | undefined;
}

/** The returned part of the shown sums. */
async function returnedPart(
  context: SignedInContext,
  asked: AskedList,
  { sums, isAtLeast }: FilterTotals,
): Promise<readonly Money[] | undefined> {
  if (isAtLeast || sums.every(({ paidCount }) => paidCount === 0)) return [];
  return returnedOfFilter(context.deps.db, ownedFilter(context, asked), asked.text);
}

/** How many payments a filter selects, and their sums: "1,204 payments · 300,100 HTG paid of 402,300 HTG · 1,500 HTG returned". */
function totalsText({ language }: SignedInContext, { count, sums, isAtLeast, returned }: ShownTotals): string {
  const texts = LIST_TEXTS[language];
  // An incomplete sum is not shown.
  if (isAtLeast) return texts.atLeast({ totals: texts.totals({ count }) });
  const parts = sums.map(({ currency, amountMinor, paidMinor }) =>
    texts.sum({
      asked: formatMoney(amountMinor, currency, language),
      paid: formatMoney(paidMinor, currency, language),
    }),
  );
  const back =
    returned === undefined
      ? [texts.returnedUnknown]
      : returned.length > 0
        ? [texts.returned({ sums: formatSums(returned, language) })]
        : [];
  return [texts.totals({ count }), ...parts, ...back].join(' · ');
}

/** The fields in which a typed text was searched. */
export function searchedNote({ language }: SignedInContext, text: string): Html | '' {
  if (text === '') return '';
  const { searched, searchedFields: names } = LIST_TEXTS[language];
  const fields = searchedFields(text).map((field) => names[field]);
  return html`<p class="hint">${searched({ fields: fields.join(', ') })}</p>`;
}

/** The search ended before the end of the list. */
function goOnNotice(
  context: SignedInContext,
  given: AskedList['given'],
  { count, last }: NonNullable<FoundPage['endedAt']>,
): Html {
  const { language } = context;
  const texts = LIST_TEXTS[language];
  const message = texts.lookedAt({
    count: formatUnits(count * 100, language),
    time: formatHaitiTime(last.createdAtUs, language),
  });
  const on = hrefOf(context, PAYMENTS_PLACE, { ...given, before: String(last.id) });
  return notice(
    'care',
    html`<p>${message}</p><p><a class="button quiet" rel="next" href="${on}">${texts.goOn}</a></p>`,
  );
}

/**
 * The columns of a list of payments; `websites` names their websites, if there are several. In the list of payments, `query` is that of the
 * links to their pages, and `sort` turns its order round.
 */
export function paymentColumns(
  context: SignedInContext,
  evidence: ReadonlyMap<number, Evidence>,
  websites: ReadonlyMap<string, string> | undefined,
  { query = {}, sort }: { query?: Readonly<Record<string, string | undefined>>; sort?: Column<Payment>['sort'] } = {},
): Column<Payment>[] {
  const { language } = context;
  const texts = LIST_TEXTS[language];
  return [
    {
      key: 'created',
      label: texts.created,
      phone: 'second',
      sort,
      cell: ({ createdAtUs }) => timeView(createdAtUs, language),
    },
    {
      label: texts.payment,
      phone: 'link',
      cell: ({ id }) => html`<a href="${hrefOf(context, `${PAYMENTS_PLACE}/${id}`, query)}">${id}</a>`,
    },
    {
      key: 'status',
      label: texts.status,
      phone: 'second',
      cell: (payment) => stateBadge(payment, evidence.get(payment.id), language),
    },
    {
      label: texts.amount,
      phone: 'end',
      isNumber: true,
      cell: ({ amountMinor, currency }) => html`${formatMoney(amountMinor, currency, language)}`,
    },
    {
      key: 'method',
      label: texts.method,
      phone: 'second',
      cell: ({ method }) => html`${methodLabel(method, TEXTS[language])}`,
    },
    {
      key: 'customer',
      label: texts.customer,
      phone: 'lead',
      cell: ({ customerName }) => html`<bdi>${customerName}</bdi>`,
    },
    {
      key: 'reference',
      label: texts.reference,
      phone: 'second',
      cell: ({ reference }) => html`<bdi>${reference ?? ''}</bdi>`,
    },
    ...(websites
      ? [
          {
            key: 'website',
            label: texts.website,
            phone: 'second' as const,
            cell: ({ websiteId }: Payment) => html`<bdi>${websites.get(websiteId) ?? ''}</bdi>`,
          },
        ]
      : []),
  ];
}
