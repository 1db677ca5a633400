import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './gateway.ts';

const run = promisify(execFile);

/** A PostgreSQL server of the test's own, which can go away and come back. */
export interface PostgresServer {
  readonly url: string;
  start(): Promise<void>;
  /** Ends it as a crash would: no goodbye to anybody, and recovery at the next start. */
  crash(): Promise<void>;
  drop(): Promise<void>;
}

/** The folder of PostgreSQL's own programs; undefined where it is not installed. */
export function postgresPrograms(): string | undefined {
  const roots = ['/usr/lib/postgresql', '/usr/local/opt/postgresql', '/opt/homebrew/opt'].filter((root) =>
    existsSync(root),
  );
  const folders = roots.flatMap((root) => readdirSync(root).map((name) => join(root, name, 'bin')));
  return [...folders, '/usr/local/pgsql/bin', '/usr/local/bin'].findLast((folder) =>
    existsSync(join(folder, 'initdb')),
  );
}

export async function startPostgres(): Promise<PostgresServer> {
  const programs = postgresPrograms();
  if (!programs) throw new Error('PostgreSQL is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'peye-postgres-'));
  const data = join(folder, 'data');
  const port = await freePort();
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await run('chown', ['postgres', folder]);
  // PostgreSQL refuses to run as root.
  const asServer = (program: string, args: string[]) => {
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
  await asServer('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']);
  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    crash: async () => void (await control('-m', 'immediate', 'stop')),
    async drop() {
      await control('-m', 'immediate', 'stop').catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
