import { Command, CommanderError } from 'commander';
import { VERSION } from '../app/version.ts';
import { archiveCommands } from './archive.ts';
import { clockCommands } from './clock.ts';
import { deliveriesCommands } from './deliveries.ts';
import { discrepanciesCommands } from './discrepancies.ts';
import { doctorCommand } from './doctor.ts';
import { failureText } from './failure.ts';
import { keysCommands } from './keys.ts';
import { listenCommand } from './listen.ts';
import { migrateCommand } from './migrate.ts';
import { paymentsCommands } from './payments.ts';
import { ratesCommands } from './rates.ts';
import { reconcileCommand } from './reconcile.ts';
import { recurringCommands } from './recurring.ts';
import { restoredCommand } from './restored.ts';
import { secretsCommands } from './secrets.ts';
import { simulateCommand } from './simulate.ts';
import { startCommand } from './start.ts';
import { triggerCommand } from './trigger.ts';
import { websitesCommands } from './websites.ts';

const DONE = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

/**
 * Runs one command of the command line and returns its exit code: 0 done, 1 failed, 2 wrong usage. Results go to stdout; a
 * failure is one line on stderr. After `start` the process goes on, and ends by itself.
 */
export async function runCli(args: readonly string[]): Promise<number> {
  try {
    await buildProgram().parseAsync(args, { from: 'user' });
    return DONE;
  } catch (error) {
    // Commander has printed it already; its exit code 0 means that help or version was requested.
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USAGE;
    process.stderr.write(`peye: ${failureText(error)}\n`);
    return FAILED;
  }
}

function buildProgram(): Command {
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
  startCommand(program);
  websitesCommands(program);
  keysCommands(program);
  paymentsCommands(program);
  triggerCommand(program);
  deliveriesCommands(program);
  recurringCommands(program);
  listenCommand(program);
  reconcileCommand(program);
  restoredCommand(program);
  discrepanciesCommands(program);
  archiveCommands(program);
  ratesCommands(program);
  secretsCommands(program);
  simulateCommand(program);
  clockCommands(program);
  migrateCommand(program);
  doctorCommand(program);
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
