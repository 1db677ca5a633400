import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { signWebhook } from '../../../src/features/webhooks/sign.ts';
import { until } from '../../support/gateway.ts';
import { type LosingLine, startLosingLine } from '../losing-line.ts';
import { NO_MATERIAL } from '../material.ts';
import { comeBack, type Placed, payAgain, placeOrder, tryToOrder } from './buy.ts';
import { type Shop, startShop } from './shop.ts';

const LIMITED = { status: 429, error: 'rate_limit_exceeded' };

describe('WooCommerce: the status of an order', { skip: NO_MATERIAL }, () => {
  let shop: Shop;
  let line: LosingLine;
  before(async () => {
    shop = await startShop({
      peyeUrl: async (gateway) => {
        line = await startLosingLine(gateway);
        return line.url;
      },
    });
  });
  after(async () => {
    await shop?.stop();
    await line?.close();
  });

  const finish = async (id: string, how: 'complete' | 'fail', body?: object) => {
    const response = await shop.api.post(`/test_helpers/payments/${id}/${how}`, body);
    assert.equal(response.status, 200, response.text);
  };
  const becomes = (placed: Placed, status: string) => shop.becomes(placed.id, status);
  /** Posts a webhook, signed as Peye signs it. */
  const post = async (data: object, { secret = shop.webhookSecret, event = 'payment.success', mode = 'test' } = {}) => {
    const body = JSON.stringify({ event, timestamp: 1_795_269_991, data });
    const response = await fetch(`${shop.url}/wc-api/peye/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-gateway-signature': signWebhook(body, secret),
        'x-gateway-mode': mode,
      },
      body,
    });
    return { status: response.status, text: await response.text() };
  };
  const read = async (id: string) => (await shop.api.get(`/payments/${id}`)).json.data;
  /** Runs the queued tasks of the shop, as WP-Cron does. */
  const runQueue = () =>
    shop.php(`
      as_schedule_single_action(time() - 1, 'peye_reconcile', array(), 'peye');
      return ActionScheduler_QueueRunner::instance()->run('test');`);
  /** Runs `work` while no webhook reaches the shop. */
  const deaf = async (work: () => Promise<void>) => {
    await shop.hearWebhooks(false);
    try {
      await work();
    } finally {
      await shop.hearWebhooks(true);
    }
  };
  const matching = (notes: readonly string[], pattern: RegExp) => notes.filter((note) => pattern.test(note));

  it('is processing after the webhook, even before the customer returns, and the customer who returns sees that', async () => {
    const before = (await shop.order((await placeOrder(shop)).id)).stock;
    const placed = await placeOrder(shop);
    assert.ok(placed.redirect.startsWith(`${shop.gateway.url}/pay/${placed.transactionId}/`), placed.redirect);
    await finish(placed.transactionId, 'complete');
    await becomes(placed, 'processing');
    const order = await shop.order(placed.id);
    assert.equal(order.transactionId, placed.transactionId);
    assert.equal(order.stock, before - 1);
    assert.deepEqual(
      matching(order.notes, /^Peye: /).map((note) => note.replace(/\d{15,16}/g, 'ID')),
      [
        'Peye: payment by MonCash started: 750.00\u00a0HTG. Transaction ID. TEST MODE: no real money.',
        'Peye: 750.00\u00a0HTG was paid by MonCash. Transaction ID. Received by webhook, then checked with Peye. TEST MODE: no real money.',
      ],
    );
    const back = await comeBack(shop, placed.transactionId);
    assert.match(back.headers.get('location') ?? '', /\/checkout\/order-received\/\d+\/\?key=/);
  });

  it('is processing after the customer’s return, even before the webhook, which then changes nothing', async () => {
    const placed = await placeOrder(shop);
    await deaf(() => finish(placed.transactionId, 'complete'));
    assert.equal((await shop.order(placed.id)).status, 'pending');
    const back = await comeBack(shop, placed.transactionId);
    assert.match(back.headers.get('location') ?? '', /order-received/);
    const order = await shop.order(placed.id);
    assert.equal(order.status, 'processing');
    assert.equal(matching(order.notes, /Checked with Peye when the customer returned/).length, 1);
    assert.equal((await post(await read(placed.transactionId))).status, 200);
    assert.deepEqual(await shop.order(placed.id), order);
  });

  it('is completed once by six copies of the webhook at once, while customers come back', async () => {
    for (let round = 0; round < 3; round++) {
      const placed = await placeOrder(shop);
      const before = await shop.order(placed.id);
      await deaf(() => finish(placed.transactionId, 'complete'));
      const data = await read(placed.transactionId);
      const all = [post(data), post(data), comeBack(shop, placed.transactionId), post(data), post(data)];
      await Promise.all([...all, comeBack(shop, placed.transactionId), post(data), post(data)]);
      const order = await shop.order(placed.id);
      assert.equal(order.status, 'processing');
      assert.equal(order.stock, before.stock - 1, 'stock is reduced once');
      assert.equal(matching(order.notes, /was paid by MonCash/).length, 1);
      assert.equal(matching(order.notes, /Payment via/).length, 1);
    }
  });

  it('fails with a decline, and can be paid by another payment', async () => {
    const placed = await placeOrder(shop);
    await finish(placed.transactionId, 'fail', { failure_reason: 'insufficient_balance' });
    await becomes(placed, 'failed');
    const back = await comeBack(shop, placed.transactionId);
    const payPage = back.headers.get('location') ?? '';
    assert.match(payPage, /order-pay\/\d+\/\?pay_for_order=true/);
    const again = await payAgain(shop, placed, 'natcash');
    assert.equal(again.status, 200, JSON.stringify(again.body));
    const { payments } = await shop.order(placed.id);
    assert.equal(payments.length, 2);
    await finish(payments[1]!.transaction_id!, 'complete');
    await becomes(placed, 'processing');
    // The late event of the failed payment does not change the order, which is paid.
    assert.equal((await post(await read(placed.transactionId), { event: 'payment.failed' })).status, 200);
    assert.equal((await shop.order(placed.id)).status, 'processing');
  });

  it('stays pending when the customer cancels, and can be paid again', async () => {
    const placed = await placeOrder(shop);
    await finish(placed.transactionId, 'fail', { failure_reason: 'cancelled' });
    await until(
      'the order has a note',
      async () => matching((await shop.order(placed.id)).notes, /was cancelled/).length === 1,
    );
    assert.equal((await shop.order(placed.id)).status, 'pending');
    assert.match((await comeBack(shop, placed.transactionId)).headers.get('location') ?? '', /order-pay/);
  });

  it('continues with the open payment when the customer orders again by the same method', async () => {
    const placed = await placeOrder(shop);
    const again = await payAgain(shop, placed);
    assert.equal(again.body.payment_result?.redirect_url, placed.redirect, JSON.stringify(again.body));
    assert.equal((await shop.order(placed.id)).payments.length, 1);
  });

  it('is on hold, with both amounts, when it was changed after the payment had been started', async () => {
    const placed = await placeOrder(shop);
    await shop.php(`$order = wc_get_order(${placed.id}); $order->set_total('900.50'); $order->save();`);
    await finish(placed.transactionId, 'complete');
    await becomes(placed, 'on-hold');
    const [note] = matching((await shop.order(placed.id)).notes, /WRONG AMOUNT/);
    assert.match(note ?? '', /750\.00\s+HTG.*900\.50\s+HTG/);
  });

  it('is on hold when Peye charged another amount than was agreed', async () => {
    const placed = await placeOrder(shop);
    await shop.php(`
      $order = wc_get_order(${placed.id}); $payments = Peye_Payments::of($order); $payments[0]['charged_amount'] = '751.00';
      Peye_Payments::put($order, $payments); $order->save();`);
    await finish(placed.transactionId, 'complete');
    await becomes(placed, 'on-hold');
    assert.equal((await shop.order(placed.id)).payments[0]?.status, 'wrong');
  });

  it('is on hold, with a note, when it is paid after it was cancelled', async () => {
    const placed = await placeOrder(shop);
    await shop.php(`wc_get_order(${placed.id})->update_status('cancelled');`);
    await finish(placed.transactionId, 'complete');
    await becomes(placed, 'on-hold');
    assert.equal(matching((await shop.order(placed.id)).notes, /PAID AFTER IT WAS CANCELLED.*750\.00/).length, 1);
  });

  it('has a note that it was paid twice, with the amount to refund', async () => {
    const placed = await placeOrder(shop);
    await payAgain(shop, placed, 'lakaypay_card');
    const { payments, stock } = await shop.order(placed.id);
    assert.equal(payments.length, 2);
    for (const { transaction_id } of payments) await finish(transaction_id!, 'complete');
    await until('the shop knows that both payments are paid', async () => {
      const { payments: now, isHeld } = await shop.order(placed.id);
      return !isHeld && now.every((one) => one.status === 'paid');
    });
    const order = await shop.order(placed.id);
    assert.equal(order.status, 'processing');
    assert.equal(order.stock, stock - 1);
    const kept = order.payments.find((one) => one.transaction_id === order.transactionId);
    assert.equal(order.title, kept?.method === 'moncash' ? 'MonCash (test)' : 'LakayPay card (test)');
    assert.equal(matching(order.notes, /PAID MORE THAN ONCE.*Refund the customer 750\.00/).length, 1);
  });

  it('is found by the scheduled check when the webhook is lost', async () => {
    const placed = await placeOrder(shop);
    assert.equal(await shop.php(`return as_has_scheduled_action('peye_reconcile');`), true);
    await deaf(() => finish(placed.transactionId, 'complete'));
    await runQueue();
    const order = await shop.order(placed.id);
    assert.equal(order.status, 'processing');
    assert.equal(matching(order.notes, /Found by the scheduled check/).length, 1);
  });

  it('is found even if there are more newer orders than one round can check', async () => {
    const placed = await placeOrder(shop);
    await deaf(() => finish(placed.transactionId, 'complete'));
    // All of these orders are new, so each of them is due in every round.
    const newer: number[] = [];
    for (let made = 0; made < 21; made++) newer.push((await placeOrder(shop)).id);
    try {
      const round = () => shop.php(`update_option('peye_last_round', 0); do_action('peye_reconcile');`);
      await round();
      await round();
      assert.equal((await shop.order(placed.id)).status, 'processing');
    } finally {
      await shop.php(`foreach (${JSON.stringify(newer)} as $id) wc_get_order($id)->delete(true);`);
    }
  });

  it('is found by its reference when the response to the creation was lost', async () => {
    line.loseNextAnswer();
    const refused = await tryToOrder(shop, 'moncash');
    assert.equal(refused.status, 400);
    assert.match(refused.body.message, /cannot be reached. You have not been charged/);
    const [id] = await shop.php(
      `return wc_get_orders(array('limit' => 1, 'orderby' => 'ID', 'order' => 'DESC', 'return' => 'ids'));`,
    );
    const placed = { id, key: '', redirect: '', transactionId: '' };
    const lost = (await shop.order(id)).payments[0]!;
    assert.equal(lost.status, 'lost');
    // Set the order as if the lookup of the same request had found nothing either.
    await shop.php(`
      $order = wc_get_order(${id}); $payments = Peye_Payments::of($order); unset($payments[0]['transaction_id']); $payments[0]['created'] -= 120;
      Peye_Payments::put($order, $payments); $order->save();`);
    const { transaction_id } = (await shop.api.get(`/payments/reference/${lost.reference}`)).json.data;
    await deaf(() => finish(transaction_id, 'complete'));
    await runQueue();
    await becomes(placed, 'processing');
    assert.equal((await shop.order(id)).transactionId, transaction_id);
  });

  it('has no lost payment if nothing was sent, and the customer reads that the payment service cannot be reached', async () => {
    await shop.set({ url: 'http://127.0.0.1:1' });
    const refused = await tryToOrder(shop, 'moncash');
    await shop.set({ url: line.url });
    assert.equal(refused.status, 400);
    assert.match(refused.body.message, /You have not been charged/);
    const [id] = await shop.php(
      `return wc_get_orders(array('limit' => 1, 'orderby' => 'ID', 'order' => 'DESC', 'return' => 'ids'));`,
    );
    const { status, payments } = await shop.order(id);
    assert.deepEqual([status, payments[0]?.status], ['pending', 'refused']);
  });

  it('stays open while Peye limits requests, and the customer reads when to try again', async () => {
    const placed = await placeOrder(shop);
    try {
      for (const method of ['moncash', 'choice']) {
        line.fail({ ...LIMITED, retry_after: 150 });
        const { body } = await tryToOrder(shop, method);
        assert.equal(
          body.message,
          'Too many payments are being started at this moment. Please try again in 3 minutes.',
          method,
        );
      }
      line.fail({ ...LIMITED, retry_after: 20 });
      const { body } = await payAgain(shop, placed, 'natcash');
      assert.match(
        body.message,
        /do not know yet whether your last payment went through\..* Please try again in a minute\.$/,
      );
    } finally {
      line.fail(undefined);
    }
    assert.equal((await payAgain(shop, placed, 'natcash')).status, 200);
    assert.deepEqual(
      (await shop.order(placed.id)).payments.map(({ method, status }) => [method, status]),
      [
        ['moncash', 'open'],
        ['natcash', 'open'],
      ],
    );
  });

  it('can be paid after an error of the gateway that may have created a session', async () => {
    line.fail({ status: 500, error: 'internal_error' });
    const refused = await tryToOrder(shop, 'choice');
    line.fail(undefined);
    assert.match(
      refused.body.message,
      /cannot be reached\. You have not been charged\. Please try again in a moment\.$/,
    );
    const [id] = await shop.php(
      `return wc_get_orders(array('limit' => 1, 'orderby' => 'ID', 'order' => 'DESC', 'return' => 'ids'));`,
    );
    const key = await shop.php(`return wc_get_order(${id})->get_order_key();`);
    const again = await payAgain(shop, { id, key, redirect: '', transactionId: '' }, 'choice');
    assert.equal(again.status, 200, JSON.stringify(again.body));
  });

  it('is processed later if Peye cannot be queried at the time of the webhook', async () => {
    const placed = await placeOrder(shop);
    await deaf(() => finish(placed.transactionId, 'complete'));
    const data = await read(placed.transactionId);
    await shop.set({ url: 'http://127.0.0.1:1' });
    assert.equal((await post(data)).status, 503);
    await shop.set({ url: line.url });
    assert.equal((await shop.order(placed.id)).status, 'pending');
    assert.equal((await post(data)).status, 200);
    assert.equal((await shop.order(placed.id)).status, 'processing');
  });

  it('is not changed by a signed webhook that Peye does not confirm', async () => {
    const placed = await placeOrder(shop);
    const data = { ...(await read(placed.transactionId)), status: 'completed' };
    assert.equal((await post(data)).status, 503);
    assert.equal((await shop.order(placed.id)).status, 'pending');
  });

  it('is not changed by webhooks with a wrong secret or mode, or by webhooks of another shop', async () => {
    const placed = await placeOrder(shop);
    await deaf(() => finish(placed.transactionId, 'complete'));
    const data = await read(placed.transactionId);
    assert.equal((await post(data, { secret: `whsec_${'x'.repeat(40)}` })).status, 401);
    for (const mode of ['live', '']) assert.equal((await post(data, { mode })).status, 401, `mode ${mode}`);
    const foreign = [
      { ...data, reference: data.reference.replace(/.$/, (last: string) => (last === 'a' ? 'b' : 'a')) },
      { ...data, reference: 'order-1042' },
      { ...data, reference: null },
      { ...data, transaction_id: '123456789012345' },
      { ...data, reference: data.reference.replace(/^wc-([0-9a-f]+)-\d+/, 'wc-$1-999999') },
    ];
    for (const one of foreign) assert.deepEqual(await post(one), { status: 200, text: 'Not an order of this shop.' });
    assert.equal((await post({ transaction_id: '0' }, { event: 'test' })).status, 200);
    assert.equal((await shop.order(placed.id)).status, 'pending');
  });

  it('is processed with either of two secrets while the secret is rotated', async () => {
    const second = `whsec_${'s'.repeat(40)}`;
    await shop.set({ webhook_secret_2: second });
    const placed = await placeOrder(shop);
    await deaf(() => finish(placed.transactionId, 'complete'));
    assert.equal((await post(await read(placed.transactionId), { secret: second })).status, 200);
    await shop.set({ webhook_secret_2: '' });
    assert.equal((await shop.order(placed.id)).status, 'processing');
  });

  it('charges dollars in gourdes by the wallets, and compares the payment with the amount that Peye has charged', async () => {
    const sell = (currency: string, price: string) =>
      shop.php(
        `update_option('woocommerce_currency', '${currency}'); $product = wc_get_product(12); $product->set_regular_price('${price}'); $product->save();`,
      );
    await sell('USD', '5.75');
    const placed = await placeOrder(shop);
    await sell('HTG', '750');
    const [payment] = (await shop.order(placed.id)).payments;
    assert.deepEqual([payment?.currency, payment?.charged_currency], ['USD', 'HTG']);
    await finish(placed.transactionId, 'complete');
    await becomes(placed, 'processing');
  });

  it('is not cancelled as unpaid while its payment is open', async () => {
    const placed = await placeOrder(shop);
    const cancels = `return apply_filters('woocommerce_cancel_unpaid_order', true, wc_get_order(${placed.id}));`;
    assert.equal(await shop.php(cancels), false);
    await finish(placed.transactionId, 'fail', { failure_reason: 'cancelled' });
    await until('the order may be cancelled', () => shop.php(cancels));
  });

  it('has a note when a refund was only recorded: Peye has moved no money', async () => {
    const placed = await placeOrder(shop, 'natcash');
    await finish(placed.transactionId, 'complete');
    await becomes(placed, 'processing');
    await shop.php(`wc_create_refund(array('order_id' => ${placed.id}, 'amount' => '100'));`);
    assert.equal(matching((await shop.order(placed.id)).notes, /100\.00.*Peye has not moved any money/).length, 1);
  });

  it('is processed despite an expired lock', async () => {
    const placed = await placeOrder(shop);
    const hold = (until: string) =>
      shop.php(
        `global $wpdb; $wpdb->query("INSERT INTO {$wpdb->options} (option_name, option_value, autoload) VALUES ('peye_lock_${placed.id}', CONCAT(${until}, ' x'), 'no')");`,
      );
    await deaf(() => finish(placed.transactionId, 'complete'));
    await hold(String(Math.floor(Date.now() / 1000) - 1));
    assert.equal((await post(await read(placed.transactionId))).status, 200);
    assert.equal((await shop.order(placed.id)).status, 'processing');
    assert.equal(
      await shop.php(
        `global $wpdb; return (int) $wpdb->get_var("SELECT COUNT(*) FROM {$wpdb->options} WHERE option_name LIKE 'peye_lock_%'");`,
      ),
      0,
    );
  });

  it('leaves no key and no secret in a log, and no line in the shop’s log of errors', async () => {
    const logs = execFileSync('sh', ['-c', `cat ${shop.site}/wp-content/uploads/wc-logs/* 2>/dev/null || true`], {
      encoding: 'utf8',
    });
    assert.match(logs, /Order \d+/);
    for (const secret of [shop.key, shop.webhookSecret, 'secret_', 'whsec_', 'tk_test_'])
      assert.ok(!logs.includes(secret), secret);
    assert.equal(shop.debugLog(), '');
  });
});
