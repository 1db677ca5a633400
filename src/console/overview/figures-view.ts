import { FAILURE_REASONS } from '../../core/payment.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { OVERVIEW_TEXTS } from '../../platform/messages/overview/overview-messages.ts';
import { REASON_TEXTS } from '../../platform/messages/payment-states/payment-states-messages.ts';
import { formatDuration } from '../../platform/wording/format.ts';
import { tableView } from '../views/table.ts';
import { type Bar, barChart } from './charts/bar-chart.ts';
import type { ChartTexts } from './charts/chart-frame.ts';
import { lineChart } from './charts/line-chart.ts';
import { type Figures, SAMPLED, shareOf, waitWithin } from './figures.ts';
import { changeText, countText, datesOf, daysOf, lineDates, type Shown, startedValues } from './money-view.ts';
import { namesOf } from './period.ts';

/** The numbers of payments, how long customers and webhooks took, and why payments failed. */
export function figuresView(shown: Shown): Html {
  const { language, now, before } = shown;
  const texts = OVERVIEW_TEXTS[language];
  if (now.paid + now.failed + before.paid + before.failed === 0) {
    return html`<div class="empty"><p>${texts.none}</p></div>`;
  }
  const charts = [volumeChart(shown), waitChart(shown), lagChart(shown), failureChart(shown)];
  return html`${countsTable(shown)}<div class="charts">${charts}</div>`;
}

/** The parts that all charts of the page share. */
function frame(shown: Shown, id: string, title: string, description: string): ChartTexts {
  return { id, title, description, numbers: OVERVIEW_TEXTS[shown.language].numbers, ...datesOf(shown) };
}

function countsTable(shown: Shown): Html {
  const { language, same: now, before } = shown;
  const texts = OVERVIEW_TEXTS[language];
  const dates = datesOf(shown);
  const row = (name: string, read: (figures: Figures) => number | null, render: (value: number | null) => string) => {
    const [value, former] = [read(now), read(before)];
    return { name, now: render(value), before: render(former), change: changeText(value, former, shown) };
  };
  const count = (value: number | null) => countText(value ?? 0, language);
  const time = (value: number | null) => secondsText(value, language);
  const rows = [
    row(texts.paid, ({ paid }) => paid, count),
    row(texts.failed, ({ failed }) => failed, count),
    row(`${texts.wait}${TEXTS[language].colon} ${texts.waitMedian}`, ({ waits }) => waitWithin(waits, 0.5), time),
    row(`${texts.wait}${TEXTS[language].colon} ${texts.wait90}`, ({ waits }) => waitWithin(waits, 0.9), time),
  ];
  return tableView(rows, {
    caption: texts.figures,
    empty: '',
    columns: [
      { label: texts.measure, cell: ({ name }) => html`${name}` },
      { label: dates.now, cell: (each) => html`${each.now}`, isNumber: true },
      { label: dates.before, cell: (each) => html`${each.before}`, isNumber: true },
      { label: texts.change, cell: (each) => html`${each.change}`, isNumber: true },
    ],
  });
}

function volumeChart(shown: Shown): Html {
  const { language, period, before } = shown;
  const texts = OVERVIEW_TEXTS[language];
  return lineChart({
    ...frame(shown, 'volume', texts.volume, texts.volumeText),
    ...lineDates(shown),
    names: namesOf(period),
    label: period.by === 'hour' ? texts.hour : texts.day,
    nowValues: startedValues(shown, ({ paid }) => paid),
    beforeValues: before.each.map(({ paid }) => paid),
    format: (count) => countText(count, language),
  });
}

function waitChart(shown: Shown): Html {
  const { language, period, same: now, before } = shown;
  const texts = OVERVIEW_TEXTS[language];
  return lineChart({
    ...frame(shown, 'wait', texts.wait, texts.waitText),
    ...lineDates(shown),
    names: namesOf(period),
    label: period.by === 'hour' ? texts.hour : texts.day,
    nowValues: now.each.map(({ median }) => median),
    beforeValues: before.each.map(({ median }) => median),
    format: (seconds) => secondsText(seconds, language),
  });
}

function lagChart(shown: Shown): Html {
  const { language, same: now, before } = shown;
  const texts = OVERVIEW_TEXTS[language];
  const bar = (name: string, share: number): Bar => ({
    name,
    now: shareOf(now.lags, share),
    before: shareOf(before.lags, share),
  });
  return barChart({
    ...frame(shown, 'lag', texts.lag, texts.lagText({ count: SAMPLED })),
    label: texts.measure,
    bars: [bar(texts.waitMedian, 0.5), bar(texts.wait90, 0.9)],
    format: (seconds) => secondsText(seconds, language),
  });
}

function failureChart(shown: Shown): Html | '' {
  const { language, now, before } = shown;
  const texts = OVERVIEW_TEXTS[language];
  const bars: Bar[] = FAILURE_REASONS.filter((each) => now.reasons.has(each) || before.reasons.has(each)).map(
    (each) => ({
      name: REASON_TEXTS[language][each],
      now: now.reasons.get(each) ?? 0,
      before: before.reasons.get(each) ?? 0,
    }),
  );
  if (bars.length === 0) return '';
  return barChart({
    ...frame(shown, 'failures', texts.failures, texts.failuresText),
    // Failures of the current hour count at once, and do not wait for its end.
    now: daysOf(shown).now,
    label: texts.reason,
    bars,
    format: (count) => countText(count, language),
  });
}

function secondsText(seconds: number | null, language: Language): string {
  if (seconds === null) return '–';
  return Number.isFinite(seconds) ? formatDuration(seconds, language) : OVERVIEW_TEXTS[language].moreThan;
}
