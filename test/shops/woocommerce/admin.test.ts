import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../support/browser.ts';
import { until } from '../../support/gateway.ts';
import { startLosingLine } from '../losing-line.ts';
import { NO_MATERIAL } from '../material.ts';
import { placeOrder, tryToOrder } from './buy.ts';
import { ACTIVATED, TEMPLATE } from './prepare-woocommerce.ts';
import { type Shop, startShop } from './shop.ts';

const MAKE_ZIP = fileURLToPath(new URL('../../../integrations/woocommerce/make-zip.ts', import.meta.url));
const GATEWAYS = ['peye_moncash', 'peye_natcash', 'peye_lakaypay_card', 'peye_card'];
const FLAGS = ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];

describe('WooCommerce: the owner of the shop', { skip: NO_MATERIAL }, () => {
  let shop: Shop;
  let browser: Browser;
  let page: Page;
  before(async () => {
    [shop, browser] = await Promise.all([startShop({ isOpen: true }), launchBrowser(FLAGS)]);
    page = await (await browser.newContext({ viewport: { width: 1200, height: 1000 } })).newPage();
    page.setDefaultTimeout(40_000);
    await page.goto(`${shop.url}/wp-login.php`);
    // WordPress moves the focus there a moment after the page has loaded. A field that is filled at that moment stays empty.
    await page.locator('#user_login:focus').waitFor();
    await page.locator('#user_login').fill('admin');
    await page.locator('#user_pass').fill('shop-admin');
    await page.locator('#wp-submit').click();
    await page.waitForURL('**/wp-admin/**');
  });
  after(async () => {
    await browser?.close();
    await shop?.stop();
  });

  const openSettings = () => page.goto(`${shop.url}/wp-admin/admin.php?page=wc-settings&tab=peye`);
  const field = (name: string) => page.locator(`[name="peye_settings[${name}]"]`);
  const saved = () => shop.php(`return get_option('peye_settings');`);
  const save = async () => {
    await Promise.all([page.waitForEvent('load'), page.locator('.woocommerce-save-button').click()]);
  };

  it('activates the plugin: both checkouts know it, and it declares its compatible features', () => {
    const report = JSON.parse(readFileSync(join(dirname(process.env[TEMPLATE]!), ACTIVATED), 'utf8'));
    assert.ok(report.active);
    assert.deepEqual(
      GATEWAYS.filter((id) => !(id in report.gateways)),
      [],
    );
    assert.deepEqual(
      GATEWAYS.filter((id) => !report.block_payment_methods.includes(id)),
      [],
    );
    for (const id of GATEWAYS) assert.deepEqual(report.gateways[id].supports, ['products', 'refunds']);
    assert.deepEqual(report.features.compatible.toSorted(), ['cart_checkout_blocks', 'custom_order_tables']);
    assert.deepEqual(report.features.incompatible, []);
  });

  it('packs the same sources into the same archive', () => {
    const folder = mkdtempSync(join(tmpdir(), 'peye-zip-'));
    const hashes = ['a', 'b'].map((name) => {
      execFileSync(process.execPath, [MAKE_ZIP, '--output', join(folder, name)]);
      const [file] = readdirSync(join(folder, name));
      return createHash('sha256')
        .update(readFileSync(join(folder, name, file!)))
        .digest('hex');
    });
    assert.equal(hashes[0], hashes[1]);
    assert.ok(existsSync(join(shop.site, 'wp-content/plugins/peye/lib/Peye.php')));
  });

  it('sees test mode, the addresses to copy, and no key', async () => {
    await openSettings();
    await page.getByText('TEST MODE').first().waitFor();
    assert.equal(await page.locator('#peye_webhook_url').inputValue(), `${shop.url}/wc-api/peye/`);
    assert.equal(await page.locator('#peye_return_url').inputValue(), `${shop.url}/wc-api/peye_return/`);
    const html = await page.content();
    for (const secret of [shop.key, shop.webhookSecret]) assert.ok(!html.includes(secret));
  });

  it('tests the connection, also with settings that were typed and are not saved yet', async () => {
    await openSettings();
    const result = page.locator('#peye-test-result');
    await page.locator('#peye-test').click();
    await result.getByText(/^Connected\. The test key works\. Peye \S+, 1 USD = 130\.50? HTG\.$/).waitFor();
    await field('url').fill('http://127.0.0.1:1');
    await page.locator('#peye-test').click();
    await result.getByText(/^No connection\./).waitFor();
    const line = await startLosingLine(shop.gateway.url);
    line.fail({ status: 429, error: 'rate_limit_exceeded', retry_after: 90 });
    await field('url').fill(line.url);
    await page.locator('#peye-test').click();
    await result
      .getByText('No connection. Peye limits the requests of this server. Please try again in 2 minutes.')
      .waitFor();
    await line.close();
    await field('url').fill('http://pay.example.ht');
    await page.locator('#peye-test').click();
    await result.getByText('The key was not sent: an address looks like https://pay.example.ht.').waitFor();
    await field('url').fill(shop.gateway.url);
    await field('test_key').fill(`tk_test_${'0'.repeat(40)}`);
    await page.locator('#peye-test').click();
    await result.getByText(/Invalid API key/).waitFor();
    await field('test_mode').uncheck();
    await page.locator('#peye-test').click();
    await result.getByText('Fill in the address and the live key first.').waitFor();
  });

  it('saves settings without losing secrets that were not typed again, and reports invalid values', async () => {
    await openSettings();
    const before = await saved();
    await field('live_key').fill('tk_test_wrong');
    await field('url').fill('pay.example.ht');
    await save();
    await page.getByText('Live key was not saved: it must begin with tk_live_').waitFor();
    await page.getByText('The address was not saved').waitFor();
    assert.deepEqual(await saved(), before);
    await openSettings();
    await field('live_key').fill(`tk_live_${'k'.repeat(40)}`);
    await save();
    assert.deepEqual(await saved(), { ...before, live_key: `tk_live_${'k'.repeat(40)}` });
    await page.locator('[name="peye_forget[]"][value="live_key"]').check();
    await save();
    assert.equal((await saved()).live_key, '');
  });

  it('reads why customers do not see a method: another currency, no key', async () => {
    const reason = async (change: string, expected: string) => {
      await shop.php(change);
      await openSettings();
      await page.locator('.peye-methods').getByText(expected).first().waitFor();
      await page.goto(`${shop.url}/wp-admin/admin.php?page=wc-settings&tab=checkout&section=peye_card`);
      await page.getByText(`Customers do not see this method. ${expected}`).waitFor();
      assert.equal((await tryToOrder(shop, 'moncash')).status, 400);
    };
    await reason(
      `update_option('woocommerce_currency', 'EUR');`,
      'Your shop sells in EUR. Peye takes gourdes (HTG) and US dollars (USD).',
    );
    await shop.php(`update_option('woocommerce_currency', 'HTG');`);
    await shop.set({ test_mode: 'no' });
    await reason('', 'The live key is not set.');
    await shop.set({ test_mode: 'yes' });
  });

  it('shows the payments next to the order, and queries Peye about an open one', async () => {
    const { id, transactionId } = await placeOrder(shop);
    await shop.hearWebhooks(false);
    await shop.api.post(`/test_helpers/payments/${transactionId}/complete`);
    await page.goto(`${shop.url}/wp-admin/admin.php?page=wc-orders&action=edit&id=${id}`);
    const box = page.locator('#peye-payments');
    await box.getByText('open', { exact: true }).waitFor();
    await box.getByText('TEST MODE').waitFor();
    await page.locator('#woocommerce-order-actions select[name=wc_order_action]').selectOption('peye_check');
    await page.locator('#woocommerce-order-actions .wc-reload').click();
    await box.getByText('paid', { exact: true }).waitFor();
    await page.locator('#woocommerce-order-notes').getByText('Checked with Peye at your request.').waitFor();
    assert.equal((await shop.order(id)).status, 'processing');
    await page.reload();
    const shown: string[] = [];
    page.on('dialog', (dialog) => {
      shown.push(dialog.message());
      void dialog.accept();
    });
    await page.locator('button.refund-items').click();
    await page.locator('#refund_amount').fill('100');
    await page.locator('#refund_amount').press('Tab');
    await page.locator('button.do-api-refund').click();
    await until('the button responds', async () => shown.length > 1);
    assert.match(
      shown[1]!,
      /The refund of 100\.00.HTG waits for the operator, who pays it by hand.*Do not request it again/,
    );
    await page.reload();
    await box.getByText('The refund of 100.00').waitFor();
    page.removeAllListeners('dialog');
    await shop.hearWebhooks(true);
  });

  it("also works with orders in WordPress's table of posts", async () => {
    // The filters are removed, because WooCommerce would first require that orders are copied between the tables.
    const keepIn = (tables: string) =>
      shop.php(
        `remove_all_filters('pre_update_option'); update_option('woocommerce_custom_orders_table_enabled', '${tables}');`,
      );
    await keepIn('no');
    const placed = await placeOrder(shop, 'natcash');
    await shop.hearWebhooks(false);
    await shop.api.post(`/test_helpers/payments/${placed.transactionId}/complete`);
    await shop.php(`update_option('peye_last_round', 0); do_action('peye_reconcile');`);
    assert.equal((await shop.order(placed.id)).status, 'processing');
    await shop.hearWebhooks(true);
    await keepIn('yes');
  });

  it('leaves no line in the shop’s log of errors', () => assert.equal(shop.debugLog(), ''));

  it('uninstalls the plugin: the settings are deleted, and orders keep their payments', async () => {
    const { id } = await placeOrder(shop);
    const { payments } = await shop.order(id);
    await shop.php(`
      require_once ABSPATH . 'wp-admin/includes/plugin.php';
      deactivate_plugins('peye/peye.php'); uninstall_plugin('peye/peye.php');`);
    await until('the plugin is deleted', async () => (await shop.php(`return class_exists('Peye_Plugin');`)) === false);
    const left = await shop.php(`
      global $wpdb;
      return array($wpdb->get_col("SELECT option_name FROM {$wpdb->options} WHERE option_name LIKE '%peye%'"),
        wc_get_order(${id})->get_meta('_peye_payments'));`);
    assert.deepEqual(left, [[], payments]);
  });
});
