import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PEYE } from '../../support/cli.ts';
import { until } from '../../support/gateway.ts';
import { type Part, startPart } from './part.ts';

const STEP_CLOCK = fileURLToPath(new URL('step-clock.mjs', import.meta.url));

/** One `peye start`. */
export interface GatewayNode extends Part {
  readonly url: string;
  readonly role: 'api' | 'worker';
  isReady(): Promise<boolean>;
  ready(timeoutMs?: number): Promise<void>;
  /** Sets the node's clock `aheadSeconds` ahead of the true time. */
  setClock(aheadSeconds: number): void;
  /** Stops the node, and starts another version of Peye in its place, in the same role at the same address. */
  replaceBy(program: string): Promise<number | null>;
}

/** Starts a node with the shared settings, in its role and on its port. */
export function startGatewayNode(
  folder: string,
  { name, role, port }: { name: string; role: 'api' | 'worker'; port: number },
  settings: Readonly<Record<string, string>>,
): GatewayNode {
  const url = `http://127.0.0.1:${port}`;
  const clock = join(folder, `${name}.clock`);
  writeFileSync(clock, '0');
  const started = (program: string) =>
    startPart({
      name,
      command: [program, 'start'],
      cwd: folder,
      logFile: join(folder, `${name}.log`),
      env: {
        ...settings,
        ROLES: role,
        PORT: String(port),
        PEYE_CLUSTER_CLOCK: clock,
        NODE_OPTIONS: `--import=${STEP_CLOCK}`,
      },
    });
  let part = started(PEYE);
  const isReady = async () =>
    (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined))?.status === 200;
  return {
    name,
    role,
    url,
    get logFile() {
      return part.logFile;
    },
    pid: () => part.pid(),
    isRunning: () => part.isRunning(),
    start: () => part.start(),
    end: (signal) => part.end(signal),
    log: () => part.log(),
    isReady,
    async ready(timeoutMs = 60_000) {
      const isServing = async () => {
        if (!part.isRunning()) throw new Error(`${name} ended:\n${part.log().slice(-2_000)}`);
        return isReady();
      };
      await until(`${name} is ready`, isServing, timeoutMs);
    },
    setClock(aheadSeconds) {
      writeFileSync(clock, String(aheadSeconds * 1000));
      process.kill(part.pid(), 'SIGUSR2');
    },
    async replaceBy(program) {
      const code = await part.end('SIGTERM');
      part = started(program);
      return code;
    },
  };
}
