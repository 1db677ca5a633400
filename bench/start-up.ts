import { join } from 'node:path';
import { readConfig } from '../src/config.ts';
import { type Engine, emptyStore } from '../test/support/engines.ts';
import { freePort } from '../test/support/gateway.ts';
import { GOALS, type Goal } from './goals.ts';
import { startGatewayProcess } from './processes/start-process.ts';
import type { Measurement } from './report.ts';
import { spread } from './rounds.ts';

export interface StartPace {
  readonly starts: number;
  /** How long a gateway is left alone before its memory is read. An idle one releases the memory of its start within a minute. */
  readonly idleSeconds: number;
}

/**
 * Measures how long a start takes until `/readyz` responds, on an empty store and on an existing one; and the memory of the idle
 * gateway after both.
 */
export async function measureStart(engine: Engine, { starts, idleSeconds }: StartPace): Promise<Measurement[]> {
  const onEmpty: number[] = [];
  const onExisting: number[] = [];
  const idleMb: number[] = [];
  for (let round = 0; round < starts; round++) {
    const store = await emptyStore(engine);
    try {
      for (const times of [onEmpty, onExisting]) {
        const env = { ...store.settings, PORT: String(await freePort()) };
        const gateway = await startGatewayProcess({
          env,
          readyUrl: `${readConfig(env).publicUrl}/readyz`,
          logFile: join(store.folder, 'gateway.log'),
        });
        times.push(gateway.readyMs);
        if (round === starts - 1) {
          await new Promise((done) => setTimeout(done, idleSeconds * 1000));
          idleMb.push(gateway.residentMb());
        }
        await gateway.stop();
      }
    } finally {
      await store.drop();
    }
  }
  return [
    startLine('start to ready, empty store', engine, onEmpty, GOALS.startEmpty),
    startLine('start to ready, existing store', engine, onExisting, GOALS.startExisting),
    memoryLine(`memory, empty store, idle for ${idleSeconds} s`, engine, idleMb[0]!, GOALS.memoryFirstStart),
    memoryLine(`memory, existing store, idle for ${idleSeconds} s`, engine, idleMb[1]!, GOALS.memoryLaterStart),
  ];
}

function memoryLine(operation: string, engine: Engine, mb: number, goal: Goal): Measurement {
  return { operation, engine, value: `${mb.toFixed(0)} MB`, goal, judged: mb };
}

function startLine(operation: string, engine: Engine, times: readonly number[], goal: Goal): Measurement {
  const { median: middle, min, max } = spread(times);
  const value = `${middle.toFixed(0)} ms (${min.toFixed(0)} to ${max.toFixed(0)})`;
  return { operation, engine, value, goal, judged: middle };
}
