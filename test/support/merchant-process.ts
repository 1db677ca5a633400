import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { until } from './gateway.ts';

/** A merchant's own server, such as one of the examples, in its own process. */
export interface MerchantProcess {
  /** Everything it wrote to stdout and stderr. */
  output(): string;
  hasExited(): boolean;
  stop(): Promise<void>;
}

/** Starts a program and waits until it listens on its port. The program gets only these settings. */
export async function startMerchant(
  [program, ...args]: readonly [string, ...string[]],
  { port, env, cwd }: { port: number; env: Record<string, string>; cwd: string },
): Promise<MerchantProcess> {
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Each stream by itself: a line that is written in pieces is not broken by one of the other stream.
  const written = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text) => (written[stream] += text));
  child.on('error', (error) => (written.stderr += error.message));
  const output = () => written.stdout + written.stderr;
  const merchant: MerchantProcess = {
    output,
    hasExited: () => hasExited(child),
    async stop() {
      if (hasExited(child)) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
  try {
    await until(`${program} listens`, async () => hasExited(child) || (await isListening(port)));
    if (hasExited(child)) throw new Error(`${program} ended`);
  } catch (error) {
    await merchant.stop();
    throw new Error(`${(error as Error).message}\n${output()}`);
  }
  return merchant;
}

function hasExited(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/** Whether something accepts connections at a port of this machine. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
