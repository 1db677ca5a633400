import type { PaymentMethod } from '../../../src/core/payment.ts';
import type { Engine } from '../engines.ts';
import { type Client, freePort, startTestGateway, type TestGateway } from '../gateway.ts';
import type { ShiftedClock } from '../shifted-clock.ts';
import { changeWebsite } from '../websites.ts';
import { type Drivers, startDriver } from './start-driver.ts';

/** A gateway in front of one simulated provider. */
export interface DrivenGateway<Method extends PaymentMethod = PaymentMethod> {
  readonly gateway: TestGateway;
  /** The client of a live key, whose website may take cards. Customers open the page of each payment that it creates. */
  readonly api: Client;
  readonly driver: Drivers[Method];
  stop(): Promise<void>;
}

export async function startDrivenGateway<Method extends PaymentMethod>(
  engine: Engine,
  method: Method,
  { clock, settings = {} }: { clock?: ShiftedClock; settings?: Record<string, string> } = {},
): Promise<DrivenGateway<Method>> {
  const port = await freePort();
  const gatewayUrl = `http://127.0.0.1:${port}`;
  const driver = await startDriver(method, { gatewayUrl, ...(clock && { now: clock.nowMs }) });
  const gateway = await startTestGateway(engine, {
    settings: { ...driver.settings, ...settings, PORT: String(port) },
    ...(clock && { clock: clock.now }),
  });
  await changeWebsite(gateway.store.db, gateway.website.id, { cardLiveApproved: true });
  const live = gateway.client(gateway.liveKey);
  return {
    gateway,
    driver,
    api: {
      ...live,
      async post(path, body, headers) {
        const response = await live.post(path, body, headers);
        if (path === '/payments' && response.status === 201) await driver.visit(response.json);
        return response;
      },
    },
    async stop() {
      await gateway.stop();
      await driver.stop();
    },
  };
}
