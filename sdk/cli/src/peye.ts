#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CommandFailure } from '../../../src/platform/command-failure.ts';
import { printable } from '../../../src/platform/text/printable.ts';
import { PeyeError } from '../../typescript/src/index.ts';
import { type CliCommand, COMMANDS, COMMON_OPTIONS } from './commands.ts';
import { usage, type Values } from './given.ts';
import { printLine } from './output.ts';

/** Runs the command of these arguments. Returns the exit code: 0, 1 for a failure, 2 for wrong arguments. */
async function main(given: readonly string[]): Promise<number> {
  try {
    await run(given);
    return 0;
  } catch (error) {
    process.stderr.write(`peye: ${messageOf(error)}\n`);
    return error instanceof CommandFailure ? error.exitCode : 1;
  }
}

async function run(given: readonly string[]): Promise<void> {
  const at = countLeading(given);
  const leading = given.slice(0, at);
  const [first = '', second = ''] = given.slice(at);
  if (first === '' && (leading.length === 0 || leading.includes('--help'))) return printLine(help());
  if (['-h', 'help'].includes(first)) return printLine(help());
  if (['--version', '-V'].includes(leading[0] ?? first)) return printLine(version());
  if (first === '') throw usage('a command is missing. Run peye --help.');
  const name = Object.hasOwn(COMMANDS, `${first} ${second}`) ? `${first} ${second}` : first;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw unknownCommand(first, second);
  const rest = [...leading, ...given.slice(at + name.split(' ').length)];
  if (rest.includes('--help') || rest.includes('-h')) return printLine(helpOf(command));
  const { values, positionals } = parse(command, rest);
  const [least, most] = command.args ?? [0, 0];
  if (positionals.length < least || positionals.length > most) throw usage(`usage: peye ${command.use}`);
  await command.run({ values, args: positionals });
}

/** The options that take a value, of any command. */
const WITH_VALUE = new Set([...COMMON_OPTIONS, ...Object.values(COMMANDS).flatMap(({ options = [] }) => options)]);

/** The number of arguments before the words of the command: options and their values. */
function countLeading(given: readonly string[]): number {
  let at = 0;
  while (given[at]?.startsWith('--')) at += WITH_VALUE.has(given[at]?.slice(2) ?? '') ? 2 : 1;
  return Math.min(at, given.length);
}

function unknownCommand(first: string, second: string): CommandFailure {
  const others = Object.keys(COMMANDS).filter((name) => name.startsWith(`${first} `));
  if (others.length > 0)
    return usage(`${first} is followed by ${others.map((name) => name.slice(first.length + 1)).join(', ')}`);
  return usage(`unknown command "${printable(`${first} ${second}`.trim().slice(0, 40))}". Run peye --help.`);
}

function parse({ options = [], flags = [], use }: CliCommand, args: string[]) {
  const texts = [...COMMON_OPTIONS, ...options].map((name) => [name, { type: 'string' as const }]);
  const switches = ['json', ...flags].map((name) => [name, { type: 'boolean' as const }]);
  try {
    const options = Object.fromEntries([...texts, ...switches]);
    return parseArgs({ args, options, allowPositionals: true }) as { values: Values; positionals: string[] };
  } catch (error) {
    // The message of Node can quote an argument, which may be a key.
    const { code } = error as { code?: string };
    if (code?.startsWith('ERR_PARSE_ARGS_')) throw usage(`an option is unknown or has no value. Usage: peye ${use}`);
    throw error;
  }
}

function help(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const lines = Object.entries(COMMANDS).map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`);
  return `Usage: peye COMMAND [options]

${lines.join('\n')}

Every command takes --json, and --profile NAME, which login stores. --url and --key, or PEYE_URL and PEYE_KEY, replace a profile.
The exit code is 0, 1 for a failure, or 2 for wrong arguments. peye COMMAND --help shows the options of a command.`;
}

function helpOf({ use, about, options = [], flags = [] }: CliCommand): string {
  const own = [...options.map((name) => `--${name} VALUE`), ...flags.map((name) => `--${name}`)];
  const common = [...COMMON_OPTIONS.map((name) => `--${name} VALUE`), '--json'];
  return `Usage: peye ${use}\n\n${about}\n\nOptions: ${[...own, ...common].join(', ')}`;
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}

function messageOf(error: unknown): string {
  if (error instanceof CommandFailure) return printable(error.message);
  if (!(error instanceof PeyeError)) {
    return error instanceof Error
      ? (error.stack ?? error.message).split('\n').map(printable).join('\n')
      : String(error);
  }
  const id = error.requestId === undefined ? '' : ` (request ${error.requestId})`;
  return printable(`${error.message}${id}`);
}

// It is no failure when the reader of the output closes, as in `peye payments list | head -1`.
process.stdout.on('error', () => process.exit(0));
process.exitCode = await main(process.argv.slice(2));
