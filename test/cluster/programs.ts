import { existsSync } from 'node:fs';
import { executableIn, findPostgres } from '../support/services/programs.ts';

/** The path of each program of the cluster. */
export interface Programs {
  readonly patroni: string;
  readonly etcd: string;
  readonly haproxy: string;
  readonly pgbouncer: string;
  readonly redis: string;
  /** The folder of PostgreSQL's own programs. */
  readonly postgres: string;
}

const FOLDERS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
/** Each program with the Debian package that has it. */
const NEEDED = [
  ['patroni', 'patroni'],
  ['etcd', 'etcd-server'],
  ['haproxy', 'haproxy'],
  ['pgbouncer', 'pgbouncer'],
  ['redis-server', 'redis-server'],
  ['ip', 'iproute2'],
  ['unshare', 'util-linux'],
  ['nsenter', 'util-linux'],
  ['setpriv', 'util-linux'],
  ['mount', 'mount'],
] as const;

/** Patroni's library for etcd. It is not a program, so this is the place where Debian installs it. */
const ETCD_CLIENT = '/usr/lib/python3/dist-packages/etcd';

/** What this machine lacks to run the cluster, one sentence for each; empty if nothing is missing. Searches for programs in `folders`. */
export function missingPrograms(folders: readonly string[] = FOLDERS): string[] {
  const missing: string[] = [];
  if (process.platform !== 'linux') return ['the cluster needs Linux: it is made of network namespaces'];
  if (process.getuid?.() !== 0) missing.push('it must run as root, to create its own namespaces and mounts');
  for (const [program, pack] of NEEDED)
    if (!find(program, folders)) missing.push(`${program} is not installed: apt-get install ${pack}`);
  if (!existsSync(ETCD_CLIENT)) missing.push('Patroni cannot reach etcd: apt-get install python3-etcd');
  if (!findPostgres()) missing.push('PostgreSQL is not installed: apt-get install postgresql');
  return missing;
}

export function findPrograms(): Programs {
  const path = (name: string) => find(name) ?? name;
  return {
    patroni: path('patroni'),
    etcd: path('etcd'),
    haproxy: path('haproxy'),
    pgbouncer: path('pgbouncer'),
    redis: path('redis-server'),
    postgres: findPostgres() ?? '',
  };
}

function find(name: string, folders: readonly string[] = FOLDERS): string | undefined {
  return executableIn(folders, name);
}
