/** One moment of a soak. */
export interface SoakSample {
  readonly minute: number;
  readonly rssMb: number;
  readonly heapMb: number;
  readonly externalMb: number;
  readonly handles: number;
  readonly openFiles: number;
  readonly lagP99Ms: number;
  readonly lagMaxMs: number;
  readonly walMb: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly requests: number;
  readonly refused: number;
  readonly errors: number;
  readonly acknowledged: number;
  readonly delivered: number;
}

/** Shorter than this, a heap that is still filling cannot be distinguished from one that leaks. */
const SHORTEST_MINUTES = 10;
/** The line through the samples of the second half may rise by this part of their mean, or by `allowed` if that is more. */
const ALLOWED_PART = 0.1;
const JUDGED = [
  { what: 'memory (RSS, MB)', of: (sample: SoakSample) => sample.rssMb, allowed: 15 },
  { what: 'heap (MB)', of: (sample: SoakSample) => sample.heapMb, allowed: 15 },
  { what: 'handles', of: (sample: SoakSample) => sample.handles, allowed: 20 },
  { what: 'open files', of: (sample: SoakSample) => sample.openFiles, allowed: 20 },
];

export interface Trend {
  readonly what: string;
  readonly mean: number;
  /** How far the line through the samples rises over the second half. */
  readonly rise: number;
  readonly allowed: number;
}

/** The growth, in the second half, of figures that must not grow; undefined when the soak was too short to judge. */
export function trendsOf(samples: readonly SoakSample[]): Trend[] | undefined {
  if ((samples.at(-1)?.minute ?? 0) < SHORTEST_MINUTES) return undefined;
  const half = samples.slice(Math.floor(samples.length / 2));
  return JUDGED.map(({ what, of, allowed }) => {
    const points = half.map((sample) => [sample.minute, of(sample)] as const);
    const mean = average(points.map(([, value]) => value));
    const rise = slope(points) * (points.at(-1)![0] - points[0]![0]);
    return { what, mean, rise, allowed: Math.max(allowed, ALLOWED_PART * mean) };
  });
}

/** The slope of the line through the points, by least squares. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const meanX = average(points.map(([x]) => x));
  const meanY = average(points.map(([, y]) => y));
  const over = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return over / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
