import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import pg from 'pg';
import { IS_GATE, IS_NIGHT } from './tier.ts';

export type Engine = 'sqlite' | 'postgres';
const ENGINES: readonly Engine[] = ['sqlite', 'postgres'];

/** A new store without rows: its settings, and a function that deletes it. */
export interface EmptyStore {
  readonly engine: Engine;
  readonly settings: Record<string, string>;
  /** The folder of the store, where a test may put its own files. */
  readonly folder: string;
  drop(): Promise<void>;
}

/**
 * Runs a suite on the embedded store and on PostgreSQL. `npm test` sets TEST_DATABASE_URL, the address of a server on which databases may
 * be created. Without it the half for PostgreSQL is skipped, with the reason.
 *
 * @param concurrency whether the tests of the suite on one engine run at the same time
 */
export function onBothEngines(name: string, suite: (engine: Engine) => void, { concurrency = false } = {}): void {
  for (const engine of IS_GATE ? [oneEngine(name)] : ENGINES) onEngine(engine, name, suite, concurrency);
}

/**
 * Runs a slow suite that depends little on the engine: by night on both, by day on one. Which one depends on the suite's name, so that
 * about half of these suites run on each engine.
 */
export function onOneEngineByDay(name: string, suite: (engine: Engine) => void): void {
  if (IS_NIGHT) onBothEngines(name, suite);
  else onEngine(oneEngine(name), name, suite);
}

/** Whether a case of a suite on both engines runs on this one: by night always, by day every second case, so that each runs once. */
export function takesTurn(engine: Engine, nth: number): boolean {
  return IS_NIGHT || !process.env.TEST_DATABASE_URL || IS_GATE || ENGINES[nth % ENGINES.length] === engine;
}

/** Runs a suite of commands: by night on both engines, by day on SQLite. test/cli/own-process.test.ts runs every command on both. */
export function onSqliteByDay(name: string, suite: (engine: Engine) => void): void {
  if (IS_NIGHT) onBothEngines(name, suite);
  else onEngine('sqlite', name, suite);
}

/** Without PostgreSQL, always the embedded store. */
function oneEngine(name: string): Engine {
  return process.env.TEST_DATABASE_URL ? ENGINES[name.length % ENGINES.length]! : 'sqlite';
}

function onEngine(engine: Engine, name: string, suite: (engine: Engine) => void, concurrency = false): void {
  const isMissing = engine === 'postgres' && !process.env.TEST_DATABASE_URL;
  const skip = isMissing ? 'no PostgreSQL: TEST_DATABASE_URL is not set' : false;
  describe(`${engine}: ${name}`, { skip, concurrency }, () => suite(engine));
}

/** The variables that name the templates of stores: a database on the server of TEST_DATABASE_URL, and the file of an embedded store. */
export const TEMPLATE_DATABASE = 'PEYE_TEST_TEMPLATE_DATABASE';
export const TEMPLATE_FILE = 'PEYE_TEST_TEMPLATE_FILE';

/** Creates a store that already has the schema of this version. Outside of `npm test` there are no templates, and the store is empty. */
export async function newStore(engine: Engine): Promise<EmptyStore> {
  if (engine === 'postgres') return emptyStore(engine, process.env[TEMPLATE_DATABASE]);
  const store = await emptyStore(engine);
  const template = process.env[TEMPLATE_FILE];
  if (template) copyFileSync(template, join(store.folder, 'peye.db'));
  return store;
}

/** Creates a store that no gateway has opened, for tests of migrations and first starts. Opening one of `newStore` is faster. */
export async function emptyStore(engine: Engine, template?: string): Promise<EmptyStore> {
  const folder = mkdtempSync(join(tmpdir(), 'peye-test-'));
  const settings = { DATA_DIR: folder, SECRET_KEY: randomBytes(32).toString('base64') };
  if (engine === 'sqlite') {
    return { engine, folder, settings, drop: async () => rmSync(folder, { recursive: true, force: true }) };
  }
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('TEST_DATABASE_URL is not set');
  const name = `peye_${randomBytes(8).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  // Otherwise PostgreSQL, from 15 on, writes each page to its write-ahead log, which costs twice as much.
  await onOpenConnection(server, `CREATE DATABASE ${name} TEMPLATE ${template ?? 'template1'} STRATEGY FILE_COPY`);
  return {
    engine,
    folder,
    settings: { ...settings, DATABASE_URL: url.href },
    async drop() {
      await onOpenConnection(server, `DROP DATABASE ${name} WITH (FORCE)`);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * This process's connection to the server of TEST_DATABASE_URL, which stays open: a new one costs as much as creating a database. While it
 * is idle, it does not keep the process alive.
 */
let administrator: pg.Pool | undefined;

async function onOpenConnection(server: string, statement: string): Promise<void> {
  if (!administrator) {
    const options = { max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true };
    administrator = new pg.Pool({ connectionString: server, ...options });
    // A connection that breaks while it is idle is replaced.
    administrator.on('error', () => {});
  }
  await administrator.query(statement);
}

/** Runs a statement on the server at an address. */
export async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end();
  }
}
