import assert from 'node:assert/strict';
import { type EmptyStore, type Engine, newStore } from './engines.ts';
import { type Client, freePort, until } from './gateway.ts';
import { type NodeProcess, type Seed, startNode } from './node-process.ts';
import { assertSoundStore } from './store-access.ts';

/** A real gateway process on its own store. A test kills or stops it at a chosen moment, and starts it again. */
export interface RunningGateway {
  readonly store: EmptyStore;
  /** The settings of each of its processes: those of the store and of the test, and one port for all. */
  readonly settings: Record<string, string>;
  readonly seed: Seed;
  /** The running process, or the last one. */
  node(): NodeProcess;
  /** A client with the test key, for the running process. */
  api(): Client;
  /** Waits until a point is reached, and then kills the process with SIGKILL. */
  killAt(point: string, isReached: () => Promise<boolean> | boolean, timeoutMs?: number): Promise<void>;
  /** Waits until a point is reached, and then stops the process with SIGTERM. It must exit with 0. Returns how long it took, ms. */
  stopAt(point: string, isReached: () => Promise<boolean> | boolean, timeoutMs?: number): Promise<number>;
  /** Kills the process if it still runs, and starts the next one with these additional settings. */
  restart(changes?: Record<string, string>): Promise<NodeProcess>;
  /** Asserts the rules of soundness.ts for the store. */
  assertSound(): Promise<void>;
  /** Kills the process if it still runs, and drops the store. */
  close(): Promise<void>;
}

/** The setting that moves the clock of a process ahead of the machine's clock. */
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
