import type { FastifyReply } from 'fastify';
import type { PaymentLink } from '../../features/links/payment-link.ts';
import { listNewestLinks } from '../../features/links/store/payment-links.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { queryField } from '../../http/form-fields.ts';
import { html } from '../../platform/html/html.ts';
import { LINK_TEXTS } from '../../platform/messages/links/links-messages.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { badge } from '../views/badge.ts';
import { choiceFilter, chosenValue, modeFilter, websiteFilter } from '../views/filters.ts';
import { showList } from '../views/list.ts';
import type { Column } from '../views/table.ts';
import { timeView } from '../views/time.ts';
import { visibleWebsite, visibleWebsites } from '../visible.ts';
import { websiteView } from '../work-views.ts';
import {
  amountText,
  LINK_FILTER_STATES,
  MENU_PATH,
  makeButtons,
  pathOf,
  receivedText,
  stateBadge,
} from './link-views.ts';

/** The payment links that the user may see, newest first. */
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
  ];
  const buttons = await makeButtons(context);
  return showList(
    context,
    (page) =>
      listNewestLinks(deps.db, {
        websiteId: website,
        websiteIds: who.websiteIds ?? undefined,
        mode: context.mode,
        isEnded: state && { is: state === 'ended', nowUs: deps.clock() },
        ...page,
      }),
    {
      path: MENU_PATH,
      title: texts.title,
      caption: texts.caption,
      time: 'createdAtUs',
      actions: buttons,
      filters,
      columns: columns(context, websites),
      none: html`<p>${texts.none}</p><p>${texts.what}</p>`,
      noneMatch: texts.noneMatch,
      exported: 'links',
    },
  );
}

function columns(context: SignedInContext, websites: readonly Website[]): Column<PaymentLink>[] {
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
      cell: ({ paidPayments, paidUnits, stock }) => html`${stock === null ? paidPayments : `${paidUnits}/${stock}`}`,
    },
    {
      key: 'received',
      label: texts.received,
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
