import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Store } from '../../src/app/open-store.ts';
import { readConfig } from '../../src/config.ts';
import type { Row } from '../../src/database/database.ts';
import { administer, type Engine } from '../../test/support/engines.ts';
import { createWebsite } from '../../test/support/websites.ts';
import { openBenchStore } from '../shop.ts';
import { type Dataset, SHOPS, type ShopKey } from './dataset.ts';
import { fillBatch } from './fill-batch.ts';
import { dropIndexes, type Index, listIndexes, loosenTerms, makeIndexes, orderTerms } from './indexes.ts';
import { copyOlder } from './older-copies.ts';

/** The version of the content. Increase it with every change of the data in a filled store. */
const FILLING = 7;
const BATCH = 5_000;
const REPORT_MS = 15_000;

/** A store full of payments, which no other program uses during this run. */
export interface FilledStore {
  readonly engine: Engine;
  readonly data: Dataset;
  readonly settings: Record<string, string>;
  readonly folder: string;
  readonly store: Store;
  /** How long this call took to fill the store, seconds; undefined when the store was already complete. */
  readonly fillSeconds: number | undefined;
  /** Closes the store, and deletes it unless `keep` is set. */
  close(): Promise<void>;
}

/** The facts about a store that are saved in a file in its folder. */
interface Remembered extends Dataset {
  readonly filling: number;
  readonly secretKey: string;
  /** The name of the database on PostgreSQL. */
  readonly database: string;
  readonly indexes: readonly Index[];
  readonly isWhole: boolean;
}

/**
 * Opens a store with this many payments, and fills it unless that was done before. With `copies`, all but the newest payments are copies
 * that the store makes itself, several times as fast. With `keep` the store stays in that folder, or on
 * PostgreSQL in a database of the server of TEST_DATABASE_URL, and the next run uses it again. An interrupted filling resumes.
 */
export async function openFilledStore(
  engine: Engine,
  payments: number,
  { keep, copies = 0, say }: { keep: string | undefined; copies?: number; say: (line: string) => void },
): Promise<FilledStore> {
  const folder =
    keep === undefined ? mkdtempSync(join(tmpdir(), 'peye-growth-')) : folderOf(keep, engine, { payments, copies });
  const known = recall(folder);
  // A folder without the file of facts cannot be used.
  if (!known) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const secretKey = known?.secretKey ?? randomBytes(32).toString('base64');
  const database = known?.database ?? `peye_growth_${randomBytes(6).toString('hex')}`;
  const settings: Record<string, string> = { DATA_DIR: folder, SECRET_KEY: secretKey };
  if (engine === 'postgres') {
    if (!known) await administer(server(), `CREATE DATABASE ${database}`);
    settings.DATABASE_URL = Object.assign(new URL(server()), { pathname: `/${database}` }).href;
  }
  let store: Store | undefined;
  const startedAt = performance.now();
  try {
    store = await openBenchStore(readConfig(settings));
    const data = known ?? {
      ...(await begin(store, { payments: Math.ceil(payments / (copies + 1)), copies })),
      secretKey,
      database,
    };
    if (!known) remember(folder, data);
    if (!data.isWhole) {
      await fill(store, folder, data, say);
      remember(folder, { ...data, isWhole: true });
    }
    return {
      engine,
      data,
      settings,
      folder,
      store,
      fillSeconds: known?.isWhole !== true ? (performance.now() - startedAt) / 1000 : undefined,
      async close() {
        await store?.db.close();
        if (keep === undefined) await drop(engine, folder, database);
      },
    };
  } catch (error) {
    await store?.db.close();
    if (keep === undefined) await drop(engine, folder, database);
    throw error;
  }
}

/** Deletes a store of an earlier run, if there is one. */
export async function dropFilledStore(
  engine: Engine,
  of: { payments: number; copies: number },
  keep: string,
): Promise<void> {
  const folder = folderOf(keep, engine, of);
  const known = recall(folder);
  if (known) await drop(engine, folder, known.database);
}

async function drop(engine: Engine, folder: string, database: string): Promise<void> {
  if (engine === 'postgres') await administer(server(), `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  rmSync(folder, { recursive: true, force: true });
}

function folderOf(keep: string, engine: Engine, { payments, copies }: { payments: number; copies: number }): string {
  return join(keep, `${engine}-${payments}${copies === 0 ? '' : '-copied'}`);
}

function remember(folder: string, now: Remembered): void {
  const file = join(folder, 'growth.json');
  writeFileSync(`${file}.new`, JSON.stringify(now, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function recall(folder: string): Remembered | undefined {
  const file = join(folder, 'growth.json');
  if (!existsSync(file)) return undefined;
  const known = JSON.parse(readFileSync(file, 'utf8')) as Remembered;
  if (known.filling !== FILLING)
    throw new Error(`${folder} was filled by another version: use --drop with that version`);
  return known;
}

function server(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is not set');
  return url;
}

/** Registers the shops, and decides the creation time of the newest payment. */
async function begin(
  store: Store,
  { payments, copies }: { payments: number; copies: number },
): Promise<Omit<Remembered, 'secretKey' | 'database'>> {
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
  return { filling: FILLING, payments, copies, endUs: Date.now() * 1000, shops, indexes, isWhole: false };
}

function compact(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('VACUUM');
  } finally {
    database.close();
  }
}

async function fill(
  { db, box }: Store,
  folder: string,
  { indexes, ...data }: Remembered,
  say: (line: string) => void,
): Promise<void> {
  const startedAt = performance.now();
  const first = (await db.query<Row & { n: number }>('SELECT count(*) AS n FROM payments'))[0]!.n;
  if (first < data.payments) {
    await dropIndexes(db, indexes);
    await loosenTerms(db);
  }
  const feeds = await db.query<Row & { website_id: string; last_position: number }>('SELECT * FROM feeds');
  const positions = new Map(feeds.map((feed) => [feed.website_id, feed.last_position]));
  let reportedAt = performance.now();
  for (let from = first; from < data.payments; from += BATCH) {
    const to = Math.min(from + BATCH, data.payments);
    await db.transaction(
      async (tx) => {
        // The rows refer to rows written just before; checking each again takes a third of the time.
        if (db.engine === 'postgres') await tx.query('SET LOCAL session_replication_role = replica');
        await fillBatch(tx, { engine: db.engine, box, data }, { from, to }, positions);
      },
      { isLong: true },
    );
    if (performance.now() - reportedAt < REPORT_MS) continue;
    reportedAt = performance.now();
    const perSecond = (to - first) / ((reportedAt - startedAt) / 1000);
    say(`${db.engine}: ${to} of ${data.payments} payments, ${Math.round(perSecond)}/s`);
  }
  if (data.copies > 0) {
    await copyOlder(db, data, (line) => say(`${db.engine}: ${line}`));
    // The older rows were put before the others, which leaves pages half empty.
    if (db.engine === 'sqlite') compact(join(folder, 'peye.db'));
  }
  await orderTerms(db, data);
  await makeIndexes(db, indexes, (line) => say(`${db.engine}: ${line}`));
  // Autovacuum would do this minutes later. Doing it now gives the query plans and index-only reads of a store in normal use.
  if (db.engine === 'postgres') await db.outsideTransaction?.('VACUUM (ANALYZE)');
  say(
    `${db.engine}: filled with ${data.payments * (data.copies + 1)} payments in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  );
}
