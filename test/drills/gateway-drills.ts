import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startMoncashSimulator } from '../../simulators/moncash/moncash-simulator.ts';
import { paymentRequest } from '../support/gateway.ts';
import { hasRedis, startRedis } from '../support/redis-server.ts';
import type { Drill } from './drill.ts';
import { type Stage, startedPayment } from './stage.ts';

/** A module that adds the seconds in a file to a process's clock. */
const CLOCK_OF_A_FILE = `
  import { readFileSync } from 'node:fs';
  const now = Date.now;
  Date.now = () => now() + Number(readFileSync(process.env.TEST_CLOCK_FILE, 'utf8')) * 1000;`;
const HOUR_SECONDS = 3_600;

/** Faults of a gateway itself. */
export const GATEWAY_DRILLS: readonly Drill[] = [
  {
    alert: 'PeyeDown',
    fault: 'kill -9, and it is not started again',
    async prepare(stage) {
      const node = await stage.node();
      return async () => {
        await node.end('SIGKILL');
        return () => stage.restart(node);
      };
    },
  },
  {
    alert: 'PeyeHighErrorRate',
    fault: 'MonCash closes every connection, so that a live creation is a 500',
    async prepare(stage) {
      const provider = await moncash(stage);
      await stage.node(provider.settings);
      const creating = stage.repeat(2, () => startedPayment(stage.live()));
      stage.repeat(2, () => stage.test().get('/payments'));
      return async () => {
        await provider.stop();
        return async () => {
          await creating.stop();
        };
      };
    },
  },
  {
    alert: 'PeyeHighLatency',
    fault: 'payments are locked for a second and a half at a time',
    engine: 'postgres',
    async prepare(stage) {
      await stage.node();
      const holder = await stage.connect();
      stage.repeat(8, () => stage.test().post('/payments', paymentRequest()));
      return async () => {
        const locking = stage.repeat(1, () =>
          holder.query('BEGIN; LOCK TABLE payments IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(1.5); COMMIT'),
        );
        return () => locking.stop();
      };
    },
  },
  {
    alert: 'PeyeOverloaded',
    fault: 'three hundred requests wait, and the processor is blocked for four tenths of a second at a time',
    engine: 'postgres',
    settings: { MAX_CONNECTIONS_PER_ADDRESS: '0' },
    async prepare(stage) {
      const node = await stage.node();
      const holder = await stage.connect();
      return async () => {
        await holder.query('BEGIN; LOCK TABLE payments IN ACCESS EXCLUSIVE MODE');
        const asking = stage.repeat(300, () => stage.test().get('/payments?limit=1'));
        const blocking = stage.repeat(1, async () => {
          process.kill(node.pid, 'SIGSTOP');
          await pause(400);
          process.kill(node.pid, 'SIGCONT');
          await pause(300);
        });
        return async () => {
          await blocking.stop();
          await holder.query('ROLLBACK');
          await asking.stop();
        };
      };
    },
  },
  {
    alert: 'PeyeClockNotTrusted',
    fault: 'the clock of the machine is set forty days ahead',
    engine: 'sqlite',
    async prepare(stage) {
      const file = join(stage.place.folder, 'clock');
      const set = (seconds: number) => writeFileSync(file, String(seconds));
      set(0);
      const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(CLOCK_OF_A_FILE)}`;
      await stage.node({ NODE_OPTIONS, TEST_CLOCK_FILE: file, PEYE_TEST_CLOCK: 'machine' });
      return async () => {
        set(40 * 24 * HOUR_SECONDS);
        return async () => set(0);
      };
    },
  },
  {
    alert: 'PeyeRedisUnavailable',
    fault: 'kill -9 of Redis',
    cannot: () => (hasRedis() ? undefined : 'there is no redis-server'),
    async prepare(stage) {
      const redis = await startRedis();
      stage.defer(redis.drop);
      await stage.node({ REDIS_URL: redis.url });
      stage.repeat(1, () => stage.test().get('/payments'));
      return async () => {
        await redis.kill();
        return () => redis.start();
      };
    },
  },
];

/** MonCash's simulator, which a drill may stop. */
export async function moncash(stage: Stage) {
  const simulator = await startMoncashSimulator({ gatewayUrl: 'http://127.0.0.1:9' });
  let isOver = false;
  const stop = async () => {
    if (!isOver) await simulator.stop();
    isOver = true;
  };
  stage.defer(stop);
  return { ...simulator, stop };
}
