import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { sessionsOf } from '../../checkout/session-stage.ts';
import { payByWallet } from '../../pages/visitor.ts';
import { launchBrowser } from '../../support/browser.ts';
import { until } from '../../support/gateway.ts';
import { NO_MATERIAL } from '../material.ts';
import { checkOut, comeBack, openCheckout, payAgain, placeOrder } from './buy.ts';
import { type Shop, startShop } from './shop.ts';

describe('WooCommerce: the choice of the method on the next page', { skip: NO_MATERIAL }, () => {
  let shop: Shop;
  let browser: Browser;
  let sessions: ReturnType<typeof sessionsOf>;
  before(async () => {
    [shop, browser] = await Promise.all([startShop(), launchBrowser()]);
    sessions = sessionsOf(shop.gateway.url, shop.api);
  });
  after(async () => {
    await browser?.close();
    await shop?.stop();
  });

  const place = async () => {
    const placed = await placeOrder(shop, 'choice');
    const [payment] = (await shop.order(placed.id)).payments;
    assert.ok(payment?.session_id, 'the order knows the session');
    const { json } = await sessions.get(payment.session_id);
    return { placed, session: json.data };
  };
  const complete = async (id: string) => {
    const { status, text } = await shop.api.post(`/test_helpers/payments/${id}/complete`);
    assert.equal(status, 200, text);
  };
  const statuses = async (id: number) => (await shop.order(id)).payments.map(({ status }) => status);

  it('a declined payment leaves the order open, and another method on the same page pays it', async () => {
    const page = await (await browser.newContext({ viewport: { width: 1100, height: 900 } })).newPage();
    page.setDefaultTimeout(40_000);
    await openCheckout(page, shop);
    await checkOut(page, 'choice');
    await page.waitForURL(`${shop.gateway.url}/c/**`);
    await page.locator('input[value="moncash"]').check();
    await page.locator('form button').first().click();
    await page.waitForURL(`${shop.gateway.url}/pay/**`);
    await payByWallet(page, '37000002');
    await page.locator('a[href*="/c/"]').first().click();
    await page.waitForURL(`${shop.gateway.url}/c/**`);
    await page.locator('input[value="natcash"]').check();
    await page.locator('form button').first().click();
    await page.waitForURL(`${shop.gateway.url}/pay/**`);
    await payByWallet(page, '37000001');
    await page.locator(`a[href^="${shop.url}/wc-api/peye_return"]`).first().click();
    await page.waitForURL('**/order-received/**');
    await page.getByText('Thank you. Your order has been received.').waitFor();
    const id = Number(/order-received\/(\d+)/.exec(page.url())?.[1]);
    await shop.becomes(id, 'processing');
    const order = await shop.order(id);
    assert.deepEqual(
      order.payments.map(({ status, method }) => [status, method]),
      [['paid', 'natcash']],
    );
    assert.equal(order.transactionId, order.payments[0]?.transaction_id);
    assert.equal(order.title, 'NatCash (test)');
    await page.context().close();
  });

  it('a failed payment of a session is a webhook that changes nothing; the next one completes the order, and is refunded', async () => {
    const { placed, session } = await place();
    const failed = await sessions.start(session, 'moncash');
    await shop.api.post(`/test_helpers/payments/${failed}/fail`, { failure_reason: 'declined' });
    const delivered = async (id: string) => {
      const [row] = await shop.gateway.store.db.query('SELECT status FROM deliveries WHERE payment_id = $1', [
        Number(id),
      ]);
      return row?.status === 'delivered';
    };
    await until('the webhook of the failed payment was accepted', () => delivered(failed));
    assert.equal((await shop.order(placed.id)).status, 'pending');
    assert.deepEqual(await statuses(placed.id), ['open']);
    const paid = await sessions.start(session, 'natcash');
    await complete(paid);
    await shop.becomes(placed.id, 'processing');
    assert.equal((await shop.order(placed.id)).transactionId, paid);
    assert.match((await comeBack(shop, paid)).headers.get('location') ?? '', /order-received/);
    const refund =
      await shop.php(`$made = wc_create_refund(array('order_id' => ${placed.id}, 'amount' => '750', 'refund_payment' => true));
      return is_wp_error($made) ? $made->get_error_message() : $made->get_amount();`);
    const { json } = await shop.api.get(`${shop.gateway.url}/api/refunds/v1/refunds?transaction_id=${paid}`);
    assert.equal(json.data.length, 1, JSON.stringify([refund, json]));
    assert.equal(json.data[0].amount, '750.00');
  });

  it('is continued by a second click, and ended when the customer chooses another method in the shop', async () => {
    const { placed, session } = await place();
    const again = await payAgain(shop, placed, 'choice');
    assert.equal(again.body.payment_result.redirect_url, placed.redirect);
    const other = await payAgain(shop, placed, 'moncash');
    assert.equal(other.status, 200, JSON.stringify(other.body));
    assert.equal((await sessions.read(session)).status, 'cancelled');
    assert.deepEqual(await statuses(placed.id), ['failed', 'open']);
    assert.equal((await shop.order(placed.id)).status, 'pending');
  });

  it('is found by the scheduled check without a webhook, also for dollars that a wallet charges in gourdes', async () => {
    await shop.hearWebhooks(false);
    await shop.php(`update_option('woocommerce_currency', 'USD');`);
    const { placed, session } = await place();
    const paid = await sessions.start(session, 'natcash');
    await complete(paid);
    assert.equal(await shop.php(`return Peye_Reconciler::check(${placed.id});`), true);
    const order = await shop.order(placed.id);
    assert.equal(order.status, 'processing', order.notes.join('\n'));
    assert.deepEqual([order.payments[0]?.currency, order.payments[0]?.paid_currency], ['USD', 'HTG']);
  });

  it('leaves no line in the shop’s log of errors', () => assert.equal(shop.debugLog(), ''));
});
