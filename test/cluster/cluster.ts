import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Certificate } from '../../simulators/merchant/certificate.ts';
import { peyeJson, peyeProcess } from '../support/cli.ts';
import { until } from '../support/gateway.ts';
import { type DatabaseCluster, startDatabase, superuserUrl } from './parts/database.ts';
import { POOLER, PUBLIC_URL, REDIS_FRONT, startFronts, startPooler } from './parts/fronts.ts';
import { type GatewayNode, startGatewayNode } from './parts/gateway-node.ts';
import { openNetwork } from './parts/network.ts';
import type { Part } from './parts/part.ts';
import { type RedisPair, startRedisPair } from './parts/redis-pair.ts';
import type { Programs } from './programs.ts';

const ROLE = 'peye';
const PASSWORD = 'change-this-one-too';
const NODES = [
  { name: 'node1', role: 'api', port: 8081 },
  { name: 'node2', role: 'api', port: 8082 },
  { name: 'node3', role: 'api', port: 8083 },
  { name: 'worker1', role: 'worker', port: 8091 },
  { name: 'worker2', role: 'worker', port: 8092 },
] as const;

/** All parts, running. */
export interface Cluster {
  readonly folder: string;
  readonly database: DatabaseCluster;
  readonly redis: RedisPair;
  readonly pooler: Part;
  readonly nodes: readonly GatewayNode[];
  /** The settings of every node, and of an operator's commands. */
  readonly settings: Readonly<Record<string, string>>;
  readonly shop: Shop;
  /** Waits until every part is there and ready. */
  whole(timeoutMs?: number): Promise<void>;
}

/** The website whose payments the client creates. */
export interface Shop {
  readonly testKey: string;
  readonly liveKey: string;
}

export interface ClusterOptions {
  readonly folder: string;
  readonly programs: Programs;
  readonly tls: Certificate;
  readonly callbackUrl: string;
  /** The settings for receivers and simulators. */
  readonly settings: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
}

/** Starts three nodes and two workers behind haproxy, on PostgreSQL under Patroni and Redis with a replica. */
export async function startCluster({ folder, programs, tls, callbackUrl, settings: others, log }: ClusterOptions) {
  openNetwork();
  log('starting PostgreSQL under Patroni, three members');
  const database = await startDatabase(folder, programs);
  await makeDatabase(database);
  log('starting Redis, PgBouncer and haproxy');
  const redis = await startRedisPair(folder, programs);
  const addresses = NODES.filter(({ role }) => role === 'api').map(({ port }) => `127.0.0.1:${port}`);
  startFronts(folder, programs, addresses, tls);
  const pooler = startPooler(folder, programs, ROLE, PASSWORD);
  const settings = {
    DATABASE_URL: `postgres://${ROLE}:${PASSWORD}@${POOLER}/peye`,
    DATABASE_POOLER: 'true',
    SECRET_KEY: randomBytes(32).toString('base64'),
    REDIS_URL: `redis://${REDIS_FRONT}`,
    PUBLIC_URL,
    TRUST_PROXY: '127.0.0.1',
    DRAIN_SECONDS: '6',
    ALLOW_TEST_ACCOUNTS: 'true',
    // These limits are counted in Redis, but never refuse this client, which has only one address.
    RATE_LIMIT_PER_MINUTE: '1000000',
    VERIFY_LIMIT_PER_MINUTE: '1000',
    PAGE_LIMIT_PER_MINUTE: '1000000',
    // Webhooks that a merchant's server missed are sent again within the run.
    WEBHOOK_RETRY_SECONDS: '0,2,3,5,5,10,10,20,20,30,30,30,60,60',
    ...others,
  };
  await until('the pooler and the front lead to the leader', () => leads(settings.DATABASE_URL));
  log('starting three API nodes and two workers');
  const [first, ...rest] = NODES.map((node) => () => startGatewayNode(folder, node, settings));
  const nodes = [first!()];
  await nodes[0]!.ready();
  for (const start of rest) nodes.push(start());
  const whole = async (timeoutMs = 120_000) => {
    await database.whole(timeoutMs);
    for (const node of nodes) await node.ready(timeoutMs);
  };
  await whole();
  const shop = await makeShop(settings, callbackUrl, folder);
  return { folder, database, redis, pooler, nodes, settings, shop, whole } satisfies Cluster;
}

async function makeDatabase(database: DatabaseCluster): Promise<void> {
  const leader = await database.leader();
  if (!leader) throw new Error('PostgreSQL has no leader');
  const client = new pg.Client({ connectionString: superuserUrl(leader) });
  await client.connect();
  await client.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD '${PASSWORD}'`);
  await client.query(`GRANT pg_monitor TO ${ROLE}`);
  await client.query(`CREATE DATABASE peye OWNER ${ROLE}`);
  await client.end();
}

async function makeShop(settings: Record<string, string>, callbackUrl: string, folder: string): Promise<Shop> {
  const options = { settings: { ...settings, LOG_LEVEL: 'silent' }, cwd: folder };
  const website = ['websites', 'create', '--name', 'Shop', '--return-url', 'https://shop.example/thanks'];
  const { id } = await peyeJson([...website, '--callback-url', callbackUrl], options, peyeProcess);
  const key = async (mode: string) =>
    (await peyeJson(['keys', 'create', '--website', id, '--mode', mode], options, peyeProcess)).key;
  return { testKey: await key('test'), liveKey: await key('live') };
}

async function leads(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    // A proxy that has just been started treats every member as the leader until it has queried that member.
    const { rows } = await client.query('SHOW transaction_read_only');
    return rows[0].transaction_read_only === 'off';
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
