import type { Command } from 'commander';
import { formatTimestamp } from '../domain/timestamps.ts';
import { readCharging } from '../storage/recurring/charging.ts';
import { activeSubscriptions, pausedText } from './active-subscriptions.ts';
import { asCalled } from './as-called.ts';
import { printResult } from './output.ts';
import { withProgress } from './progress.ts';
import { withVerbs } from './with-verbs.ts';

/** `peye restored`: tells a store that it was restored. */
export function restoredCommand(program: Command): void {
  program
    .command('restored')
    .description('tell a store that it was restored from a backup, before the gateway is started on it')
    .option('--json', 'print one JSON document: {paused_at, active, subscriptions}')
    .addHelpText(
      'after',
      `
A restored store has forgotten what was charged after the backup was made. From here on no live card is charged again until
the acquirer's books have been compared: a running worker does that by itself, once the search must know everything, and so does
peye recurring resume. Everything else goes on. Most restores are noticed without being told, but not those of a whole
DATA_DIR, or of a PostgreSQL server that does not tell its timeline. Telling it once more does no harm.

It lists the recurring payments that are active in the backup: one that was cancelled after the backup was made is among
them, and has to be cancelled again (peye recurring cancel). After peye restore it is not needed: that has said so itself.

Examples:
  peye restored`,
    )
    .action((options: { json?: true }) => restored(options));
}

async function restored(options: { json?: true }): Promise<void> {
  await withVerbs(async ({ recurring }, { db, clock }) => {
    await withProgress('pausing the charging of live cards', () => recurring.pauseRestored());
    const { pause } = await readCharging(db);
    const pausedAt = formatTimestamp(pause?.sinceUs ?? clock());
    const found = await activeSubscriptions(db);
    printResult(options, { paused_at: pausedAt, ...found }, () => asCalled(pausedText(found)));
  });
}
