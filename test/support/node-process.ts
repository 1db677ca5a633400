import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Client, freePort, httpClient } from './gateway.ts';

const MAIN = fileURLToPath(new URL('./node-main.ts', import.meta.url));
const READY_TIMEOUT_MS = 60_000;

/** A website and its keys, created by the first node on a store. */
export interface Seed {
  readonly websiteId: string;
  readonly testKey: string;
  readonly liveKey: string;
  readonly webhookSecret: string;
}

/** A gateway in its own process, which can be killed. */
export interface NodeProcess {
  readonly url: string;
  readonly seed: Seed;
  readonly pid: number;
  /** How long the process took from its start until it served. */
  readonly startMs: number;
  client(key: string | null): Client;
  /** Everything it wrote to stdout and stderr. */
  output(): string;
  hasExited(): boolean;
  /** Sends a signal, and returns the exit code once the process has exited; null when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts a gateway on a store and waits until it serves. Without a `seed`, the process creates a website and its keys. Unless the settings
 * differ, limits are off and only errors are logged.
 */
export async function startNode(settings: Record<string, string>, seed?: Seed): Promise<NodeProcess> {
  const port = settings.PORT ?? String(await freePort());
  const started = performance.now();
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: port,
      RATE_LIMIT_PER_MINUTE: '0',
      VERIFY_LIMIT_PER_MINUTE: '0',
      PAGE_LIMIT_PER_MINUTE: '0',
      INVALID_KEY_LIMIT_PER_HOUR: '0',
      LOG_LEVEL: 'error',
      ...settings,
      ...(!seed && { PEYE_TEST_SEED: '1' }),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const made = await readyLine(child, () => output);
  const startMs = performance.now() - started;
  const url = `http://127.0.0.1:${port}`;
  const exited = () => child.exitCode !== null || child.signalCode !== null;
  return {
    url,
    seed: seed ?? made,
    pid: child.pid as number,
    startMs,
    client: (key) => httpClient(url, key === null ? {} : { 'x-api-key': key }),
    output: () => output,
    hasExited: exited,
    async end(signal) {
      if (!exited()) {
        const gone = once(child, 'exit');
        child.kill(signal);
        await gone;
      }
      return child.exitCode;
    },
  };
}

function readyLine(child: ChildProcess, output: () => string): Promise<Seed> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`the node ${reason}\n${output()}`));
    };
    const timer = setTimeout(() => fail('did not get ready in time'), READY_TIMEOUT_MS);
    const onExit = () => fail('ended before it was ready');
    child.once('exit', onExit);
    child.stdout?.on('data', () => {
      const line = output()
        .split('\n')
        .find((text) => text.startsWith('{"ready":true'));
      if (line === undefined) return;
      clearTimeout(timer);
      child.off('exit', onExit);
      resolve(JSON.parse(line));
    });
  });
}
