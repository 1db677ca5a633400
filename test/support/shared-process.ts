import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FileOrder, FileReport } from './shared-process-main.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MAIN = fileURLToPath(new URL('shared-process-main.ts', import.meta.url));

/**
 * A process that runs test files one after the other, so that not each of them must load the sources again. If a file ends the process, or
 * does not end in time, that file fails, and the next one gets a new process.
 */
export class SharedProcess {
  #child: ChildProcess | undefined;
  /** What the process printed while the current file ran. */
  #output = '';

  /** Runs a file. If `signal` aborts, it ends the process. */
  async run(order: FileOrder, signal: AbortSignal): Promise<FileReport> {
    const since = performance.now();
    const child = (this.#child ??= this.#start());
    this.#output = '';
    const kill = () => child.kill('SIGKILL');
    if (signal.aborted) kill();
    signal.addEventListener('abort', kill);
    const ended = Promise.withResolvers<FileReport | undefined>();
    const onMessage = (report: unknown) => ended.resolve(report as FileReport);
    const onClose = () => ended.resolve(undefined);
    child.once('message', onMessage).once('close', onClose);
    child.send(order, () => {});
    const report = await ended.promise;
    signal.removeEventListener('abort', kill);
    child.off('message', onMessage).off('close', onClose);
    if (report) return report;
    const reason = signal.aborted
      ? 'it did not end in time'
      : `it ended its process with ${child.signalCode ?? `the exit code ${child.exitCode}`}`;
    return failureOf(order.file, { reason, output: this.#output, ms: Math.round(performance.now() - since) });
  }

  /** Ends the process. */
  stop(): void {
    this.#child?.kill('SIGKILL');
  }

  #start(): ChildProcess {
    // With NODE_TEST_CONTEXT, which node:test gives to the processes of tests, it would run no files.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const child = spawn(process.execPath, [MAIN], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => (this.#output += text));
    }
    child.once('close', () => {
      if (this.#child === child) this.#child = undefined;
    });
    return child;
  }
}

function failureOf(file: string, { reason, output, ms }: { reason: string; output: string; ms: number }): FileReport {
  const printed = output.trimEnd().replaceAll(/^/gm, '    ');
  return {
    text: `FAILED  ${file} (1 failed, ${ms} ms)\n  ✗ ${reason}\n  It printed:\n${printed}\n`,
    results: [{ outcome: 'failed', engine: 'engine-neutral', name: reason, file }],
    cpuSeconds: 0,
  };
}
