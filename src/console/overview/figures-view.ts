import { CURRENCIES } from '../../core/money.ts';
import { FAILURE_REASONS, PAYMENT_METHODS } from '../../core/payment.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { OVERVIEW_TEXTS } from '../../platform/messages/overview/overview-messages.ts';
import { formatMoney, formatUnits, methodName } from '../../platform/wording/format.ts';
import { tableView } from '../views/table.ts';
import { type Bar, barChart } from './charts/bar-chart.ts';
import type { ChartTexts } from './charts/chart-frame.ts';
import { lineChart } from './charts/line-chart.ts';
import { type Figures, SAMPLED, shareOf, waitWithin } from './figures.ts';
import { namesOf, type Period } from './period.ts';

interface Compared {
  readonly now: Figures;
  readonly before: Figures;
}

/** The totals, and the charts that compare a period with an earlier one. */
export function figuresView(language: Language, period: Period, figures: Compared): Html {
  const texts = OVERVIEW_TEXTS[language];
  const { now, before } = figures;
  const sums = sumsTable(language, period, figures);
  if (now.paid + now.failed + before.paid + before.failed === 0) {
    return html`<div class="empty"><p>${texts.none}</p></div>`;
  }
  const charts = [
    volumeChart(language, period, figures),
    successChart(language, period, figures),
    waitChart(language, period, figures),
    lagChart(language, period, figures),
    failureChart(language, period, figures),
  ];
  const isToday = period.range === 'today' ? html`<p class="soft">${texts.isToday}</p>` : '';
  return html`${sums}${isToday}<div class="charts">${charts}</div>`;
}

/** The parts that all charts of the page share. */
function frame(language: Language, { range }: Period, id: string, title: string, description: string): ChartTexts {
  const texts = OVERVIEW_TEXTS[language];
  return { id, title, description, numbers: texts.numbers, now: texts.now[range], before: texts.before[range] };
}

function sumsTable(language: Language, { range }: Period, { now, before }: Compared): Html {
  const texts = OVERVIEW_TEXTS[language];
  const row = (name: string, read: (figures: Figures) => number | null, render: (value: number | null) => string) => {
    const [value, former] = [read(now), read(before)];
    return { name, now: render(value), before: render(former), change: changeText(value, former) };
  };
  const count = (value: number | null) => countText(value ?? 0, language);
  const time = (value: number | null) => secondsText(value, language);
  const currencies = CURRENCIES.filter((each) => now.money.has(each) || before.money.has(each));
  const rows = [
    row(texts.paid, ({ paid }) => paid, count),
    ...currencies.map((each) =>
      row(
        `${texts.money} (${each})`,
        ({ money }) => money.get(each) ?? 0,
        (value) => formatMoney(value ?? 0, each, language),
      ),
    ),
    row(texts.failed, ({ failed }) => failed, count),
    row(`${texts.wait}${TEXTS[language].colon} ${texts.waitMedian}`, ({ waits }) => waitWithin(waits, 0.5), time),
    row(`${texts.wait}${TEXTS[language].colon} ${texts.wait90}`, ({ waits }) => waitWithin(waits, 0.9), time),
  ];
  return tableView(rows, {
    caption: texts.figures,
    empty: '',
    columns: [
      { label: texts.measure, cell: ({ name }) => html`${name}` },
      { label: texts.now[range], cell: (each) => html`${each.now}`, isNumber: true },
      { label: texts.before[range], cell: (each) => html`${each.before}`, isNumber: true },
      { label: texts.change, cell: (each) => html`${each.change}`, isNumber: true },
    ],
  });
}

function volumeChart(language: Language, period: Period, { now, before }: Compared): Html {
  const texts = OVERVIEW_TEXTS[language];
  return lineChart({
    ...frame(language, period, 'volume', texts.volume, texts.volumeText),
    names: namesOf(period.now),
    label: period.now.by === 'hour' ? texts.hour : texts.day,
    nowValues: now.paidBy.map((count, at) => (at < period.elapsed ? count : null)),
    beforeValues: before.paidBy,
    format: (count) => countText(count, language),
  });
}

function waitChart(language: Language, period: Period, { now, before }: Compared): Html {
  const texts = OVERVIEW_TEXTS[language];
  return lineChart({
    ...frame(language, period, 'wait', texts.wait, texts.waitText),
    names: namesOf(period.now),
    label: period.now.by === 'hour' ? texts.hour : texts.day,
    nowValues: now.medianBy,
    beforeValues: before.medianBy,
    format: (seconds) => secondsText(seconds, language),
  });
}

function successChart(language: Language, period: Period, { now, before }: Compared): Html {
  const texts = OVERVIEW_TEXTS[language];
  const rate = (figures: Figures, method: string) => {
    const { paid, failed } = figures.methods.get(method) ?? { paid: 0, failed: 0 };
    return paid + failed === 0 ? null : (100 * paid) / (paid + failed);
  };
  const bars: Bar[] = PAYMENT_METHODS.filter((each) => now.methods.has(each) || before.methods.has(each)).map(
    (each) => ({
      name: methodName(each, TEXTS[language]),
      now: rate(now, each),
      before: rate(before, each),
    }),
  );
  return barChart({
    ...frame(language, period, 'success', texts.success, texts.successText),
    label: texts.method,
    bars,
    most: 100,
    format: (value) => `${Math.round(value)}\u00a0%`,
  });
}

function lagChart(language: Language, period: Period, { now, before }: Compared): Html {
  const texts = OVERVIEW_TEXTS[language];
  const bar = (name: string, share: number): Bar => ({
    name,
    now: shareOf(now.lags, share),
    before: shareOf(before.lags, share),
  });
  return barChart({
    ...frame(language, period, 'lag', texts.lag, texts.lagText({ count: SAMPLED })),
    label: texts.measure,
    bars: [bar(texts.waitMedian, 0.5), bar(texts.wait90, 0.9)],
    format: (seconds) => secondsText(seconds, language),
  });
}

function failureChart(language: Language, period: Period, { now, before }: Compared): Html | '' {
  const texts = OVERVIEW_TEXTS[language];
  const bars: Bar[] = FAILURE_REASONS.filter((each) => now.reasons.has(each) || before.reasons.has(each)).map(
    (each) => ({
      name: texts.reasons[each],
      now: now.reasons.get(each) ?? 0,
      before: before.reasons.get(each) ?? 0,
    }),
  );
  if (bars.length === 0) return '';
  return barChart({
    ...frame(language, period, 'failures', texts.failures, texts.failuresText),
    label: texts.reason,
    bars,
    format: (count) => countText(count, language),
  });
}

function countText(count: number, language: Language): string {
  return formatUnits(count * 100, language);
}

/** The growth in percent; empty if there is nothing to compare with. */
function changeText(now: number | null, before: number | null): string {
  if (now === null || !before || !Number.isFinite(now) || !Number.isFinite(before)) return '–';
  const percent = Math.round((100 * (now - before)) / before);
  return `${percent > 0 ? '+' : percent < 0 ? '\u2212' : ''}${Math.abs(percent)}\u00a0%`;
}

/** A duration for display: seconds below two minutes, otherwise minutes. */
function secondsText(seconds: number | null, language: Language): string {
  const { second, minute, moreThan } = OVERVIEW_TEXTS[language];
  if (seconds === null) return '–';
  if (!Number.isFinite(seconds)) return moreThan;
  const rounded = seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds);
  if (seconds < 120) return `${decimal(rounded, language)}\u00a0${second}`;
  return `${decimal(Math.round(seconds / 6) / 10, language)}\u00a0${minute}`;
}

function decimal(value: number, language: Language): string {
  return language === 'fr' ? String(value).replace('.', ',') : String(value);
}
