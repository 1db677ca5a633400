import type { FastifyReply } from 'fastify';
import { nextDueAtUs } from '../../core/recurring.ts';
import { sideOf } from '../../core/roles.ts';
import { readCharging } from '../../features/subscriptions/store/charging.ts';
import { listSubscriptionPage } from '../../features/subscriptions/store/subscriptions.ts';
import { queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import { RECURRING_TEXTS } from '../../platform/messages/subscriptions/subscriptions-messages.ts';
import type { SignedInContext } from '../console-context.ts';
import { choiceFilter, chosenValue, modeFilter, websiteFilter } from '../views/filters.ts';
import { showList } from '../views/list.ts';
import { momentView, notice, timeLink, websiteView } from '../views/parts.ts';
import { visibleWebsites } from '../visible.ts';
import { RECURRING_STATES, recurringBadge, rhythmText, stateFilter } from './recurring-views.ts';

const MENU_PATH = '/recurring';

/** The subscriptions that the user may see, newest first. */
export async function showRecurringList(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language, request, who } = context;
  const texts = RECURRING_TEXTS[language];
  const websites = await visibleWebsites(context);
  const website = queryField(request, 'website');
  return showList(
    context,
    (page) =>
      listSubscriptionPage(deps.db, {
        websiteIds: website === '' ? who.websiteIds : websites.filter(({ id }) => id === website).map(({ id }) => id),
        ...stateFilter(chosenValue(context, 'state', RECURRING_STATES)),
        mode: context.mode,
        ...page,
      }),
    {
      path: MENU_PATH,
      title: FRAME_TEXTS[language].recurring,
      time: 'createdAtUs',
      top: await pauseNotice(context),
      filters: [
        choiceFilter(context, 'state', texts.state, RECURRING_STATES, (state) => texts.states[state]),
        websiteFilter(context, websites),
        modeFilter(context),
      ],
      columns: [
        {
          label: texts.created,
          phone: 'lead',
          cell: ({ id, createdAtUs }) => timeLink(context, `${MENU_PATH}/${id}`, createdAtUs),
        },
        { label: texts.state, phone: 'end', cell: (each) => recurringBadge(each, language) },
        { label: texts.website, phone: 'second', cell: ({ websiteId }) => websiteView(websites, websiteId) },
        { label: texts.mode, phone: 'second', cell: ({ mode }) => html`${texts[mode]}` },
        { label: texts.rhythm, phone: 'second', cell: (each) => html`${rhythmText(each, language)}` },
        { label: texts.next, cell: (each) => momentView(nextDueAtUs(each), language) ?? '' },
        { label: texts.failures, cell: ({ consecutiveFailures }) => html`${consecutiveFailures}`, isNumber: true },
      ],
      none: texts.none,
      noneMatch: texts.noneMatch,
      exported: 'recurring',
    },
  );
}

/** The notice that charging is paused for all live cards, for the operator's users. */
async function pauseNotice({ deps, language, who }: SignedInContext): Promise<Html | ''> {
  if (sideOf(who.user.role) !== 'operator') return '';
  const { pause } = await readCharging(deps.db);
  return pause ? notice('bad', html`<p>${RECURRING_TEXTS[language].allPaused}</p>`) : '';
}
