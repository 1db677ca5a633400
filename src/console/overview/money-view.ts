import { CURRENCIES, type Currency } from '../../core/money.ts';
import type { PaymentMethod } from '../../core/payment.ts';
import type { ReturnedSum } from '../../features/refunds/store/returned-money.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { OVERVIEW_TEXTS } from '../../platform/messages/overview/overview-messages.ts';
import { formatDays, formatMoney, formatUnits, methodLabel, percentOf } from '../../platform/wording/format.ts';
import { type Column, tableView } from '../views/table.ts';
import { lineChart } from './charts/line-chart.ts';
import { type Compared, currenciesOf, type Totals, totalsOf } from './figures.ts';
import { completeHours, namesOf, type Period } from './period.ts';
import { type UsualDay, usualMoney } from './usual-day.ts';

/** The websites with the most revenue that the table shows. */
const SHOWN = 50;
/** The display of a value that cannot be computed. */
const NOTHING = '–';

/** The data that the views of the overview share. */
export interface Shown extends Compared {
  readonly language: Language;
  readonly period: Period;
  /** Today in Haiti, in days since 1970. */
  readonly today: number;
  /** The money that went back to customers in the period. */
  readonly returned: readonly ReturnedSum[];
}

/** The days of both compared periods: "24 Oct–22 Nov, until 11:00" and "24 Sept–23 Oct, until 11:00" if both stop where today does. */
export function datesOf(shown: Shown): { readonly now: string; readonly before: string } {
  const { until } = OVERVIEW_TEXTS[shown.language];
  const { now, before } = daysOf(shown);
  const time = cutTime(shown);
  return time === undefined
    ? { now, before }
    : { now: until({ date: now, time }), before: until({ date: before, time }) };
}

/** The days of both periods, wherever today stops. */
export function daysOf({ language, period, today }: Shown): { readonly now: string; readonly before: string } {
  const text = ({ from, to }: Period['now']) => formatDays(from, to - 1, { language, today });
  return { now: text(period.now), before: text(period.before) };
}

/** The time of day until which both periods count; undefined if they count to their ends. */
function cutTime({ period, isCut }: Shown): string | undefined {
  return isCut ? `${completeHours(period)}:00` : undefined;
}

/** The revenue in each currency, paid payments and the success rate, each compared with the period before. */
export function totalsView(shown: Shown): Html {
  const { language, now, before } = shown;
  const texts = OVERVIEW_TEXTS[language];
  const time = cutTime(shown);
  const card = (
    label: string,
    textOf: (totals: Totals) => string,
    amountOf?: (totals: Totals) => number,
    returnedMinor = 0,
  ) => {
    const change = amountOf && changeText(amountOf(shown.same), amountOf(before), shown);
    const hasChange = change !== NOTHING;
    const [value, same] = [textOf(now), textOf(shown.same)];
    const part = time === undefined || same === value ? undefined : texts.soFar({ time, value: same });
    const compared = isNew(shown)
      ? [texts.isNew]
      : [part, hasChange && change, texts.former({ value: textOf(before) })];
    const returned =
      returnedMinor > 0
        ? html`<br><span>${texts.returned({ value: formatUnits(returnedMinor, language) })}</span>`
        : '';
    return html`<div><dt>${label}</dt><dd><strong>${value}</strong> <span>${compared.filter(Boolean).join(' · ')}</span>${returned}</dd></div>`;
  };
  const used = CURRENCIES.filter(
    (each) => currenciesOf(now, before).includes(each) || returnedIn(shown.returned, each) > 0,
  );
  const money = (used.length === 0 ? (['HTG'] as const) : used).map((currency) => {
    const amountOf = (totals: Totals) => totals.money.get(currency) ?? 0;
    return card(
      `${texts.revenue} (${currency})`,
      (totals) => formatUnits(amountOf(totals), language),
      amountOf,
      returnedIn(shown.returned, currency),
    );
  });
  const paidOf = ({ paid }: Totals) => paid;
  const count = card(texts.paid, (totals) => countText(paidOf(totals), language), paidOf);
  const dates = daysOf(shown);
  const compared = time === undefined ? texts.compared(dates) : texts.comparedUntil({ ...dates, time });
  return html`<p>${compared}</p>${newView(shown)}<dl class="totals">${money}${count}${card(texts.successRate, rateText)}</dl>`;
}

/** Why there is no comparison; empty if there is one. */
function newView(shown: Shown): Html | '' {
  const { firstDay, language } = shown;
  if (firstDay === undefined || !isNew(shown)) return '';
  return html`<p class="soft">${OVERVIEW_TEXTS[language].newSince({ date: formatDays(firstDay, firstDay, shown) })}</p>`;
}

/** A chart for each currency: the revenue of each hour or day. */
export function revenueCharts(shown: Shown): Html {
  const { language, period, now, before } = shown;
  const texts = OVERVIEW_TEXTS[language];
  const charts = currenciesOf(now, before).map((currency) => {
    const amountOf = ({ money }: Totals) => money.get(currency) ?? 0;
    return lineChart({
      id: `revenue-${currency}`,
      title: `${period.by === 'hour' ? texts.revenueByHour : texts.revenueByDay} (${currency})`,
      description: texts.revenueText,
      numbers: texts.numbers,
      ...lineDates(shown),
      names: namesOf(period),
      label: period.by === 'hour' ? texts.hour : texts.day,
      nowValues: startedValues(shown, amountOf),
      beforeValues: before.each.map(amountOf),
      format: (value) => formatUnits(value, language),
    });
  });
  return html`<div class="charts">${charts}</div>`;
}

/** The names of a chart's two lines. By the hour both lines are whole, wherever today stops. */
export function lineDates(shown: Shown): { readonly now: string; readonly before: string } {
  return shown.period.by === 'hour' ? daysOf(shown) : datesOf(shown);
}

/** A value of each hour or day of the period; null for those that have not started. */
export function startedValues({ period, same }: Shown, amountOf: (part: Totals) => number): (number | null)[] {
  const { by, hoursOfToday } = period;
  const started = by === 'hour' ? (hoursOfToday ?? same.each.length) : same.each.length;
  return same.each.map((part, at) => (at < started ? amountOf(part) : null));
}

/** Today so far next to the same hours of a usual day of the week, in each currency. */
export function usualView(shown: Shown, usual: UsualDay): Html {
  const { language } = shown;
  const texts = OVERVIEW_TEXTS[language];
  const weekday = weekdayOf(usual.today, language);
  const title = html`<h3>${texts.usual({ weekday })}</h3>`;
  if (usual.earlier.length === 0) return html`<div class="sheet">${title}<p class="soft">${texts.usualNone}</p></div>`;
  const used = currenciesOf(usual.soFar, ...usual.earlier);
  const lines = (used.length === 0 ? (['HTG'] as const) : used).map((currency) => {
    const found = usualMoney(usual, currency);
    if (!found) return '';
    const { now, median, least, most } = found;
    const money = (value: number) => formatMoney(value, currency, language);
    const verdict = now < least ? texts.usualLow : now > most ? texts.usualHigh : texts.usualNormal;
    return html`<p><strong>${money(now)}</strong> · ${texts.usualMedian({ value: money(median) })}<br>${verdict({ least: money(least), most: money(most) })}</p>`;
  });
  const days = usual.days.map((day) => formatDays(day, day, shown)).join(', ');
  return html`<div class="sheet">${title}${lines}<p class="soft">${texts.usualHours({ time: `${usual.hours}:00`, days })}</p></div>`;
}

/** The returned money in a currency, in minor units. */
function returnedIn(returned: readonly ReturnedSum[], currency: Currency): number {
  return returned.reduce((sum, each) => sum + (each.currency === currency ? each.amountMinor : 0), 0);
}

/** A row of a table of revenue. */
interface RevenueRow {
  readonly name: Html;
  readonly totals: Totals;
  readonly returned: readonly ReturnedSum[];
}

/** A row for everything with paid, failed or returned payments. */
function revenueRows(
  totals: ReadonlyMap<string, Totals>,
  returned: ReadonlyMap<string, readonly ReturnedSum[]>,
  nameOf: (key: string) => Html,
): RevenueRow[] {
  return [...new Set([...totals.keys(), ...returned.keys()])].map((key) => ({
    name: nameOf(key),
    totals: totals.get(key) ?? totalsOf([]),
    returned: returned.get(key) ?? [],
  }));
}

/** The revenue of each website, most first. */
export function websitesTable(
  shown: Shown,
  websites: ReadonlyMap<string, Totals>,
  nameOf: (websiteId: string) => Html,
): Html | '' {
  const texts = OVERVIEW_TEXTS[shown.language];
  const returned = Map.groupBy(shown.returned, ({ websiteId }) => websiteId);
  const rows = revenueRows(websites, returned, nameOf);
  const more = rows.length - SHOWN;
  const note = more > 0 ? html`<p class="soft">${texts.moreWebsites({ count: more })}</p>` : '';
  return html`${revenueTable(shown, texts.byWebsite, texts.website, rows)}${note}`;
}

/** The revenue of each method, most first. */
export function methodsTable(shown: Shown): Html | '' {
  const { language, now } = shown;
  const texts = OVERVIEW_TEXTS[language];
  const returned = Map.groupBy(shown.returned, ({ method }) => method);
  const rows = revenueRows(
    now.methods,
    returned,
    (method) => html`${methodLabel(method as PaymentMethod, TEXTS[language])}`,
  );
  return revenueTable(shown, texts.byMethod, texts.method, rows);
}

function revenueTable(
  { language, now, returned }: Shown,
  caption: string,
  label: string,
  rows: readonly RevenueRow[],
): Html | '' {
  const texts = OVERVIEW_TEXTS[language];
  const currencies = CURRENCIES.filter((each) => currenciesOf(now).includes(each) || returnedIn(returned, each) > 0);
  const money = (row: RevenueRow, currency: Currency) => row.totals.money.get(currency) ?? 0;
  const sorted = [...rows].sort((one, other) => {
    const first = currencies.find((each) => money(one, each) !== money(other, each));
    return first === undefined ? other.totals.paid - one.totals.paid : money(other, first) - money(one, first);
  });
  const columns: Column<RevenueRow>[] = [
    { label, cell: ({ name }) => name },
    ...currencies.flatMap((currency): Column<RevenueRow>[] => [
      {
        label: `${texts.revenue} (${currency})`,
        cell: (row) => html`${formatMoney(money(row, currency), currency, language)}`,
        isNumber: true,
      },
      ...(returnedIn(returned, currency) > 0
        ? [
            {
              label: texts.returnedIn({ currency }),
              cell: (row: RevenueRow) => html`${formatMoney(returnedIn(row.returned, currency), currency, language)}`,
              isNumber: true,
            },
          ]
        : []),
      {
        label: texts.share({ currency }),
        cell: (row) => html`${percentText(money(row, currency), now.money.get(currency) ?? 0)}`,
        isNumber: true,
      },
    ]),
    { label: texts.paid, cell: ({ totals }) => html`${countText(totals.paid, language)}`, isNumber: true },
    { label: texts.successRate, cell: ({ totals }) => html`${rateText(totals)}`, isNumber: true },
  ];
  if (rows.length === 0) return '';
  return html`<h3>${caption}</h3>${tableView(sorted.slice(0, SHOWN), { caption, empty: '', columns })}`;
}

/** The growth in percent; `new` if the earlier period starts before the first payment of the scope. */
export function changeText(now: number | null, before: number | null, shown: Shown): string {
  if (isNew(shown)) return OVERVIEW_TEXTS[shown.language].isNew;
  if (now === null || !before || !Number.isFinite(now) || !Number.isFinite(before)) return NOTHING;
  const percent = Math.round((100 * (now - before)) / before);
  return `${percent > 0 ? '+' : percent < 0 ? '\u2212' : ''}${Math.abs(percent)}\u00a0%`;
}

/** Whether the period before is incomplete, because it starts before the first payment of the scope. */
function isNew({ period, firstDay = Number.POSITIVE_INFINITY }: Shown): boolean {
  return firstDay > period.before.from;
}

/** A number of payments. */
export function countText(count: number, language: Language): string {
  return formatUnits(count * 100, language);
}

/** The share of the final payments that were paid. */
function rateText({ paid, failed }: Totals): string {
  return percentText(paid, paid + failed);
}

function percentText(part: number, whole: number): string {
  if (whole === 0) return NOTHING;
  return `${percentOf(part, whole)}\u00a0%`;
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** The name of a day's weekday. The first day of 1970 was a Thursday. */
function weekdayOf(day: number, language: Language): string {
  return OVERVIEW_TEXTS[language].weekdays[WEEKDAYS[(day + 4) % 7] ?? 'sunday'];
}
