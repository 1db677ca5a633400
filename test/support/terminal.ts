import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { PEYE } from './cli.ts';

const PROGRAM = fileURLToPath(new URL('./terminal.py', import.meta.url));

/** Why tests on a terminal cannot run; false when they can. */
export const NO_TERMINAL = process.env.PYTHON_PATH ? false : 'no terminal: PYTHON_PATH is not set';

/** The character of Ctrl-C. */
export const CTRL_C = '\u0003';

/** A program that runs on its own terminal. */
export interface Terminal {
  readonly child: ChildProcessWithoutNullStreams;
  /** The output so far, stdout and stderr together, with plain line ends. */
  shown(): string;
  type(text: string): void;
  readonly ended: Promise<number | null>;
}

interface TerminalOptions {
  readonly settings?: Record<string, string>;
  readonly cwd?: string;
  readonly columns?: number;
  readonly program?: string;
}

/** Runs `bin/peye`, or another program, on a terminal with colours that is 80 columns wide. */
export function onTerminal(args: readonly string[], options: TerminalOptions = {}): Terminal {
  const { settings = {}, cwd = tmpdir(), columns = 80, program = PEYE } = options;
  const child = spawn(process.env.PYTHON_PATH as string, [PROGRAM, String(columns), program, ...args], {
    cwd,
    env: { PATH: process.env.PATH, TERM: 'xterm-256color', ...settings },
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => (text += more));
  child.stderr.setEncoding('utf8').on('data', (more: string) => (text += more));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return {
    child,
    shown: () => text.replaceAll('\r\n', '\n'),
    type: (typed) => void child.stdin.write(typed),
    ended,
  };
}
