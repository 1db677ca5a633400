import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { NO_MATERIAL } from '../material.ts';
import { comeBack, placeOrder } from './buy.ts';
import { type Shop, startShop } from './shop.ts';

/** A page cache that is greedier than real ones: it keeps every page and redirect of a GET request, unless a header forbids that. */
const PAGE_CACHE = `<?php
if ( 'GET' === $_SERVER['REQUEST_METHOD'] && ! isset( $_GET['run-php'] ) ) {
	$kept = WP_CONTENT_DIR . '/kept-' . md5( $_SERVER['REQUEST_URI'] );
	if ( file_exists( $kept ) ) {
		header( 'X-Kept: yes' );
		readfile( $kept );
		exit;
	}
	ob_start( function ( $page ) use ( $kept ) {
		if ( ! preg_grep( '/^cache-control:.*(no-cache|no-store|private)/i', headers_list() ) ) {
			file_put_contents( $kept, $page );
		}
		return $page;
	} );
}
`;

describe('WooCommerce: a shop with many open orders and a page cache', { skip: NO_MATERIAL }, () => {
  let shop: Shop;
  before(async () => {
    shop = await startShop();
  });
  after(() => shop?.stop());

  const complete = async (id: string) => {
    const { status, text } = await shop.api.post(`/test_helpers/payments/${id}/complete`);
    assert.equal(status, 200, text);
  };

  it('finds the payment of the oldest of more than 500 open orders', async () => {
    await shop.hearWebhooks(false);
    const placed = await placeOrder(shop);
    await complete(placed.transactionId);
    await shop.php(`for ($made = 0; $made < 501; $made++) {
      $order = new WC_Order(); $order->update_meta_data(Peye_Payments::META_OPEN, '1'); $order->save(); }`);
    for (let round = 0; round < 2; round++) {
      await shop.php(`update_option('peye_last_round', 0); do_action('peye_reconcile');`);
    }
    assert.equal((await shop.order(placed.id)).status, 'processing');
    await shop.hearWebhooks(true);
  });

  it('serves no page of a payment from the cache', async () => {
    writeFileSync(join(shop.site, 'wp-content/mu-plugins/page-cache.php'), PAGE_CACHE);
    const isKept = async (url: string) => {
      const response = await fetch(url, { redirect: 'manual' });
      await response.text();
      return response.headers.has('x-kept');
    };
    await isKept(`${shop.url}/product/kafe/`);
    assert.equal(await isKept(`${shop.url}/product/kafe/`), true, 'the cache works');

    const card = await placeOrder(shop, 'card');
    const wallet = await placeOrder(shop);
    const { reference } = (await shop.api.get(`/payments/${wallet.transactionId}`)).json.data;
    const back = `${shop.url}/wc-api/peye_return/?transaction_id=${wallet.transactionId}&reference=${reference}`;
    const waiting = (await comeBack(shop, wallet.transactionId)).headers.get('location')!;
    const page = await (await fetch(waiting)).text();
    const [, path = ''] = /data-peye-status="([^"]+)"/.exec(page) ?? [];
    const status = new URL(path.replaceAll('&#038;', '&'), shop.url).href;
    for (const url of [card.redirect, `${shop.url}/checkout/`, back, waiting, status]) {
      await isKept(url);
      assert.equal(await isKept(url), false, url);
    }
    await complete(wallet.transactionId);
    await shop.becomes(wallet.id, 'processing');
    assert.match(await (await fetch(waiting)).text(), /Thank you\. Your order has been received/);
  });
});
