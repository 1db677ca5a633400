import type { Command } from 'commander';
import { printResult } from './output.ts';
import { withStore } from './with-store.ts';

/** `peye migrate`: brings the store's schema up to date, as `start` does too. */
export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description("bring the store's schema up to date, as start does too")
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nMakes the store when there is none. Several nodes may run it together.\n\nExamples:\n  peye migrate',
    )
    .action((options: { json?: true }) =>
      withStore(
        async ({ migrated }) =>
          printResult(options, { applied: migrated }, () =>
            migrated.length === 0 ? 'The schema is up to date.' : `Applied: ${migrated.join(', ')}.`,
          ),
        { migrate: true },
      ),
    );
}
