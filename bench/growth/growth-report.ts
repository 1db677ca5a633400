import { allBytes, type DiskUse } from './disk-use.ts';
import type { GrowthLine, Latency } from './measure-growth.ts';

/** The highest ratio of the latency at the largest size to that at the smallest. */
export const GOALS = { p50: 2, p99: 3 };
/** A smaller increase, in milliseconds, counts as noise of the machine, whatever the ratio. */
const NOISE_MS = { p50: 0.1, p99: 1 };

/** A figure that is measured once at each size, such as that of a start. */
export interface SingleFigure {
  readonly engine: string;
  readonly payments: number;
  readonly what: string;
  readonly value: string;
}

export interface GrowthReport {
  readonly machine: string;
  readonly lines: readonly GrowthLine[];
  readonly disk: readonly DiskUse[];
  readonly figures: readonly SingleFigure[];
}

/** How much slower an operation is at the largest size, and whether that is within the goals. */
export function growthOf({ at }: GrowthLine): { p50: number; p99: number; isMet: boolean } {
  const [small, large] = [at[0]!, at.at(-1)!];
  const within = (name: 'p50' | 'p99') => {
    const [before, now] = [small[`${name}Ms`], large[`${name}Ms`]];
    return now <= GOALS[name] * before || now - before < NOISE_MS[name];
  };
  return {
    p50: large.p50Ms / small.p50Ms,
    p99: large.p99Ms / small.p99Ms,
    isMet: within('p50') && within('p99'),
  };
}

/** The report as Markdown: a table of latencies for each engine, the disk use, and the figures that are measured once. */
export function markdownGrowth({ machine, lines, disk, figures }: GrowthReport): string {
  const engines = [...new Set(lines.map(({ engine }) => engine))];
  const parts = engines.map((engine) => {
    const ofEngine = lines.filter((line) => line.engine === engine);
    const sizes = ofEngine[0]!.at.map(({ payments }) => payments);
    const met = ofEngine.filter((line) => growthOf(line).isMet).length;
    const head = ['Operation', ...sizes.map((size) => `${sizeText(size)}, p50 / p99 ms`), '× p50', '× p99', 'met'];
    const rows = ofEngine.map((line) => {
      const { p50, p99, isMet } = growthOf(line);
      return [line.operation, ...line.at.map(latencyText), p50.toFixed(2), p99.toFixed(2), isMet ? 'yes' : '**no**'];
    });
    const title = `### ${engine}\n\n${met} of ${ofEngine.length} within p50 ≤ ${GOALS.p50} × and p99 ≤ ${GOALS.p99} × at ${sizeText(sizes.at(-1)!)}.`;
    return `${title}\n\n${table(head, rows)}`;
  });
  const diskRows = disk.flatMap((use) => [
    [use.engine, sizeText(use.payments), `**${use.table}**`, perPayment(use, allBytes(use))],
    ['', '', 'rows', perPayment(use, use.tableBytes)],
    ...Object.entries(use.indexBytes).map(([name, bytes]) => ['', '', name, perPayment(use, bytes)]),
  ]);
  const figureRows = figures.map((each) => [each.engine, sizeText(each.payments), each.what, each.value]);
  return [
    machine,
    ...parts,
    `### Once\n\n${table(['Engine', 'Payments', 'What', 'Took'], figureRows)}`,
    `### Disk\n\n${table(['Engine', 'Payments', 'What', 'Bytes per payment'], diskRows)}`,
  ].join('\n\n');
}

/** A number of payments as short text: 10 k, 1 M. */
export function sizeText(payments: number): string {
  return payments >= 1_000_000 ? `${payments / 1_000_000} M` : `${payments / 1_000} k`;
}

function latencyText({ p50Ms, p99Ms }: Latency): string {
  return `${p50Ms.toFixed(2)} / ${p99Ms.toFixed(2)}`;
}

function perPayment({ payments }: DiskUse, bytes: number): string {
  return (bytes / payments).toFixed(1);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
