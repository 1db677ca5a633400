import type { Command } from 'commander';
import { CommandFailure } from '../app/failure.ts';
import { formatTimestamp } from '../domain/timestamps.ts';
import type { Resumed } from '../payments/recurring/resume-charging.ts';
import { asCalled } from './as-called.ts';
import { openLog } from './open-log.ts';
import { printResult } from './output.ts';
import { withProgress } from './progress.ts';
import { withVerbs } from './with-verbs.ts';

interface ResumeOptions {
  json?: true;
  unchecked?: true;
}

/** `peye recurring resume`: charging goes on after a restore. */
export function resumeCommand(recurring: Command): void {
  recurring
    .command('resume')
    .description("let live cards be charged again after a restore, once the acquirer's books have been compared")
    .option('--unchecked', 'without comparing: you have looked into the books yourself')
    .option('--json', 'print one JSON document: {resumed, adopted, unknown, active}')
    .addHelpText(
      'after',
      `
Charging pauses when the store was restored from a backup, or moved to a standby: it may have forgotten charges, and would
make them again. A running worker lets it go on by itself, once the acquirer's search must know all that was charged before
and what was forgotten is known again; this does the same, now. It does not where the search gives no answer or no
credentials are set. Then compare the charges of the Business Center with peye recurring show, and say --unchecked.

What no search tells: who was cancelled after the backup was made. Look at peye recurring list --status active before.

Examples:
  peye recurring resume
  peye recurring resume --unchecked`,
    )
    .action((options: ResumeOptions) => resume(options));
}

async function resume({ unchecked, ...options }: ResumeOptions): Promise<void> {
  await withVerbs(async ({ recurring }, _store, config) => {
    const log = await openLog({ ...config, logLevel: 'error' }, 'stderr');
    const resumed = unchecked
      ? await recurring.resumeUnchecked()
      : await withProgress("comparing the acquirer's books", () => recurring.resume(log));
    if (resumed.kind !== 'resumed') throw new CommandFailure(WHY_NOT[resumed.kind](resumed as never));
    const { adopted, unknown, active } = resumed;
    printResult(options, { resumed: true, adopted, unknown, active }, () => {
      const compared = unchecked
        ? 'The books were not compared.'
        : `Charges that had been forgotten: ${adopted}. Charges that belong to nothing here: ${unknown} (${asCalled('peye discrepancies list')}).`;
      return `Live cards are charged again: ${active} recurring payments are active.\n${compared}`;
    });
  });
}

const WHY_NOT: {
  readonly [Kind in Exclude<Resumed['kind'], 'resumed'>]: (why: Extract<Resumed, { kind: Kind }>) => string;
} = {
  not_paused: () => 'charging does not pause, or was paused anew just now.',
  too_early: ({ untilUs }) =>
    `the acquirer's search may not know everything before ${formatTimestamp(untilUs)}: try again then. A running worker does it by itself.`,
  in_doubt: () =>
    'the time is in doubt, and with it whether the search knows everything: see peye clock show. A running worker does it by itself once the time is certain.',
  no_search: () => 'lakaypay_card has no credentials here, so nothing can be compared. See --help for --unchecked.',
  silent: ({ reason }) =>
    `the acquirer's books could not be read (${reason}). Try again, or see --help for --unchecked.`,
};
