import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import {
  type Client as ApiClient,
  freePort,
  startTestGateway,
  type TestGateway,
  until,
} from '../../support/gateway.ts';
import { loopbackDelivery, startTlsProxy } from '../../support/tls-proxy.ts';
import { changeWebsite, createWebsite } from '../../support/websites.ts';
import { fillShop } from './fill-shop.ts';
import { type Graphql, graphqlClient } from './graphql.ts';
import { SHOP_FOLDER } from './prepare-vendure.ts';

/** A Vendure shop with the plugin, and a gateway in test mode that has the shop as a website. */
export interface Shop {
  readonly url: string;
  readonly gateway: TestGateway;
  /** A client with the shop's test key. */
  readonly api: ApiClient;
  readonly apiKey: string;
  readonly webhookSecret: string;
  /** The Admin API, signed in. */
  readonly admin: Graphql;
  readonly productId: string;
  /** The shop's website at the gateway. */
  readonly websiteId: string;
  /** The Shop API, as a new customer. `channel` is the token of a sales channel. */
  visit(currency?: 'HTG' | 'USD', channel?: string): Graphql;
  /** Looks up all payments and refunds whose outcome is not known, as the scheduler does. Returns how many were paid. */
  checkAll(): Promise<number>;
  /** Sets whether webhooks reach the shop. By default they do. */
  hearWebhooks(hears: boolean): Promise<void>;
  /**
   * Waits until `condition` is true and the shop has responded to every webhook. The shop's SQLite has only one connection: before the
   * response, a test sees a transaction that has not ended, and its own changes become a part of it.
   */
  until(name: string, condition: () => Promise<boolean> | boolean): Promise<void>;
  /** The output of the shop. */
  log(): string;
  stop(): Promise<void>;
}

/** Starts a shop. `peyeUrl` returns the URL to which it sends its requests, such as that of a proxy in front of the gateway. */
export async function startShop({ peyeUrl }: { peyeUrl?: (gateway: string) => Promise<string> } = {}): Promise<Shop> {
  const folder = process.env[SHOP_FOLDER];
  assert.ok(folder, 'run the tests of shops with npm run test:shops');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const certificates = mkdtempSync(join(tmpdir(), 'peye-vendure-'));
  const { certificate, settings } = loopbackDelivery(certificates);
  const database = await newDatabase();
  const server = spawn(process.execPath, ['shop-main.mjs'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...database, PORT: String(port), VENDURE_DISABLE_TELEMETRY: 'true', NO_COLOR: '1' },
  });
  let printed = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on('data', (chunk) => {
      printed += chunk;
    });
  }
  await Promise.race([messageMember(server, 'ready'), once(server, 'exit')]);
  assert.equal(server.exitCode, null, printed);

  const gateway = await startTestGateway('sqlite', { settings: { ...settings, WEBHOOK_RETRY_SECONDS: '0,1,1,1,1,1' } });
  const proxy = await startTlsProxy(certificate, port);
  const callbackUrl = `${proxy.url}/peye/webhook`;
  const { website, webhookSecret } = await createWebsite(gateway.store, {
    name: 'Boutik',
    callbackUrl,
    refundCallbackUrl: callbackUrl,
    returnUrl: 'https://shop.example/thanks',
  });
  const { text: apiKey } = await gateway.store.operator.createApiKey({ websiteId: website.id, mode: 'test' });
  const admin = graphqlClient(`${url}/admin-api`);
  const baseUrl = (await peyeUrl?.(gateway.url)) ?? gateway.url;
  const productId = await fillShop(admin, { baseUrl, apiKey, webhookSecret });
  const hasResponded = async () => {
    const pending = await gateway.store.db.query("SELECT 1 FROM deliveries WHERE status = 'pending' LIMIT 1");
    return pending.length === 0;
  };
  return {
    url,
    gateway,
    api: gateway.client(apiKey),
    apiKey,
    webhookSecret,
    admin,
    productId,
    websiteId: website.id,
    visit: (currency = 'HTG', channel) => graphqlClient(`${url}/shop-api?currencyCode=${currency}`, channel),
    async checkAll() {
      const paid = messageMember(server, 'paid');
      server.send('check all');
      return Number(await paid);
    },
    hearWebhooks: async (hears) => {
      await changeWebsite(gateway.store.db, website.id, {
        callbackUrl: hears ? callbackUrl : null,
        refundCallbackUrl: hears ? callbackUrl : null,
      });
    },
    until: (name, condition) => until(name, async () => (await condition()) && hasResponded()),
    log: () => printed,
    async stop() {
      const exited = once(server, 'exit');
      server.kill('SIGKILL');
      await exited;
      await proxy.close();
      await gateway.stop();
      rmSync(certificates, { recursive: true, force: true });
    },
  };
}

/** A database for a shop on the PostgreSQL that VENDURE_POSTGRES names, if it is set. It is not deleted afterwards. */
async function newDatabase(): Promise<{ DATABASE?: string }> {
  const server = process.env.VENDURE_POSTGRES;
  if (!server) return {};
  const client = new Client({ connectionString: server });
  await client.connect();
  const name = `shop_${randomBytes(6).toString('hex')}`;
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return { DATABASE: Object.assign(new URL(server), { pathname: `/${name}` }).href };
}

/** Waits for the next message that has a member with this name, and returns the value. */
function messageMember(server: ChildProcess, name: string): Promise<unknown> {
  return new Promise((resolve) => {
    const hear = (message: unknown) => {
      const value = (message as Record<string, unknown>)[name];
      if (value === undefined) return;
      server.off('message', hear);
      resolve(value);
    };
    server.on('message', hear);
  });
}
