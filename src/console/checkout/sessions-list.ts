import type { FastifyReply } from 'fastify';
import { type CheckoutSession, SESSION_STATUSES } from '../../features/checkout/session.ts';
import { listNewestSessions, type SessionFilter } from '../../features/checkout/store/sessions.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { queryField } from '../../http/form-fields.ts';
import { html } from '../../platform/html/html.ts';
import { CHECKOUT_TEXTS } from '../../platform/messages/checkout/checkout-messages.ts';
import { REFUND_TEXTS } from '../../platform/messages/refunds/refunds-messages.ts';
import { docsHref, type SignedInContext } from '../console-context.ts';
import { fieldColumns } from '../views/field-views.ts';
import {
  askedRange,
  choiceFilter,
  chosenValue,
  dateFilter,
  type Filter,
  isOldestFirst,
  modeFilter,
  queryOf,
  sortFilter,
  textFilter,
  timeSort,
  websiteFilter,
} from '../views/filters.ts';
import { showList } from '../views/list.ts';
import { rowQuery } from '../views/pager.ts';
import { timeLink, websiteView } from '../views/parts.ts';
import type { Column } from '../views/table.ts';
import { isVisible, visibleWebsite, visibleWebsites } from '../visible.ts';
import { pathOf, SESSIONS_PATH, sessionMoney, sessionsNow, statusBadge } from './session-views.ts';

/** The longest reference of an order, in characters. */
const LONGEST_REFERENCE = 255;

/** The checkout sessions that the user may see, newest or oldest first. */
export async function showSessions(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language, request } = context;
  const texts = CHECKOUT_TEXTS[language];
  const website = queryField(request, 'website');
  if (website !== '') await visibleWebsite(context, website);
  const websites = await visibleWebsites(context);
  return showList(context, (page) => listNewestSessions(deps.db, { ...sessionFilter(context), ...page }), {
    path: SESSIONS_PATH,
    title: texts.title,
    caption: texts.caption,
    time: 'createdAtUs',
    filters: sessionFilters(context, websites),
    columns: columns(context, websites),
    none: html`<p>${texts.none}</p><p>${texts.what}</p><p><a href="${docsHref(context, 'checkout')}">${texts.how}</a></p>`,
    noneMatch: texts.noneMatch,
    exported: 'checkout',
  });
}

/** The filters of the list as the address has them. */
export function sessionFilters(context: SignedInContext, websites: readonly Website[]): Filter[] {
  const { language } = context;
  const texts = CHECKOUT_TEXTS[language];
  return [
    textFilter(context, 'reference', texts.reference, LONGEST_REFERENCE),
    choiceFilter(context, 'status', REFUND_TEXTS[language].status, SESSION_STATUSES, (each) => texts.statuses[each]),
    websiteFilter(context, websites),
    modeFilter(context),
    sortFilter(context),
    ...dateFilter(context),
  ];
}

/** The requested filter, limited to the websites that the user may see. */
export function sessionFilter(context: SignedInContext): Omit<SessionFilter, 'limit' | 'before'> {
  const { who, request, mode, deps } = context;
  const website = queryField(request, 'website');
  const status = chosenValue(context, 'status', SESSION_STATUSES);
  const { fromUs, toUs } = askedRange(context);
  return {
    websiteIds: website === '' ? who.websiteIds : [website].filter((id) => isVisible(context, id)),
    mode,
    reference: queryField(request, 'reference').trim(),
    status: status && { is: status, nowUs: deps.clock() },
    fromUs,
    toUs,
    isOldestFirst: isOldestFirst(context),
  };
}

function columns(context: SignedInContext, websites: readonly Website[]): Column<CheckoutSession>[] {
  const query = queryOf(sessionFilters(context, websites));
  const website = {
    field: 'website_id',
    key: 'website',
    phone: 'second',
    cell: ({ websiteId }: CheckoutSession) => websiteView(websites, websiteId),
  } as const;
  return fieldColumns(context, sessionsNow(context), [
    {
      field: 'created_at',
      phone: 'second',
      sort: timeSort(context, SESSIONS_PATH, query),
      cell: (session) => timeLink(context, pathOf(session), session.createdAtUs, rowQuery(query)),
    },
    { field: 'status', phone: 'lead', cell: (session) => statusBadge(context, session) },
    { field: 'amount', phone: 'end', isNumber: true, cell: (session) => sessionMoney(context, session) },
    { field: 'reference', key: 'reference', phone: 'second' },
    ...(websites.length > 1 ? [website] : []),
    { field: 'description', key: 'description' },
    { field: 'customer_name', key: 'customer' },
    { field: 'payments_started', key: 'payments', label: CHECKOUT_TEXTS[context.language].payments, isNumber: true },
    { field: 'expires_at', key: 'expires' },
  ]);
}
