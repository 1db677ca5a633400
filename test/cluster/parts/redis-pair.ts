import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { until } from '../../support/gateway.ts';
import type { Programs } from '../programs.ts';
import { type Part, startPart } from './part.ts';

/** The ports of the two servers. Which of the two takes writes may change. */
export const REDIS_PORTS = [6381, 6382] as const;

/** A Redis with a replica, behind one address. */
export interface RedisPair {
  /** The server that takes writes; `replica` is the server that follows it. */
  primary(): Part;
  replica(): Part;
  /** Makes the replica the primary, as an operator or Sentinel does. */
  promote(): Promise<void>;
  /** Starts the server that was killed, as a replica of the other one. */
  rejoin(): Promise<void>;
}

export async function startRedisPair(folder: string, programs: Programs): Promise<RedisPair> {
  const parts = REDIS_PORTS.map((port, index) => {
    const data = join(folder, `redis${index + 1}`);
    mkdirSync(data);
    return startPart({
      name: `redis${index + 1}`,
      command: [programs.redis, '--port', String(port), '--bind', '127.0.0.1', '--dir', data, '--save', ''],
      logFile: join(folder, `redis${index + 1}.log`),
    });
  });
  let primary = 0;
  const other = () => 1 - primary;
  const follow = async () => {
    await until('Redis starts', async () => (await ask(REDIS_PORTS[other()]!, 'PING')).includes('PONG'));
    await ask(REDIS_PORTS[other()]!, `REPLICAOF 127.0.0.1 ${REDIS_PORTS[primary]}`);
    const isFollowing = async () =>
      (await ask(REDIS_PORTS[other()]!, 'INFO replication')).includes('master_link_status:up');
    await until('the replica of Redis follows', isFollowing);
  };
  await follow();
  return {
    primary: () => parts[primary] as Part,
    replica: () => parts[other()] as Part,
    async promote() {
      await ask(REDIS_PORTS[other()]!, 'REPLICAOF NO ONE');
      primary = other();
    },
    async rejoin() {
      const stopped = parts[other()] as Part;
      if (!stopped.isRunning()) stopped.start();
      await follow();
    },
  };
}

/** Sends one inline command, and returns its response; empty when there is none. */
function ask(port: number, command: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
    const end = (text: string) => {
      resolve(text);
      socket.destroy();
    };
    socket.once('data', (data) => end(String(data)));
    socket.on('error', () => end(''));
    socket.setTimeout(2_000, () => end(''));
  });
}
