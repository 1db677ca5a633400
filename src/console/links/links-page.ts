import type { FastifyReply } from 'fastify';
import type { PaymentLink } from '../../features/links/payment-link.ts';
import { listNewestLinks } from '../../features/links/store/payment-links.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { queryField } from '../../http/form-fields.ts';
import { html } from '../../platform/html/html.ts';
import { LINK_TEXTS } from '../../platform/messages/links/links-messages.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import {
  choiceFilter,
  chosenValue,
  modeFilter,
  orderSort,
  queryOf,
  sortFilter,
  websiteFilter,
} from '../views/filters.ts';
import { showList } from '../views/list.ts';
import { type AskedPage, MOST_SORTED, sortedRows } from '../views/pager.ts';
import { badge, timeView, websiteView } from '../views/parts.ts';
import type { Column } from '../views/table.ts';
import { visibleWebsite, visibleWebsites } from '../visible.ts';
import {
  amountText,
  LINK_FILTER_STATES,
  MENU_PATH,
  makeButtons,
  pathOf,
  receivedText,
  stateBadge,
} from './link-views.ts';

/** The name of this order in an address: the links with most paid payments first. */
const USED = 'used';

/** The payment links that the user may see, newest first, or most used first. */
export async function showLinks(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language, request, who } = context;
  const texts = LINK_TEXTS[language];
  const website = queryField(request, 'website');
  if (website !== '') await visibleWebsite(context, website);
  const websites = await visibleWebsites(context);
  const state = chosenValue(context, 'state', LINK_FILTER_STATES);
  const filters = [
    choiceFilter(context, 'state', texts.state, LINK_FILTER_STATES, (each) => texts[each]),
    websiteFilter(context, websites),
    modeFilter(context),
    sortFilter(context, [USED]),
  ];
  const isByUse = chosenValue(context, 'sort', [USED]) !== undefined;
  const buttons = await makeButtons(context);
  const read = (page: AskedPage) =>
    listNewestLinks(deps.db, {
      websiteId: website,
      websiteIds: who.websiteIds ?? undefined,
      mode: context.mode,
      isEnded: state && { is: state === 'ended', nowUs: deps.clock() },
      ...page,
    });
  return showList(context, isByUse ? sortedRows(read, (one, other) => other.paidPayments - one.paidPayments) : read, {
    path: MENU_PATH,
    title: texts.title,
    caption: texts.caption,
    time: 'createdAtUs',
    actions: buttons,
    filters,
    columns: columns(context, websites, queryOf(filters)),
    aboveTable: isByUse ? html`<p class="hint">${texts.sortedText({ count: MOST_SORTED })}</p>` : '',
    none: html`<p>${texts.none}</p><p>${texts.what}</p>`,
    noneMatch: texts.noneMatch,
    exported: 'links',
  });
}

function columns(
  context: SignedInContext,
  websites: readonly Website[],
  query: Readonly<Record<string, string>>,
): Column<PaymentLink>[] {
  const { language } = context;
  const texts = LINK_TEXTS[language];
  return [
    {
      label: texts.name,
      phone: 'lead',
      cell: (link) =>
        html`<a href="${hrefOf(context, pathOf(link))}"><bdi>${link.name}</bdi></a>${link.mode === 'test' ? html` ${badge('calm', texts.test)}` : ''}`,
    },
    { key: 'state', label: texts.state, phone: 'second', cell: (link) => stateBadge(context, link) },
    { key: 'amount', label: texts.amount, phone: 'second', cell: (link) => html`${amountText(context, link)}` },
    {
      key: 'paid',
      label: texts.paid,
      isNumber: true,
      sort: orderSort(context, MENU_PATH, query, USED, 'descending'),
      cell: ({ paidPayments, paidUnits, stock }) => html`${stock === null ? paidPayments : `${paidUnits}/${stock}`}`,
    },
    {
      key: 'received',
      label: texts.receivedGross,
      phone: 'end',
      isNumber: true,
      cell: (link) => html`${receivedText(context, link)}`,
    },
    ...(websites.length > 1
      ? [
          {
            key: 'website',
            label: texts.website,
            cell: ({ websiteId }: PaymentLink) => websiteView(websites, websiteId),
          },
        ]
      : []),
    { key: 'created', label: texts.created, cell: ({ createdAtUs }) => timeView(createdAtUs, language) },
  ];
}
