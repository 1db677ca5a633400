import { type Goal, goalText, isMet } from './goals.ts';
import type { Spread } from './rounds.ts';

/** A line of the table. */
export interface Measurement {
  readonly operation: string;
  readonly engine: string;
  /** Responses a second, or another figure with its unit. */
  readonly value: string;
  readonly p50Ms?: number;
  readonly p99Ms?: number;
  /** Processor time for a request, user and system, all threads of the gateway; on PostgreSQL the database server's too. */
  readonly cpuUs?: string;
  /** What the figure is compared with. */
  readonly baseline?: string;
  /** The ratios of the rounds, each to the same round of the baseline. */
  readonly ratio?: Spread;
  /** The ratio of processor times for a request, which other work on the machine disturbs less; NaN if it is not known. */
  readonly cpuRatio?: number;
  readonly goal?: Goal;
  /** The part of the machine's processors that the load generator used. */
  readonly loadShare?: number;
  /** The figure that is compared with the goal: the median of the ratios where there is one. */
  readonly judged?: number;
}

const HEAD = [
  '',
  'Measured',
  'p50 ms',
  'p99 ms',
  'CPU µs',
  'Load',
  'Baseline',
  'Ratio (lowest, highest)',
  'CPU ratio',
  'Goal',
  'Met',
];

/** The measurements as a Markdown table for each engine, and which goals are met. */
export function markdownReport(measurements: readonly Measurement[]): string {
  const engines = [...new Set(measurements.map((line) => line.engine))];
  return [...engines.map((engine) => engineTable(engine, measurements)), summary(measurements)].join('\n\n');
}

function engineTable(engine: string, measurements: readonly Measurement[]): string {
  const rows = measurements
    .filter((line) => line.engine === engine)
    .map((line) => [
      line.operation,
      line.value,
      line.p50Ms?.toFixed(2) ?? '',
      line.p99Ms?.toFixed(2) ?? '',
      line.cpuUs ?? '',
      line.loadShare === undefined ? '' : `${(100 * line.loadShare).toFixed(0)} %`,
      line.baseline ?? '',
      line.ratio ? ratioText(line.ratio) : '',
      line.cpuRatio === undefined || Number.isNaN(line.cpuRatio) ? '' : line.cpuRatio.toFixed(2),
      line.goal ? goalText(line.goal) : '',
      line.goal ? (reaches(line) ? 'yes' : '**no**') : '',
    ]);
  return `### ${engine}\n\n${aligned([HEAD, HEAD.map(() => ''), ...rows])}`;
}

export function ratioText({ median, min, max }: Spread): string {
  return `${median.toFixed(2)} (${min.toFixed(2)}, ${max.toFixed(2)})`;
}

/** A Markdown table that can be read as it stands; the second row becomes the rule below the head. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(3, ...rows.map((row) => row[column]!.length)));
  return rows
    .map((row, index) =>
      index === 1
        ? `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
        : `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`,
    )
    .join('\n');
}

function summary(measurements: readonly Measurement[]): string {
  const judged = measurements.filter((line) => line.goal);
  const missed = judged.filter((line) => !reaches(line));
  const lines = missed.map((line) => `- ${line.engine}: ${line.operation}`);
  return [
    `${judged.length - missed.length} of ${judged.length} goals are met${missed.length ? '. Not met:' : '.'}`,
    ...lines,
  ].join('\n');
}

function reaches(line: Measurement): boolean {
  return isMet(line.goal!, line.judged ?? line.ratio?.median ?? Number.NaN);
}
