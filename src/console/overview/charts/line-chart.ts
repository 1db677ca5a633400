import { scaleLinear, scalePoint } from 'd3-scale';
import { line } from 'd3-shape';
import { type Html, html } from '../../../platform/html/html.ts';
import { at, type ChartTexts, chartFrame, widthOf } from './chart-frame.ts';

const WIDTH = 400;
const HEIGHT = 200;
/** The minimum room for the numbers of the grid. */
const LEFT = 44;
const RIGHT = 10;
const TOP = 8;
const BOTTOM = 24;
/** The number of names that fit below the chart. */
const NAMES = 6;

/** Two lines over the same hours or days: the current period, and the earlier one dashed. */
export interface LineChart extends ChartTexts {
  /** The names of the hours or days. */
  readonly names: readonly string[];
  /** The heading of the table's first column. */
  readonly label: string;
  /** Null for no value, such as future hours. */
  readonly nowValues: readonly (number | null)[];
  readonly beforeValues: readonly (number | null)[];
  readonly format: (value: number) => string;
}

/** Draws the chart with its table, as SVG and HTML. */
export function lineChart({ names, label, nowValues, beforeValues, format, ...texts }: LineChart): Html {
  const values = [...nowValues, ...beforeValues].filter((value) => value !== null && Number.isFinite(value));
  const y = scaleLinear([0, Math.max(1, ...(values as number[]))], [HEIGHT - BOTTOM, TOP]).nice(4);
  const ticks = y.ticks(4).filter(Number.isInteger);
  const left = Math.max(LEFT, ...ticks.map((tick) => widthOf(format(tick)) + 8));
  const x = scalePoint(
    names.map((_, index) => index),
    [left, WIDTH - RIGHT],
  );
  const grid = ticks.map(
    (tick) =>
      html`<path class="grid" d="M${at(left)} ${at(y(tick))}H${WIDTH - RIGHT}"/><text x="${at(left - 6)}" y="${at(y(tick) + 4)}" text-anchor="end">${format(tick)}</text>`,
  );
  const step = Math.ceil(names.length / NAMES);
  const below = names.map((name, index) =>
    index % step === 0
      ? html`<text x="${at(x(index) ?? 0)}" y="${HEIGHT - 6}" text-anchor="middle">${name}</text>`
      : '',
  );
  const path = line<number | null>()
    .defined((value) => value !== null && Number.isFinite(value))
    .x((_, index) => Math.round((x(index) ?? 0) * 10) / 10)
    .y((value) => Math.round(y(value ?? 0) * 10) / 10);
  const lines = html`<path class="line before" d="${path([...beforeValues]) ?? ''}"/><path class="line" d="${path([...nowValues]) ?? ''}"/>`;
  // Draw the points too: a line with one point is invisible.
  const points = nowValues.map((value, index) =>
    value === null || !Number.isFinite(value)
      ? ''
      : html`<circle class="point" cx="${at(x(index) ?? 0)}" cy="${at(y(value))}" r="2"/>`,
  );
  const drawn = html`${grid}${below}${lines}${points}`;
  const valueText = (value: number | null | undefined) => (value === null || value === undefined ? '–' : format(value));
  const rows = names.map((name, index) => [name, valueText(nowValues[index]), valueText(beforeValues[index])] as const);
  return chartFrame(texts, { width: WIDTH, height: HEIGHT, drawn }, { label, rows });
}
