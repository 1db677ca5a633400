import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client, TestGateway } from '../../support/gateway.ts';
import { freePort, startTestGateway, until } from '../../support/gateway.ts';
import { isListening } from '../../support/merchant-process.ts';
import { loopbackDelivery, startTlsProxy } from '../../support/tls-proxy.ts';
import { changeWebsite, createWebsite } from '../../support/websites.ts';
import { MATERIAL } from '../material.ts';
import { newMysqlDatabase } from './mysql.ts';
import { TEMPLATE, TEMPLATE_URL } from './prepare-woocommerce.ts';
import { RUN_PHP, TOKEN } from './run-php.ts';

/** A WooCommerce shop with the plugin, and a gateway in test mode that has the shop as a website. */
export interface Shop {
  readonly url: string;
  readonly site: string;
  readonly gateway: TestGateway;
  /** A client with the shop's test key. */
  readonly api: Client;
  readonly key: string;
  readonly webhookSecret: string;
  /** Runs PHP code in the shop, with WordPress and its plugins loaded, and returns its result. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever the code returns
  php(code: string): Promise<any>;
  /** Changes the plugin's settings. */
  set(settings: Record<string, string>): Promise<void>;
  /** Sets whether webhooks reach the shop. By default they do. */
  hearWebhooks(hears: boolean): Promise<void>;
  order(id: number): Promise<OrderState>;
  /** Waits until an order has this status, and the work on its notes, stock and e-mails has ended. */
  becomes(id: number, status: string): Promise<void>;
  /** The shop of another site of the same WordPress, with its own website at the gateway. It ends with the first one. */
  another(path: string): Promise<Shop>;
  /** The errors that the shop and PHP logged. */
  debugLog(): string;
  stop(): Promise<void>;
}

/** The parts of an order that tests check. */
interface OrderState {
  readonly status: string;
  readonly transactionId: string;
  readonly total: string;
  readonly notes: readonly string[];
  readonly payments: readonly Record<string, string>[];
  /** The stock of the product, of which every order buys one. */
  readonly stock: number;
  readonly title: string;
  /** Whether the plugin has locked the order to work on it. */
  readonly isHeld: boolean;
}

const METHODS = ['choice', 'moncash', 'natcash', 'lakaypay_card', 'card'];
const STOP_MS = 5_000;

interface ShopOptions {
  /** Returns the URL to which the shop sends its requests to the gateway, such as that of a proxy. */
  readonly peyeUrl?: (gateway: string) => Promise<string>;
  /** Whether the shop runs as in production, and not as on a developer's machine. */
  readonly isOpen?: boolean;
  /** Changes the files and the database of the shop before it starts. */
  readonly prepare?: (site: string, url: string) => Promise<void>;
}

/** Starts a copy of the shop that the run has prepared. */
export async function startShop({ peyeUrl, isOpen = false, prepare }: ShopOptions = {}): Promise<Shop> {
  const template = process.env[TEMPLATE];
  assert.ok(template, 'run the tests of shops with npm run test:shops');
  const folder = mkdtempSync(join(tmpdir(), 'peye-woocommerce-'));
  const site = join(folder, 'wordpress');
  cpSync(template, site, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  moveTo(site, url, isOpen);
  await copyDatabase(site);
  await prepare?.(site, url);
  const server = serve(site, port, join(folder, 'serve.log'));
  const { certificate, settings } = loopbackDelivery(folder);
  const gateway = await startTestGateway('sqlite', { settings: { ...settings, WEBHOOK_RETRY_SECONDS: '0,1,1,1,1,1' } });
  const proxy = await startTlsProxy(certificate, port);
  await until('the shop listens', () => isListening(port));
  const stop = async () => {
    // End the whole process group, because the workers would outlive the server.
    process.kill(-server.pid!, 'SIGTERM');
    await until('the shop has ended', async () => !(await isListening(port)), STOP_MS);
    await proxy.close();
    await gateway.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const place = {
    site,
    gateway,
    origin: url,
    proxyUrl: proxy.url,
    peyeUrl: (await peyeUrl?.(gateway.url)) ?? gateway.url,
    stop,
  };
  return connectShop(place, '');
}

interface Place {
  readonly site: string;
  readonly gateway: TestGateway;
  /** Where the server of the shop listens. */
  readonly origin: string;
  /** The same over TLS. */
  readonly proxyUrl: string;
  readonly peyeUrl: string;
  readonly stop: () => Promise<void>;
}

/** Creates the website of the shop at a path, and fills in the plugin's settings. */
async function connectShop(place: Place, path: string): Promise<Shop> {
  const { site, gateway, stop } = place;
  const url = `${place.origin}${path}`;
  const callbackUrl = `${place.proxyUrl}${path}/wc-api/peye/`;
  const { website, webhookSecret } = await createWebsite(gateway.store, {
    name: 'Boutik',
    callbackUrl,
    returnUrl: `${url}/wc-api/peye_return/`,
  });
  const { text: key } = await gateway.store.operator.createApiKey({ websiteId: website.id, mode: 'test' });
  const php: Shop['php'] = async (code) => {
    const response = await fetch(`${url}/?run-php`, { method: 'POST', body: code, headers: { 'x-run-php': TOKEN } });
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return JSON.parse(text);
  };
  const set: Shop['set'] = async (changes) => {
    const json = JSON.stringify(changes);
    await php(
      `update_option('peye_settings', array_merge((array) get_option('peye_settings', array()), json_decode('${json}', true)));`,
    );
  };
  await php(
    METHODS.map((name) => `update_option('woocommerce_peye_${name}_settings', array('enabled' => 'yes'));`).join(''),
  );
  await set({
    url: place.peyeUrl,
    test_mode: 'yes',
    test_key: key,
    webhook_secret: webhookSecret,
  });
  const order: Shop['order'] = (id) => php(ORDER.replaceAll('ORDER_ID', String(id)));
  return {
    url,
    site,
    gateway,
    api: gateway.client(key),
    key,
    webhookSecret,
    php,
    set,
    hearWebhooks: async (hears) => {
      await changeWebsite(gateway.store.db, website.id, { callbackUrl: hears ? callbackUrl : null });
    },
    order,
    becomes: (id, status) =>
      until(`order ${id} is ${status}`, async () => {
        const now = await order(id);
        return now.status === status && !now.isHeld;
      }),
    debugLog() {
      const file = join(site, 'wp-content/debug.log');
      return existsSync(file) ? readFileSync(file, 'utf8') : '';
    },
    another: (otherPath) => connectShop(place, otherPath),
    stop,
  };
}

/** Gives a copy of the shop its own address, which is only in its wp-config.php. */
function moveTo(site: string, url: string, isOpen: boolean): void {
  const file = join(site, 'wp-config.php');
  const config = readFileSync(file, 'utf8');
  const host = new URL(TEMPLATE_URL).host;
  const moved = config.replaceAll(TEMPLATE_URL, url).replaceAll(`'${host}'`, `'${new URL(url).host}'`);
  const type = (name: string) => `'WP_ENVIRONMENT_TYPE', '${name}'`;
  writeFileSync(file, isOpen ? moved.replace(type('local'), type('production')) : moved);
  writeFileSync(join(site, 'wp-content/mu-plugins/run-php.php'), RUN_PHP);
}

/** Gives a copy of a shop on MySQL its own copy of the database. On SQLite the database is one of the files. */
async function copyDatabase(site: string): Promise<void> {
  const file = join(site, 'wp-config.php');
  const config = readFileSync(file, 'utf8');
  const [, name = ''] = /'DB_NAME', '(\w+)'/.exec(config) ?? [];
  const copy = await newMysqlDatabase(name);
  if (copy) writeFileSync(file, config.replace(`'DB_NAME', '${name}'`, `'DB_NAME', '${copy.name}'`));
}

/** Starts the shop's server with several workers. With only one, a shop that queries Peye during a webhook would wait for itself. */
function serve(site: string, port: number, log: string) {
  const router = join(MATERIAL, 'router.php');
  // PHP caches compiled files, and does not check whether the files have changed, because that takes time.
  const settings = ['opcache.enable=1', 'opcache.enable_cli=1', 'opcache.validate_timestamps=0', `error_log=${log}`];
  const server = spawn(
    process.env.PHP_PATH ?? 'php',
    [...settings.flatMap((one) => ['-d', one]), '-S', `127.0.0.1:${port}`, '-t', site, router],
    { detached: true, stdio: 'ignore', env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' } },
  );
  return server;
}

const ORDER = `
  $order = wc_get_order(ORDER_ID);
  $notes = array_map(fn($note) => $note->content, wc_get_order_notes(array('order_id' => ORDER_ID, 'order' => 'ASC')));
  global $wpdb;
  return array(
    'isHeld' => (bool) $wpdb->get_var("SELECT COUNT(*) FROM {$wpdb->options} WHERE option_name = 'peye_lock_ORDER_ID'"),
    'status' => $order->get_status(), 'transactionId' => $order->get_transaction_id(), 'total' => $order->get_total(), 'notes' => $notes,
    'payments' => Peye_Payments::of($order), 'title' => $order->get_payment_method_title(),
    'stock' => wc_get_product(current($order->get_items())->get_product_id())->get_stock_quantity(),
  );`;
