import { percentile } from '../rounds.ts';
import { CONSOLE_OPERATIONS } from './console-operations.ts';
import { sizeOf } from './dataset.ts';
import { ENDPOINT_OPERATIONS, type Operation } from './endpoint-operations.ts';
import type { MeasuredStore } from './measured-store.ts';
import { OPERATOR_OPERATIONS } from './operator-operations.ts';

/** How long an operation took at one size, milliseconds. */
export interface Latency {
  readonly payments: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface GrowthLine {
  readonly engine: string;
  readonly operation: string;
  /** In the order of the sizes. */
  readonly at: readonly Latency[];
}

const WARM_UP = 20;

/** Runs every operation on stores of several sizes in turn, so that a disturbance of the machine affects all sizes. */
export async function measureGrowth(
  stores: readonly MeasuredStore[],
  { samples, only, say }: { samples: number; only: RegExp; say: (line: string) => void },
): Promise<GrowthLine[]> {
  const lines: GrowthLine[] = [];
  const operations = [...ENDPOINT_OPERATIONS, ...CONSOLE_OPERATIONS, ...OPERATOR_OPERATIONS];
  for (const operation of operations.filter(({ name }) => only.test(name))) {
    const times = stores.map((): number[] => []);
    for (let sample = -WARM_UP; sample < samples; sample++) {
      for (const [index, store] of stores.entries()) {
        const ms = await timed(operation, store);
        if (sample >= 0) times[index]!.push(ms);
      }
    }
    const at = stores.map(({ data }, index) => ({
      payments: sizeOf(data),
      p50Ms: percentile(times[index]!, 50),
      p99Ms: percentile(times[index]!, 99),
    }));
    lines.push({ engine: stores[0]!.engine, operation: operation.name, at });
    say(
      `${operation.name}: ${at.map(({ p50Ms, p99Ms }) => `${p50Ms.toFixed(2)} / ${p99Ms.toFixed(2)}`).join(', ')} ms`,
    );
  }
  return lines;
}

async function timed({ prepare, run }: Operation, store: MeasuredStore): Promise<number> {
  const prepared = prepare ? await prepare(store) : '';
  const startedAt = performance.now();
  await run(store, prepared);
  return performance.now() - startedAt;
}
