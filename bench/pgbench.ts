import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transactionIds } from '../src/core/ids.ts';
import type { Value } from '../src/database/database.ts';

const DEBIAN_FOLDER = '/usr/lib/postgresql';

/** The path of pgbench, in PATH or where Debian installs it; undefined when it is not installed. */
export function findPgbench(): string | undefined {
  if (!spawnSync('pgbench', ['--version']).error) return 'pgbench';
  const versions = existsSync(DEBIAN_FOLDER)
    ? readdirSync(DEBIAN_FOLDER)
        .map(Number)
        .sort((a, b) => b - a)
    : [];
  return versions
    .map((version) => join(DEBIAN_FOLDER, String(version), 'bin/pgbench'))
    .find((file) => existsSync(file));
}

/**
 * Lets pgbench insert rows from `clients` connections, one row in each transaction, with a prepared statement. The rows differ only in id,
 * times and reference. Ids grow as the gateway's do, so the indexes grow at the same end. Returns transactions a second.
 */
export async function runPgbench(
  program: string,
  options: {
    databaseUrl: string;
    row: Readonly<Record<string, Value>>;
    clients: number;
    seconds: number;
    folder: string;
  },
): Promise<number> {
  const { databaseUrl, row, clients, seconds, folder } = options;
  const firstId = transactionIds(
    () => Date.now() * 1000,
    () => 0,
  )();
  const varying: Record<string, string> = {
    id: ':id',
    created_at_us: `CAST(:us AS BIGINT)`,
    reference: `'order-' || CAST(:id AS BIGINT)`,
  };
  const values = Object.entries(row).map(([column, value]) => varying[column] ?? literal(value));
  const script = join(folder, 'pgbench.sql');
  writeFileSync(
    script,
    `\\set n :n + 1
\\set id ${firstId} + :n * ${clients} + :client_id
\\set us ${Date.now() * 1000} + :n * ${clients} + :client_id
INSERT INTO payments (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')});
`,
  );
  const flags = [
    '-n',
    '-M',
    'prepared',
    '-D',
    'n=0',
    '-c',
    String(clients),
    '-j',
    '2',
    '-T',
    String(seconds),
    '-f',
    script,
  ];
  const { stdout } = await promisify(execFile)(program, [...flags, databaseUrl]);
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
  const failed = /failed transactions: (\d+)/.exec(stdout)?.[1] ?? '0';
  if (!(perSecond > 0) || failed !== '0') throw new Error(`pgbench measured nothing:\n${stdout}`);
  return perSecond;
}

function literal(value: Value): string {
  if (value === null) return 'NULL';
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}
