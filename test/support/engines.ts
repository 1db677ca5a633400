import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import pg from 'pg';

export type Engine = 'sqlite' | 'postgres';

/** An empty store of its own: the settings that lead to it, and how to be rid of it. */
export interface EmptyStore {
  readonly engine: Engine;
  readonly settings: Record<string, string>;
  /** Its folder, for what else a test wants to keep beside it. */
  readonly folder: string;
  drop(): Promise<void>;
}

/**
 * Runs a suite on the embedded store and on PostgreSQL. `npm test` sets TEST_DATABASE_URL, the address of a server on which
 * databases may be made; without it the PostgreSQL half is skipped, and says so.
 */
export function onBothEngines(name: string, suite: (engine: Engine) => void): void {
  describe(`sqlite: ${name}`, () => suite('sqlite'));
  const skip = process.env.TEST_DATABASE_URL ? false : 'no PostgreSQL: TEST_DATABASE_URL is not set';
  describe(`postgres: ${name}`, { skip }, () => suite('postgres'));
}

export async function emptyStore(engine: Engine): Promise<EmptyStore> {
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
  await administer(server, `CREATE DATABASE ${name}`);
  return {
    engine,
    folder,
    settings: { ...settings, DATABASE_URL: url.href },
    async drop() {
      await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}
