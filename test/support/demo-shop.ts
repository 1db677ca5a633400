import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BRAND } from '../../examples/shop/brand.mjs';
import { createShop } from '../../examples/shop/create-shop.mjs';
import { openOrders } from '../../examples/shop/orders.mjs';
import { API, freePort, startTestGateway, type TestGateway } from './gateway.ts';
import { loopbackDelivery, startTlsProxy } from './tls-proxy.ts';
import { createWebsite } from './websites.ts';

/** The example shop in front of its sandbox, for tests and screenshots. */
export interface DemoShop {
  readonly url: string;
  readonly gateway: TestGateway;
  /** The shop's website, with its key. */
  readonly api: TestGateway['api'];
  /** The errors that the shop reported. */
  readonly complaints: readonly string[];
  stop(): Promise<void>;
}

export async function startDemoShop(): Promise<DemoShop> {
  const { logoFile, ...brand } = BRAND;
  const folder = mkdtempSync(join(tmpdir(), 'peye-demo-shop-'));
  const { certificate, settings } = loopbackDelivery(folder);
  const gateway = await startTestGateway('sqlite', { settings: { ...settings, WEBHOOK_RETRY_SECONDS: '0,1,1,1' } });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const proxy = await startTlsProxy(certificate, port);
  const { website, webhookSecret } = await createWebsite(gateway.store, {
    name: brand.name,
    callbackUrl: `${proxy.url}/webhooks`,
    returnUrl: `${url}/thanks`,
  });
  await gateway.store.operator.changeWebsite(website.id, { ...brand, logo: readFileSync(logoFile) });
  const { text: key } = await gateway.store.operator.createApiKey({ websiteId: website.id, mode: 'test' });
  const complaints: string[] = [];
  const shop = createShop({
    peye: { url: `${gateway.url}${API}`, key },
    webhookSecret,
    orders: openOrders(),
    deliver: () => {},
    complain: (text) => complaints.push(text),
    note: (texts) => texts.demo,
  });
  const server = createServer((request, response) => void shop(request, response));
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return {
    url,
    gateway,
    api: gateway.client(key),
    complaints,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await proxy.close();
      await gateway.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
