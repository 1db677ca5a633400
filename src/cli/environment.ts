import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { type Config, readConfig, settingNames } from '../config.ts';
import { ConfigError } from '../platform/settings-reader.ts';
import { caller } from './caller.ts';

/** The source of the settings. */
export interface Environment {
  /** The variables of the process, and those of the file that the process does not have. */
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
  return readConfig(caller().env);
}

/** The environment for processes that this one starts: they get the same settings even if the file has changed. */
export function environmentToInherit(): NodeJS.ProcessEnv {
  const { values } = readEnvironment();
  return { ...caller().env, ...Object.fromEntries(settingNames().map((name) => [name, values[name]])) };
}

/** The variables that `peye listen` reads besides its options. They are not gateway settings. */
export const LISTEN_VARIABLES = ['PEYE_KEY', 'PEYE_WEBHOOK_SECRET'];

/** How this program was called. */
export interface Launch {
  /**
   * The command that the caller typed, or the file that the shell found for it; undefined when the program was not
   * started by `bin/peye`.
   */
  readonly program: string | undefined;
  /** Where the shell looks for programs. */
  readonly searchPath: string;
  readonly folder: string;
  /** The caller's folder, because npm runs scripts in another one. */
  readonly callersFolder: string;
}

/** How this program was called, from the variables of `bin/peye` and npm. */
export function readLaunch(): Launch {
  const { env, folder } = caller();
  const { PEYE_PROGRAM: program, PATH: searchPath = '', INIT_CWD, npm_command: npmCommand } = env;
  const callersFolder = npmCommand === undefined ? folder : (INIT_CWD ?? folder);
  return { program, searchPath, folder, callersFolder };
}

/** Whether this program should outlive the terminal, because it was started with `nohup`. `bin/peye` sets the variable. */
export function outlivesTerminal(): boolean {
  return caller().env.PEYE_NOHUP === '1';
}

/**
 * The environment, with the variables that a `.env` file in the working folder adds to it. Variables that are set in the real environment
 * win. Throws ConfigError for a file that cannot be read, or that has a line which is neither NAME=value nor a comment. Throws it also
 * for variables that would make Node less secure.
 */
export function readEnvironment(): Environment {
  const { env: real, folder } = caller();
  const text = readText(join(folder, '.env'));
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

/** Node options that allow ambiguous requests, and so request smuggling. Node treats underscores like dashes. */
const LENIENT_PARSER = /(?:^|[\s"'])--insecure[-_]http[-_]parser\b/;

/** Refuses settings that weaken Node. They are usually left over from experiments. */
function refuseWeakening(values: Record<string, string | undefined>): void {
  if (values.NODE_TLS_REJECT_UNAUTHORIZED?.trim() === '0') {
    throw new ConfigError(
      'NODE_TLS_REJECT_UNAUTHORIZED must not be "0", because that disables certificate checks. Unset it. To trust your own certificate authority, set NODE_EXTRA_CA_CERTS=/path/to/ca.pem.',
    );
  }
  if (LENIENT_PARSER.test(values.NODE_OPTIONS ?? '')) {
    throw new ConfigError('NODE_OPTIONS must not contain --insecure-http-parser. Remove it.');
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
    throw new ConfigError('.env cannot be read: it is not UTF-8 text.');
  }
}

/** A blank line, a comment, or an assignment, whose value may be quoted and then span lines. */
const LINE =
  /[ \t]*(?:#[^\n]*|(?:export[ \t]+)?[A-Za-z_][\w.-]*[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`|[^\s"'`#][^\n]*)?[ \t]*(?:#[^\n]*)?)?(?:\n|$)/y;

/** Finds invalid lines, because `parseEnv` skips them and an intended setting would have no effect. */
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
