import type { FastifyReply } from 'fastify';
import { PAYMENT_METHODS, type PaymentMethod } from '../../core/payment.ts';
import { DISCREPANCY_KINDS } from '../../features/payments/discrepancies/discrepancy.ts';
import { listDiscrepancyPage } from '../../features/payments/discrepancies/store/discrepancies.ts';
import { html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { DISCREPANCY_TEXTS } from '../../platform/messages/discrepancies/discrepancies-messages.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import { methodName } from '../../platform/wording/format.ts';
import type { SignedInContext } from '../console-context.ts';
import { choiceFilter, chosenValue } from '../views/filters.ts';
import { showList } from '../views/list.ts';
import { timeLink } from '../work-views.ts';
import { askedView, cameView, discrepancyBadge, paymentView } from './discrepancy-views.ts';

const MENU_PATH = '/discrepancies';
const STATES = ['open', 'settled'] as const;

/** All discrepancies, newest first. */
export function showDiscrepancies(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language } = context;
  const texts = DISCREPANCY_TEXTS[language];
  const nameOf = (method: PaymentMethod) => methodName(method, TEXTS[language]);
  const state = chosenValue(context, 'state', STATES);
  return showList(
    context,
    (page) =>
      listDiscrepancyPage(deps.db, {
        isOpen: state && state === 'open',
        kind: chosenValue(context, 'kind', DISCREPANCY_KINDS),
        method: chosenValue(context, 'method', PAYMENT_METHODS),
        ...page,
      }),
    {
      path: MENU_PATH,
      title: FRAME_TEXTS[language].discrepancies,
      time: 'firstSeenAtUs',
      filters: [
        choiceFilter(context, 'state', texts.state, STATES, (state) => texts[state]),
        choiceFilter(context, 'kind', texts.kind, DISCREPANCY_KINDS, (kind) => texts.kinds[kind]),
        choiceFilter(context, 'method', texts.method, PAYMENT_METHODS, nameOf),
      ],
      columns: [
        {
          label: texts.firstSeen,
          cell: ({ id, firstSeenAtUs }) => timeLink(context, `${MENU_PATH}/${id}`, firstSeenAtUs),
        },
        { label: texts.state, cell: (each) => discrepancyBadge(each, language) },
        { label: texts.kind, cell: ({ kind }) => html`${texts.kinds[kind]}` },
        { label: texts.method, cell: ({ method }) => html`${nameOf(method)}` },
        { label: texts.payment, cell: (each) => paymentView(context, each) },
        { label: texts.asked, cell: (each) => askedView(each, language) },
        { label: texts.came, cell: (each) => cameView(each, language) },
      ],
      none: texts.none,
      noneMatch: texts.noneMatch,
      exported: 'discrepancies',
    },
  );
}
