import { join } from 'node:path';
import { readConfig } from '../src/config.ts';
import { type Engine, emptyStore } from '../test/support/engines.ts';
import { freePort } from '../test/support/gateway.ts';
import { startGatewayProcess } from './processes/start-process.ts';
import type { Measurement } from './report.ts';
import { median } from './rounds.ts';

const EMPTY_MS = 1_000;
const EXISTING_MS = 500;
const IDLE_MB = 100;
const IDLE_SECONDS = 3;

/**
 * Measures how long a start takes until `/readyz` responds, on an empty store and on one that exists, and the memory when
 * idle.
 */
export async function measureStart(engine: Engine, starts: number): Promise<Measurement[]> {
  const onEmpty: number[] = [];
  const onExisting: number[] = [];
  let idleMb = 0;
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
        if (times === onExisting && round === starts - 1) {
          await new Promise((done) => setTimeout(done, IDLE_SECONDS * 1000));
          idleMb = gateway.residentMb();
        }
        await gateway.stop();
      }
    } finally {
      await store.drop();
    }
  }
  return [
    startLine('start to ready, empty store', engine, median(onEmpty), EMPTY_MS),
    startLine('start to ready, existing store', engine, median(onExisting), EXISTING_MS),
    {
      operation: `memory, idle for ${IDLE_SECONDS} s`,
      engine,
      value: `${idleMb.toFixed(0)} MB`,
      goal: `< ${IDLE_MB} MB`,
      isMet: idleMb < IDLE_MB,
    },
  ];
}

function startLine(operation: string, engine: Engine, ms: number, goalMs: number): Measurement {
  return { operation, engine, value: `${ms.toFixed(0)} ms`, goal: `< ${goalMs} ms`, isMet: ms < goalMs };
}
