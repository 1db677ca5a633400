import { newStore } from './engines.ts';
import { startTestGateway, type TestGateway } from './gateway.ts';
import { startTcpSwitch } from './tcp-switch.ts';

/** A gateway whose database is unavailable after `prepare`, and the result of `prepare`. */
export async function withoutDatabase<T>(
  prepare: (gateway: TestGateway) => Promise<T>,
): Promise<T & { stop(): Promise<void> }> {
  const store = await newStore('postgres');
  const database = new URL(store.settings.DATABASE_URL ?? '');
  const line = await startTcpSwitch(Number(database.port || '5432'));
  database.host = `127.0.0.1:${line.port}`;
  const settings = { ...store.settings, DATABASE_URL: database.href };
  const gateway = await startTestGateway('postgres', {
    sharedStore: { ...store, settings },
    settings: { ROLES: 'api' },
  });
  const prepared = await prepare(gateway);
  await line.close();
  return { ...prepared, stop: () => gateway.stop().finally(() => store.drop()) };
}
