import type { Engine } from '../test/support/engines.ts';
import { startServices } from '../test/support/services/services.ts';

/** Runs the work with each engine, one after the other. PostgreSQL is at the address in TEST_DATABASE_URL. */
export async function onEachEngine(engines: readonly Engine[], work: (engine: Engine) => Promise<void>): Promise<void> {
  const services = await startServices((line) => console.error(line), true);
  Object.assign(process.env, services.env);
  try {
    for (const engine of engines) await work(engine);
  } finally {
    await services.stop();
  }
}
