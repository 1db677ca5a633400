import assert from 'node:assert/strict';
import type { ConsoleRoute } from '../../src/console/route.ts';
import type { CheckoutSession } from '../../src/features/checkout/session.ts';
import { insertSession, insertSessionPayment } from '../../src/features/checkout/store/sessions.ts';
import { recordDiscrepancy } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { refundIdOf } from '../../src/features/refunds/store/refund-table.ts';
import { insertSubscription } from '../../src/features/subscriptions/store/subscriptions.ts';
import { newWebhookSecret } from '../../src/features/websites/webhook-secrets.ts';
import { newId } from '../../src/platform/secrets/secrets.ts';
import { testSession } from '../support/checkout.ts';
import { type ConsolePerson, consolePerson } from '../support/console.ts';
import type { Engine } from '../support/engines.ts';
import { paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { testSubscription } from '../support/subscriptions.ts';
import { changeWebsite } from '../support/websites.ts';

const KINDS = [
  'website',
  'key',
  'live_key',
  'link',
  'live_link',
  'checkout',
  'live_checkout',
  'payment',
  'open_payment',
  'delivery',
  'discrepancy',
  'refund',
  'manual_refund',
  'lost_refund',
  'subscription',
  'run',
  'payout',
  'line',
  'user',
  'session',
  'factor',
  'position',
  'token',
] as const;

/** What an id in an address or a field of the console may name. */
export type IdKind = (typeof KINDS)[number];

/** One id of each kind: all belong to one merchant, or all are unknown. */
export type Ids = Readonly<Record<IdKind, string>>;

/** A merchant with one of everything. */
interface Merchant {
  readonly websiteId: string;
  readonly ids: Ids;
  /** The merchant's user with the most permissions. */
  readonly owner: ConsolePerson;
}

/** A gateway without a worker, so that nothing changes by itself, with two merchants that have nothing to do with each other. */
export interface World {
  readonly gateway: TestGateway;
  readonly mine: Merchant;
  readonly foreign: Merchant;
  /** Ids in our format, of things that do not exist. */
  readonly unknown: Ids;
}

/** Part of every text of the foreign merchant. */
export const FOREIGN_MARK = 'qzforeignqz';

export async function startWorld(engine: Engine, options: Parameters<typeof startTestGateway>[1] = {}): Promise<World> {
  const settings = { ROLES: 'api,console', ...options.settings };
  const gateway = await startTestGateway(engine, { ...options, settings });
  const mine = await merchant(gateway, 'Mine');
  const foreign = await merchant(gateway, FOREIGN_MARK);
  const unknown = Object.fromEntries(KINDS.map((kind) => [kind, unknownId(mine.ids[kind])])) as Ids;
  return { gateway, mine, foreign, unknown };
}

async function merchant(gateway: TestGateway, name: string): Promise<Merchant> {
  const { website, testKey } = await gateway.newWebsite(`${name} shop`);
  const { db, clock, operator } = gateway.store;
  const changes = { callbackUrl: `https://${name.toLowerCase()}.example/callback`, contact: `${name} contact` };
  await changeWebsite(db, website.id, changes);
  await operator.changeWebsite(website.id, { testSecret: newWebhookSecret() });
  const key = (await operator.createApiKey({ websiteId: website.id, mode: 'test', name: `${name} key` })).apiKey;
  const liveName = `${name} live key`;
  const live = (await operator.createApiKey({ websiteId: website.id, mode: 'live', name: liveName })).apiKey;
  const [link, liveLink] = await Promise.all(
    (['test', 'live'] as const).map((mode) =>
      operator.createLink({
        websiteId: website.id,
        mode,
        name: `${name} ${mode} link`,
        amountMode: 'prefilled',
        amount: '500',
        descriptions: { ht: `${name} ht`, fr: `${name} fr`, en: `${name} en` },
        minAmount: '100',
        stock: 10,
        thanks: `${name} thanks`,
        notifyEmail: `${name.toLowerCase()}@seller.example`,
        asksName: true,
      }),
    ),
  );
  assert.ok(link && liveLink);
  const client = gateway.client(testKey);
  const request = {
    description: `${name} description`,
    customer_name: `${name} customer`,
    reference: `${name}-1`,
    customer_email: `${name.toLowerCase()}@customer.example`,
    customer_phone: '50937000001',
    metadata: { note: `${name} metadata` },
  };
  const created = await client.post('/payments', paymentRequest(request));
  assert.equal(created.status, 201, created.text);
  const failed = await client.post('/payments', paymentRequest(request));
  const open = await client.post('/payments', paymentRequest(request));
  await client.post(`/test_helpers/payments/${failed.json.transaction_id}/fail`, { failure_reason: 'declined' });
  await client.post(`/test_helpers/payments/${created.json.transaction_id}/complete`);
  const payment = await findPayment(db, Number(created.json.transaction_id));
  assert.ok(payment);
  const refundNamed = async (refundName: string) => {
    const body = { transaction_id: String(payment.id), amount: 100, reason: `${name} reason` };
    const made = await client.request('PUT', `${gateway.url}/api/refunds/v1/refunds/${name}-${refundName}`, body);
    assert.deepEqual([made.status, made.json.data?.status], [201, 'manual'], made.text);
    return refundIdOf({ websiteId: website.id, mode: 'test' }, `${name}-${refundName}`);
  };
  const [refund, manualRefund] = [await refundNamed('requested'), await refundNamed('manual')];
  const lostRefund = await refundNamed('lost');
  const [discrepancy, subscription] = [newId('dsc'), `sub_${payment.id}`];
  const [run, payout] = [newId('rec'), newId('po')];
  const nowUs = clock();
  await db.transaction(async (tx) => {
    // As a live refund waits; a test refund needs no approval.
    await tx.query("UPDATE refunds SET status = 'requested', approved_by = NULL WHERE id = $1", [refund]);
    // As one whose response was lost.
    await tx.query("UPDATE refunds SET status = 'unknown', attempts = 1, asked_at_us = $2 WHERE id = $1", [
      lostRefund,
      nowUs,
    ]);
    const found = { method: payment.method, paymentId: payment.id, providerRef: `${name}-ref`, reported: null };
    await recordDiscrepancy(tx, discrepancy, { kind: 'still_open', ...found, word: `${name} word` }, nowUs);
    await insertSubscription(
      tx,
      testSubscription({
        id: subscription,
        firstPaymentId: payment.id,
        websiteId: website.id,
        apiKeyId: payment.apiKeyId,
        anchorAtUs: nowUs,
        nextChargeAtUs: nowUs + 86_400_000_000,
        createdAtUs: nowUs,
      }),
    );
    await insertSubscription(
      tx,
      testSubscription({
        id: `sub_${failed.json.transaction_id}`,
        firstPaymentId: Number(failed.json.transaction_id),
        websiteId: website.id,
        apiKeyId: payment.apiKeyId,
        interval: 'weekly',
        intervalCount: 2,
        anchorAtUs: nowUs,
        nextPeriod: 1,
        nextChargeAtUs: nowUs + 86_400_000_000,
        pausedAtUs: nowUs,
        createdAtUs: nowUs,
      }),
    );
    // A comparison belongs to no merchant: users who may compare see all of it.
    await tx.query(
      `INSERT INTO reconcile_runs (id, slot, state, from_us, to_us, actor, asked_at_us, started_at_us, ended_at_us, compared, differences)
       VALUES ($1, 1, 'done', 1, 2, '{"name":"Person"}', $2, $2, $2, 1, 1)`,
      [run, nowUs],
    );
    await tx.query(
      `INSERT INTO fee_rules (number, website_id, mode, method, currency, percent_e3, fixed_minor, minimum_minor, valid_from_us, set_at_us, set_by)
       SELECT COALESCE(MAX(number), 0) + 1, $1, 'test', 'moncash', 'HTG', 2500, 0, 0, $2, $3, 'Person' FROM fee_rules`,
      [website.id, nowUs - 1, nowUs - 2],
    );
    // A payout with lines is of no merchant: only the operator's users see it.
    await tx.query(
      `INSERT INTO payouts (id, method, reference, bank, currency, gross_minor, fee_minor, net_minor, lines, paid_at_us, from_us, to_us,
         digest, created_at_us, recorded_by)
       VALUES ($1, $5, $2, 'sogebank', 'HTG', 50000, 0, 50000, 1, $3, $3, $4, 'digest', $3, 'Person')`,
      // Texts that a test plants are the same for all: a method has one payout of a reference.
      [payout, `${name} payout`, nowUs, nowUs + 1, name === FOREIGN_MARK ? 'natcash' : 'moncash'],
    );
    await tx.query(
      `INSERT INTO payout_lines (payout_id, line, kind, reference, amount_minor, currency, state, reason, decided_at_us)
       VALUES ($1, 2, 'payment', $2, 50000, 'HTG', 'only_theirs', 'no_payment', $3)`,
      [payout, `${name} line`, nowUs],
    );
    const line = { result: 'unknown', method: 'moncash', paymentId: null, providerRef: null, reference: null };
    const whole = JSON.stringify({ ...line, createdAtUs: nowUs, ours: null, theirs: null });
    await tx.query('INSERT INTO reconcile_lines (run_id, number, line) VALUES ($1, 1, $2)', [run, whole]);
  });
  const bound = { websiteIds: [website.id], name: `${name} person` };
  const [checkout, liveCheckout] = [
    await storedSession(gateway, { websiteId: website.id, apiKeyId: payment.apiKeyId, mode: 'test', name }),
    await storedSession(gateway, { websiteId: website.id, apiKeyId: live.id, mode: 'live', name }),
  ];
  await db.transaction((tx) => insertSessionPayment(tx, checkout.id, payment.id));
  const owner = await consolePerson(gateway, 'merchant_owner', bound);
  const viewer = await consolePerson(gateway, 'merchant_viewer', bound);
  const [delivery] = await db.query<{ id: string }>('SELECT id FROM deliveries WHERE website_id = $1', [website.id]);
  assert.ok(delivery, 'a final payment has a delivery');
  const [row] = await db.query<{ position: number }>(
    'SELECT max(position) AS position FROM audit_log WHERE website_id = $1',
    [website.id],
  );
  return {
    websiteId: website.id,
    owner,
    ids: {
      website: website.id,
      key: key.id,
      live_key: live.id,
      link: link.id,
      live_link: liveLink.id,
      checkout: checkout.id,
      live_checkout: liveCheckout.id,
      payment: String(payment.id),
      open_payment: open.json.transaction_id,
      delivery: delivery.id,
      discrepancy,
      refund,
      manual_refund: manualRefund,
      lost_refund: lostRefund,
      subscription,
      run,
      payout,
      line: '2',
      user: viewer.user.id,
      session: viewer.sessionId,
      factor: viewer.factorId ?? '',
      position: String(row?.position),
      token: 'T'.repeat(43),
    },
  };
}

/** A checkout session that is open for a day. */
async function storedSession(
  { store: { db, clock } }: TestGateway,
  { name, ...owner }: Pick<CheckoutSession, 'websiteId' | 'apiKeyId' | 'mode'> & { readonly name: string },
): Promise<CheckoutSession> {
  const session = testSession({
    ...owner,
    createdAtUs: Math.floor(clock()),
    reference: `${name}-order`,
    description: `${name} order`,
    metadata: JSON.stringify({ note: `${name} metadata` }),
    customerName: `${name} customer`,
    returnUrl: `https://${name.toLowerCase()}.example/thanks`,
    cancelUrl: `https://${name.toLowerCase()}.example/cart`,
  });
  await db.transaction((tx) => insertSession(tx, session));
  return session;
}

/** The same id with other letters. */
function unknownId(id: string): string {
  if (/\d{15,}$/.test(id)) return `${id.slice(0, -3)}${id.endsWith('001') ? '002' : '001'}`;
  if (/^\d+$/.test(id)) return '999999999';
  return `${id.slice(0, -4)}${id.endsWith('zzzz') ? 'yyyy' : 'zzzz'}`;
}

/** The kind of id that a path parameter names, by the segment before it. */
const NAMED_BY: Readonly<Record<string, IdKind>> = {
  websites: 'website',
  keys: 'key',
  'test-keys': 'key',
  'live-keys': 'live_key',
  payments: 'payment',
  links: 'link',
  // In `/links/test/:id/…` and `/links/live/:id/…`.
  test: 'link',
  live: 'live_link',
  checkout: 'checkout',
  'test-sessions': 'checkout',
  'live-sessions': 'live_checkout',
  webhooks: 'delivery',
  discrepancies: 'discrepancy',
  refunds: 'refund',
  recurring: 'subscription',
  reconcile: 'run',
  payouts: 'payout',
  lines: 'line',
  people: 'user',
  users: 'user',
  sessions: 'session',
  factors: 'factor',
  audit: 'position',
  invitations: 'token',
};

/** The parameters of a route, each with what it names. */
export function paramsOf({ path }: Pick<ConsoleRoute, 'path'>): { name: string; kind: IdKind }[] {
  const parts = path.split('/');
  return parts.flatMap((part, at) => {
    if (!part.startsWith(':')) return [];
    const kind = NAMED_BY[parts[at - 1] ?? ''];
    assert.ok(kind, `${path}: say in test/console/world.ts (NAMED_BY) what ${part} names`);
    return [{ name: part, kind }];
  });
}

/** A route's path with ids in place of its names. */
export function pathWith(route: Pick<ConsoleRoute, 'path'>, ids: Ids): string {
  return paramsOf(route).reduce((path, { name, kind }) => path.replace(name, ids[kind]), route.path);
}

/** A form with all fields that a route requires, but with meaningless values. */
export function wholeForm(route: ConsoleRoute): Record<string, string> {
  if (route.method === 'GET') return {};
  const names = Object.entries(route.sends).flatMap(([name, count]) => (count === 'one' ? [name] : []));
  return Object.fromEntries(names.map((name) => [name, name === 'format' ? 'csv' : 'x']));
}
