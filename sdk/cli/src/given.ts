import { CommandFailure } from '../../../src/platform/command-failure.ts';
import { Peye } from '../../typescript/src/index.ts';
import { type Connection, findConnection } from './profiles.ts';

/** The options of a command, as parsed. */
export type Values = Readonly<Record<string, string | boolean | undefined>>;

/** The options of a command, and its other arguments. */
export interface Given {
  readonly values: Values;
  readonly args: readonly string[];
}

/** Wrong arguments: the exit code is 2. */
export function usage(message: string): CommandFailure {
  return new CommandFailure(message, { exitCode: 2 });
}

/** The value of an option; undefined if it was not given. */
export function text(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** The gateway and the key of the options, the environment or the profile. Throws CommandFailure if there is none. */
export function connectionOf(values: Values): Connection {
  return findConnection({ profile: profileOf(values), url: text(values, 'url'), key: text(values, 'key') });
}

/** The name of the profile of the options. */
export function profileOf(values: Values): string {
  return text(values, 'profile') ?? 'default';
}

/** The SDK for a connection. */
export function clientOf({ url, key }: Connection): Peye {
  return new Peye({ apiKey: key, baseUrl: url });
}

/** The value of `--limit`, 20 by default. */
export function limitOf(values: Values): number {
  const limit = text(values, 'limit') ?? '20';
  if (!/^(?:[1-9]\d?|100)$/.test(limit)) throw usage('--limit is a number from 1 to 100');
  return Number(limit);
}

/** Throws for a live key. No message quotes the key. */
export function requireTestKey({ key }: Connection, command: string): void {
  if (!key.startsWith('tk_test_')) throw new CommandFailure(`${command} needs a test key (tk_test_…)`);
}
