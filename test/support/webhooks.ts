import type { Store } from '../../src/app/open-store.ts';
import type { Database } from '../../src/database/database.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import type { Delivery } from '../../src/features/webhooks/store/delivery-table.ts';
import { type DeliveryAttempt, listAttempts } from '../../src/features/webhooks/store/delivery-tries.ts';
import { findDelivery, findPaymentDelivery } from '../../src/features/webhooks/store/list-deliveries.ts';
import { type Client, paymentRequest, type TestGateway, until } from './gateway.ts';
import { insertDelivery } from './insert-delivery.ts';
import { inStatus, testPayment } from './store.ts';
import { createWebsite } from './websites.ts';

/** A website whose events go to a callback URL. */
export interface Shop {
  readonly websiteId: string;
  readonly secret: string;
  readonly api: Client;
}

export async function newShop(gateway: TestGateway, callbackUrl: string | null): Promise<Shop> {
  const { websiteId, secret, testKey } = await registerShop(gateway.store, callbackUrl);
  return { websiteId, secret, api: gateway.client(testKey) };
}

/** Like `newShop`, for a gateway that runs in another process. */
export async function registerShop(
  store: Store,
  callbackUrl: string | null,
): Promise<{ websiteId: string; secret: string; testKey: string }> {
  const { website, webhookSecret } = await createWebsite(store, { name: 'Shop', callbackUrl });
  const { text } = await store.operator.createApiKey({ websiteId: website.id, mode: 'test' });
  return { websiteId: website.id, secret: webhookSecret, testKey: text };
}

/** Creates a payment and finishes it. Returns its transaction id. */
export async function finishedPayment(
  api: Client,
  { outcome = 'complete', ...changes }: { outcome?: 'complete' | 'fail' } & Record<string, unknown> = {},
): Promise<string> {
  const created = await api.post('/payments', paymentRequest(changes));
  const id: string | undefined = created.json?.transaction_id;
  if (id === undefined) throw new Error(`no payment was created: ${created.text}`);
  const finished = await api.post(`/test_helpers/payments/${id}/${outcome}`);
  if (finished.status !== 200) throw new Error(`${id} was not finished: ${finished.text}`);
  return id;
}

/** Stores a live payment that became final at this time, microseconds since 1970, with its delivery. Returns its transaction id. */
export async function finishedLivePayment(store: Store, websiteId: string, finishedAtUs: number): Promise<string> {
  const { apiKey } = await store.operator.createApiKey({ websiteId, mode: 'live' });
  const changes = { ...inStatus('completed'), mode: 'live', createdAtUs: finishedAtUs, finishedAtUs } as const;
  const payment = testPayment({ websiteId, apiKeyId: apiKey.id }, changes);
  await store.db.transaction(async (tx) => {
    await insertPayments(tx, [payment]);
    await insertDelivery(tx, payment, 0);
  });
  return String(payment.id);
}

/** The delivery of a payment's event, if it has one. */
export async function deliveryOf(gateway: TestGateway, transactionId: string): Promise<Delivery | undefined> {
  return findPaymentDelivery(gateway.store.db, Number(transactionId));
}

export interface DeliveryWithTries extends Delivery {
  readonly tries: DeliveryAttempt[];
}

/** Waits until a delivery has this many attempts, or has ended, and returns it. */
export async function attempted(
  gateway: TestGateway,
  transactionId: string,
  { attempts = Number.POSITIVE_INFINITY, timeoutMs = 30_000 }: { attempts?: number; timeoutMs?: number } = {},
): Promise<DeliveryWithTries> {
  const { db } = gateway.store;
  let found: Delivery | undefined;
  await until(
    `the delivery of ${transactionId} ${attempts === Number.POSITIVE_INFINITY ? 'ended' : `was attempted ${attempts} times`}`,
    async () => {
      found = await deliveryOf(gateway, transactionId);
      return found !== undefined && (found.attempts >= attempts || found.status !== 'pending');
    },
    timeoutMs,
  );
  const delivery = (await findDelivery(db, found?.id ?? '')) as Delivery;
  return { ...delivery, tries: await listAttempts(db, delivery.id) };
}

/** Puts the events of `count` completed payments of a website into the outbox at once. Returns their transaction ids. */
export async function fillOutbox(db: Database, websiteId: string, count: number): Promise<string[]> {
  const [key] = await db.query<{ id: string }>("SELECT id FROM api_keys WHERE website_id = $1 AND mode = 'test'", [
    websiteId,
  ]);
  const owner = { websiteId, apiKeyId: key?.id ?? '' };
  // The payments are finished now, because a node that starts deletes old deliveries.
  const finishedAtUs = Date.now() * 1000;
  const payments = Array.from({ length: count }, () => testPayment(owner, { ...inStatus('completed'), finishedAtUs }));
  await db.transaction(async (tx) => {
    await insertPayments(tx, payments);
    for (const completed of payments) await insertDelivery(tx, completed, 0);
  });
  return payments.map(({ id }) => String(id));
}
