import type { FastifyReply } from 'fastify';
import { CURRENCIES } from '../../core/money.ts';
import { PAYMENT_METHODS } from '../../core/payment.ts';
import {
  DISCREPANCY_KINDS,
  type Discrepancy,
  differenceOf,
} from '../../features/payments/discrepancies/discrepancy.ts';
import {
  type DiscrepancyFilter,
  listDiscrepancyPage,
  sumOpenDiscrepancies,
} from '../../features/payments/discrepancies/store/discrepancies.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { queryField } from '../../http/form-fields.ts';
import { html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { DISCREPANCY_TEXTS } from '../../platform/messages/discrepancies/discrepancies-messages.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import { methodLabel } from '../../platform/wording/format.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { DISCREPANCIES } from '../exports/exported-fields.ts';
import { fieldColumns } from '../views/field-views.ts';
import {
  ALL,
  choiceFilter,
  chosenValue,
  defaultFilter,
  type Filter,
  isOldestFirst,
  methodFilter,
  OLDEST,
  orderSort,
  queryOf,
  sortFilter,
  timeSort,
  websiteFilter,
} from '../views/filters.ts';
import { showList } from '../views/list.ts';
import { type AskedPage, MOST_SORTED, rowQuery, sortedRows } from '../views/pager.ts';
import { ageText, timeLink, websiteView } from '../views/parts.ts';
import { isVisible, visibleWebsite, visibleWebsites } from '../visible.ts';
import {
  DISCREPANCIES_PATH,
  differenceView,
  discrepancyBadge,
  openByWebsiteView,
  paymentView,
} from './discrepancy-views.ts';

const STATES = ['open', 'settled'] as const;
/** The name of this order in an address: the largest difference first. */
const DIFFERENCE = 'difference';

/** The discrepancies that the user may see, newest or oldest first: all of them, or those of a merchant's own payments. */
export async function showDiscrepancies(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language, request, who } = context;
  const texts = DISCREPANCY_TEXTS[language];
  const isOpen = stateFilter(context).value === 'open';
  const website = queryField(request, 'website');
  if (website !== '') await visibleWebsite(context, website);
  const [websites, sums] = await Promise.all([visibleWebsites(context), sumOpenDiscrepancies(deps.db, who.websiteIds)]);
  return showList(context, discrepancySource(context), {
    path: DISCREPANCIES_PATH,
    title: FRAME_TEXTS[language].discrepancies,
    time: 'firstSeenAtUs',
    top: openByWebsiteView(context, sums, websites),
    filters: discrepancyFilters(context, websites),
    columns: columns(context, websites, isOpen),
    aboveTable: isByDifference(context) ? html`<p class="hint">${texts.sortedText({ count: MOST_SORTED })}</p>` : '',
    none: isOpen
      ? html`<p>${texts.noneOpen}</p><p><a href="${hrefOf(context, DISCREPANCIES_PATH, { state: ALL })}">${texts.showAll}</a></p>`
      : who.websiteIds === null
        ? texts.none
        : texts.noneForMerchants,
    noneMatch: texts.noneMatch,
    exported: 'discrepancies',
  });
}

/** Whether the address requests the order by the difference. */
export function isByDifference(context: SignedInContext): boolean {
  return chosenValue(context, 'sort', [DIFFERENCE]) !== undefined;
}

/** Reads pages of the list in the order of the address. */
export function discrepancySource(context: SignedInContext): (page: AskedPage) => Promise<readonly Discrepancy[]> {
  const read = (page: AskedPage) => listDiscrepancyPage(context.deps.db, { ...discrepancyFilter(context), ...page });
  return isByDifference(context) ? sortedRows(read, byDifference) : read;
}

/**
 * The largest difference of each currency first, whether money is missing or surplus. Unknown differences come last.
 */
function byDifference(one: Discrepancy, other: Discrepancy): number {
  const [a, b] = [differenceOf(one), differenceOf(other)];
  if (!a || !b) return Number(!a) - Number(!b);
  if (a.currency !== b.currency) return CURRENCIES.indexOf(a.currency) - CURRENCIES.indexOf(b.currency);
  return Math.abs(b.amountMinor) - Math.abs(a.amountMinor);
}

function stateFilter(context: SignedInContext): Filter {
  const texts = DISCREPANCY_TEXTS[context.language];
  return defaultFilter(context, 'state', texts.state, STATES, (each) => texts[each]);
}

/** The filters of the list as the address has them. */
export function discrepancyFilters(context: SignedInContext, websites: readonly Website[]): Filter[] {
  const texts = DISCREPANCY_TEXTS[context.language];
  return [
    stateFilter(context),
    websiteFilter(context, websites),
    choiceFilter(context, 'kind', texts.kind, DISCREPANCY_KINDS, (kind) => texts.kinds[kind]),
    methodFilter(context, texts.method),
    sortFilter(context, [OLDEST, DIFFERENCE]),
  ];
}

/** The requested filter, limited to the websites that the user may see. */
export function discrepancyFilter(context: SignedInContext): DiscrepancyFilter {
  const { who, request } = context;
  const state = STATES.find((each) => each === stateFilter(context).value);
  const website = queryField(request, 'website');
  return {
    websiteIds: website === '' ? who.websiteIds : [website].filter((id) => isVisible(context, id)),
    isOpen: state && state === 'open',
    kind: chosenValue(context, 'kind', DISCREPANCY_KINDS),
    method: chosenValue(context, 'method', PAYMENT_METHODS),
    isOldestFirst: isOldestFirst(context),
  };
}

/** The columns. A list of only open discrepancies also has how long each has been open. */
function columns(context: SignedInContext, websites: readonly Website[], isOpen: boolean) {
  const { deps, language } = context;
  const texts = DISCREPANCY_TEXTS[language];
  const nowUs = deps.clock();
  const query = queryOf(discrepancyFilters(context, websites));
  const website = {
    field: 'website_id',
    key: 'website',
    phone: 'second',
    cell: ({ expected }: Discrepancy) =>
      expected ? websiteView(websites, expected.websiteId) : html`${texts.noWebsite}`,
  } as const;
  return fieldColumns(context, DISCREPANCIES, [
    {
      field: 'first_seen_at',
      phone: 'second',
      sort: timeSort(context, DISCREPANCIES_PATH, query),
      cell: ({ id, firstSeenAtUs }) => timeLink(context, `${DISCREPANCIES_PATH}/${id}`, firstSeenAtUs, rowQuery(query)),
    },
    {
      label: isOpen ? texts.openFor : texts.state,
      phone: 'second',
      cell: (each) => {
        const state = discrepancyBadge(each, language);
        const age =
          each.settledAtUs === null
            ? html`<span class="soft">${ageText(nowUs - each.firstSeenAtUs, language)}</span>`
            : '';
        return html`${isOpen ? html`<span class="narrow">${state}</span>` : state} ${age}`;
      },
    },
    { field: 'kind', phone: 'lead' },
    ...(websites.length > 1 ? [website] : []),
    { field: 'customer_name', key: 'customer', phone: 'second' },
    {
      field: 'difference',
      phone: 'end',
      isNumber: true,
      sort: orderSort(context, DISCREPANCIES_PATH, query, DIFFERENCE, 'descending'),
      cell: (each) => differenceView(differenceOf(each), language),
    },
    { key: 'payment', label: texts.payment, cell: (each) => paymentView(context, each) },
    {
      key: 'provider',
      field: 'provider_ref',
      cell: ({ method, providerRef }) => html`${methodLabel(method, TEXTS[language])} <bdi>${providerRef}</bdi>`,
    },
  ]);
}
