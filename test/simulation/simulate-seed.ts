import type { DatabaseSync } from 'node:sqlite';
import type { Line, Observation } from './checker/history.ts';
import { CARD_HOST, cybersource } from './model/cybersource.ts';
import { workAtDesk } from './model/desk.ts';
import { chooseFeatures, namesOf } from './model/features.ts';
import { gatewayNode } from './model/gateway-node.ts';
import { buyByLink } from './model/link-customers.ts';
import { MAIL_HOST, mailServer, mailSettings } from './model/mail-server.ts';
import { MONCASH_HOST, MONCASH_SECRET, moncash } from './model/moncash.ts';
import { askNonsense } from './model/nonsense.ts';
import { followFeed, readList } from './model/reading.ts';
import { receiver } from './model/receivers.ts';
import { asker, ShopClient } from './model/shop-client.ts';
import { placeOrder, type Town } from './model/shopping.ts';
import { FIRST_RATE_E4, INNER_SHOP, type Link, RECEIPTS_SHOP, SECRET_KEY, type Template } from './model/template.ts';
import { Troubles } from './model/troubles.ts';
import { Disk } from './world/disk.ts';
import { Network } from './world/network.ts';
import { BEGINS_AT_US, World } from './world/world.ts';

const US = 1_000_000;
const MINUTE_US = 60 * US;
/** The longest pause of a background job, in the minutes that every seed runs, and in the days that some seeds add. */
const RAREST_US = 4 * MINUTE_US;
const RAREST_OF_DAYS_US = 120 * MINUTE_US;
/** After this time a failed payment has had its last late check, even if each check was as late as possible. */
const DAYS_US = 118 * 60 * MINUTE_US;
/** A run injects faults for this long. */
const TROUBLED_US = 2 * MINUTE_US;
/** After the faults the last payments expire, webhooks are sent again, and late money is found. The pause between two checks for this. */
const LOOK_US = 2 * MINUTE_US;
const LONGEST_HEALING_US = 130 * MINUTE_US;
/** Counts the work that a gateway without faults still has to do. */
const UNDONE = `SELECT (SELECT count(*) FROM payments WHERE status IN ('pending', 'processing'))
  + (SELECT count(*) FROM deliveries WHERE status = 'pending')
  + (SELECT count(*) FROM receipts WHERE status = 'pending') + (SELECT count(*) FROM link_notices WHERE status = 'pending')
  + (SELECT count(*) FROM payment_sums_state WHERE begins_at_us IS NULL OR next_id IS NOT NULL)
  + (SELECT count(*) FROM subscriptions WHERE next_charge_at_us <= ?) AS undone`;
/** Charges wait after a clock was wrong, and workers lease them for less than this. */
const SOON_US = 10 * MINUTE_US;
const UNTOLD = `SELECT count(*) AS untold FROM payments p WHERE p.id = ? AND p.status <> 'completed'
  AND NOT EXISTS (SELECT 1 FROM discrepancies d WHERE d.payment_id = p.id)`;
/** Ten times the events of a usual run: a run with more events never ends. */
const MOST_EVENTS = 250_000;
const TABLES = {
  payments: `id, website_id, api_key_id, mode, method, status, amount_minor, currency, original_amount_minor, rate_e4, reference, metadata,
    customer_email, provider_ref, failure_reason, created_at_us, finished_at_us, expires_at_us, subscription_id, subscription_period,
    subscription_try, charge_asked_at_us, recurring_interval`,
  events: 'payment_id, website_id, kind, feed_position',
  deliveries: 'id, payment_id, website_id, status, attempts, url, last_error, event_at_us',
  delivery_tries: 'delivery_id, attempt, at_us, duration_ms, status_code, url, error, response_start, signature',
  discrepancies:
    'id, kind, method, payment_id, provider_ref, reported_minor, reported_currency, settled_at_us, first_seen_at_us',
  late_checks: '*',
  payment_counts: '*',
  payment_sums: '*',
  watched_changes: '*',
  payment_links:
    'id, code, stock, open_payments, paid_payments, failed_payments, open_units, paid_units, paid_htg_minor, paid_usd_minor',
  link_payments: '*',
  receipts: '*',
  receipt_requests: '*',
  link_notices: '*',
};

/** One run, and its history. */
export interface Simulated {
  readonly seed: number;
  readonly history: readonly Line[];
  /** A hash of all events in their order. */
  readonly hash: string;
  readonly events: number;
  /** The virtual time that passed in the run. */
  readonly virtualSeconds: number;
  /** Why the run was stopped before its end; undefined if it reached its end. */
  readonly stuck: string | undefined;
}

/** Lets a seed decide how two nodes, their shops and customers spend three quarters of an hour. */
export async function simulateSeed(seed: number, template: Template): Promise<Simulated> {
  const world = new World(seed);
  const history: Line[] = [];
  const record = (observation: Observation) => {
    history.push({ t: world.nowUs - BEGINS_AT_US, ...observation });
    world.trace(JSON.stringify(observation));
  };
  const onUncaught = (error: unknown) =>
    record({ kind: 'uncaught', message: error instanceof Error ? `${error.message}\n${error.stack}` : String(error) });
  process.on('unhandledRejection', onUncaught);
  let stuck: string | undefined;
  try {
    await world.run(() => live(world, template, seed, record), MOST_EVENTS);
  } catch (error) {
    stuck = (error as Error).message;
  } finally {
    process.off('unhandledRejection', onUncaught);
  }
  const virtualSeconds = (world.nowUs - BEGINS_AT_US) / US;
  return { seed, history, hash: world.hash(), events: world.events, virtualSeconds, stuck };
}

async function live(
  world: World,
  template: Template,
  seed: number,
  record: (observation: Observation) => void,
): Promise<void> {
  const random = world.random.fork('shops');
  const features = chooseFeatures(world.random.fork('features'));
  const settings = { ...template.place(features.recurring), ...(features.mail && mailSettings()) };
  const { store } = template;
  const shops = template.shops.map((shop) => ({ ...shop, keys: { ...shop.keys } }));
  const network = new Network(world, {
    onLine: (node, line) => record({ kind: 'log', node, line }),
    onFault: (node, what, host) => record({ kind: 'fault', what, node, host }),
  });
  const disk = new Disk(world, ({ name }, what) => record({ kind: 'fault', what, node: name }));
  const nodes = ['north', 'south'].map((name) =>
    gatewayNode(world, name, settings, (error) => {
      record({ kind: 'fault', what: `start failed: ${error.message}`, node: name });
      const node = nodes.find((one) => one.name === name)!;
      node.crash();
      troubles.restart(node);
    }),
  );
  const troubles = new Troubles(world, nodes, disk, record);
  record({
    kind: 'run',
    seed,
    clockSteps: troubles.hasClockSteps,
    beginsAtUs: BEGINS_AT_US,
    longestPauseUs: features.days ? RAREST_OF_DAYS_US : RAREST_US,
    features: namesOf(features),
  });
  record({ kind: 'secret', name: 'the secret key', value: SECRET_KEY });
  record({ kind: 'secret', name: "MonCash's client secret", value: MONCASH_SECRET });
  const provider = moncash(world, record);
  network.addHost(MONCASH_HOST, '41.77.12.30', provider.host, () => troubles.provider);
  const receivers = shops.map((shop, index) => {
    const made = receiver(world, shop.receiver, record);
    const address = shop.name === INNER_SHOP ? '10.0.0.7' : `41.77.12.${40 + index}`;
    network.addHost(shop.receiver, address, made.host, () => troubles.receivers);
    const { name, websiteId, webhookSecret, keys } = shop;
    const reached = name === INNER_SHOP ? null : shop.receiver;
    const sendsReceipts = name === RECEIPTS_SHOP;
    record({ kind: 'shop', shop: name, websiteId, receiver: reached, webhookSecret, sendsReceipts });
    for (const { amount, notifyEmail, code, mode, currency, stock } of shop.links) {
      const amountMinor = amount === null ? null : Math.round(Number(amount) * 100);
      record({ kind: 'link', shop: name, code, mode, currency, stock, amountMinor, notifies: notifyEmail });
    }
    for (const value of [webhookSecret, keys.test, keys.live])
      record({ kind: 'secret', name: `one of ${name}`, value });
    return made;
  });
  record({ kind: 'rate', rateE4: FIRST_RATE_E4, startedAt: 0, outcome: 'done' });
  const mail = mailServer(world, record);
  network.addHost(MAIL_HOST, '41.77.12.31', mail.host, () => troubles.receivers);
  if (features.recurring) {
    const { subscriptions } = template;
    for (const { id, token, amountMinor, anchorAtUs } of subscriptions) {
      record({ kind: 'secret', name: 'a card token', value: token });
      record({ kind: 'subscription', subscription: id, token, amountMinor, anchorAt: anchorAtUs - BEGINS_AT_US });
    }
    const host = cybersource(world, record, { subscriptions, dataDir: settings.DATA_DIR! });
    network.addHost(CARD_HOST, '41.77.12.32', host, () => troubles.cards);
  }
  const ask = asker(world, nodes, record);
  const notify = (transaction: string) => {
    const fields = `transactionId=${transaction}`;
    const send = (what: 'notify' | 'return') =>
      void ask(
        what === 'notify'
          ? { what, shop: '', mode: '', method: 'POST', path: '/providers/moncash/alert', body: fields }
          : { what, shop: '', mode: '', method: 'GET', path: `/providers/moncash/return?${fields}` },
        {
          headers:
            what === 'notify' ? { 'content-type': 'application/x-www-form-urlencoded' } : { accept: 'text/html' },
        },
      );
    for (let times = random.pick([0, 1, 1, 2, 3]); times > 0; times--)
      world.after(random.between(1, random.percent(70) ? 2_000 : 90_000) * 1000, 'alert', () => send('notify'));
    if (random.percent(70)) world.after(random.between(10, 8_000) * 1000, 'return', () => send('return'));
  };
  const town: Town = { world, moncash: provider, notify, payments: [] };

  world.rarestMs = RAREST_US / 1000;
  world.pace = random.pick([10, 25, 60]);
  for (const node of nodes) node.start();
  while (!nodes.some(({ server }) => server)) await world.sleep(100_000);
  troubles.plan(TROUBLED_US);

  let passes = 0;
  let isOver = false;
  const reading = { world, record, nextPass: () => ++passes };
  const clients = shops.flatMap((shop) => (['test', 'live'] as const).map((mode) => new ShopClient(shop, mode, ask)));
  const busy: Promise<void>[] = [];
  for (const client of clients) {
    const orders = client.shop.name === INNER_SHOP ? 1 : random.between(1, 3);
    for (let number = 1; number <= orders; number++) busy.push(order(client, number));
    if (client.mode === 'test') busy.push(followFeed(reading, client, random, () => isOver));
    if (random.percent(50)) busy.push(readSometime(client));
  }
  async function order(client: ShopClient, number: number): Promise<void> {
    await world.sleep(random.between(0, TROUBLED_US));
    const reference = `${client.shop.name}-${client.mode}-${number}`;
    await placeOrder(town, client, reference, world.random.fork(reference));
  }
  async function readSometime(client: ShopClient): Promise<void> {
    await world.sleep(random.between(20 * US, TROUBLED_US + MINUTE_US));
    await readList(reading, client, random.between(1, 4));
  }

  if (features.links) {
    for (const client of clients)
      for (const link of client.shop.links) if (link.mode === client.mode) sell(client, link);
  }
  function sell(client: ShopClient, link: Link): void {
    // Customers who come one after another see on the page when nothing is left. Customers of a rush all open the form before that.
    const rush = world.random.fork(`rush ${link.code}`);
    const rushAtUs = rush.percent(40) ? rush.between(0, TROUBLED_US) : undefined;
    const customers = rushAtUs === undefined ? random.between(0, 4) : rush.between(3, 6);
    for (let number = customers; number > 0; number--) busy.push(sellOne(client, link, { number, rushAtUs }));
  }
  async function sellOne(
    client: ShopClient,
    link: Link,
    { number, rushAtUs }: { number: number; rushAtUs: number | undefined },
  ): Promise<void> {
    await world.sleep(rushAtUs === undefined ? random.between(0, TROUBLED_US) : rushAtUs + number);
    await buyByLink(town, client, link, world.random.fork(`${link.code} ${number}`));
  }

  if (features.desk) {
    const desk = { town, shops, settings, ask, record, random: world.random.fork('desk') };
    busy.push(workAtDesk({ ...desk, hasClockSteps: troubles.hasClockSteps }, TROUBLED_US));
  }

  for (let times = random.between(1, 4); times > 0; times--) busy.push(writeNonsense());
  async function writeNonsense(): Promise<void> {
    await world.sleep(random.between(0, TROUBLED_US));
    const [shop, foreign] = random.percent(50) ? [shops[0]!, shops[1]!] : [shops[1]!, shops[0]!];
    await askNonsense(ask, shop, foreign, random);
  }

  await world.sleep(TROUBLED_US + MINUTE_US / 2);
  troubles.heal();
  for (const one of receivers) one.heal();
  mail.heal();
  record({ kind: 'healed' });
  world.pace = 400;
  for (const untilUs = world.nowUs + LONGEST_HEALING_US; world.nowUs < untilUs; ) {
    await world.sleep(LOOK_US);
    if (isDone(store, provider.paidOrders(), world.nowUs)) break;
  }
  isOver = true;
  await Promise.all(busy);
  if (features.days) {
    // Only one node continues, without faults. It does the remaining work in time.
    nodes[1]!.crash();
    world.rarestMs = RAREST_OF_DAYS_US / 1000;
    world.pace = 100_000;
    await world.sleep(DAYS_US);
  }
  record({ kind: 'quiet' });
  for (const client of clients) await readList(reading, client, 7);
  recordRows(store, record);
  for (const node of nodes) node.crash();
}

/** Whether all payments have ended, all their notifications were sent, and no charge is due soon. */
function isDone(store: DatabaseSync, paid: readonly string[], nowUs: number): boolean {
  if (store.prepare(UNDONE).get(nowUs + SOON_US)?.undone !== 0) return false;
  const untold = store.prepare(UNTOLD);
  return paid.every((id) => untold.get(id)?.untold === 0);
}

/** Records the final rows of the store. */
function recordRows(store: DatabaseSync, record: (observation: Observation) => void): void {
  for (const [table, columns] of Object.entries(TABLES)) {
    for (const row of store.prepare(`SELECT ${columns} FROM ${table}`).all())
      record({ kind: 'row', table, row: { ...row } as Record<string, string | number | null> });
  }
}
