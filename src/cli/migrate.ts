import type { Command } from 'commander';
import { printResult } from './output.ts';
import { withProgress } from './progress.ts';
import { withStore } from './with-store.ts';

/** `peye migrate`: brings the store's schema up to date, as `start` does too. */
export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description("bring the store's schema up to date, as start does too")
    .option('--json', 'print one JSON document: {applied}, the names of what ran')
    .addHelpText(
      'after',
      `
Makes the store when there is none. Several nodes may run it together. On a large store it can take minutes; cut off, it is run again.

Examples:
  peye migrate
  DATABASE_URL=postgres://peye@db.example/peye peye migrate`,
    )
    .action((options: { json?: true }) => migrate(options));
}

async function migrate(options: { json?: true }): Promise<void> {
  const applied = await withProgress('bringing the schema up to date', () =>
    withStore(async ({ migrated }) => migrated, { migrate: true }),
  );
  printResult(options, { applied }, () =>
    applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}.`,
  );
}
