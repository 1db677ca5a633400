import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Verbs } from '../../../src/app/build-verbs.ts';
import { refundIdOf } from '../../../src/features/refunds/store/refund-table.ts';
import { signWebhook } from '../../../src/features/webhooks/sign.ts';
import { until } from '../../support/gateway.ts';
import { verbsOf } from '../../support/verbs.ts';
import { changeWebsite } from '../../support/websites.ts';
import { type LosingLine, startLosingLine } from '../losing-line.ts';
import { NO_MATERIAL } from '../material.ts';
import { placeOrder } from './buy.ts';
import { type Shop, startShop } from './shop.ts';

interface ShopRefund {
  readonly amount: number;
  readonly isPaid: boolean;
}

describe('WooCommerce: the refund button', { skip: NO_MATERIAL }, () => {
  let shop: Shop;
  let line: LosingLine;
  let verbs: Verbs;
  before(async () => {
    shop = await startShop({
      peyeUrl: async (gateway) => {
        line = await startLosingLine(gateway);
        return line.url;
      },
    });
    verbs = await verbsOf(shop.gateway);
  });
  after(async () => {
    await verbs?.close();
    await shop?.stop();
    await line?.close();
  });

  /** The id of an order of 750 gourdes that was paid. */
  const paid = async (method = 'lakaypay_card'): Promise<number> => {
    const { id, transactionId } = await placeOrder(shop, method);
    const done = await shop.api.post(`/test_helpers/payments/${transactionId}/complete`);
    assert.equal(done.status, 200, done.text);
    await shop.becomes(id, 'processing');
    return id;
  };
  /** Clicks the button: the message of an error, or `refunded`. */
  const click = (id: number, amount: string, { reason = '', more = '', before = '' } = {}): Promise<string> =>
    shop.php(`${before}
      $refund = wc_create_refund(array('order_id' => ${id}, 'amount' => '${amount}', 'reason' => '${reason}', 'refund_payment' => true ${more}));
      return is_wp_error($refund) ? $refund->get_error_message() : 'refunded';`);
  const ofShop = (id: number): Promise<ShopRefund[]> =>
    shop.php(`return array_map(
      fn($refund) => array('amount' => (float) $refund->get_amount(), 'isPaid' => $refund->get_refunded_payment()),
      wc_get_order(${id})->get_refunds());`);
  const ofPeye = async (id: number): Promise<{ refund_id: string; status: string; amount: string }[]> => {
    const { transactionId } = await shop.order(id);
    return (await shop.api.get(`${shop.gateway.url}/api/refunds/v1/refunds?transaction_id=${transactionId}`)).json.data;
  };
  const notes = async (id: number, pattern: RegExp) =>
    (await shop.order(id)).notes.filter((note) => pattern.test(note)).length;
  /** Checks the order as the shop does a minute after a click. */
  const check = (id: number) =>
    shop.php(`
      $order = wc_get_order(${id});
      $refunds = array_map(fn($refund) => array('asked' => time() - 120) + $refund, $order->get_meta('_peye_refunds'));
      $order->update_meta_data('_peye_refunds', $refunds);
      $order->save();
      return Peye_Reconciler::check(${id});`);
  const payByHand = async (id: number, number: string) => {
    const [{ refund_id = '' } = {}] = await ofPeye(id);
    const { website } = (await shop.gateway.store.db
      .query<{ website: string }>('SELECT website_id AS website FROM refunds WHERE name = $1', [refund_id])
      .then(([row]) => row))!;
    await verbs.refunds.complete(refundIdOf({ websiteId: website, mode: 'test' }, refund_id), number);
  };
  /** Sets whether the events of refunds go to the shop. By default the shop learns of them from its checks. */
  const sendWebhooks = async (sends: boolean) => {
    const { db } = shop.gateway.store;
    const [website] = await db.query<{ id: string; url: string }>(
      'SELECT id, callback_url AS url FROM websites WHERE callback_url IS NOT NULL',
    );
    await changeWebsite(db, website!.id, { refundCallbackUrl: sends ? website!.url : null });
  };
  const one = (amount: number): ShopRefund[] => [{ amount, isPaid: true }];

  it('refunds a part, then the rest, and the order is refunded', async () => {
    const id = await paid();
    assert.equal(await click(id, '100.50', { reason: 'out of stock' }), 'refunded');
    assert.deepEqual(await ofShop(id), one(100.5));
    assert.equal(await notes(id, /The refund of 100\.50.HTG succeeded.*TEST MODE/), 1);
    assert.equal(await notes(id, /has not moved any money/), 0);
    assert.equal(await click(id, '649.50'), 'refunded');
    assert.equal((await shop.order(id)).status, 'refunded');
    assert.deepEqual(
      (await ofPeye(id)).map(({ amount, status }) => [amount, status]),
      [
        ['649.50', 'succeeded'],
        ['100.50', 'succeeded'],
      ],
    );
    await shop.php(`as_schedule_single_action(time() - 1, 'peye_reconcile', array(), 'peye');
      return ActionScheduler_QueueRunner::instance()->run('test');`);
    assert.equal((await ofShop(id)).length, 2);
  });

  it('records a refund by hand only when it was paid, with its items, however often the button was pressed', async () => {
    const id = await paid('moncash');
    const { stock } = await shop.order(id);
    const more = `, 'restock_items' => true, 'line_items' => array(key(wc_get_order(${id})->get_items()) => array('qty' => 1, 'refund_total' => 750))`;
    // All at once, and once again: at most one of them requests the refund at a time.
    const pressed = await Promise.all([1, 2, 3].map(() => click(id, '750', { more })));
    assert.deepEqual(
      pressed.filter((result) => !/by hand|under way|being changed|Invalid refund amount/.test(result)),
      [],
    );
    assert.match(
      await click(id, '750', { more }),
      /The refund of 750\.00.HTG waits for the operator, who pays it by hand.*Do not request it again/,
    );
    assert.match(await click(id, '20'), /A refund of 750\.00.HTG is under way/);
    assert.deepEqual(await ofShop(id), []);
    assert.deepEqual(
      (await ofPeye(id)).map(({ status }) => status),
      ['manual'],
    );
    assert.equal(await notes(id, /by hand/), 1);
    await check(id);
    assert.deepEqual(await ofShop(id), []);
    // The webhook records it, and the check finds nothing more to do.
    await sendWebhooks(true);
    await payByHand(id, '2284013977');
    await shop.becomes(id, 'refunded');
    assert.equal(await check(id), true);
    assert.deepEqual(await ofShop(id), one(750));
    const order = await shop.order(id);
    assert.deepEqual([order.status, order.stock], ['refunded', stock + 1]);
    await sendWebhooks(false);
    assert.equal(await notes(id, /The refund of 750\.00.HTG succeeded/), 1);
    assert.equal(await notes(id, /has not moved any money/), 0);
  });

  it('requests one refund when its responses are lost', async () => {
    const id = await paid();
    line.loseNextAnswer(9);
    assert.match(
      await click(id, '100'),
      /Peye has not confirmed the refund\..*request the same refund again by itself/,
    );
    line.loseNextAnswer(0);
    assert.deepEqual(await ofShop(id), []);
    // It is also repeated while Peye limits requests.
    line.fail({ status: 429, error: 'rate_limit_exceeded', retry_after: 60 });
    assert.equal(await check(id), false);
    line.fail(undefined);
    await check(id);
    await until('it is recorded', async () => {
      await check(id);
      return (await ofShop(id)).length === 1;
    });
    assert.deepEqual([(await ofPeye(id)).length, await ofShop(id)], [1, one(100)]);
  });

  it('shows no refund that a crash interrupted, until the customer has the money', async () => {
    const id = await paid('moncash');
    const before = `add_filter('http_response', function ($response, $args) {
      if ('PUT' === $args['method']) { echo 'null'; exit; }
      return $response;
    }, 10, 2);`;
    assert.equal(await click(id, '100', { before }), null);
    assert.deepEqual(await ofShop(id), [{ amount: 100, isPaid: false }]);
    await check(id);
    assert.deepEqual(await ofShop(id), []);
    assert.equal(await notes(id, /by hand/), 1);
    await payByHand(id, '2284013978');
    await check(id);
    assert.deepEqual(await ofShop(id), one(100));
  });

  it('reports that a refund failed, and allows it to be requested again', async () => {
    const id = await paid();
    assert.match(
      await click(id, '100', { reason: 'test: declined' }),
      /refund of 100\.00.HTG failed: no money was returned/,
    );
    assert.deepEqual([await ofShop(id), await notes(id, /failed: no money was returned/)], [[], 1]);
    assert.equal(await click(id, '100'), 'refunded');
    assert.deepEqual(
      (await ofPeye(id)).map(({ status }) => status),
      ['succeeded', 'failed'],
    );
  });

  it('is refused with the reason: a part by NatCash, a key without the scope', async () => {
    const id = await paid('natcash');
    assert.match(await click(id, '100'), /Peye refused the refund, and no money was returned\. .*full/);
    const { website_id: websiteId } = (await shop.gateway.store.db
      .query<{ website_id: string }>('SELECT website_id FROM refunds LIMIT 1')
      .then(([row]) => row))!;
    const { text } = await shop.gateway.store.operator.createApiKey({
      websiteId,
      mode: 'test',
      scopes: ['read', 'create'],
    });
    await shop.set({ test_key: text });
    assert.match(await click(id, '750'), /give it the scope “refund”/);
    await shop.set({ test_key: shop.key });
    assert.deepEqual([await ofShop(id), await ofPeye(id)], [[], []]);
    assert.equal(await click(id, '750'), 'refunded');
  });

  it('is the same refund again in a shop that was restored, and a refund of another amount is refused', async () => {
    const id = await paid();
    assert.equal(await click(id, '100'), 'refunded');
    await shop.php(`foreach (wc_get_order(${id})->get_refunds() as $refund) { $refund->delete(true); }
      $order = wc_get_order(${id}); $order->delete_meta_data('_peye_refunds'); $order->save();`);
    assert.match(await click(id, '70'), /another refund called wc-\w{6}-\d+-r1/);
    await shop.php(`$order = wc_get_order(${id}); $order->delete_meta_data('_peye_refunds'); $order->save();`);
    assert.equal(await click(id, '100'), 'refunded');
    assert.deepEqual([(await ofPeye(id)).length, await ofShop(id)], [1, one(100)]);
  });

  it('notes that a refund was reversed, by webhook and by the daily check', async () => {
    const ids = [await paid(), await paid()];
    for (const id of ids) assert.equal(await click(id, '100', { reason: 'test: reversed' }), 'refunded');
    const [first = 0, second = 0] = ids;
    await until('both are reversed', async () =>
      [...(await ofPeye(first)), ...(await ofPeye(second))].every(({ status }) => status === 'reversed'),
    );
    const body = JSON.stringify({ event: 'refund.reversed', timestamp: 1_795_269_991, data: (await ofPeye(first))[0] });
    const post = async (secret: string) =>
      fetch(`${shop.url}/wc-api/peye/`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-gateway-signature': signWebhook(body, secret),
          'x-gateway-mode': 'test',
        },
        body,
      });
    assert.equal((await post('whsec_Another0Another1Another2Another3')).status, 401);
    for (let copy = 0; copy < 2; copy++) assert.equal((await post(shop.webhookSecret)).status, 200);
    assert.equal(await notes(first, /REFUND REVERSED: the 100\.00.HTG/), 1);
    assert.equal(await notes(second, /REFUND REVERSED/), 0);
    await shop.php(`update_option('peye_last_round', time() - 86400); do_action('peye_reconcile');`);
    assert.equal(await notes(second, /REFUND REVERSED/), 1);
  });

  it('returns gourdes for dollars that were charged in gourdes, to the centime in all', async () => {
    const sell = (currency: string, price: string) =>
      shop.php(
        `update_option('woocommerce_currency', '${currency}'); $product = wc_get_product(12); $product->set_regular_price('${price}'); $product->save();`,
      );
    await sell('USD', '5.75');
    const id = await paid('moncash');
    await sell('HTG', '750');
    const [payment] = (await shop.order(id)).payments;
    for (const [amount, number] of [
      ['1.99', '2284013979'],
      ['3.76', '2284013980'],
    ] as const) {
      assert.match(await click(id, amount), new RegExp(`${amount}.USD \\(\\d+\\.\\d\\d.HTG\\) waits for the operator`));
      await payByHand(id, number);
      await check(id);
    }
    const amounts = (await ofPeye(id)).map(({ amount }) => Math.round(Number(amount) * 100));
    assert.equal(amounts[0]! + amounts[1]!, Math.round(Number(payment?.paid_amount) * 100));
    assert.equal((await shop.order(id)).status, 'refunded');
  });

  it('leaves no line in the shop’s log of errors', () => assert.equal(shop.debugLog(), ''));
});
