import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort, until } from './gateway.ts';

const run = promisify(execFile);

/** A PostgreSQL server that only one test uses, and that can stop and start again. */
export interface PostgresServer {
  readonly url: string;
  start(): Promise<void>;
  /** Ends the server like a crash: connections break, and the next start recovers. */
  crash(): Promise<void>;
  /** Starts a second server that follows this one: a hot standby, until it is promoted. */
  standby(): Promise<PostgresStandby>;
  /** A copy of its files as they are now, from which servers can be restored. */
  baseBackup(): Promise<BaseBackup>;
  drop(): Promise<void>;
}

export interface BaseBackup {
  /** Starts a server on a copy of the backup, which recovers with these lines of postgresql.conf. */
  recover(settings: string): Promise<PostgresServer>;
  drop(): void;
}

export interface PostgresStandby extends PostgresServer {
  promote(): Promise<void>;
  /** Stops following the other server, as when the network between the two is cut. Later commits of the other server do not arrive. */
  cutOff(): Promise<void>;
  /** Replaces a stopped server, at its address. */
  takeOver(of: Pick<PostgresServer, 'url'>): Promise<void>;
}

/** The folder of PostgreSQL's own programs; undefined where it is not installed. */
export function postgresPrograms(): string | undefined {
  const roots = ['/usr/lib/postgresql', '/usr/local/opt/postgresql', '/opt/homebrew/opt'].filter((root) =>
    existsSync(root),
  );
  const folders = roots.flatMap((root) => readdirSync(root).map((name) => join(root, name, 'bin')));
  return [...folders, '/usr/local/pgsql/bin', '/usr/local/bin'].findLast((folder) =>
    ['initdb', 'pg_ctl', 'pg_basebackup'].every((program) => existsSync(join(folder, program))),
  );
}

export function startPostgres(): Promise<PostgresServer> {
  return serve((data, asServer) =>
    asServer('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']),
  );
}

type AsServer = (program: string, args: string[]) => Promise<unknown>;

/** Starts a server on the folder that `fill` makes. */
async function serve(fill: (data: string, asServer: AsServer) => Promise<unknown>): Promise<PostgresStandby> {
  const programs = postgresPrograms();
  if (!programs) throw new Error('PostgreSQL is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'peye-postgres-'));
  const data = join(folder, 'data');
  let port = await freePort();
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await run('chown', ['postgres', folder]);
  // PostgreSQL refuses to run as root.
  const asServer: AsServer = (program, args) => {
    const command = [join(programs, program), ...args];
    return isRoot
      ? run('su', ['postgres', '-s', '/bin/sh', '-c', command.map(quote).join(' ')])
      : run(command[0]!, args);
  };
  const control = (...args: string[]) => asServer('pg_ctl', ['-D', data, '-s', '-w', ...args]);
  const start = async () => {
    const options = `-p ${port} -h 127.0.0.1 -k ${folder} -c max_connections=60 -c shared_buffers=16MB`;
    await control('-l', join(folder, 'log'), '-o', options, 'start');
  };
  await fill(data, asServer);
  await start();
  return {
    get url() {
      return `postgres://postgres@127.0.0.1:${port}/postgres`;
    },
    start,
    crash: async () => void (await control('-m', 'immediate', 'stop')),
    promote: async () => void (await control('promote')),
    async cutOff() {
      const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres' });
      await client.connect();
      const isFollowing = async () => (await client.query('SELECT pid FROM pg_stat_wal_receiver')).rows.length > 0;
      await until('the standby follows', isFollowing);
      await client.query("ALTER SYSTEM SET primary_conninfo = ''");
      await client.query('SELECT pg_reload_conf()');
      await until('the standby no longer follows', async () => !(await isFollowing()));
      await client.end();
    },
    async takeOver({ url }) {
      await control('-m', 'fast', 'stop');
      port = Number(new URL(url).port);
      await start();
      await control('promote');
    },
    standby: () =>
      serve((copy, asCopy) => {
        const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'];
        return asCopy('pg_basebackup', [...from, '-D', copy, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']);
      }),
    async baseBackup() {
      const place = mkdtempSync(join(tmpdir(), 'peye-base-'));
      if (isRoot) await run('chown', ['postgres', place]);
      const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'];
      const base = join(place, 'base');
      await asServer('pg_basebackup', [...from, '-D', base, '-c', 'fast', '--no-sync']);
      return {
        recover: (settings) =>
          serve(async (copy) => {
            await run('cp', ['-a', base, copy]);
            appendFileSync(join(copy, 'postgresql.auto.conf'), settings);
            const signal = join(copy, 'recovery.signal');
            await run('touch', [signal]);
            if (isRoot) await run('chown', ['postgres', signal]);
          }),
        drop: () => rmSync(place, { recursive: true, force: true }),
      };
    },
    async drop() {
      await control('-m', 'immediate', 'stop').catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
