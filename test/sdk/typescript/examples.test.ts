import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it, type TestContext } from 'node:test';
import { webhookHeaders } from '../../../src/features/webhooks/sign.ts';
import { ROOT } from '../../support/doc-fences.ts';
import { freePort, startTestGateway, type TestGateway, until } from '../../support/gateway.ts';
import { cutAfterEveryByte, webhookRequest } from '../support/cut-requests.ts';
import { testLiveExample } from '../support/mode-suite.ts';
import { installSdk, toolsFolder } from './installed-sdk.ts';

const SECRET = 'whsec_Example0Example1Example2Example3';

const sdk = installSdk();
symlinkSync(join(toolsFolder(), 'express'), join(sdk.folder, 'node_modules/express'));
cpSync(join(ROOT, 'examples/express'), join(sdk.folder, 'express'), { recursive: true });
after(() => sdk.remove());

testLiveExample({
  name: 'the example shop in Express',
  skip: false,
  command: () => [process.execPath, join(sdk.folder, 'express/shop.mjs')],
  env: {},
  orders: 'orders',
  shows: { paid: /^Peye$/, open: /^Poko peye$/ },
});

describe('sqlite: the examples with the SDK', () => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway('sqlite');
  });
  after(() => gateway?.stop());

  /** Starts a program with the gateway's key. Returns the address that it prints first, and its later output. */
  const start = async (context: TestContext, { args, cwd = sdk.folder }: { args: string[]; cwd?: string }) => {
    const env = {
      PATH: process.env.PATH,
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: '0',
      PEYE_URL: gateway.url,
      PEYE_KEY: gateway.testKey,
      PEYE_WEBHOOK_SECRET: SECRET,
    };
    const program = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(program, 'exit');
    context.after(async () => {
      program.kill();
      await ended;
    });
    const lines: string[] = [];
    createInterface(program.stdout).on('line', (line) => lines.push(line));
    await until('the example listens', () => lines.length > 0 || program.exitCode !== null);
    return { shop: lines.shift() ?? assert.fail('the example ended'), lines };
  };

  /** Posts to `/buy` as the form does. Returns the payment, and a function that completes it and returns its webhook. */
  const buy = async (shop: string) => {
    const bought = await fetch(`${shop}/buy`, { method: 'POST', redirect: 'manual' });
    assert.equal(bought.status, 303, await bought.text());
    const [, id] = new RegExp(`^${gateway.url}/pay/(\\d+)/`).exec(bought.headers.get('location') ?? '') ?? [];
    const payment = (await gateway.api.get(`/payments/${id}`)).json.data;
    const pay = async () => {
      const { data } = (await gateway.api.post(`/test_helpers/payments/${id}/complete`)).json;
      const body = JSON.stringify({ event: 'payment.success', timestamp: 1795269991, data });
      return {
        body,
        headers: webhookHeaders({ event: 'payment.success', mode: 'test', body, timestampS: 1795269991 }, SECRET),
      };
    };
    return { payment, pay };
  };
  const notify = async (shop: string, webhook: { body: string; headers: Record<string, string> }) =>
    (await fetch(`${shop}/webhooks`, { method: 'POST', ...webhook })).status;

  it('sell, learn that an order was paid, and refuse forged webhooks: Express', async (context) => {
    const { shop } = await start(context, { args: ['express/shop.mjs'] });
    assert.match(await (await fetch(shop)).text(), /action="\/buy"/);
    const { payment, pay } = await buy(shop);
    assert.deepEqual([payment.amount, payment.status], ['500.00', 'processing']);
    const isPaid = async (reference: string) => (await fetch(`${shop}/orders/${reference}`)).text();
    assert.equal(await isPaid(payment.reference), 'Poko peye');
    const webhook = await pay();
    assert.equal(await notify(shop, { ...webhook, body: `${webhook.body} ` }), 400);
    assert.deepEqual([await notify(shop, webhook), await notify(shop, webhook)], [204, 204]);
    assert.equal(await isPaid(payment.reference), 'Peye');
    const unheard = await buy(shop);
    await unheard.pay();
    assert.equal(
      await isPaid(unheard.payment.reference),
      'Peye',
      'the shop also queries the payment without a webhook',
    );
    const { bytes } = webhookRequest('whsec_another');
    await cutAfterEveryByte(Number(new URL(shop).port), bytes);
    assert.equal((await fetch(shop)).status, 200);
  });

  it('sell, learn that an order was paid, and refuse forged webhooks: Next', async (context) => {
    // Put the example next to the packages, where Next finds its own package.
    const folder = mkdtempSync(join(toolsFolder(), '../next-example-'));
    cpSync(join(ROOT, 'examples/next'), folder, { recursive: true });
    cpSync(sdk.package, join(folder, 'node_modules/@peye/sdk'), { recursive: true });
    const port = await freePort();
    const { lines } = await start(context, {
      cwd: folder,
      args: [join(toolsFolder(), 'next/dist/bin/next'), 'dev', '--hostname', '127.0.0.1', '--port', String(port)],
    });
    context.after(() => rmSync(folder, { recursive: true, force: true }));
    await until('Next is ready', () => lines.some((line) => line.includes('Ready in')));
    const shop = `http://127.0.0.1:${port}`;
    assert.match(await (await fetch(shop)).text(), /action="\/buy"/);
    const { payment, pay } = await buy(shop);
    const webhook = await pay();
    assert.equal(await notify(shop, { ...webhook, body: `${webhook.body} ` }), 400);
    const isPaid = `${payment.reference}: paid`;
    assert.ok(!lines.includes(isPaid));
    assert.equal(await notify(shop, webhook), 204);
    await until('the route has logged the paid order', () => lines.includes(isPaid));
  });
});
