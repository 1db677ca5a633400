import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Shop } from './shop.ts';

export const CUSTOMER = {
  first_name: 'Marie',
  last_name: 'Joseph',
  address_1: '1 Rue Capois',
  city: 'Port-au-Prince',
  state: 'Ouest',
  postcode: '6110',
  country: 'HT',
  email: 'marie@example.com',
  phone: '+50937000001',
};

/** An order that was placed, and the address to which its customer was sent. */
export interface Placed {
  readonly id: number;
  readonly key: string;
  readonly redirect: string;
  readonly transactionId: string;
}

/** Places an order for one pound of coffee as the block checkout does, without a browser. */
export async function placeOrder(shop: Shop, method = 'moncash'): Promise<Placed> {
  const answer = await tryToOrder(shop, method);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { order_id: id, order_key: key, payment_result: result } = answer.body;
  const { payments } = await shop.order(id);
  return { id, key, redirect: result.redirect_url, transactionId: payments.at(-1)?.transaction_id ?? '' };
}

// biome-ignore lint/suspicious/noExplicitAny: an order, or a refusal
export async function tryToOrder(shop: Shop, method: string): Promise<{ status: number; body: any }> {
  let token: string | undefined;
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${shop.url}/wp-json/wc/store/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...(token && { 'cart-token': token }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    token = response.headers.get('cart-token') ?? token;
    return { status: response.status, body: await response.json() };
  };
  await call('/cart');
  await call('/cart/add-item', { id: await productOf(shop), quantity: 1 });
  return call('/checkout', { billing_address: CUSTOMER, payment_method: `peye_${method}`, payment_data: [] });
}

/** Starts another payment for an order that has been placed. */
export async function payAgain(shop: Shop, { id, key }: Placed, method = 'moncash'): ReturnType<typeof tryToOrder> {
  const query = new URLSearchParams({ key, billing_email: CUSTOMER.email });
  const response = await fetch(`${shop.url}/wp-json/wc/store/v1/checkout/${id}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', nonce: await shop.php(`return wp_create_nonce('wc_store_api');`) },
    body: JSON.stringify({
      key,
      billing_email: CUSTOMER.email,
      billing_address: CUSTOMER,
      payment_method: `peye_${method}`,
    }),
  });
  return { status: response.status, body: await response.json() };
}

/** Opens the return URL of a payment, as Peye's page sends the customer there. */
export async function comeBack(shop: Shop, transactionId: string): Promise<Response> {
  const { reference } = (await shop.api.get(`/payments/${transactionId}`)).json.data;
  const query = new URLSearchParams({ transaction_id: transactionId, reference });
  return fetch(`${shop.url}/wc-api/peye_return/?${query}`, { redirect: 'manual' });
}

/** Puts the product into the cart in a browser, and opens the checkout at `path`. */
export async function openCheckout(page: Page, shop: Shop, path = '/checkout/'): Promise<void> {
  await page.goto(`${shop.url}/product/kafe/`);
  // WooCommerce stores the cart after it has sent the page. A checkout that is opened before the response has ended may find no cart.
  await Promise.all([page.waitForEvent('load'), page.locator('.single_add_to_cart_button').click()]);
  await page.getByText('has been added to your cart').first().waitFor();
  await page.goto(`${shop.url}${path}`);
}

/** Fills in the checkout of blocks, chooses a method and places the order. */
export async function checkOut(page: Page, method: string): Promise<void> {
  await page.locator('.wc-block-components-checkout-place-order-button').waitFor();
  await page.locator('#email').fill(CUSTOMER.email);
  for (const name of ['first_name', 'last_name', 'address_1', 'city', 'state', 'postcode', 'phone'] as const)
    await page.locator(`#billing-${name}`).fill(CUSTOMER[name]);
  await page.locator(`input[value="peye_${method}"]`).check();
  await page.locator('.wc-block-components-checkout-place-order-button').click();
}

async function productOf(shop: Shop): Promise<number> {
  return shop.php(`return wc_get_product_id_by_sku('kafe') ?: get_page_by_path('kafe', OBJECT, 'product')->ID;`);
}
