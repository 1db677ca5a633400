import { type Command as AnyCommand, CommanderError } from 'commander';
import { failureText, remedyOf } from '../app/failure.ts';
import { CommandFailure } from '../platform/command-failure.ts';
import { printable } from '../platform/text/printable.ts';
import { VERSION } from '../platform/version.ts';
import { asCalled, pathOf } from './as-called.ts';
import { CALLER_OF_PROCESS, caller, callFor, styled } from './caller.ts';
import { actAs, parseActorName } from './cli-actor.ts';
import { outlivesTerminal } from './environment.ts';
import { Command, type CommandTable, wrapped } from './output.ts';
import { PAYMENT_COMMANDS } from './payment-commands.ts';
import { UPKEEP_COMMANDS } from './upkeep-commands.ts';
import { WEBSITE_COMMANDS } from './website-commands.ts';

/** The commands in the order of the help. Only the file of the command to run is loaded, because all files together import about two hundred modules. */
const COMMANDS: CommandTable = { ...WEBSITE_COMMANDS, ...PAYMENT_COMMANDS, ...UPKEEP_COMMANDS };

/** The command that loads all other commands. */
const NEEDS_ALL_COMMANDS = 'completion';

const DONE = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

/**
 * Runs one command of the command line and returns its exit code: 0 done, 1 failed, 2 wrong usage. Results go to stdout; a
 * failure is one line on stderr. After `start` the process keeps running, and ends by itself.
 */
export function runCli(args: readonly string[], calledBy = CALLER_OF_PROCESS): Promise<number> {
  return callFor(calledBy, () => run(args));
}

async function run(args: readonly string[]): Promise<number> {
  // Without a listener, the signal would end the process: Node does not take `nohup` into account.
  if (outlivesTerminal()) process.on('SIGHUP', () => {});
  try {
    await (await buildProgram(args)).parseAsync(args, { from: 'user' });
    return DONE;
  } catch (error) {
    // Commander has already printed the error. Exit code 0 means that help or version was requested.
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USAGE;
    writeFailure(failureText(error), remedyOf(error));
    return error instanceof CommandFailure ? error.exitCode : FAILED;
  }
}

/** The program with the command that the arguments name, or with all commands if they name none. */
export async function buildProgram(args: readonly string[]): Promise<Command> {
  const program = new Command('peye')
    .description('Peye, a payment gateway for Haiti')
    .version(VERSION, '-v, --version', 'print the version')
    .option(
      '--as <name>',
      'your name in the audit log, 1 to 64 characters (default: the operating system user)',
      parseActorName,
    )
    .hook('preAction', (called) => actAs(called.opts<{ as?: string }>().as))
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .more(`
Every command accepts --json and then prints exactly one JSON document on stdout. Errors are one line on stderr. Use --as if
several operators share one operating system user.

Settings come from the environment and from a .env file in the current folder. .env.example lists them all.

On a terminal, tables are shortened to fit: less important columns are hidden first. In a pipe, tables are complete. Set
NO_COLOR=1 to turn colours off, FORCE_COLOR=1 to keep them in a pipe.

Exit codes of every command:
  0    success
  1    failure, or a check found problems (audit verify, doctor, reconcile,
       secrets rotate, verify-books); the reason is on stderr
  2    wrong usage, nothing was done; verify-books: the check could not run
  130  interrupted by Ctrl-C (143: by SIGTERM). start, listen and simulate
       finish their work first and exit with 0

Examples:
  peye start
  peye websites create --name "My shop" --return-url https://shop.example/thanks
  peye keys create --website web_… --mode test
  peye listen --key tk_test_… --secret whsec_… --forward http://localhost:3000/webhooks
  peye doctor`);
  // The help and the error for an unknown command list all commands.
  const name = commandOf(args);
  const wanted = Object.hasOwn(COMMANDS, name) && name !== NEEDS_ALL_COMMANDS ? [name] : Object.keys(COMMANDS);
  for (const each of wanted) (await COMMANDS[each]?.())?.(program);
  setOutput(program);
  return program;
}

/** The first argument that is neither `--as` nor its value. */
function commandOf([first = '', second = '', third = '']: readonly string[]): string {
  if (first === '--as') return third;
  return first.startsWith('--as=') ? second : first;
}

/**
 * Names commands as they are typed here, marks required options, and adds a hint to the help of groups. Wrong usage is one line that
 * ends with the allowed values.
 */
function setOutput(command: AnyCommand): void {
  command.configureOutput({
    writeOut: (text) => caller().stdout.write(helpText(text, caller().stdout)),
    writeErr: (text) => caller().stderr.write(helpText(text, caller().stderr)),
    outputError: (text) => {
      const message = text
        .replace(/^error: /, '')
        .trim()
        .replaceAll(/\s*\n\s*/g, ' ');
      writeFailure(message, usageHint(command, message));
    },
  });
  for (const option of command.options) if (option.mandatory) option.description += ' (required)';
  for (const subcommand of command.commands) {
    if (subcommand.commands.length > 0) {
      const [first] = subcommand.commands;
      subcommand.addHelpText('after', `\nHelp for each command: ${pathOf(subcommand)} ${first?.name()} --help`);
    }
    setOutput(subcommand);
  }
}

/** The columns of help text outside a terminal: Commander's own default. */
const HELP_WIDTH = 80;

/**
 * Help text for the terminal's width. Commander wraps the options itself. Text that a command adds has paragraphs, which are filled
 * here, and indented lines, which are tables and commands to paste and stay as they are.
 */
function helpText(text: string, { columns = HELP_WIDTH }: { columns?: number }): string {
  const fill = (paragraph: string) => wrapped(paragraph.replaceAll('\n', ' '), { width: columns });
  return asCalled(text).replaceAll(/^\S.*(?:\n\S.*)*$/gm, fill);
}

/** Longer words are cut to SHOWN_LENGTH characters. */
const LONGEST_WORD = 1000;
const SHOWN_LENGTH = 60;

/**
 * Writes one line on stderr, with a remedy. The message may quote input of users or of other systems: control characters are
 * escaped, and long words are cut.
 */
function writeFailure(message: string, remedy: string | undefined): void {
  const { stderr } = caller();
  const head = styled(['red', 'bold'], 'peye:', stderr);
  const text = remedy === undefined ? message : `${message}${/[.?]\)?$/.test(message) ? '' : '.'} ${remedy}`;
  const lines = text.split('\n').map((line) => printable(line).replaceAll(/\S+/g, shownWord));
  stderr.write(`${head} ${asCalled(lines.join('\n'))}\n`);
}

function shownWord(word: string): string {
  return word.length > LONGEST_WORD ? `${word.slice(0, SHOWN_LENGTH)}…` : word;
}

function usageHint(command: AnyCommand, message: string): string {
  if (message.startsWith('unknown command')) {
    return `Commands: ${command.commands.map((subcommand) => subcommand.name()).join(', ')}.`;
  }
  if (message.startsWith('unknown option')) {
    return `Options: ${[...command.options.map((option) => option.long), '--help'].join(', ')}.`;
  }
  return `See ${pathOf(command)} --help.`;
}
