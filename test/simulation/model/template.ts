import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buildVerbs } from '../../../src/app/build-verbs.ts';
import { openStore } from '../../../src/app/open-store.ts';
import { readConfig } from '../../../src/config.ts';
import type { PaymentRequest } from '../../../src/features/payments/create-payment.ts';
import { rateVerbs } from '../../../src/features/rates/rate-verbs.ts';
import { findWebsite } from '../../../src/features/websites/store/websites.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import type { OperatorVerbs } from '../../../src/verbs/operator-verbs.ts';
import { Disk } from '../world/disk.ts';
import { keepAllForLater, keepConnectionsTo } from '../world/kept-connections.ts';
import { Network } from '../world/network.ts';
import { type Life, World, within } from '../world/world.ts';
import { cardSettings, RECURRING_SINCE_US } from './cybersource.ts';
import { moncashSettings } from './moncash.ts';

export interface Shop {
  readonly name: string;
  readonly websiteId: string;
  /** The host of the shop's receiver. */
  readonly receiver: string;
  readonly webhookSecret: string;
  /** The current keys: an operator may rotate them. */
  readonly keys: { test: string; live: string };
  readonly keyIds: { readonly test: string; readonly live: string };
  readonly links: readonly Link[];
}

export interface Link {
  readonly code: string;
  readonly mode: 'test' | 'live';
  readonly currency: 'HTG' | 'USD';
  /** Null if the customer chooses the amount. */
  readonly amount: string | null;
  readonly stock: number | null;
  /** How many units a customer may buy at once. */
  readonly maxQuantity: number;
  readonly methods: readonly string[];
  readonly notifyEmail: string | null;
}

/** A subscription that started a day before the simulation. */
export interface Subscription {
  readonly id: string;
  /** The id of the first payment. `transaction` is the provider's number of that payment. */
  readonly payment: string;
  readonly transaction: string;
  readonly token: string;
  readonly amountMinor: number;
  readonly currency: 'HTG' | 'USD';
  /** The time at which the first payment was completed, microseconds since 1970. */
  readonly anchorAtUs: number;
}

/** The store from which every simulation starts, with its schema, shops and keys. */
export interface Template {
  readonly shops: readonly Shop[];
  /** The subscriptions of a store that is placed with `hasRecurring`. */
  readonly subscriptions: readonly Subscription[];
  /** A connection that reads the store during and after a simulation. */
  readonly store: DatabaseSync;
  /** Creates the store of a simulation, with or without subscriptions. Returns the settings of a gateway on this store. */
  place(hasRecurring: boolean): Record<string, string>;
  remove(): void;
}

export const SECRET_KEY = Buffer.alloc(32, 'simulated-secret-key').toString('base64');
/** The manual rate in force from the start. It differs from the rate of the settings. */
export const FIRST_RATE_E4 = 1_312_537;
/** The shop whose customers get receipts. */
export const RECEIPTS_SHOP = 'alpha';
/** The events of this one reach no host: its name leads into our own network. */
export const INNER_SHOP = 'inner';
const STORE = 'peye.db';
const SHOPS = ['alpha', 'beta', INNER_SHOP];
const WALLETS = ['moncash', 'natcash'];
const LINKS: Readonly<Record<string, readonly Omit<Link, 'code'>[]>> = {
  alpha: [
    {
      mode: 'test',
      currency: 'HTG',
      amount: '500.50',
      stock: 4,
      maxQuantity: 3,
      methods: [...WALLETS, 'lakaypay_card'],
      notifyEmail: 'seller@alpha.example',
    },
    {
      mode: 'live',
      currency: 'HTG',
      amount: '750',
      stock: 3,
      maxQuantity: 2,
      methods: ['moncash'],
      notifyEmail: 'seller@alpha.example',
    },
  ],
  beta: [
    { mode: 'test', currency: 'USD', amount: '12.37', stock: 3, maxQuantity: 1, methods: WALLETS, notifyEmail: null },
    {
      mode: 'live',
      currency: 'HTG',
      amount: null,
      stock: null,
      maxQuantity: 1,
      methods: ['moncash'],
      notifyEmail: null,
    },
  ],
};

/**
 * Triggers by which the store records changes of any process. The checker reads them at the end: changes of statuses, discrepancies that
 * were resolved, and links that were oversold, by the rows of their payments: the counts of a link may be wrong.
 */
const WATCH = `
  CREATE TABLE watched_changes (what TEXT NOT NULL, id TEXT NOT NULL, was TEXT, became TEXT);
  CREATE TRIGGER watch_payments AFTER UPDATE OF status ON payments WHEN OLD.status <> NEW.status
    BEGIN INSERT INTO watched_changes VALUES ('payment', NEW.id, OLD.status, NEW.status); END;
  CREATE TRIGGER watch_deliveries AFTER UPDATE OF status ON deliveries WHEN OLD.status <> NEW.status
    BEGIN INSERT INTO watched_changes VALUES ('delivery', NEW.id, OLD.status,
      CASE WHEN NEW.status = 'pending' AND NEW.schedule_step = 0 THEN 'restarted' ELSE NEW.status END); END;
  CREATE TRIGGER watch_discrepancies AFTER UPDATE OF settled_at_us ON discrepancies WHEN NEW.settled_at_us IS NOT NULL
    BEGIN INSERT INTO watched_changes VALUES ('discrepancy settled', NEW.id, OLD.settled_at_us, NEW.settled_at_us); END;
  CREATE TRIGGER watch_stock AFTER INSERT ON link_payments
    BEGIN INSERT INTO watched_changes SELECT 'oversold', id, stock, units FROM payment_links,
      (SELECT SUM(quantity) AS units FROM link_payments WHERE link_id = NEW.link_id AND state <> 'failed')
      WHERE id = NEW.link_id AND units > stock; END;
`;

/** The delays of webhooks. Together they are longer than any fault lasts. */
const RETRY_SECONDS = '0,5,15,30,60,120,240,300,300,300';

export async function makeTemplate(): Promise<Template> {
  const folder = mkdtempSync(join(memoryFolder(), 'peye-simulation-'));
  const original = join(folder, 'original');
  const used = join(folder, 'store');
  const settings = (dataDir: string): Record<string, string> => ({
    DATA_DIR: dataDir,
    SECRET_KEY,
    PUBLIC_URL: 'https://pay.example',
    ROLES: 'api,worker',
    LOG_LEVEL: 'info',
    LOG_FORMAT: 'json',
    RATE_LIMIT_PER_MINUTE: '0',
    VERIFY_LIMIT_PER_MINUTE: '0',
    PAGE_LIMIT_PER_MINUTE: '0',
    INVALID_KEY_LIMIT_PER_HOUR: '0',
    WEBHOOK_RETRY_SECONDS: RETRY_SECONDS,
    SANDBOX_EXPIRY_SECONDS: '400',
    MONCASH_GRACE_SECONDS: '60',
    ...moncashSettings(),
  });
  const world = new World(0);
  new Network(world, { onLine: () => {}, onFault: () => {} });
  new Disk(world, () => {});
  const life: Life = {
    name: 'template',
    random: world.random,
    isAlive: true,
    standsStillUntilUs: 0,
    lastImmediateUs: 0,
  };
  const shops = await world.run(() => within(life, () => registerShops(settings(original), () => world.wallUs())));
  const subscribed = join(folder, 'subscribed');
  mkdirSync(subscribed, { mode: 0o700 });
  copyFileSync(join(original, STORE), join(subscribed, STORE));
  const cards = { ...settings(subscribed), ...cardSettings() };
  const subscriptions = await world.run(() => within(life, () => subscribe(cards, shops[0]!)));
  for (const place of [original, subscribed]) {
    const watched = new DatabaseSync(join(place, STORE));
    watched.exec(WATCH);
    watched.close();
  }
  mkdirSync(used, { mode: 0o700 });
  copyFileSync(join(original, STORE), join(used, STORE));
  const store = new DatabaseSync(join(used, STORE), { enableForeignKeyConstraints: false });
  store.prepare('ATTACH ? AS original').run(join(original, STORE));
  store.prepare('ATTACH ? AS subscribed').run(join(subscribed, STORE));
  keepConnectionsTo(join(used, STORE));
  return {
    shops,
    subscriptions,
    store,
    place(hasRecurring) {
      keepAllForLater();
      for (const name of readdirSync(used)) {
        if (!name.startsWith(STORE)) rmSync(join(used, name), { recursive: true });
      }
      refill(store, hasRecurring ? 'subscribed' : 'original');
      return { ...settings(used), ...(hasRecurring && cardSettings()) };
    },
    remove() {
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Sets every table back to its first state. The file itself is not replaced, because connections to it stay open. */
function refill(store: DatabaseSync, from: 'original' | 'subscribed'): void {
  const tables = store.prepare(
    "SELECT name FROM original.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  const refilling = tables
    .all()
    .map(({ name }) => `DELETE FROM main.${name}; INSERT INTO main.${name} SELECT * FROM ${from}.${name};`);
  store.exec(`BEGIN IMMEDIATE; ${refilling.join('\n')} COMMIT; PRAGMA main.wal_checkpoint(TRUNCATE)`);
}

async function registerShops(settings: Record<string, string>, clock: () => number): Promise<Shop[]> {
  const store = await openStore(readConfig(settings), createLog('error'), { migrate: true }, clock);
  const shops: Shop[] = [];
  for (const name of SHOPS) {
    const receiver = `${name}.example`;
    const { website, webhookSecret } = await store.operator.createWebsite({
      name,
      callbackUrl: `https://${receiver}/hook`,
      returnUrl: `https://${receiver}/thanks`,
    });
    if (name === RECEIPTS_SHOP) await store.operator.changeWebsite(website.id, { sendsReceipts: true });
    const key = (mode: 'test' | 'live') => store.operator.createApiKey({ websiteId: website.id, mode });
    const [test, live] = [await key('test'), await key('live')];
    const links: Link[] = [];
    for (const link of LINKS[name] ?? []) links.push(await createLink(store.operator, website.id, link));
    const keys = { test: test.text, live: live.text };
    const keyIds = { test: test.apiKey.id, live: live.apiKey.id };
    shops.push({ name, websiteId: website.id, receiver, webhookSecret, keys, keyIds, links });
  }
  const rates = await rateVerbs(
    { ...store, log: createLog('error'), connect: noSource },
    readConfig(settings).exchangeRate,
  );
  await rates.set({ rateE4: FIRST_RATE_E4, isChecked: true, seen: 0 });
  await store.db.close();
  return shops;
}

/** Starts subscriptions of customers of a shop, half a minute apart, a day before simulations start. */
async function subscribe(settings: Record<string, string>, shop: Shop): Promise<Subscription[]> {
  let nowUs = RECURRING_SINCE_US;
  const config = readConfig(settings);
  const log = createLog('error');
  const store = await openStore(config, log, { migrate: false }, () => nowUs++);
  const verbs = await buildVerbs(config, store, log);
  const website = await findWebsite(store.db, shop.websiteId);
  if (!website) throw new Error('the template has lost its shop');
  const made: Subscription[] = [];
  for (const [index, amountMinor] of [125_000, 99_950, 4_200].entries()) {
    nowUs = RECURRING_SINCE_US + index * 30_000_000;
    const creator = { apiKeyId: shop.keyIds.live, mode: 'live', website } as const;
    const { payment } = await verbs.payments.create(creator, firstOfRecurring(amountMinor, index), log);
    const [transaction, token] = [`70000${index}`, `card-token-${index}-8f2c`];
    const settled = await verbs.payments.settle(
      payment,
      { status: 'completed' },
      { providerRef: transaction, cardToken: token },
    );
    const anchorAtUs = settled?.finishedAtUs ?? 0;
    const { currency } = payment;
    made.push({
      id: `sub_${payment.id}`,
      payment: String(payment.id),
      transaction,
      token,
      amountMinor,
      currency,
      anchorAtUs,
    });
  }
  await verbs.close();
  await store.db.close();
  return made;
}

function firstOfRecurring(amountMinor: number, index: number): PaymentRequest {
  return {
    amount: { amountMinor, currency: index === 2 ? 'USD' : 'HTG' },
    method: 'lakaypay_card',
    customerName: 'Wozlò',
    customerEmail: null,
    customerPhone: null,
    reference: `club-${index}`,
    description: null,
    metadata: null,
    recurringInterval: 'daily',
    recurringIntervalCount: 1,
  };
}

/** The exchange rate has no source in a simulation. */
export function noSource(): never {
  throw new Error('the exchange rate has no source in a simulation');
}

async function createLink(operator: OperatorVerbs, websiteId: string, link: Omit<Link, 'code'>): Promise<Link> {
  const { mode, currency, amount, stock, maxQuantity, methods, notifyEmail } = link;
  const { code } = await operator.createLink({
    websiteId,
    mode,
    currency,
    amount,
    stock,
    maxQuantity,
    methods,
    notifyEmail,
    name: 'Yon liv',
    descriptions: { fr: 'Un livre' },
    amountMode: amount === null ? 'chosen' : 'fixed',
  });
  return { ...link, code };
}

/** A folder in memory. Commits must survive the crash of a process, but not of the machine, so no real disk is needed. */
function memoryFolder(): string {
  try {
    mkdirSync('/dev/shm', { recursive: true });
    return '/dev/shm';
  } catch {
    return tmpdir();
  }
}
