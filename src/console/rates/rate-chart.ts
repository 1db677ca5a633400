import { formatRate } from '../../core/money.ts';
import { type Html, html } from '../../platform/html/html.ts';

/** A rate that applies from a point in time. */
export interface ChartPoint {
  readonly atUs: number;
  readonly rateE4: number;
}

const WIDTH = 600;
const HEIGHT = 140;
/** Room for the two numbers at the left. */
const LEFT = 60;
const EDGE = 12;

/**
 * A chart of the rate as steps over time, oldest to newest, until `untilUs`. The table next to it has the same numbers. Empty for fewer
 * than two points.
 */
export function rateChart(points: readonly ChartPoint[], untilUs: number, label: string): Html | '' {
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
