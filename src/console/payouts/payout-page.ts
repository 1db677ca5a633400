import type { FastifyReply } from 'fastify';
import type { Payout, PayoutState } from '../../features/payouts/payout.ts';
import { outstandingOf } from '../../features/payouts/store/outstanding.ts';
import { countLines, type LineCounts } from '../../features/payouts/store/payout-lines.ts';
import { listPayouts } from '../../features/payouts/store/payouts.ts';
import { findWebsite } from '../../features/websites/store/websites.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import { PAYOUT_TEXTS } from '../../platform/messages/payouts/payouts-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { hrefOf, may, type SignedInContext } from '../console-context.ts';
import { queryOf } from '../views/filters.ts';
import { actionView } from '../views/form.ts';
import { isFromList, keptRowQuery, trailView } from '../views/pager.ts';
import { auditLink, doneView, factsView, refusedView } from '../views/parts.ts';
import { visiblePayout, visibleWebsites } from '../visible.ts';
import { linesView, outstandingView } from './payout-lines-view.ts';
import { PAYOUTS_PATH, payoutBadge, payoutFacts, payoutMoney, payoutState } from './payout-views.ts';
import { payoutFilter, payoutFilters } from './payouts-list.ts';

/** A payout: its state, what is next, its facts, its lines, and the payments that it should have. */
export async function showPayout(context: SignedInContext, fault?: OperatorError, status = 200): Promise<FastifyReply> {
  const { deps, language, params } = context;
  const texts = PAYOUT_TEXTS[language];
  const payout = await visiblePayout(context, params.id ?? '');
  const counts = payout.lines > 0 ? (await countLines(deps.db, [payout.id])).get(payout.id) : undefined;
  const outstanding = (await outstandingOf(deps.db, [payout.id])).get(payout.id);
  const state = payoutState(payout, counts, outstanding);
  const website = payout.websiteId === null ? undefined : await findWebsite(deps.db, payout.websiteId);
  const { done } = texts;
  const content = html`${doneView(context, done)}${refusedView(context, fault)}
<p>${payoutBadge(state, language)} <strong>${payoutMoney(payout, payout.netMinor, language)}</strong></p>
<div class="sheet"><h2>${texts.next}</h2><p>${nextText(context, state, { counts, outstanding })}</p>${actions(context, payout, counts)}</div>
<div class="sheet">${factsView(payoutFacts(context, payout, { counts, website }))}</div>
${payout.lines > 0 ? html`${await linesView(context, payout)}${await outstandingView(context, payout)}` : ''}
<p>${auditLink(context, payout.id)}</p>`;
  const title = `${texts.payout} ${payout.reference}`;
  return context.show(
    { title, content, trail: await trailOf(context, payout), place: PAYOUTS_PATH, mode: 'live' },
    status,
  );
}

function nextText(
  { language }: SignedInContext,
  state: PayoutState,
  { counts, outstanding = 0 }: { counts: LineCounts | undefined; outstanding: number | undefined },
): string {
  const { steps } = PAYOUT_TEXTS[language];
  if (state === 'open') return steps.open({ count: counts?.open ?? 0 });
  if (state === 'missing') return steps.missing({ count: outstanding });
  if (state === 'reversed' && (counts?.reversing ?? 0) > 0) return steps.reversing;
  return state === 'matched' && counts === undefined ? steps.byHand : steps[state];
}

function actions(context: SignedInContext, payout: Payout, counts: LineCounts | undefined): Html | '' {
  if (!may(context, 'payouts.record') || payout.reversedAtUs !== null) return '';
  const texts = PAYOUT_TEXTS[context.language];
  const path = `${PAYOUTS_PATH}/${payout.id}`;
  const match =
    (counts?.open ?? 0) > 0 ? actionView(context, { action: `${path}/match`, submit: texts.matchAgain }) : '';
  return html`<div class="row">${match}<a class="button danger" href="${hrefOf(context, `${path}/reverse`, keptRowQuery(context))}">${texts.reverse}</a></div>`;
}

/** A link back to the list, and the payouts next to this one in it. */
async function trailOf(context: SignedInContext, { id, createdAtUs }: Payout): Promise<Html> {
  const { deps, language } = context;
  const list = { path: PAYOUTS_PATH, title: FRAME_TEXTS[language].payouts };
  if (!isFromList(context)) return trailView(context, list);
  const filter = { ...payoutFilter(context), before: { createdAtUs, id }, limit: 1 };
  const { isOldestFirst = false } = filter;
  const [[previous], [next]] = await Promise.all([
    listPayouts(deps.db, { ...filter, isOldestFirst: !isOldestFirst }),
    listPayouts(deps.db, { ...filter, isOldestFirst }),
  ]);
  const query = queryOf(payoutFilters(context, await visibleWebsites(context)));
  return trailView(context, { ...list, query, previous: previous?.id, next: next?.id });
}
