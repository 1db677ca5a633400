import type { Engine } from '../test/support/engines.ts';
import { measureDeliveries } from './deliveries.ts';
import type { LoadGenerator } from './load/run-load.ts';
import type { Measurement } from './report.ts';
import { measureStart } from './start-up.ts';
import { measureThroughput } from './throughput.ts';

/** A ratio below this part of its goal has a cause other than noise. */
const ENOUGH = 0.5;
const FIRST_TRY = { rounds: 1, seconds: 1, warmUpSeconds: 1 };
/** A scenario with a low ratio is measured again, as the median of five rounds, so that two of them may be disturbed. */
const SECOND_TRY = { rounds: 5, seconds: 1, warmUpSeconds: 0 };
const STARTS = { starts: 1, idleSeconds: 0 };
const DELIVERIES = { rounds: 1, backlog: 1_000, idlePayments: 20, loadSeconds: 1 };

/**
 * The short form of the bench: makes sure that everything can be measured, and that no ratio is below half its goal. Figures that depend
 * only on the machine are measured, but not judged.
 */
export async function checkBench(
  engine: Engine,
  generator: LoadGenerator,
): Promise<{ measurements: Measurement[]; tooLow: Measurement[] }> {
  const throughput = await measureThroughput(engine, {
    generator,
    pace: FIRST_TRY,
    scenarios: engine === 'sqlite' ? ['post', 'get', 'list', 'e401', 'e429'] : ['post', 'get'],
    isWhole: false,
    secondTry: { isEnough, pace: SECOND_TRY },
  });
  const measurements = [
    ...throughput,
    ...(await measureStart(engine, STARTS)),
    ...(await measureDeliveries(engine, DELIVERIES)),
  ];
  return { measurements, tooLow: measurements.filter((line) => !isEnough(line)) };
}

/** On a busy machine the ratio of requests a second varies widely. The processor time of a request varies less. */
function isEnough({ ratio, cpuRatio = 0, goal }: Measurement): boolean {
  if (!ratio || goal?.atLeast === undefined) return true;
  return ratio.median >= ENOUGH * goal.atLeast || cpuRatio >= ENOUGH * goal.atLeast;
}
