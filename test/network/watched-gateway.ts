import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { PEYE, type RunningCli, spawnPeye } from '../support/cli.ts';
import { emptyStore } from '../support/engines.ts';
import { freePort, until } from '../support/gateway.ts';

/** `npm run test:hostile` runs longer, with the tests that take most of a minute. */
export const IS_LONG = process.env.HOSTILE === 'long';

/** A gateway started by `bin/peye` on an embedded store. Tests look at its process, as an operator would. */
export interface WatchedGateway {
  readonly url: string;
  readonly port: number;
  readonly key: string;
  readonly pid: number;
  hasEnded(): boolean;
  /** The lines of its log with the level error or higher. */
  failures(): string[];
  log(): string;
  /** Resident memory, MB. */
  memoryMb(): number;
  /** The number of its open sockets. */
  sockets(): number;
  /** Requests `/healthz` on a new connection, and returns the milliseconds that it took. Throws unless the response is a 200. */
  responds(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the gateway without rate limits. `PEYE_PROGRAM` names another program to test. */
export async function watchGateway(settings: Record<string, string> = {}): Promise<WatchedGateway> {
  const store = await emptyStore('sqlite');
  const port = await freePort();
  const running: RunningCli = spawnPeye(['start', '--json'], {
    program: process.env.PEYE_PROGRAM ?? PEYE,
    settings: {
      ...store.settings,
      PORT: String(port),
      RATE_LIMIT_PER_MINUTE: '0',
      INVALID_KEY_LIMIT_PER_HOUR: '0',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  });
  const { child } = running;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  await until('the gateway is ready', () => hasEnded() || running.stdout().endsWith('}\n'), 30_000);
  if (hasEnded()) throw new Error(`the gateway ended: ${running.stderr()}`);
  const pid = child.pid as number;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    key: JSON.parse(running.stdout()).key,
    pid,
    hasEnded,
    log: running.stderr,
    failures: () =>
      running
        .stderr()
        .split('\n')
        .filter((line) => /"level":"(?:error|fatal)"|^\s+at |Error:/.test(line)),
    memoryMb: () => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    sockets: () => readdirSync(`/proc/${pid}/fd`).filter((fd) => isSocket(`/proc/${pid}/fd/${fd}`)).length,
    async responds() {
      const started = performance.now();
      const response = await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } });
      const body = await response.text();
      if (response.status !== 200) throw new Error(`/healthz responded ${response.status}: ${body}`);
      return performance.now() - started;
    },
    async stop() {
      if (!hasEnded()) child.kill('SIGKILL');
      await running.ended;
      await store.drop();
    },
  };
}

function isSocket(path: string): boolean {
  try {
    return readlinkSync(path).startsWith('socket:');
  } catch {
    // The socket was closed after the folder was read.
    return false;
  }
}
