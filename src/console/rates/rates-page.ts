import type { FastifyReply } from 'fastify';
import { US_PER_DAY } from '../../core/durations.ts';
import { formatRate } from '../../core/money.ts';
import { isAllowed } from '../../core/roles.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import {
  findNewestRateOf,
  listRatesBefore,
  nextRateFetchAtUs,
  type ObservedRate,
} from '../../features/rates/store/exchange-rates.ts';
import { findManualRate, listManualRates, type ManualRate } from '../../features/rates/store/manual-rates.ts';
import { queryField, seeOther } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { RATE_TEXTS } from '../../platform/messages/rates/rates-messages.ts';
import { formatConversionRate, formatShortHaitiTime } from '../../platform/wording/format.ts';
import { actorOf, hrefOf, type SignedInContext } from '../console-context.ts';
import { actionView } from '../views/form.ts';
import { PAGE, pagerView } from '../views/pager.ts';
import { auditActionLink, badge, doneView, factsView, momentView, notice } from '../views/parts.ts';
import { tableView } from '../views/table.ts';
import { rateHealth } from './rate-health.ts';

/** A rate that applies from a point in time. */
interface ChartPoint {
  readonly atUs: number;
  readonly rateE4: number;
}

const WIDTH = 600;
const HEIGHT = 140;
/** The space for the two numbers at the left. */
const LEFT = 60;
const EDGE = 12;

/**
 * A chart of the rate as steps over time, oldest to newest, until `untilUs`. The table next to it has the same numbers. Empty for fewer
 * than two points.
 */
function rateChart(points: readonly ChartPoint[], untilUs: number, label: string): Html | '' {
  const [first] = points;
  if (!first || points.length < 2) return '';
  const rates = points.map(({ rateE4 }) => rateE4);
  const [low, high] = [Math.min(...rates), Math.max(...rates)];
  const spanUs = Math.max(1, untilUs - first.atUs);
  const x = (atUs: number) => Math.round(LEFT + ((atUs - first.atUs) / spanUs) * (WIDTH - LEFT - EDGE));
  const y = (rateE4: number) =>
    low === high ? HEIGHT / 2 : Math.round(HEIGHT - EDGE - ((rateE4 - low) / (high - low)) * (HEIGHT - 2 * EDGE));
  const steps = points.slice(1).map(({ atUs, rateE4 }) => `H${x(atUs)}V${y(rateE4)}`);
  const line = `M${x(first.atUs)} ${y(first.rateE4)}${steps.join('')}H${x(untilUs)}`;
  const number = (rateE4: number) =>
    html`<text x="0" y="${y(rateE4) + 4}" fill="currentColor" font-size="12">${formatRate(rateE4)}</text>`;
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="100%" role="img" aria-label="${label}">${number(high)}${low === high ? '' : number(low)}<path d="${line}" fill="none" stroke="currentColor" stroke-width="2"/></svg>`;
}

const MENU_PATH = '/rates';

/** A row of the history: a source's rate, or a manual one. */
interface PastRate {
  readonly atUs: number;
  readonly rateE4: number | null;
  readonly from: string;
  readonly publishedAtUs: number | null;
  readonly confirmedAtUs: number | null;
}

/** The rate in use, the state of its source, and the history. */
export async function showRates(
  context: SignedInContext,
  message: Html | '' = '',
  status = 200,
): Promise<FastifyReply> {
  const { deps, language, request, who } = context;
  const texts = RATE_TEXTS[language];
  const before = /^\d{1,16}$/.exec(queryField(request, 'before'))?.[0] ?? '';
  const [manual, found] = await Promise.all([
    findManualRate(deps.db),
    listPast(context, before === '' ? Number.MAX_SAFE_INTEGER : Number(before)),
  ]);
  const shown = found.slice(0, PAGE);
  const next = found.length > PAGE ? shown.at(-1)?.atUs : undefined;
  const mayAct = isAllowed(who.user.role, 'rates.set');
  const untilUs = before === '' ? deps.clock() : Number(before);
  const points = shown.toReversed().flatMap(({ atUs, rateE4 }) => (rateE4 === null ? [] : [{ atUs, rateE4 }]));
  const table = tableView(shown, {
    caption: texts.history,
    empty: html`<p>${texts.none}</p>`,
    columns: [
      { label: texts.firstSeen, cell: ({ atUs }) => momentView(atUs, language) ?? '' },
      {
        label: texts.rate,
        cell: ({ rateE4 }) => html`${rateE4 === null ? texts.takenBack : formatRate(rateE4)}`,
        isNumber: true,
      },
      { label: texts.from, cell: ({ from }) => html`<bdi>${from}</bdi>` },
      { label: texts.published, cell: ({ publishedAtUs }) => publishedView(publishedAtUs, language) ?? '' },
      { label: texts.lastSeen, cell: ({ confirmedAtUs }) => momentView(confirmedAtUs, language) ?? '' },
    ],
  });
  const pager = pagerView(context, {
    path: MENU_PATH,
    query: {},
    before,
    next: next === undefined ? next : String(next),
  });
  const content = html`${message}${doneView(context, {
    set: texts.doneSet,
    back: texts.doneBack,
    new: texts.refreshedNew,
    unchanged: texts.refreshedSame,
  })}
<div class="sheet">${await facts(context, manual)}</div>
${mayAct ? actions(context, manual) : ''}
<h2>${texts.history}</h2>${rateChart(points, untilUs, texts.chart)}${table}${pager}
<p>${auditActionLink(context, 'rate.set')}</p>`;
  return context.show({ title: FRAME_TEXTS[language].rates, content, place: MENU_PATH }, status);
}

async function listPast({ deps, language }: SignedInContext, beforeUs: number): Promise<PastRate[]> {
  const { byHand } = RATE_TEXTS[language];
  const range = { beforeUs, limit: PAGE + 1 };
  const [observed, manual] = await Promise.all([listRatesBefore(deps.db, range), listManualRates(deps.db, range)]);
  return [
    ...observed.map(({ fetchedAtUs, rateE4, source, publishedAtUs, confirmedAtUs }) => {
      return { atUs: fetchedAtUs, rateE4, from: source, publishedAtUs, confirmedAtUs };
    }),
    ...manual.map(({ setAtUs, rateE4, setBy }) => {
      return {
        atUs: setAtUs,
        rateE4,
        from: `${byHand}${TEXTS[language].colon} ${setBy}`,
        publishedAtUs: null,
        confirmedAtUs: null,
      };
    }),
  ]
    .sort((a, b) => b.atUs - a.atUs)
    .slice(0, PAGE + 1);
}

/**
 * When a rate was published. Some sources give only a day, which is stored as midnight UTC: in Haiti's time zone that would be the day
 * before.
 */
function publishedView(us: number | null, language: Language): Html | null {
  if (us === null || us % US_PER_DAY !== 0) return momentView(us, language);
  const { date } = formatShortHaitiTime(us + US_PER_DAY / 2, language);
  return html`<time datetime="${formatTimestamp(us).slice(0, 10)}">${date}</time>`;
}

async function facts({ deps, language }: SignedInContext, manual: ManualRate | undefined): Promise<Html> {
  const texts = RATE_TEXTS[language];
  const { inForce, settings } = deps.rates;
  const { rateE4, updatedAtUs, source } = inForce();
  const isManual = manual !== undefined && manual.rateE4 !== null;
  const from = isManual ? texts.byHand : source ? texts.bySource({ source }) : texts.bySettings;
  const own = settings.source;
  const last = own ? await findNewestRateOf(deps.db, own.source, own.bounds) : undefined;
  const nextAtUs = own ? await nextRateFetchAtUs(deps.db, own.source) : undefined;
  return factsView([
    [texts.current, html`<strong>${formatConversionRate(rateE4, language)}</strong>`],
    [texts.from, html`${from}`],
    [texts.setBy, isManual ? html`<bdi>${manual.setBy}</bdi>` : null],
    [texts.since, publishedView(updatedAtUs, language)],
    [texts.source, html`${own ? own.source : texts.noSource}`],
    [texts.health, own ? healthView(language, last, { nowUs: deps.clock(), everyMinutes: own.refreshMinutes }) : null],
    [texts.lastSeen, momentView(last?.confirmedAtUs ?? null, language)],
    [texts.nextAsked, momentView(nextAtUs ?? null, language)],
  ]);
}

function healthView(
  language: SignedInContext['language'],
  last: ObservedRate | undefined,
  asked: { nowUs: number; everyMinutes: number },
): Html {
  const texts = RATE_TEXTS[language];
  const views = {
    never: badge('care', texts.neverReported),
    silent: badge('bad', texts.silent),
    old: badge('care', texts.old),
    well: badge('good', texts.well),
  };
  return views[rateHealth(last, asked)];
}

function actions(context: SignedInContext, manual: ManualRate | undefined): Html {
  const texts = RATE_TEXTS[context.language];
  const set = html`<a class="button" href="${hrefOf(context, '/rates/set')}">${texts.set}</a>`;
  const ask = context.deps.rates.source ? actionView(context, { action: '/rates/refresh', submit: texts.refresh }) : '';
  const isManual = manual !== undefined && manual.rateE4 !== null;
  const back = isManual
    ? html`<div class="sheet"><p>${texts.takeBackHint}</p>${actionView(context, { action: '/rates/take-back', submit: texts.takeBack, hidden: { seen: String(manual.number) } })}</div>`
    : '';
  return html`<div class="row">${set}${ask}</div>${back}`;
}

/** Queries the source now, which takes a few seconds at most. */
export async function refresh(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language, reply } = context;
  const { source } = deps.rates.as(actorOf(context));
  if (!source) return seeOther(reply, hrefOf(context, MENU_PATH));
  const { result, reason } = await source.refresh();
  if (reason === null) return seeOther(reply, hrefOf(context, MENU_PATH, { done: result }));
  const text = RATE_TEXTS[language].notRefreshed({ reason });
  return showRates(context, notice('bad', html`<p>${text}</p>`), 502);
}
