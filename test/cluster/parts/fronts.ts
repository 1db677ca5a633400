import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Certificate } from '../../../simulators/merchant/certificate.ts';
import type { Programs } from '../programs.ts';
import { deployedFile } from './deployed-file.ts';
import { type Part, startPart } from './part.ts';
import { REDIS_PORTS } from './redis-pair.ts';

/** The address at which clients reach the gateway. */
export const PUBLIC_URL = 'https://127.0.0.1';
/** The address of PgBouncer, which connects to PostgreSQL's current leader. */
export const POOLER = '127.0.0.1:6432';
/** The address of the Redis server that takes writes. */
export const REDIS_FRONT = '127.0.0.1:6380';

/** haproxy with deploy/haproxy/haproxy.cfg before the nodes, and a second haproxy as the front of PostgreSQL and Redis. */
export function startFronts(folder: string, programs: Programs, nodes: readonly string[], tls: Certificate): Part[] {
  const pem = join(folder, 'edge.pem');
  writeFileSync(pem, tls.cert + tls.key);
  const servers = nodes.map((address, index) => `    server node${index + 1} ${address}`).join('\n');
  const edge = deployedFile('haproxy/haproxy.cfg', {
    'log /dev/log local0': 'log stdout format raw local0',
    'maxconn 10000': 'maxconn 2000',
    'https://pay.example.com': PUBLIC_URL,
    '/etc/haproxy/pay.example.com.pem': pem,
    '    server one 10.0.0.11:8080\n    server two 10.0.0.12:8080': servers,
  });
  const front = deployedFile('cluster/front.cfg', {
    '10.0.0.31:6379': `127.0.0.1:${REDIS_PORTS[0]}`,
    '10.0.0.32:6379': `127.0.0.1:${REDIS_PORTS[1]}`,
  });
  return [haproxy(folder, programs, 'edge', edge), haproxy(folder, programs, 'front', front)];
}

function haproxy(folder: string, programs: Programs, name: string, config: string): Part {
  const file = join(folder, `${name}.cfg`);
  writeFileSync(file, config);
  return startPart({
    name: `haproxy-${name}`,
    command: [programs.haproxy, '-db', '-f', file],
    logFile: join(folder, `${name}.log`),
  });
}

/** PgBouncer with deploy/cluster/pgbouncer.ini. */
export function startPooler(folder: string, programs: Programs, user: string, password: string): Part {
  const users = join(folder, 'userlist.txt');
  writeFileSync(users, `"${user}" "${password}"\n`);
  const file = join(folder, 'pgbouncer.ini');
  const text = deployedFile('cluster/pgbouncer.ini', { '/etc/pgbouncer/userlist.txt': users });
  writeFileSync(file, `${text}unix_socket_dir =\n`);
  return startPart({
    name: 'pgbouncer',
    command: [programs.pgbouncer, file],
    logFile: join(folder, 'pgbouncer.log'),
    isUnprivileged: true,
  });
}
