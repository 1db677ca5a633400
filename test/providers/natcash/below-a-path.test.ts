import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { type NatcashSimulator, startNatcashSimulator } from '../../../simulators/natcash/natcash-simulator.ts';
import { freePort, paymentRequest, startTestGateway, type TestGateway } from '../../support/gateway.ts';

const PREFIX = '/peye';

describe('a customer of a gateway whose PUBLIC_URL has a path', () => {
  let gateway: TestGateway;
  let natcash: NatcashSimulator;
  let gatewayPort: number;
  /** Removes the path, as a merchant's web server in front of the gateway does. */
  const proxy = createServer((incoming, reply) => {
    if (!incoming.url?.startsWith(`${PREFIX}/`)) return void reply.writeHead(404).end('the shop, and not the gateway');
    const path = incoming.url.slice(PREFIX.length);
    const { method, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port: gatewayPort, path, method, headers }, (response) => {
      reply.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(reply);
    });
    incoming.pipe(onward);
  });
  before(async () => {
    await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
    const publicUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${PREFIX}`;
    gatewayPort = await freePort();
    natcash = await startNatcashSimulator({ gatewayUrl: publicUrl });
    const settings = { ...natcash.settings, PORT: String(gatewayPort), PUBLIC_URL: publicUrl };
    gateway = await startTestGateway('sqlite', { settings });
  });
  after(async () => {
    await gateway.stop();
    await natcash.stop();
    proxy.close();
    proxy.closeAllConnections();
  });

  it('is led from the return to the page of the payment', async () => {
    const api = gateway.client(gateway.liveKey);
    const { transaction_id: id } = (await api.post('/payments', paymentRequest({ payment_method: 'natcash' }))).json;
    natcash.pay(`NC${id}`);
    const page = await fetch(natcash.returnUrl(`NC${id}`), { headers: { accept: 'text/html' } });
    assert.equal(page.status, 200, `${page.url}: ${await page.text()}`);
    assert.match(page.url, new RegExp(`${PREFIX}/pay/${id}/`));
  });
});
