import { CHART_STYLE } from './bar-chart.ts';

const WIDTH = 860;
const HEIGHT = 150;
const LEFT = 64;
const RIGHT = 16;
const TOP = 40;
const GAP = 62;

export interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly lines: readonly { readonly name: string; readonly values: readonly number[] }[];
}

/** Panels below each other, with lines over the same time, as SVG that is readable on light and dark pages. */
export function lineChart(title: string, minutes: readonly number[], panels: readonly Panel[]): string {
  const height = TOP + panels.length * (HEIGHT + GAP);
  const last = minutes.at(-1) || 1;
  const x = (minute: number) => LEFT + (minute / last) * (WIDTH - LEFT - RIGHT);
  const drawn = panels.map((panel, index) => drawPanel(panel, TOP + index * (HEIGHT + GAP) + 26, minutes, x));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>${title}</title>
<style>${CHART_STYLE}.r{text-anchor:end}</style>
<rect class="page" width="${WIDTH}" height="${height}"/>
<text class="t" x="12" y="24">${title}</text>
${drawn.join('\n')}
<text class="n r" x="${WIDTH - RIGHT}" y="${height - 8}">${last.toFixed(last < 10 ? 1 : 0)} minutes</text>
</svg>
`;
}

function drawPanel(
  { title, unit, lines }: Panel,
  top: number,
  minutes: readonly number[],
  x: (minute: number) => number,
): string {
  const most = roundUp(Math.max(1e-9, ...lines.flatMap(({ values }) => values)));
  const y = (value: number) => top + HEIGHT - (value / most) * HEIGHT;
  const grid = [0, 0.5, 1].map((part) => {
    const at = y(part * most).toFixed(1);
    return `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}"/><text class="n r" x="${LEFT - 8}" y="${Number(at) + 4}">${short(part * most)}</text>`;
  });
  const paths = lines.map(({ values }, index) => {
    const points = values.map((value, at) => `${x(minutes[at]!).toFixed(1)},${y(value).toFixed(1)}`);
    return `<polyline class="line s${index}" points="${points.join(' ')}"/>`;
  });
  const legend = lines.map(
    ({ name }, index) =>
      `<rect class="s${index}" x="${LEFT + 230 + index * 190}" y="${top - 18}" width="12" height="3"/><text class="n" x="${LEFT + 248 + index * 190}" y="${top - 12}">${name}</text>`,
  );
  return `<text x="${LEFT}" y="${top - 11}">${title}, ${unit}</text>${legend.join('')}${grid.join('')}${paths.join('')}`;
}

/** The next higher round number. */
function roundUp(value: number): number {
  const step = 10 ** Math.floor(Math.log10(value));
  return Math.ceil(value / step) * step;
}

function short(value: number): string {
  return value >= 10 ? value.toFixed(0) : value.toPrecision(2).replace(/\.?0+$/, '');
}
