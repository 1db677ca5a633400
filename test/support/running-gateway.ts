import assert from 'node:assert/strict';
import { type EmptyStore, type Engine, newStore } from './engines.ts';
import { type Client, freePort, until } from './gateway.ts';
import { type NodeProcess, type Seed, startNode } from './node-process.ts';
import { assertSoundStore } from './store-access.ts';

/** A real gateway process on its own store, which a test kills or stops at a point that it names, and starts again. */
export interface RunningGateway {
  readonly store: EmptyStore;
  /** Of each of its processes: the store's, the test's, and one port for all. */
  readonly settings: Record<string, string>;
  readonly seed: Seed;
  /** The process that runs, or ran last. */
  node(): NodeProcess;
  /** A client of the test key, at the process that runs. */
  api(): Client;
  /** Waits until a point is reached, and kills the process there with -9. */
  killAt(point: string, isReached: () => Promise<boolean> | boolean, timeoutMs?: number): Promise<void>;
  /** Waits until a point is reached, and stops the process there with SIGTERM: it must exit with 0. Returns how long that took, ms. */
  stopAt(point: string, isReached: () => Promise<boolean> | boolean, timeoutMs?: number): Promise<number>;
  /** Starts the next process, with these settings alongside its own. One that still runs is killed first. */
  restart(changes?: Record<string, string>): Promise<NodeProcess>;
  /** The rules of soundness.ts on its store. */
  assertSound(): Promise<void>;
  /** Kills what still runs, and drops the store. */
  close(): Promise<void>;
}

/** How far the clock of a process is ahead of the machine's. */
export function aheadBy(seconds: number): Record<string, string> {
  return { PEYE_TEST_CLOCK_AHEAD_SECONDS: String(seconds) };
}

export async function startRunningGateway(
  engine: Engine,
  settings: Record<string, string> = {},
): Promise<RunningGateway> {
  const store = await newStore(engine);
  const own = { ...store.settings, PORT: String(await freePort()), ...settings };
  let node = await startNode(own).catch(async (error) => {
    await store.drop();
    throw error;
  });
  const { seed } = node;
  return {
    store,
    settings: own,
    seed,
    node: () => node,
    api: () => node.client(seed.testKey),
    async killAt(point, isReached, timeoutMs) {
      await until(point, isReached, timeoutMs);
      await node.end('SIGKILL');
    },
    async stopAt(point, isReached, timeoutMs) {
      await until(point, isReached, timeoutMs);
      const signalledAt = performance.now();
      assert.equal(await node.end('SIGTERM'), 0);
      return performance.now() - signalledAt;
    },
    async restart(changes = {}) {
      await node.end('SIGKILL');
      node = await startNode({ ...own, ...changes }, seed);
      return node;
    },
    assertSound: () => assertSoundStore(store.settings),
    async close() {
      await node.end('SIGKILL');
      await store.drop();
    },
  };
}
