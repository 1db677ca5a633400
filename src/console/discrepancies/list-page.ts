import type { FastifyReply } from 'fastify';
import { DISCREPANCY_KINDS } from '../../core/discrepancy.ts';
import { PAYMENT_METHODS } from '../../core/payment.ts';
import { listDiscrepancyPage } from '../../features/payments/discrepancies/store/discrepancies.ts';
import { queryField } from '../../http/form-fields.ts';
import { html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { DISCREPANCY_TEXTS } from '../../platform/messages/discrepancies/discrepancies-messages.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import { methodName } from '../../platform/wording/format.ts';
import type { SignedInContext } from '../console-context.ts';
import { exportButtons } from '../exports/export-buttons.ts';
import { filtersView } from '../views/filters.ts';
import { readPage } from '../views/pager.ts';
import { tableView } from '../views/table.ts';
import { choiceFilter, timeLink } from '../work-views.ts';
import { askedView, cameView, discrepancyBadge, paymentView } from './discrepancy-views.ts';

const MENU_PATH = '/discrepancies';
const FILTERS = ['state', 'kind', 'method'] as const;

/** All discrepancies, newest first. */
export async function showDiscrepancies(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language, request } = context;
  const texts = DISCREPANCY_TEXTS[language];
  const query = Object.fromEntries(FILTERS.map((name) => [name, queryField(request, name)]));
  const { shown, pager } = await readPage(context, { path: MENU_PATH, query, time: 'firstSeenAtUs' }, (page) =>
    listDiscrepancyPage(deps.db, {
      isOpen: query.state === 'open' ? true : query.state === 'settled' ? false : undefined,
      kind: DISCREPANCY_KINDS.find((kind) => kind === query.kind),
      method: PAYMENT_METHODS.find((method) => method === query.method),
      ...page,
    }),
  );
  const filters = filtersView(context, MENU_PATH, [
    choiceFilter(context, {
      name: 'state',
      label: texts.state,
      options: [
        ['open', texts.open],
        ['settled', texts.settled],
      ],
    }),
    choiceFilter(context, {
      name: 'kind',
      label: texts.kind,
      options: DISCREPANCY_KINDS.map((kind) => [kind, texts.kinds[kind]]),
    }),
    choiceFilter(context, {
      name: 'method',
      label: texts.method,
      options: PAYMENT_METHODS.map((method) => [method, methodName(method, TEXTS[language])]),
    }),
  ]);
  const table = tableView(shown, {
    caption: FRAME_TEXTS[language].discrepancies,
    empty: html`<p>${FILTERS.some((name) => query[name] !== '') ? texts.noneMatch : texts.none}</p>`,
    columns: [
      {
        label: texts.firstSeen,
        cell: ({ id, firstSeenAtUs }) => timeLink(context, `${MENU_PATH}/${id}`, firstSeenAtUs),
      },
      { label: texts.state, cell: (each) => discrepancyBadge(each, language) },
      { label: texts.kind, cell: ({ kind }) => html`${texts.kinds[kind]}` },
      { label: texts.method, cell: ({ method }) => html`${methodName(method, TEXTS[language])}` },
      { label: texts.payment, cell: (each) => paymentView(context, each) },
      { label: texts.asked, cell: (each) => askedView(each, language) },
      { label: texts.came, cell: (each) => cameView(each, language) },
    ],
  });
  return context.show({
    title: FRAME_TEXTS[language].discrepancies,
    content: html`${filters}${table}${pager}${exportButtons(context, 'discrepancies', query)}`,
    place: MENU_PATH,
  });
}
