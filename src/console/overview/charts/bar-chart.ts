import { scaleBand, scaleLinear } from 'd3-scale';
import { type Html, html } from '../../../lib/html.ts';
import { at, type ChartTexts, chartFrame, widthOf } from './chart-frame.ts';

const WIDTH = 400;
const ROW = 46;
const LEFT = 4;
/** For the number behind a bar, at least. */
const RIGHT = 70;

/** One thing that is compared. */
export interface Bar {
  readonly name: string;
  /** Null where there is nothing to say. */
  readonly now: number | null;
  readonly before: number | null;
}

/** Bars beside each other: this time full, what it is compared with as an outline, each with its number. */
export interface BarChart extends ChartTexts {
  /** Of the first column of the table. */
  readonly label: string;
  readonly bars: readonly Bar[];
  /** What a bar of full length is; left out: the largest of them. */
  readonly most?: number;
  readonly format: (value: number) => string;
}

/** Draws it, with its table; SVG and HTML. */
export function barChart({ label, bars, most, format, ...texts }: BarChart): Html {
  const height = bars.length * ROW + 4;
  const largest = Math.max(1, ...bars.flatMap(({ now, before }) => [now ?? 0, before ?? 0]));
  const told = (value: number | null) => (value === null ? '–' : format(value));
  const right = Math.max(
    RIGHT,
    ...bars.flatMap(({ now, before }) => [now, before].map((each) => widthOf(told(each)) + 8)),
  );
  const x = scaleLinear([0, most ?? largest], [LEFT, WIDTH - right]).clamp(true);
  const y = scaleBand(
    bars.map((_, index) => index),
    [0, height],
  );
  const bar = (value: number | null, top: number, kind: string) =>
    html`<rect class="bar${kind}" x="${LEFT}" y="${at(top)}" width="${at(x(value ?? 0) - LEFT)}" height="11"/><text x="${at(x(value ?? 0) + 6)}" y="${at(top + 10)}">${told(value)}</text>`;
  const drawn = bars.map(({ name, now, before }, index) => {
    const top = y(index) ?? 0;
    return html`<text class="name" x="${LEFT}" y="${at(top + 13)}">${name}</text>${bar(now, top + 17, '')}${bar(before, top + 30, ' before')}`;
  });
  const rows = bars.map(({ name, now, before }) => [name, told(now), told(before)] as const);
  return chartFrame(texts, { width: WIDTH, height, drawn: html`${drawn}` }, { label, rows });
}
