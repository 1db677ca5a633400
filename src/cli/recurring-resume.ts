import type { Command } from 'commander';
import { CommandFailure } from '../app/failure.ts';
import { nextDueAtUs } from '../domain/recurring.ts';
import { formatTimestamp, momentOf } from '../domain/timestamps.ts';
import { subscriptionJson } from '../operator/views/subscription-json.ts';
import { withFirstPayment } from '../operator/with-first-payment.ts';
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

/** `peye recurring resume`: one that was paused goes on, or charging of all after a restore. */
export function resumeCommand(recurring: Command): void {
  recurring
    .command('resume')
    .argument('[id]', 'the id of a recurring payment that is paused')
    .description('let one that is paused be charged again; without an id: all live cards, after a restore')
    .option('--unchecked', 'without an id: without comparing, because you have looked into the books yourself')
    .option('--json', 'print one JSON document: the recurring payment, or {resumed, adopted, unknown, active}')
    .addHelpText(
      'after',
      `
With an id: the card is charged again from the next period that falls due. What fell due before is skipped, and never charged.

Without an id: charging of all live cards pauses when the store
was restored from a backup, or moved to a standby: it may have forgotten charges, and would
make them again. A running worker lets it go on by itself, once the acquirer's search must know all that was charged before
and what was forgotten is known again; this does the same, now. It does not where the search gives no answer or no
credentials are set. Then compare the charges of the Business Center with peye recurring show, and say --unchecked.

What no search tells: who was cancelled after the backup was made. Look at peye recurring list --status active before.

Examples:
  peye recurring resume sub_911607750261429
  peye recurring resume
  peye recurring resume --unchecked`,
    )
    .action((id: string | undefined, options: ResumeOptions, command: Command) => {
      if (id === undefined) return resume(options);
      if (options.unchecked) command.error('--unchecked is for all live cards after a restore: give no id with it');
      return resumeOne(id, options);
    });
}

async function resumeOne(id: string, options: ResumeOptions): Promise<void> {
  await withVerbs(async ({ recurring }, { db }) => {
    const resumed = await recurring.unpause(id);
    printResult(options, subscriptionJson(await withFirstPayment(db, resumed)), () => {
      return `Recurring payment ${id} goes on: its card is charged next at ${momentOf(nextDueAtUs(resumed))}.`;
    });
  });
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
