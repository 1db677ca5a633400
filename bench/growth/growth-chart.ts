import { GOALS, growthOf, sizeText } from './growth-report.ts';
import type { GrowthLine } from './measure-growth.ts';

const LEFT = 330;
const WIDTH = 980;
const ROW = 13;
const TOP = 64;
/** The chart shows ratios from 0.5 to 16 on a logarithmic scale: powers of two. */
const DOUBLINGS = { from: -1, to: 4 };

/** How much slower each operation is at the largest size than at the smallest, as an SVG: a dot for p50, a ring for p99. */
export function growthChart(engine: string, lines: readonly GrowthLine[]): string {
  const x = (ratio: number) => {
    const doublings = Math.min(Math.max(Math.log2(ratio), DOUBLINGS.from), DOUBLINGS.to);
    return LEFT + ((doublings - DOUBLINGS.from) / (DOUBLINGS.to - DOUBLINGS.from)) * (WIDTH - LEFT - 20);
  };
  const height = TOP + lines.length * ROW + 20;
  const sizes = lines[0]!.at.map(({ payments }) => sizeText(payments));
  const ticks = [0.5, 1, 2, 4, 8, 16].map(
    (ratio) =>
      `<line x1="${x(ratio)}" y1="${TOP - 6}" x2="${x(ratio)}" y2="${height - 14}" stroke="#ddd"/><text x="${x(ratio)}" y="${TOP - 10}" text-anchor="middle">${ratio} ×</text>`,
  );
  const goals = (['p50', 'p99'] as const).map(
    (name) =>
      `<line x1="${x(GOALS[name])}" y1="${TOP - 6}" x2="${x(GOALS[name])}" y2="${height - 14}" stroke="${name === 'p50' ? '#1f6feb' : '#b35900'}" stroke-dasharray="4 3"/>`,
  );
  const rows = lines.map((line, index) => {
    const y = TOP + index * ROW + 8;
    const { p50, p99, isMet } = growthOf(line);
    return `<text x="${LEFT - 8}" y="${y + 3}" text-anchor="end"${isMet ? '' : ' fill="#c00"'}>${escaped(line.operation)}</text><line x1="${x(p50)}" y1="${y}" x2="${x(p99)}" y2="${y}" stroke="#bbb"/><circle cx="${x(p99)}" cy="${y}" r="3.5" fill="none" stroke="#b35900"/><circle cx="${x(p50)}" cy="${y}" r="3.5" fill="#1f6feb"/>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="10" role="img">`,
    `<title>${engine}: latency at the largest size against the smallest</title>`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="16" y="20" font-size="14">${engine}: latency at ${sizes.at(-1)} payments against ${sizes[0]}</text>`,
    `<text x="16" y="36">dot: p50, goal ≤ ${GOALS.p50} × · ring: p99, goal ≤ ${GOALS.p99} × · red: over a goal by more than noise</text>`,
    ...ticks,
    ...goals,
    ...rows,
    '</svg>\n',
  ].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
