import type { FastifyReply } from 'fastify';
import { MODES } from '../../core/payment.ts';
import { nextDueAtUs, type Subscription } from '../../core/recurring.ts';
import { sideOf } from '../../core/roles.ts';
import { readCharging } from '../../features/subscriptions/store/charging.ts';
import { listSubscriptionPage } from '../../features/subscriptions/store/subscriptions.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import { RECURRING_TEXTS } from '../../platform/messages/subscriptions/subscriptions-messages.ts';
import type { SignedInContext } from '../console-context.ts';
import { exportButtons } from '../exports/export-buttons.ts';
import { filtersView } from '../views/filters.ts';
import { notice } from '../views/notice.ts';
import { readPage } from '../views/pager.ts';
import { tableView } from '../views/table.ts';
import { visibleWebsites } from '../visible.ts';
import { choiceFilter, momentView, timeLink, websiteFilter, websiteView } from '../work-views.ts';
import { RECURRING_STATES, recurringBadge, rhythmText, stateFilter } from './recurring-views.ts';

const MENU_PATH = '/recurring';
const FILTERS = ['state', 'website', 'mode'] as const;

/** The subscriptions that the user may see, newest first. */
export async function showRecurringList(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language, request, who } = context;
  const texts = RECURRING_TEXTS[language];
  const websites = await visibleWebsites(context);
  const query = Object.fromEntries(FILTERS.map((name) => [name, queryField(request, name)]));
  const chosen = websites.filter(({ id }) => id === query.website).map(({ id }) => id);
  const { shown, pager } = await readPage(context, { path: MENU_PATH, query, time: 'createdAtUs' }, (page) =>
    listSubscriptionPage(deps.db, {
      websiteIds: query.website === '' ? who.websiteIds : chosen,
      ...stateFilter(RECURRING_STATES.find((state) => state === query.state)),
      mode: MODES.find((mode) => mode === query.mode),
      ...page,
    }),
  );
  const filters = filtersView(context, MENU_PATH, [
    choiceFilter(context, {
      name: 'state',
      label: texts.state,
      options: RECURRING_STATES.map((state) => [state, texts.states[state]]),
    }),
    ...websiteFilter(context, websites),
    choiceFilter(context, { name: 'mode', label: texts.mode, options: MODES.map((mode) => [mode, texts[mode]]) }),
  ]);
  const isFiltered = FILTERS.some((name) => query[name] !== '');
  const content = html`${await pauseNotice(context)}${filters}
${listTable(context, shown, websites, html`<p>${isFiltered ? texts.noneMatch : texts.none}</p>`)}
${pager}
${exportButtons(context, 'recurring', query)}`;
  return context.show({ title: FRAME_TEXTS[language].recurring, content, place: MENU_PATH });
}

/** The notice that charging is paused for all live cards, for the operator's users. */
async function pauseNotice({ deps, language, who }: SignedInContext): Promise<Html | ''> {
  if (sideOf(who.user.role) !== 'operator') return '';
  const { pause } = await readCharging(deps.db);
  return pause ? notice('bad', html`<p>${RECURRING_TEXTS[language].allPaused}</p>`) : '';
}

function listTable(
  context: SignedInContext,
  shown: readonly Subscription[],
  websites: readonly Website[],
  empty: Html,
): Html {
  const { language } = context;
  const texts = RECURRING_TEXTS[language];
  return tableView(shown, {
    caption: FRAME_TEXTS[language].recurring,
    empty,
    columns: [
      {
        label: texts.created,
        cell: ({ id, createdAtUs }) => timeLink(context, `${MENU_PATH}/${id}`, createdAtUs),
      },
      { label: texts.state, cell: (each) => recurringBadge(each, language) },
      { label: texts.website, cell: ({ websiteId }) => websiteView(websites, websiteId) },
      { label: texts.mode, cell: ({ mode }) => html`${texts[mode]}` },
      { label: texts.rhythm, cell: (each) => html`${rhythmText(each, language)}` },
      {
        label: texts.next,
        cell: (each) => momentView(nextDueAtUs(each), language) ?? '',
      },
      { label: texts.failures, cell: ({ consecutiveFailures }) => html`${consecutiveFailures}`, isNumber: true },
    ],
  });
}
