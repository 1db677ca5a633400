import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it, type TestContext } from 'node:test';
import { webhookHeaders } from '../../../src/webhooks/sign.ts';
import { ROOT } from '../../support/doc-fences.ts';
import { startTestGateway, type TestGateway, until } from '../../support/gateway.ts';
import { installSdk, toolsFolder } from './installed-sdk.ts';

const SECRET = 'whsec_Example0Example1Example2Example3';

/** Serves the route handlers of the Next example, which are functions of a Request, where Next itself would. */
const SERVE_ROUTES = `
import { serve } from '@hono/node-server';
import * as buy from './next/app/buy/route.ts';
import * as webhooks from './next/app/webhooks/route.ts';
const routes = { '/buy': buy.POST, '/webhooks': webhooks.POST };
const fetch = (request) => routes[new URL(request.url).pathname](request);
serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(\`http://127.0.0.1:\${port}\`));
`;

describe('sqlite: the examples with the SDK', () => {
  const sdk = installSdk();
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway('sqlite');
    for (const name of ['express', 'hono', '@hono']) {
      symlinkSync(join(toolsFolder(), name), join(sdk.folder, 'node_modules', name));
    }
    for (const name of ['express', 'next']) {
      cpSync(join(ROOT, 'examples', name), join(sdk.folder, name), { recursive: true });
    }
  });
  after(async () => {
    await gateway?.stop();
    sdk.remove();
  });

  /** Starts a program with the gateway's key, and returns the address that it prints, and what it prints afterwards. */
  const start = async (context: TestContext, ...args: string[]) => {
    const env = {
      PATH: process.env.PATH,
      PORT: '0',
      PEYE_URL: gateway.url,
      PEYE_KEY: gateway.testKey,
      PEYE_WEBHOOK_SECRET: SECRET,
    };
    const program = spawn(process.execPath, args, { cwd: sdk.folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
    context.after(() => program.kill());
    const said: string[] = [];
    createInterface(program.stdout).on('line', (line) => said.push(line));
    await until('the example listens', () => said.length > 0 || program.exitCode !== null);
    return { shop: said.shift() ?? assert.fail('the example ended'), said };
  };

  /** Posts to `/buy` as the form does, pays what it leads to, and returns the payment and its webhook. */
  const buy = async (shop: string) => {
    const bought = await fetch(`${shop}/buy`, { method: 'POST', redirect: 'manual' });
    assert.equal(bought.status, 303, await bought.text());
    const [, id] = new RegExp(`^${gateway.url}/pay/(\\d+)/`).exec(bought.headers.get('location') ?? '') ?? [];
    const payment = (await gateway.api.get(`/payments/${id}`)).json.data;
    const pay = async () => {
      const { data } = (await gateway.api.post(`/test_helpers/payments/${id}/complete`)).json;
      const body = JSON.stringify({ event: 'payment.success', timestamp: 1795269991, data });
      return { body, headers: webhookHeaders({ event: 'payment.success', body, timestampS: 1795269991 }, SECRET) };
    };
    return { payment, pay };
  };
  const notify = async (shop: string, webhook: { body: string; headers: Record<string, string> }) =>
    (await fetch(`${shop}/webhooks`, { method: 'POST', ...webhook })).status;

  it('sell, hear that it was paid, and believe nobody else: Express', async (context) => {
    const { shop } = await start(context, 'express/shop.mjs');
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
    assert.equal(await isPaid(unheard.payment.reference), 'Peye', 'a read says so, too');
  });

  it("sell and hear that it was paid: Next's route handlers", async (context) => {
    const { shop, said } = await start(context, '--input-type=module', '--eval', SERVE_ROUTES);
    const { payment, pay } = await buy(shop);
    const webhook = await pay();
    assert.equal(await notify(shop, { ...webhook, body: `${webhook.body} ` }), 400);
    assert.deepEqual(said, []);
    assert.equal(await notify(shop, webhook), 204);
    await until('the route has said it', () => said.length > 0);
    assert.deepEqual(said, [`${payment.reference}: paid`]);
  });
});
