import type { FastifyReply } from 'fastify';
import { MODES } from '../../core/payment.ts';
import type { PaymentLink } from '../../core/payment-link.ts';
import { listNewestLinks } from '../../features/links/store/payment-links.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { queryField } from '../../http/form-fields.ts';
import { html } from '../../platform/html/html.ts';
import { LINK_TEXTS } from '../../platform/messages/links/links-messages.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { exportButtons } from '../exports/export-buttons.ts';
import { badge } from '../views/badge.ts';
import { filtersView } from '../views/filters.ts';
import { readPage } from '../views/pager.ts';
import { type Column, tableView } from '../views/table.ts';
import { timeView } from '../views/time.ts';
import { visibleWebsite, visibleWebsites } from '../visible.ts';
import { choiceFilter, websiteFilter, websiteView } from '../work-views.ts';
import {
  amountText,
  LINK_FILTER_STATES,
  MENU_PATH,
  makeButtons,
  pathOf,
  receivedText,
  stateBadge,
} from './link-views.ts';

const FILTERS = ['website', 'mode', 'state'] as const;

/** The payment links that the user may see, newest first. */
export async function showLinks(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language, request, who } = context;
  const texts = LINK_TEXTS[language];
  const query = Object.fromEntries(FILTERS.map((name) => [name, queryField(request, name)]));
  const { website = '' } = query;
  if (website !== '') await visibleWebsite(context, website);
  const websites = await visibleWebsites(context);
  const state = LINK_FILTER_STATES.find((each) => each === query.state);
  const { shown, pager } = await readPage(context, { path: MENU_PATH, query, time: 'createdAtUs' }, (page) =>
    listNewestLinks(deps.db, {
      websiteId: website,
      websiteIds: who.websiteIds ?? undefined,
      mode: MODES.find((each) => each === query.mode),
      isEnded: state && { is: state === 'ended', nowUs: deps.clock() },
      ...page,
    }),
  );
  const isFiltered = queryField(request, 'before') !== '' || FILTERS.some((name) => query[name] !== '');
  if (shown.length === 0 && !isFiltered) {
    const content = html`<div class="empty"><p>${texts.none}</p><p>${texts.what}</p>${await makeButtons(context)}</div>`;
    return context.show({ title: texts.title, content, place: MENU_PATH });
  }
  const filters = filtersView(context, MENU_PATH, [
    choiceFilter(context, {
      name: 'state',
      label: texts.state,
      options: LINK_FILTER_STATES.map((each) => [each, texts[each]]),
    }),
    ...websiteFilter(context, websites),
    choiceFilter(context, { name: 'mode', label: texts.mode, options: MODES.map((mode) => [mode, texts[mode]]) }),
  ]);
  const table = tableView(shown, {
    caption: texts.caption,
    empty: html`<p>${texts.noneMatch}</p>`,
    columns: columns(context, websites),
  });
  const content = html`${await makeButtons(context)}${filters}${table}
${pager}
${shown.length > 0 ? exportButtons(context, 'links', query) : ''}`;
  return context.show({ title: texts.title, content, place: MENU_PATH });
}

function columns(context: SignedInContext, websites: readonly Website[]): Column<PaymentLink>[] {
  const { language } = context;
  const texts = LINK_TEXTS[language];
  return [
    {
      label: texts.name,
      cell: (link) =>
        html`<a href="${hrefOf(context, pathOf(link))}"><bdi>${link.name}</bdi></a>${link.mode === 'test' ? html` ${badge('calm', texts.test)}` : ''}`,
    },
    { label: texts.state, cell: (link) => stateBadge(context, link) },
    { label: texts.amount, cell: (link) => html`${amountText(context, link)}` },
    {
      label: texts.paid,
      isNumber: true,
      cell: ({ paidPayments, stock }) => html`${stock === null ? paidPayments : `${paidPayments}/${stock}`}`,
    },
    { label: texts.received, isNumber: true, cell: (link) => html`${receivedText(context, link)}` },
    ...(websites.length > 1
      ? [{ label: texts.website, cell: ({ websiteId }: PaymentLink) => websiteView(websites, websiteId) }]
      : []),
    { label: texts.created, cell: ({ createdAtUs }) => timeView(createdAtUs, language) },
  ];
}
