import { type Command, type JsonOption, printResult } from './output.ts';
import { withProgress } from './progress.ts';
import { withStore } from './with-store.ts';

/** `peye migrate`: migrates the database, as `start` does too. */
export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('Migrate the database to this version; peye start does it too')
    .json('print one JSON document: {applied}, the names of the migrations')
    .more(`
Creates the database if there is none. Several nodes can run it at the same time. A large database can take minutes. If it is
interrupted, run it again.

Examples:
  peye migrate
  DATABASE_URL=postgres://peye@db.example/peye peye migrate`)
    .action((options: JsonOption) => migrate(options));
}

async function migrate(options: JsonOption): Promise<void> {
  const applied = await withProgress('migrating the database', () =>
    withStore(async ({ migrated }) => migrated, { migrate: true }),
  );
  printResult(options, { applied }, () =>
    applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}.`,
  );
}
