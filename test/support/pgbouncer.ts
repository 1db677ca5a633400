import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './gateway.ts';
import { unprivilegedUser } from './services/postgres.ts';
import { passes, startServer } from './services/start-server.ts';

/** A PgBouncer in front of PostgreSQL, which lends each of its few connections for one transaction at a time. */
export interface Pgbouncer {
  /** The address of the database through the pooler. */
  readonly url: string;
  log(): string;
  stop(): Promise<void>;
}

/** Starts PgBouncer with the settings that the documentation names, and these. */
export async function startPgbouncer(
  databaseUrl: string,
  { poolSize, settings = {} }: { poolSize: number; settings?: Record<string, string> },
): Promise<Pgbouncer> {
  const program = process.env.PGBOUNCER_PATH;
  if (!program) throw new Error('PGBOUNCER_PATH is not set');
  const target = new URL(databaseUrl);
  const url = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'peye-pgbouncer-'));
  // PgBouncer, like PostgreSQL, refuses to run as root: another user must be able to read the folder.
  chmodSync(folder, 0o755);
  const log = join(folder, 'log');
  const start = async () => {
    url.port = String(await freePort());
    writeFileSync(join(folder, 'users.txt'), `"${target.username}" ""\n`);
    const values = {
      listen_addr: '127.0.0.1',
      listen_port: url.port,
      unix_socket_dir: '',
      auth_type: 'trust',
      auth_file: join(folder, 'users.txt'),
      pool_mode: 'transaction',
      default_pool_size: poolSize,
      max_client_conn: 100,
      ...settings,
    };
    const lines = Object.entries(values).map(([name, value]) => `${name} = ${value}`);
    const database = `* = host=${target.hostname} port=${target.port}`;
    writeFileSync(join(folder, 'pgbouncer.ini'), ['[databases]', database, '[pgbouncer]', ...lines, ''].join('\n'));
    const handle = openSync(log, 'a');
    const child = spawn(program, [join(folder, 'pgbouncer.ini')], {
      ...unprivilegedUser(),
      cwd: '/',
      stdio: ['ignore', handle, handle],
    });
    return { child, responds: () => passes(() => connect(url.href)), log: () => readFileSync(log, 'utf8') };
  };
  const { child, log: read } = await startServer('PgBouncer', start);
  return { url: url.href, log: read, stop: () => stop(child, folder) };
}

async function connect(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => {});
  }
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  rmSync(folder, { recursive: true, force: true });
}
