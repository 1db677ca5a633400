import { Command, CommanderError } from 'commander';
import { VERSION } from '../app/version.ts';
import { failureText } from './failure.ts';

/**
 * The file of each command, in the order of the help. Only that of the command that is run is loaded: all of them are some two
 * hundred modules.
 */
const COMMANDS: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  start: async () => (await import('./start.ts')).startCommand,
  websites: async () => (await import('./websites.ts')).websitesCommands,
  keys: async () => (await import('./keys.ts')).keysCommands,
  payments: async () => (await import('./payments.ts')).paymentsCommands,
  trigger: async () => (await import('./trigger.ts')).triggerCommand,
  deliveries: async () => (await import('./deliveries.ts')).deliveriesCommands,
  recurring: async () => (await import('./recurring.ts')).recurringCommands,
  listen: async () => (await import('./listen.ts')).listenCommand,
  reconcile: async () => (await import('./reconcile.ts')).reconcileCommand,
  restored: async () => (await import('./restored.ts')).restoredCommand,
  discrepancies: async () => (await import('./discrepancies.ts')).discrepanciesCommands,
  archive: async () => (await import('./archive.ts')).archiveCommands,
  rates: async () => (await import('./rates.ts')).ratesCommands,
  secrets: async () => (await import('./secrets.ts')).secretsCommands,
  simulate: async () => (await import('./simulate.ts')).simulateCommand,
  clock: async () => (await import('./clock.ts')).clockCommands,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
};

const DONE = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

/**
 * Runs one command of the command line and returns its exit code: 0 done, 1 failed, 2 wrong usage. Results go to stdout; a
 * failure is one line on stderr. After `start` the process goes on, and ends by itself.
 */
export async function runCli(args: readonly string[]): Promise<number> {
  try {
    await (await buildProgram(args)).parseAsync(args, { from: 'user' });
    return DONE;
  } catch (error) {
    // Commander has printed it already; its exit code 0 means that help or version was requested.
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USAGE;
    process.stderr.write(`peye: ${failureText(error)}\n`);
    return FAILED;
  }
}

async function buildProgram([name = '']: readonly string[]): Promise<Command> {
  const program = new Command('peye')
    .description('Peye, a payment gateway for Haiti.')
    .version(VERSION, '-v, --version', 'print the version')
    .exitOverride()
    .addHelpText(
      'after',
      `
Every command takes --json: one JSON document on stdout, and nothing else there.
Exit codes: 0 done, 1 failed, 2 wrong usage.
Settings come from the environment and from a .env file in the current folder; .env.example lists them.

Examples:
  peye start
  peye websites create --name "My shop" --return-url https://shop.example/thanks
  peye keys create --website web_… --mode test
  peye listen --key tk_test_… --forward http://localhost:3000/webhooks
  peye doctor`,
    );
  // The help, and what is no command, name them all.
  const wanted = Object.hasOwn(COMMANDS, name) ? [name] : Object.keys(COMMANDS);
  for (const each of wanted) (await COMMANDS[each]?.())?.(program);
  showAllowedValues(program);
  return program;
}

/** Wrong usage is one line that ends with what is allowed. */
function showAllowedValues(command: Command): void {
  command.configureOutput({
    outputError: (text, write) => {
      const message = text
        .replace(/^error: /, '')
        .trim()
        .replaceAll(/\s*\n\s*/g, ' ');
      write(`peye: ${message}${/[.?)]$/.test(message) ? '' : '.'} ${usageHint(command, message)}\n`);
    },
  });
  for (const subcommand of command.commands) showAllowedValues(subcommand);
}

function usageHint(command: Command, message: string): string {
  if (message.startsWith('unknown command')) {
    return `Commands: ${command.commands.map((subcommand) => subcommand.name()).join(', ')}.`;
  }
  if (message.startsWith('unknown option')) {
    return `Options: ${[...command.options.map((option) => option.long), '--help'].join(', ')}.`;
  }
  const names = [command.name()];
  for (let parent = command.parent; parent; parent = parent.parent) names.unshift(parent.name());
  return `See ${names.join(' ')} --help.`;
}
