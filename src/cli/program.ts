import { styleText } from 'node:util';
import { Command, CommanderError } from 'commander';
import { CommandFailure, failureText, remedyOf } from '../app/failure.ts';
import { VERSION } from '../app/version.ts';
import { printable } from '../lib/printable.ts';
import { asCalled } from './as-called.ts';
import { actAs, parseActorName } from './cli-actor.ts';
import { outlivesTerminal } from './environment.ts';
import { wrapped } from './output.ts';

/**
 * The file of each command, in the order of the help. Only that of the command that is run is loaded: all of them are some two
 * hundred modules.
 */
const COMMANDS: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  start: async () => (await import('./start.ts')).startCommand,
  websites: async () => (await import('./websites.ts')).websitesCommands,
  users: async () => (await import('./users.ts')).usersCommands,
  keys: async () => (await import('./keys.ts')).keysCommands,
  links: async () => (await import('./links.ts')).linksCommands,
  payments: async () => (await import('./payments.ts')).paymentsCommands,
  trigger: async () => (await import('./trigger.ts')).triggerCommand,
  deliveries: async () => (await import('./deliveries.ts')).deliveriesCommands,
  subscriptions: async () => (await import('./subscriptions.ts')).subscriptionsCommands,
  charging: async () => (await import('./charging.ts')).chargingCommands,
  listen: async () => (await import('./listen.ts')).listenCommand,
  reconcile: async () => (await import('./reconcile.ts')).reconcileCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  'verify-books': async () => (await import('./verify-books.ts')).verifyBooksCommand,
  discrepancies: async () => (await import('./discrepancies.ts')).discrepanciesCommands,
  audit: async () => (await import('./audit.ts')).auditCommands,
  archive: async () => (await import('./archive.ts')).archiveCommands,
  rates: async () => (await import('./rates.ts')).ratesCommands,
  secrets: async () => (await import('./secrets.ts')).secretsCommands,
  simulate: async () => (await import('./simulate.ts')).simulateCommand,
  clock: async () => (await import('./clock.ts')).clockCommands,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  completion: async () => (await import('./completion.ts')).completionCommand,
};

/** What describes all commands, and not itself. */
const OF_ALL = 'completion';

const DONE = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

/**
 * Runs one command of the command line and returns its exit code: 0 done, 1 failed, 2 wrong usage. Results go to stdout; a
 * failure is one line on stderr. After `start` the process goes on, and ends by itself.
 */
export async function runCli(args: readonly string[]): Promise<number> {
  // Without a listener Node lets the signal end it, as it does not know of nohup.
  if (outlivesTerminal()) process.on('SIGHUP', () => {});
  try {
    await (await buildProgram(args)).parseAsync(args, { from: 'user' });
    return DONE;
  } catch (error) {
    // Commander has printed it already; its exit code 0 means that help or version was requested.
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USAGE;
    writeFailure(failureText(error), remedyOf(error));
    return error instanceof CommandFailure ? error.exitCode : FAILED;
  }
}

/** The program with the command that the arguments name, or with all of them where they name none. */
export async function buildProgram(args: readonly string[]): Promise<Command> {
  const program = new Command('peye')
    .description('Peye, a payment gateway for Haiti.')
    .version(VERSION, '-v, --version', 'print the version')
    .option(
      '--as <name>',
      'who makes the change, for the audit log, 1 to 64 characters; the user of the system when not given',
      parseActorName,
    )
    .hook('preAction', (called) => actAs(called.opts<{ as?: string }>().as))
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .addHelpText(
      'after',
      `
Every command takes --json: one JSON document on stdout, and nothing else there. A command that fails writes one line on stderr; on stdout
it has written nothing, or what it has found. Where several people share a user of the system, --as says who it is.

Settings come from the environment and from a .env file in the current folder; .env.example lists them.
On a terminal tables fit: times are short, what is too long is cut, and what matters least is left out. A pipe gets them whole.
NO_COLOR=1 takes the colours away, FORCE_COLOR=1 keeps them where no terminal is.

Exit codes of every command:
  0    done
  1    failed, or something was found that is not as it should be (doctor,
       reconcile, secrets rotate, verify-books); the reason is on stderr
  2    wrong usage; nothing was done. verify-books: it could not look
  130  ended by Ctrl-C (143: by SIGTERM) before it was done; start, listen and
       simulate finish first, and end with 0

Examples:
  peye start
  peye websites create --name "My shop" --return-url https://shop.example/thanks
  peye keys create --website web_… --mode test
  peye listen --key tk_test_… --secret whsec_… --forward http://localhost:3000/webhooks
  peye doctor`,
    );
  // The help, and what is no command, name them all.
  const name = commandOf(args);
  const wanted = Object.hasOwn(COMMANDS, name) && name !== OF_ALL ? [name] : Object.keys(COMMANDS);
  for (const each of wanted) (await COMMANDS[each]?.())?.(program);
  setOutput(program);
  return program;
}

/** The first word that is neither `--as` nor its value. */
function commandOf([first = '', second = '', third = '']: readonly string[]): string {
  if (first === '--as') return third;
  return first.startsWith('--as=') ? second : first;
}

/** Commands are named as they are typed here, groups lead on, and options that must be given say so. Wrong usage is one line that ends with what is allowed. */
function setOutput(command: Command): void {
  command.configureOutput({
    writeOut: (text) => process.stdout.write(helpText(text, process.stdout)),
    writeErr: (text) => process.stderr.write(helpText(text, process.stderr)),
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

/** The columns of a help that no terminal shows: as many as Commander gives it there. */
const HELP_WIDTH = 80;

/**
 * A help for the terminal's width. Commander wraps what it has made of the options; what a command adds is prose, whose paragraphs are
 * filled here, and lines that are indented, which are tables and commands to paste.
 */
function helpText(text: string, { columns = HELP_WIDTH }: { columns?: number }): string {
  const fill = (paragraph: string) => wrapped(paragraph.replaceAll('\n', ' '), { width: columns });
  return asCalled(text).replaceAll(/^\S.*(?:\n\S.*)*$/gm, fill);
}

/** Longer ones are no words that anybody reads. */
const LONGEST_WORD = 1000;
const SHOWN_OF_IT = 60;

/**
 * One line on stderr, with what to do. It may quote what was typed, and what others have sent: that cannot steer the terminal, or fill
 * it.
 */
function writeFailure(message: string, remedy: string | undefined): void {
  const head = styleText(['red', 'bold'], 'peye:', { stream: process.stderr });
  const text = remedy === undefined ? message : `${message}${/[.?]\)?$/.test(message) ? '' : '.'} ${remedy}`;
  const lines = text.split('\n').map((line) => printable(line).replaceAll(/\S+/g, shownWord));
  process.stderr.write(`${head} ${asCalled(lines.join('\n'))}\n`);
}

function shownWord(word: string): string {
  return word.length > LONGEST_WORD ? `${word.slice(0, SHOWN_OF_IT)}…` : word;
}

function usageHint(command: Command, message: string): string {
  if (message.startsWith('unknown command')) {
    return `Commands: ${command.commands.map((subcommand) => subcommand.name()).join(', ')}.`;
  }
  if (message.startsWith('unknown option')) {
    return `Options: ${[...command.options.map((option) => option.long), '--help'].join(', ')}.`;
  }
  return `See ${pathOf(command)} --help.`;
}

/** All that is typed before the arguments of a command: `peye payments list`. */
function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}
