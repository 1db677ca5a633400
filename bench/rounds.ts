/** The median, the lowest and the highest figure of several rounds. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Warms every contestant up, then lets them run in turn, round after round, so that a disturbance of the machine affects all. */
export async function alternate<T>(
  contestants: readonly ((seconds: number) => Promise<T>)[],
  { rounds, seconds, warmUpSeconds }: { rounds: number; seconds: number; warmUpSeconds: number },
): Promise<T[][]> {
  if (warmUpSeconds > 0) for (const run of contestants) await run(warmUpSeconds);
  const results: T[][] = contestants.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, run] of contestants.entries()) results[index]!.push(await run(seconds));
  }
  return results;
}

export function spread(numbers: readonly number[]): Spread {
  return { median: median(numbers), min: Math.min(...numbers), max: Math.max(...numbers) };
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))]!;
}
