import type { FastifyReply } from 'fastify';
import { DISPUTE_STATES, DISPUTE_WORK, type Dispute } from '../../core/dispute.ts';
import { type DisputeFilter, listNewestDisputes } from '../../features/refunds/store/disputes.ts';
import { queryField } from '../../http/form-fields.ts';
import { REFUND_TEXTS } from '../../platform/messages/refunds/refunds-messages.ts';
import type { SignedInContext } from '../console-context.ts';
import { choiceFilter, chosenValue, modeFilter, websiteFilter } from '../views/filters.ts';
import { showList } from '../views/list.ts';
import { paymentLink, timeView, websiteView } from '../views/parts.ts';
import type { Column } from '../views/table.ts';
import { isVisible, visibleWebsite, visibleWebsites } from '../visible.ts';
import { disputeColumns } from './dispute-views.ts';

/** The path of the list below `/console`. */
export const DISPUTES_PATH = '/disputes';

/** The disputes that the user may see, newest first. */
export async function showDisputes(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language, request } = context;
  const { disputes: texts, payment, website: label, status } = REFUND_TEXTS[language];
  const website = queryField(request, 'website');
  if (website !== '') await visibleWebsite(context, website);
  const websites = await visibleWebsites(context);
  const column: Column<Dispute> = {
    key: 'website',
    label,
    phone: 'second',
    cell: ({ websiteId }) => websiteView(websites, websiteId),
  };
  return showList(context, (page) => listNewestDisputes(deps.db, { ...filterOf(context), ...page }), {
    path: DISPUTES_PATH,
    title: texts.title,
    time: 'createdAtUs',
    filters: [
      choiceFilter(context, 'status', status, DISPUTE_STATES, (state) => texts.states[state]),
      { ...choiceFilter(context, 'work', texts.work, DISPUTE_WORK, (kind) => texts.works[kind]), isRare: true },
      websiteFilter(context, websites),
      modeFilter(context),
    ],
    columns: [
      { label: texts.found, phone: 'second', cell: ({ createdAtUs }) => timeView(createdAtUs, language) },
      { label: payment, phone: 'second', cell: ({ paymentId }) => paymentLink(context, paymentId) },
      ...(websites.length > 1 ? [column] : []),
      // The page of the payment has it too, and the next step must fit.
      ...disputeColumns(context).filter(({ key }) => key !== 'opened'),
    ],
    none: texts.none,
    noneMatch: texts.noneMatch,
    exported: 'disputes',
  });
}

/** The requested filter, limited to the websites that the user may see. */
function filterOf(context: SignedInContext): Omit<DisputeFilter, 'limit' | 'before'> {
  const { deps, who, request, mode } = context;
  const kind = chosenValue(context, 'work', DISPUTE_WORK);
  const website = queryField(request, 'website');
  return {
    websiteIds: website === '' ? who.websiteIds : [website].filter((id) => isVisible(context, id)),
    mode,
    state: chosenValue(context, 'status', DISPUTE_STATES),
    work: kind && { kind, nowUs: deps.clock() },
  };
}
