import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../src/app/open-store.ts';
import { readConfig } from '../../src/config.ts';
import type { Database, Row } from '../../src/storage/database.ts';
import { administer, type Engine } from '../../test/support/engines.ts';
import { createWebsite } from '../../test/support/websites.ts';
import { openBenchStore } from '../shop.ts';
import { type Dataset, SHOPS, type ShopKey } from './dataset.ts';
import { fillBatch } from './fill-batch.ts';
import { dropIndexes, type Index, listIndexes, makeIndexes } from './indexes.ts';

const BATCH = 5_000;
const REPORT_MS = 15_000;

/** A store full of payments that nobody else uses. */
export interface FilledStore {
  readonly engine: Engine;
  readonly data: Dataset;
  readonly settings: Record<string, string>;
  readonly folder: string;
  readonly store: Store;
  /** How long the filling took that this call has done, seconds; undefined when the store was whole already. */
  readonly fillSeconds: number | undefined;
  /** Closes it, and deletes it unless it is kept. */
  close(): Promise<void>;
}

/** What is remembered of a store besides what is in it. */
interface Remembered extends Dataset {
  readonly secretKey: string;
  readonly indexes: readonly Index[];
  readonly isWhole: boolean;
}

/**
 * Opens a store of so many payments, and fills it where that was not done. With `keep` it stays in that folder (and, of PostgreSQL,
 * in a database of the server of TEST_DATABASE_URL) and is used again the next time; a filling that was cut off goes on.
 */
export async function openFilledStore(
  engine: Engine,
  payments: number,
  { keep, say }: { keep: string | undefined; say: (line: string) => void },
): Promise<FilledStore> {
  const name = `peye_growth_${payments}`;
  const folder = keep === undefined ? mkdtempSync(join(tmpdir(), 'peye-growth-')) : join(keep, `${engine}-${payments}`);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'growth.json');
  let remembered: Remembered | undefined = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  const remember = (now: Remembered) => {
    writeFileSync(`${file}.new`, JSON.stringify(now, null, 2), { mode: 0o600 });
    renameSync(`${file}.new`, file);
    remembered = now;
    return now;
  };
  const drop = async () => {
    rmSync(folder, { recursive: true, force: true });
    if (engine === 'postgres') await administer(server(), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  if (!remembered) {
    await drop();
    mkdirSync(folder, { recursive: true });
    if (engine === 'postgres') await administer(server(), `CREATE DATABASE ${name}`);
  }
  const secretKey = remembered?.secretKey ?? randomBytes(32).toString('base64');
  const settings: Record<string, string> = { DATA_DIR: folder, SECRET_KEY: secretKey };
  if (engine === 'postgres') settings.DATABASE_URL = Object.assign(new URL(server()), { pathname: `/${name}` }).href;
  let store: Store | undefined;
  const startedAt = performance.now();
  try {
    store = await openBenchStore(readConfig(settings));
    const isNew = remembered?.isWhole !== true;
    const known = remembered ?? remember(await begin(store, payments, secretKey));
    if (!known.isWhole) {
      await fill(store.db, known, say);
      remember({ ...known, isWhole: true });
    }
    return {
      engine,
      data: known,
      settings,
      folder,
      store,
      fillSeconds: isNew ? (performance.now() - startedAt) / 1000 : undefined,
      async close() {
        await store?.db.close();
        if (keep === undefined) await drop();
      },
    };
  } catch (error) {
    await store?.db.close();
    if (keep === undefined) await drop();
    throw error;
  }
}

function server(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is not set');
  return url;
}

/** Registers the shops, and decides when the newest payment was made. */
async function begin(store: Store, payments: number, secretKey: string): Promise<Remembered> {
  const websites = new Map<string, string>();
  const shops: ShopKey[] = [];
  for (const { name, website, mode, hasCallback } of SHOPS) {
    if (!websites.has(website)) {
      const callbackUrl = hasCallback ? 'https://shop.example/webhooks' : null;
      const made = await createWebsite(store, { name: website, returnUrl: 'https://shop.example/thanks', callbackUrl });
      websites.set(website, made.website.id);
    }
    const websiteId = websites.get(website)!;
    const { apiKey, text } = await store.operator.createApiKey({ websiteId, mode, name });
    shops.push({ name, websiteId, apiKeyId: apiKey.id, mode, key: text, hasCallback });
  }
  const indexes = await listIndexes(store.db);
  return { payments, endUs: Date.now() * 1000, shops, secretKey, indexes, isWhole: false };
}

async function fill(db: Database, { indexes, ...data }: Remembered, say: (line: string) => void): Promise<void> {
  const startedAt = performance.now();
  await dropIndexes(db, indexes);
  const first = (await db.query<Row & { n: number }>('SELECT count(*) AS n FROM payments'))[0]!.n;
  const feeds = await db.query<Row & { website_id: string; last_position: number }>('SELECT * FROM feeds');
  const positions = new Map(feeds.map((feed) => [feed.website_id, feed.last_position]));
  let saidAt = performance.now();
  for (let from = first; from < data.payments; from += BATCH) {
    const to = Math.min(from + BATCH, data.payments);
    await db.transaction(
      async (tx) => {
        // The rows refer to what was written just before; asking for each again takes a third of the time.
        if (db.engine === 'postgres') await tx.query('SET LOCAL session_replication_role = replica');
        await fillBatch(tx, data, { from, to }, positions);
      },
      { isLong: true },
    );
    if (performance.now() - saidAt < REPORT_MS) continue;
    saidAt = performance.now();
    const perSecond = (to - first) / ((saidAt - startedAt) / 1000);
    say(`${db.engine}: ${to} of ${data.payments} payments, ${Math.round(perSecond)}/s`);
  }
  await makeIndexes(db, indexes, (line) => say(`${db.engine}: ${line}`));
  // What autovacuum does by itself minutes later, so that plans and index-only reads are those of a settled store.
  if (db.engine === 'postgres') await db.outsideTransaction?.('VACUUM (ANALYZE)');
  say(
    `${db.engine}: filled with ${data.payments} payments in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  );
}
