import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { signWebhook } from '../../../src/features/webhooks/sign.ts';
import { NO_MATERIAL } from '../material.ts';
import { comeBack, placeOrder } from './buy.ts';
import { makeNetwork, SECOND } from './network.ts';
import { type Shop, startShop } from './shop.ts';

const ROUNDS = `return count(as_get_scheduled_actions(array('hook' => 'peye_reconcile', 'status' => 'pending', 'per_page' => -1), 'ids'));`;

describe('WooCommerce: two shops in one network of sites', { skip: NO_MATERIAL }, () => {
  let first: Shop;
  let second: Shop;
  before(async () => {
    first = await startShop({ prepare: makeNetwork });
    second = await first.another(SECOND);
  });
  after(() => first?.stop());

  const complete = async (shop: Shop, id: string) => {
    const { status, text } = await shop.api.post(`/test_helpers/payments/${id}/complete`);
    assert.equal(status, 200, text);
  };
  /** Posts an event to a shop, signed with a secret. */
  const post = async (shop: Shop, secret: string) => {
    const body = JSON.stringify({ event: 'test', timestamp: 1_795_269_991, data: {} });
    const headers = { 'x-gateway-signature': signWebhook(body, secret), 'x-gateway-mode': 'test' };
    return (await fetch(`${shop.url}/wc-api/peye/`, { method: 'POST', headers, body })).status;
  };

  it('schedules the rounds in each site without a visit to its admin pages, and again when they were lost', async () => {
    for (const shop of [first, second]) {
      assert.equal(await shop.php(ROUNDS), 1, shop.url);
      await shop.php(`as_unschedule_action('peye_reconcile');`);
      assert.equal(await shop.php(ROUNDS), 0, 'the hour has not passed');
      await shop.php(`update_option('peye_schedule_checked', time() - HOUR_IN_SECONDS);`);
      assert.equal(await shop.php(ROUNDS), 1, shop.url);
    }
  });

  it('has its settings, secret and addresses for each site', async () => {
    const settings = `return array(Peye_Settings::api_key('test'), Peye_Settings::webhook_url(), Peye_Settings::return_url());`;
    for (const shop of [first, second]) {
      const addresses = [`${shop.url}/wc-api/peye/`, `${shop.url}/wc-api/peye_return/`];
      assert.deepEqual(await shop.php(settings), [shop.key, ...addresses]);
      assert.equal(await post(shop, shop.webhookSecret), 200);
    }
    assert.equal(await post(first, second.webhookSecret), 401);
    assert.equal(await post(second, first.webhookSecret), 401);
    const deleted = { ...second, url: `${first.url}/deleted` };
    assert.equal(await post(deleted, second.webhookSecret), 401, 'the first site accepts nothing for a deleted one');
  });

  it('completes an order by the webhook of its site only', async () => {
    const paid = await placeOrder(second);
    const other = await placeOrder(first);
    await complete(second, paid.transactionId);
    await second.becomes(paid.id, 'processing');
    assert.equal((await first.order(other.id)).status, 'pending');
    assert.ok((await comeBack(second, paid.transactionId)).headers.get('location')?.startsWith(`${second.url}/`));
    await complete(first, other.transactionId);
    await first.becomes(other.id, 'processing');
  });

  it('finds a payment in the second site by the scheduled check when its webhook is lost', async () => {
    await second.hearWebhooks(false);
    const { id, transactionId } = await placeOrder(second);
    await complete(second, transactionId);
    const work = `
      as_schedule_single_action(time() - 1, 'peye_reconcile', array(), 'peye');
      return ActionScheduler_QueueRunner::instance()->run('test');`;
    await first.php(work);
    assert.equal((await second.order(id)).status, 'pending', 'a round is for one site');
    await second.php(work);
    assert.equal((await second.order(id)).status, 'processing');
    await second.hearWebhooks(true);
  });

  it('leaves no line in the log of errors', () => assert.equal(first.debugLog(), ''));

  it('runs work in every site although it fails in one, and returns to the current site', async () => {
    const run = `
      require_once PEYE_DIR . 'includes/class-peye-sites.php';
      $seen = array();
      Peye_Sites::each(function () use (&$seen) { $seen[] = get_current_blog_id(); throw new Exception('broken'); });
      return array($seen, get_current_blog_id());`;
    assert.deepEqual(await second.php(run), [[1, 2], 2]);
    assert.match(first.debugLog(), /Site 1: broken[\s\S]*Site 2: broken/);
  });

  it('stops the rounds of all sites when it is deactivated for the network, and starts them when it is activated again', async () => {
    const change = (how: string) => first.php(`require_once ABSPATH . 'wp-admin/includes/plugin.php'; ${how}`);
    const bare = `global $wpdb; return (int) $wpdb->get_var("SELECT COUNT(*) FROM {$wpdb->prefix}actionscheduler_actions WHERE hook LIKE 'peye%' AND status = 'pending'");`;
    // A site in which WooCommerce has not run yet has no tables for tasks.
    await first.php(
      `wp_insert_site(array('domain' => get_network()->domain, 'path' => '/third/', 'title' => 'Twazyèm', 'user_id' => 1));`,
    );
    await change(`deactivate_plugins('peye/peye.php', false, true);`);
    for (const shop of [first, second]) assert.equal(await shop.php(bare), 0, shop.url);
    await change(`activate_plugin('peye/peye.php', '', true);`);
    for (const shop of [first, second]) assert.equal(await shop.php(ROUNDS), 1, shop.url);
  });

  it('is uninstalled from every site: no option and no scheduled check stays, the orders do', async () => {
    const orders = `return array_map(fn($order) => array($order->get_id(), $order->get_status(), $order->get_meta('_peye_payments')),
      wc_get_orders(array('limit' => -1, 'orderby' => 'ID')));`;
    const before = [await first.php(orders), await second.php(orders)];
    for (const shop of [first, second]) await shop.php(`add_option('peye_lock_1', '1 left by a dead process');`);
    const site = await first.php(`
      require_once ABSPATH . 'wp-admin/includes/plugin.php';
      deactivate_plugins('peye/peye.php', false, true); uninstall_plugin('peye/peye.php'); return get_current_blog_id();`);
    assert.equal(site, 1);
    const left = `
      global $wpdb;
      return array_merge(
        $wpdb->get_col("SELECT option_name FROM {$wpdb->options} WHERE option_name LIKE '%peye%'"),
        $wpdb->get_col("SELECT hook FROM {$wpdb->prefix}actionscheduler_actions WHERE hook LIKE 'peye%'"),
        $wpdb->get_col("SELECT slug FROM {$wpdb->prefix}actionscheduler_groups WHERE slug LIKE 'peye%'"));`;
    for (const shop of [first, second]) assert.deepEqual(await shop.php(left), [], shop.url);
    assert.deepEqual([await first.php(orders), await second.php(orders)], before);
    assert.ok(before.every((list) => list.length > 0));
    assert.doesNotMatch(first.debugLog(), /wp_3_/);
  });
});
