/** The placeholder for a text that must differ in each request. The load generators replace it. */
export const PLACEHOLDER = '[<id>]';
/** The placeholder for a text that is random in each request. */
export const RANDOM_PLACEHOLDER = '[<random>]';

/** The body of a realistic creation, with the fields that shops use. Its reference holds the placeholder, so references count up. */
export const PAYMENT_BODY = JSON.stringify({
  amount: 1250.5,
  currency: 'HTG',
  payment_method: 'moncash',
  customer_name: 'Marie-Ange Joséph',
  customer_email: 'marie.ange@example.com',
  customer_phone: '+509 37 00 0001',
  reference: `order-${PLACEHOLDER}`,
  description: '2 sak diri, 1 galon lwil',
  metadata: {
    cart: 8812,
    items: [
      { sku: 'DIRI-25', quantity: 2 },
      { sku: 'LWIL-1', quantity: 1 },
    ],
  },
});

/** The same body with a random reference, as shops send that use UUIDs or the ids of carts. */
export const RANDOM_BODY = PAYMENT_BODY.replace(PLACEHOLDER, RANDOM_PLACEHOLDER);

/** The same body with its own reference. */
export function paymentBody(id: number | string): string {
  return PAYMENT_BODY.replace(PLACEHOLDER, String(id));
}
