import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { unprivilegedUser } from '../../support/services/postgres.ts';

/** One program of the cluster, which a fault may end and start again. Its output goes to a file. */
export interface Part {
  readonly name: string;
  readonly logFile: string;
  pid(): number;
  isRunning(): boolean;
  start(): void;
  /** Sends a signal, and resolves once the process has ended: to its exit code, or to null if the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  log(): string;
}

export interface PartOptions {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly logFile: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The name of the machine on which the program runs; the runner's own machine if absent. */
  readonly machine?: string;
  /** Whether to run it as PostgreSQL's user, because the program refuses root. */
  readonly isUnprivileged?: boolean;
  readonly cwd?: string;
}

/** Creates a part, and starts it. */
export function startPart(options: PartOptions): Part {
  const { name, logFile } = options;
  let child: ChildProcess;
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const start = () => {
    const [program, ...args] = asPlaced(options);
    const output = openSync(logFile, 'a');
    child = spawn(program, args, {
      cwd: options.cwd ?? '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...options.env },
      stdio: ['ignore', output, output],
    });
    closeSync(output);
  };
  start();
  return {
    name,
    logFile,
    pid: () => child.pid as number,
    isRunning,
    start,
    async end(signal) {
      if (isRunning()) {
        const ended = once(child, 'exit');
        child.kill(signal);
        await ended;
      }
      return child.exitCode;
    },
    log: () => readFileSync(logFile, 'utf8'),
  };
}

/** The full command: nsenter and setpriv replace themselves by the program, so that its process id is the child's. */
function asPlaced({ command, machine, isUnprivileged = false }: PartOptions): [string, ...string[]] {
  const user = isUnprivileged ? unprivilegedUser() : undefined;
  const words = [
    ...(machine === undefined ? [] : ['nsenter', `--net=/run/netns/${machine}`]),
    ...(user ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : []),
    ...command,
  ];
  return words as [string, ...string[]];
}
