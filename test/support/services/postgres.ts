import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../gateway.ts';
import type { Keeper } from './keeper.ts';
import { passes, startServer } from './start-server.ts';

const START_TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 30_000;

/**
 * Creates a PostgreSQL cluster in the keeper's folder, and starts it on a free port of 127.0.0.1. It is durable like a real one: fsync is
 * on. If this process is root, it runs as another user, because PostgreSQL refuses root. Returns its address.
 */
export async function startPostgres(programs: string, { folder, env }: Keeper): Promise<string> {
  const data = join(folder, 'postgres');
  const user = unprivilegedUser();
  mkdirSync(data, { mode: 0o700 });
  if (user) chownSync(data, user.uid, user.gid);
  const options = { ...user, cwd: '/', env: { ...process.env, ...env, HOME: data, LC_ALL: 'C' } };
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'], timeout: START_TIMEOUT_MS },
  );
  const log = join(folder, 'postgres.log');
  const start = async () => {
    const port = await freePort();
    const child = spawn(join(programs, 'postgres'), ['-D', data, ...settings(port)], {
      ...options,
      detached: true,
      stdio: ['ignore', 'ignore', openSync(log, 'a')],
    });
    child.unref();
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    return { url, child, responds: () => passes(() => checkPostgres(url)), log: () => readFileSync(log, 'utf8') };
  };
  return (await startServer('PostgreSQL', start, START_TIMEOUT_MS)).url;
}

/** Throws an error with the reason if the server at an address does not allow creating databases. */
export async function checkPostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  try {
    await client.connect();
    const { rows } = await client.query(
      'SELECT rolcreatedb OR rolsuper AS allowed FROM pg_roles WHERE rolname = current_user',
    );
    if (!rows[0]?.allowed) throw new Error('its user may not create databases');
  } finally {
    await client.end().catch(() => {});
  }
}

function settings(port: number): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    fsync: 'on',
    max_connections: 200,
    log_min_messages: 'warning',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** The user for servers that refuse to run as root; undefined if this process is not root. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // There is no user with this name: the next name is tried.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user `postgres` or `nobody`');
}
