import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { type Config, readConfig, settingNames } from '../config.ts';
import { ConfigError } from '../lib/settings-reader.ts';

/** What the settings are read from. */
export interface Environment {
  /** The environment of the process, and below it the file. */
  readonly values: Record<string, string | undefined>;
  /** The names that the file sets; undefined when there is none. */
  readonly fileNames: readonly string[] | undefined;
}

/** The settings of this process. Throws ConfigError for the first one that cannot be used. */
export function readSettings(): Config {
  return readConfig(readEnvironment().values);
}

/** The settings of a process that was started with `environmentToInherit` by another one, which has read the file. */
export function readInheritedSettings(): Config {
  return readConfig(process.env);
}

/** The environment for processes that this one starts: they have its settings, whatever becomes of the file. */
export function environmentToInherit(): NodeJS.ProcessEnv {
  const { values } = readEnvironment();
  return { ...process.env, ...Object.fromEntries(settingNames().map((name) => [name, values[name]])) };
}

/** What `peye listen` reads besides its options: no settings of the gateway. */
export const LISTEN_VARIABLES = ['PEYE_KEY', 'PEYE_WEBHOOK_SECRET'];

/** How this program was called. */
export interface Launch {
  /** What the caller typed, or the file that the shell found for it; undefined when it was not started by `bin/peye`. */
  readonly program: string | undefined;
  /** Where the shell looks for programs. */
  readonly searchPath: string;
  readonly folder: string;
  /** Where the caller is: npm runs scripts elsewhere. */
  readonly callersFolder: string;
}

/** How this program was called, by what `bin/peye` and npm say of it. */
export function readLaunch(): Launch {
  const { PEYE_PROGRAM: program, PATH: searchPath = '', INIT_CWD, npm_command: npmCommand } = process.env;
  const folder = process.cwd();
  const callersFolder = npmCommand === undefined ? folder : (INIT_CWD ?? folder);
  return { program, searchPath, folder, callersFolder };
}

/** Whether whoever started this program wants it to outlive the terminal, as `nohup` does. `bin/peye` tells. */
export function outlivesTerminal(): boolean {
  return process.env.PEYE_NOHUP === '1';
}

/**
 * The environment, with what a `.env` file in the working folder adds to it: what is set in the real environment wins. Throws
 * ConfigError for a file that cannot be read, or that holds a line which is neither NAME=value nor a comment, and for what
 * would weaken Node below us.
 */
export function readEnvironment(): Environment {
  const real: Record<string, string | undefined> = process.env;
  const text = readText(join(process.cwd(), '.env'));
  if (text === undefined) {
    refuseWeakening(real);
    return { values: real, fileNames: undefined };
  }
  const broken = brokenLine(text);
  if (broken !== undefined) {
    throw new ConfigError(
      `.env, line ${broken}: it must be NAME=value or a comment that starts with #, and every quote must be closed.`,
    );
  }
  const fromFile = parseEnv(text);
  refuseWeakening(real);
  refuseWeakening(fromFile);
  return { values: { ...fromFile, ...real }, fileNames: Object.keys(fromFile) };
}

/** Options of Node's that let requests be read in two ways, as smuggling needs it. Underlines are the same as dashes to Node. */
const LENIENT_PARSER = /(?:^|[\s"'])--insecure[-_]http[-_]parser\b/;

/** Nobody sets these on purpose for a server that moves money, but they are left over from experiments. */
function refuseWeakening(values: Record<string, string | undefined>): void {
  if (values.NODE_TLS_REJECT_UNAUTHORIZED?.trim() === '0') {
    throw new ConfigError(
      'NODE_TLS_REJECT_UNAUTHORIZED is set to "0", which switches certificate checks off, but must not be. Unset it; NODE_EXTRA_CA_CERTS=/path/to/ca.pem trusts an authority of your own.',
    );
  }
  if (LENIENT_PARSER.test(values.NODE_OPTIONS ?? '')) {
    throw new ConfigError('NODE_OPTIONS holds --insecure-http-parser, but must not: take it out.');
  }
}

function readText(file: string): string | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new ConfigError(`.env cannot be read: ${(error as Error).message}.`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n');
  } catch {
    throw new ConfigError('.env cannot be read: it is not text in UTF-8.');
  }
}

/** A blank line, a comment, or an assignment, whose value may be quoted and then span lines. */
const LINE =
  /[ \t]*(?:#[^\n]*|(?:export[ \t]+)?[A-Za-z_][\w.-]*[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`|[^\s"'`#][^\n]*)?[ \t]*(?:#[^\n]*)?)?(?:\n|$)/y;

/** `parseEnv` skips what it does not understand, and an intended setting would be ignored silently. */
function brokenLine(text: string): number | undefined {
  let at = 0;
  while (at < text.length) {
    LINE.lastIndex = at;
    const match = LINE.exec(text);
    if (!match || match[0].includes('\0')) return text.slice(0, at).split('\n').length;
    at += match[0].length;
  }
  return undefined;
}
