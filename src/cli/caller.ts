import { AsyncLocalStorage } from 'node:async_hooks';
import { styleText } from 'node:util';

/** A stream of the caller, for results or for messages. */
export interface Output extends NodeJS.WritableStream {
  readonly fd: number;
  readonly isTTY?: boolean;
  /** Columns of the terminal. */
  readonly columns?: number;
}

/** The environment of a command: the data from the person or program that called it. */
export interface Caller {
  readonly env: NodeJS.ProcessEnv;
  /** The folder with the `.env` file. */
  readonly folder: string;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Whether the terminal of a stream shows colours. */
  isColoured(output: Output): boolean;
}

/** A command and its caller. */
interface Call {
  readonly caller: Caller;
  /** The name that `--as` gives. */
  actorName?: string | undefined;
}

/** The caller of this process. */
export const CALLER_OF_PROCESS: Caller = {
  env: process.env,
  get folder() {
    return process.cwd();
  },
  get stdout() {
    return process.stdout;
  },
  get stderr() {
    return process.stderr;
  },
  // Node reads NO_COLOR, FORCE_COLOR and TERM.
  isColoured: (output) => styleText('red', 'x', { stream: output }) !== 'x',
};

const calls = new AsyncLocalStorage<Call>({ defaultValue: { caller: CALLER_OF_PROCESS } });

/** Runs a command for a caller, with the caller's environment, folder and streams. */
export function callFor<T>(caller: Caller, command: () => Promise<T>): Promise<T> {
  return calls.run({ caller }, command);
}

/** The caller of the command that runs. */
export function caller(): Caller {
  return call().caller;
}

/** The command that runs. */
export function call(): Call {
  return calls.getStore() as Call;
}

/** Text in a style, if the terminal shows colours. */
export function styled(style: Parameters<typeof styleText>[0], text: string, output: Output): string {
  return caller().isColoured(output) ? styleText(style, text, { validateStream: false }) : text;
}
