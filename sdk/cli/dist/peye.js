#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CommandFailure } from './shared/platform/command-failure.js';
import { printable } from './shared/platform/text/printable.js';
import { PeyeError } from './sdk/index.js';
import {                  COMMANDS, COMMON_OPTIONS } from './commands.js';
import { usage,             } from './given.js';
import { printLine } from './output.js';

async function main(given                   )                  {
  try {
    await run(given);
    return 0;
  } catch (error) {
    process.stderr.write(`peye: ${messageOf(error)}\n`);
    return error instanceof CommandFailure ? error.exitCode : 1;
  }
}

async function run(given                   )                {
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

const WITH_VALUE = new Set([...COMMON_OPTIONS, ...Object.values(COMMANDS).flatMap(({ options = [] }) => options)]);

function countLeading(given                   )         {
  let at = 0;
  while (given[at]?.startsWith('--')) at += WITH_VALUE.has(given[at]?.slice(2) ?? '') ? 2 : 1;
  return Math.min(at, given.length);
}

function unknownCommand(first        , second        )                 {
  const others = Object.keys(COMMANDS).filter((name) => name.startsWith(`${first} `));
  if (others.length > 0)
    return usage(`${first} is followed by ${others.map((name) => name.slice(first.length + 1)).join(', ')}`);
  return usage(`unknown command "${printable(`${first} ${second}`.trim().slice(0, 40))}". Run peye --help.`);
}

function parse({ options = [], flags = [], use }            , args          ) {
  const texts = [...COMMON_OPTIONS, ...options].map((name) => [name, { type: 'string'          }]);
  const switches = ['json', ...flags].map((name) => [name, { type: 'boolean'          }]);
  try {
    const options = Object.fromEntries([...texts, ...switches]);
    return parseArgs({ args, options, allowPositionals: true })                                             ;
  } catch (error) {
    const { code } = error                     ;
    if (code?.startsWith('ERR_PARSE_ARGS_')) throw usage(`an option is unknown or has no value. Usage: peye ${use}`);
    throw error;
  }
}

function help()         {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const lines = Object.entries(COMMANDS).map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`);
  return `Usage: peye COMMAND [options]

${lines.join('\n')}

Every command takes --json, and --profile NAME, which login stores. --url and --key, or PEYE_URL and PEYE_KEY, replace a profile.
The exit code is 0, 1 for a failure, or 2 for wrong arguments. peye COMMAND --help shows the options of a command.`;
}

function helpOf({ use, about, options = [], flags = [] }            )         {
  const own = [...options.map((name) => `--${name} VALUE`), ...flags.map((name) => `--${name}`)];
  const common = [...COMMON_OPTIONS.map((name) => `--${name} VALUE`), '--json'];
  return `Usage: peye ${use}\n\n${about}\n\nOptions: ${[...own, ...common].join(', ')}`;
}

function version()         {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}

function messageOf(error         )         {
  if (error instanceof CommandFailure) return printable(error.message);
  if (!(error instanceof PeyeError)) {
    return error instanceof Error
      ? (error.stack ?? error.message).split('\n').map(printable).join('\n')
      : String(error);
  }
  const id = error.requestId === undefined ? '' : ` (request ${error.requestId})`;
  return printable(`${error.message}${id}`);
}

process.stdout.on('error', () => process.exit(0));
process.exitCode = await main(process.argv.slice(2));
