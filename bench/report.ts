/** A line of the table. */
export interface Measurement {
  readonly operation: string;
  readonly engine: string;
  /** Responses a second, or another figure with its unit. */
  readonly value: string;
  readonly p50Ms?: number;
  readonly p99Ms?: number;
  /** What it was measured against, and the median of the rounds' ratios. */
  readonly baseline?: string;
  readonly ratio?: number;
  readonly goal?: string;
  readonly isMet?: boolean;
}

const HEAD = ['Operation', 'Engine', 'Measured', 'p50 ms', 'p99 ms', 'Baseline', 'Ratio', 'Goal', 'Met'];

/** The measurements as a Markdown table. */
export function markdownTable(measurements: readonly Measurement[]): string {
  const rows = measurements.map((line) => [
    line.operation,
    line.engine,
    line.value,
    line.p50Ms?.toFixed(2) ?? '',
    line.p99Ms?.toFixed(2) ?? '',
    line.baseline ?? '',
    line.ratio?.toFixed(2) ?? '',
    line.goal ?? '',
    line.isMet === undefined ? '' : line.isMet ? 'yes' : 'no',
  ]);
  return [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
