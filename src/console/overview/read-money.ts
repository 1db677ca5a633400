import { readSumsState } from '../../features/payments/store/payment-sums-fill.ts';
import { FILLED_DAYS } from '../../features/payments/update-payment-sums.ts';
import { sumReturned } from '../../features/refunds/store/returned-money.ts';
import { haitiDayOf, startOfHaitiDayUs } from '../../platform/clock/haiti-time.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import { OVERVIEW_TEXTS } from '../../platform/messages/overview/overview-messages.ts';
import { formatDays } from '../../platform/wording/format.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { notice } from '../views/parts.ts';
import type { OverviewRequest } from './asked-overview.ts';
import { readFigures, readWebsiteTotals, type Totals } from './figures.ts';
import { figuresView } from './figures-view.ts';
import { methodsTable, revenueCharts, totalsView, usualView, websitesTable } from './money-view.ts';
import { readUsualDay } from './usual-day.ts';

/** Reads the figures, and renders those at the top of the page, and those below. */
export async function readMoney(
  context: SignedInContext,
  asked: OverviewRequest,
): Promise<{ money: Html; details: Html }> {
  const { deps, language } = context;
  const texts = OVERVIEW_TEXTS[language];
  const { db } = deps;
  const nowUs = deps.clock();
  const { period, names } = asked;
  const [compared, returned, byWebsite, { beginsAtUs, nextId }] = await Promise.all([
    readFigures(db, asked, period),
    sumReturned(db, {
      websiteIds: asked.websiteIds,
      mode: asked.mode,
      fromUs: startOfHaitiDayUs(period.now.from),
      toUs: startOfHaitiDayUs(period.now.to),
    }),
    names.size > 1
      ? readWebsiteTotals(db, { websiteIds: [...names.keys()], mode: asked.mode }, period.now)
      : new Map<string, Totals>(),
    readSumsState(db),
  ]);
  const shown = { ...compared, returned, language, period, today: haitiDayOf(nowUs) };
  const usual = period.range === 'today' ? await readUsualDay(db, asked, { nowUs, firstDay: compared.firstDay }) : null;
  const isCounted = beginsAtUs !== null && nextId === null;
  const countedFrom = beginsAtUs === null ? 0 : haitiDayOf(beginsAtUs) - FILLED_DAYS;
  const isEarlier = isCounted && beginsAtUs > 0 && period.now.from < countedFrom;
  const link = (id: string) =>
    html`<a href="${hrefOf(context, '', { ...asked.query, website: id })}"><bdi>${names.get(id) ?? id}</bdi></a>`;
  const first = formatDays(countedFrom, countedFrom, shown);
  return {
    money: html`${isCounted ? '' : notice('care', html`<p>${texts.notCounted}</p>`)}${isEarlier ? notice('care', html`<p>${texts.countedFrom({ date: first })}</p>`) : ''}
${totalsView(shown)}${usual ? usualView(shown, usual) : ''}${revenueCharts(shown)}
<p class="soft">${texts.revenueText} ${FRAME_TEXTS[language].zone}</p>`,
    details: html`${websitesTable(shown, byWebsite, link)}${methodsTable(shown)}<h2>${texts.figures}</h2>${figuresView(shown)}`,
  };
}
