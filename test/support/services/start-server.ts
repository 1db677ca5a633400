import type { ChildProcess } from 'node:child_process';

const START_TRIES = 3;

/** A program that was started to listen on ports that were free a moment ago. */
export interface StartedServer {
  readonly child: ChildProcess;
  readonly responds: () => Promise<boolean>;
  /** Its output, which shows why it did not start. */
  readonly log: () => string;
}

/** Starts a program and waits until it responds. Tries up to three times, because another program may use its port first. */
export async function startServer<S extends StartedServer>(
  name: string,
  start: () => Promise<S>,
  timeoutMs = 30_000,
): Promise<S> {
  for (let attempt = 1; ; attempt++) {
    const server = await start();
    let failure: Error | undefined;
    server.child.on('error', (error) => (failure = error));
    if (await respondsInTime(server, () => failure !== undefined, timeoutMs)) return server;
    server.child.kill('SIGKILL');
    if (attempt === START_TRIES) throw failure ?? new Error(`${name} did not start:\n${server.log().trim()}`);
  }
}

async function respondsInTime({ child, responds }: StartedServer, hasFailed: () => boolean, timeoutMs: number) {
  const end = performance.now() + timeoutMs;
  while (!hasFailed() && child.exitCode === null && child.signalCode === null && performance.now() < end) {
    if (await responds()) return true;
    await new Promise((done) => setTimeout(done, 50));
  }
  return false;
}

/** Whether a check throws no error. */
export async function passes(check: () => Promise<unknown>): Promise<boolean> {
  try {
    await check();
    return true;
  } catch {
    return false;
  }
}
