import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../support/gateway.ts';
import type { Cluster } from '../cluster.ts';
import type { GatewayNode } from '../parts/gateway-node.ts';
import { type Fault, NODE_LIMITS, NOTHING_TO_HEAL, type Stage, UNNOTICED } from './fault.ts';
import { rollingUpgrade } from './rolling-upgrade.ts';

const SLOW_RECEIVER_MS = 1_500;
const EVENTS_IN_FLIGHT = 4;
/** For how long a clock is wrong: long enough for a few rounds of every job. */
const WRONG_CLOCK_MS = 20_000;

/** Faults of Peye's own processes, and of everything except PostgreSQL on which they depend. */
export const NODE_FAULTS: readonly Fault[] = [
  ...['node1', 'node2', 'node3'].map(nodeKilled),
  ...['worker1', 'worker2'].map(workerKilled),
  {
    name: 'redis-killed',
    expected: 'each node counts limits by itself until the replica becomes the primary; no request fails',
    limits: UNNOTICED,
    async make({ cluster, strike }) {
      await strike(() => cluster.redis.primary().end('SIGKILL'));
      await until(
        'every node reports that Redis is unavailable',
        async () => (await redisOf(cluster)).every((word) => word === 'unavailable'),
        60_000,
      );
      await cluster.redis.promote();
      await until(
        'every node counts in Redis again',
        async () => (await redisOf(cluster)).every((word) => word === 'ready'),
        60_000,
      );
      return () => cluster.redis.rejoin();
    },
  },
  {
    name: 'pgbouncer-restarted',
    expected: 'requests in flight fail, and the nodes connect again',
    limits: NODE_LIMITS,
    async make({ cluster, strike }) {
      await strike(async () => {
        await cluster.pooler.end('SIGTERM');
        cluster.pooler.start();
      });
      return NOTHING_TO_HEAL;
    },
  },
  {
    name: 'clock-stepped',
    expected: 'PostgreSQL shows the true time: nothing fails, and nothing expires before its time',
    limits: UNNOTICED,
    async make({ cluster, strike }) {
      const [api, worker] = [named(cluster, 'node1'), named(cluster, 'worker1')];
      await strike(() => {
        api.setClock(2 * 3_600);
        worker.setClock(2 * 3_600);
      });
      await pause(WRONG_CLOCK_MS);
      api.setClock(-2 * 3_600);
      worker.setClock(-2 * 3_600);
      await pause(WRONG_CLOCK_MS);
      return async () => {
        api.setClock(0);
        worker.setClock(0);
      };
    },
  },
  rollingUpgrade,
];

function nodeKilled(name: string): Fault {
  return {
    name: `${name}-killed`,
    expected: 'haproxy sends requests to the other two nodes; requests in flight on this node fail',
    limits: NODE_LIMITS,
    async make({ cluster, strike }) {
      const node = named(cluster, name);
      await strike(() => node.end('SIGKILL'));
      return async () => node.start();
    },
  };
}

function workerKilled(name: string): Fault {
  return {
    name: `${name}-killed`,
    expected: 'no client notices; the other worker sends the webhooks of this one once their lease is over',
    limits: UNNOTICED,
    async make(stage: Stage) {
      const { cluster, receiver, strike } = stage;
      receiver.delayMs = SLOW_RECEIVER_MS;
      const isBusy = () => receiver.inFlight() >= EVENTS_IN_FLIGHT;
      await until('events are in flight', isBusy, 60_000);
      await strike(() => named(cluster, name).end('SIGKILL'));
      return async () => {
        receiver.delayMs = 0;
        named(cluster, name).start();
      };
    },
  };
}

function named(cluster: Cluster, name: string): GatewayNode {
  const node = cluster.nodes.find((each) => each.name === name);
  if (!node) throw new Error(`there is no ${name}`);
  return node;
}

function redisOf({ nodes }: Cluster): Promise<string[]> {
  return Promise.all(
    nodes
      .filter(({ role }) => role === 'api')
      .map(async ({ url }) => ((await (await fetch(`${url}/readyz`)).json()) as { redis: string }).redis),
  );
}
