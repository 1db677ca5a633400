import { scaleBand, scaleLinear } from 'd3-scale';
import { type Html, html } from '../../../platform/html/html.ts';
import { at, type ChartTexts, chartFrame, widthOf } from './chart-frame.ts';

const WIDTH = 400;
const ROW = 46;
const LEFT = 4;
/** The minimum room for the number after a bar. */
const RIGHT = 70;

/** One category of the comparison. */
export interface Bar {
  readonly name: string;
  /** Null if there is no value. */
  readonly now: number | null;
  readonly before: number | null;
}

/** Horizontal bars: the current period filled, the earlier period as an outline, each with its number. */
export interface BarChart extends ChartTexts {
  /** The heading of the table's first column. */
  readonly label: string;
  readonly bars: readonly Bar[];
  /** The value of a bar of full length; by default the largest value. */
  readonly most?: number;
  readonly format: (value: number) => string;
}

/** Draws the chart with its table, as SVG and HTML. */
export function barChart({ label, bars, most, format, ...texts }: BarChart): Html {
  const height = bars.length * ROW + 4;
  const largest = Math.max(1, ...bars.flatMap(({ now, before }) => [now ?? 0, before ?? 0]));
  const valueText = (value: number | null) => (value === null ? '–' : format(value));
  const right = Math.max(
    RIGHT,
    ...bars.flatMap(({ now, before }) => [now, before].map((each) => widthOf(valueText(each)) + 8)),
  );
  const x = scaleLinear([0, most ?? largest], [LEFT, WIDTH - right]).clamp(true);
  const y = scaleBand(
    bars.map((_, index) => index),
    [0, height],
  );
  const bar = (value: number | null, top: number, kind: string) =>
    html`<rect class="bar${kind}" x="${LEFT}" y="${at(top)}" width="${at(x(value ?? 0) - LEFT)}" height="11"/><text x="${at(x(value ?? 0) + 6)}" y="${at(top + 10)}">${valueText(value)}</text>`;
  const drawn = bars.map(({ name, now, before }, index) => {
    const top = y(index) ?? 0;
    return html`<text class="name" x="${LEFT}" y="${at(top + 13)}">${name}</text>${bar(now, top + 17, '')}${bar(before, top + 30, ' before')}`;
  });
  const rows = bars.map(({ name, now, before }) => [name, valueText(now), valueText(before)] as const);
  return chartFrame(texts, { width: WIDTH, height, drawn: html`${drawn}` }, { label, rows });
}
