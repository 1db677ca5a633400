import { formatTimestamp } from '../core/timestamps.ts';
import type { Resumed } from '../features/subscriptions/resume-charging.ts';
import { CommandFailure } from '../platform/command-failure.ts';
import { asCalled } from './as-called.ts';
import { openLog } from './open-log.ts';
import { type Command, counted, type JsonOption, printResult } from './output.ts';
import { withProgress } from './progress.ts';
import { withVerbs } from './with-store.ts';

interface ResumeOptions extends JsonOption {
  unchecked?: true;
}

/** `peye charging …`: the charging of all live cards, which pauses after a restore. */
export function chargingCommands(program: Command): void {
  const charging = program.command('charging').description('Resume the charging of live cards after a restore');

  charging
    .command('resume')
    .description('Resume the charging of all live subscriptions after a restore')
    .option('--unchecked', "resume without a check; check the acquirer's records yourself first")
    .json('print one JSON document: {resumed, adopted, unknown, active}')
    .more(`
Charging of all live cards pauses when the database was restored from a backup or moved to a standby. Such a database may lack
recent charges, and would make them again.

A running worker resumes charging by itself. It waits until every earlier charge is certainly in the acquirer's search,
imports the missing ones, and ends the pause. This command makes this comparison and ends the pause by hand.

Without lakaypay_card credentials, or when the acquirer's search does not respond, charging stays paused. Then compare
peye subscriptions show with the charges in the acquirer's Business Center, and use --unchecked.

No search shows which subscriptions were cancelled after the backup. Check peye subscriptions list --status active first.

To resume one paused subscription, use peye subscriptions resume.

Examples:
  peye charging resume
  peye charging resume --unchecked`)
    .action((options: ResumeOptions) => resumeCommand(options));
}

async function resumeCommand({ unchecked, ...options }: ResumeOptions): Promise<void> {
  await withVerbs(async ({ recurring }, _store, config) => {
    const log = await openLog({ ...config, logLevel: 'error' }, 'stderr');
    const resumed = unchecked
      ? await recurring.resumeUnchecked()
      : await withProgress("comparing with the acquirer's records", () => recurring.resume(log));
    if (resumed.kind !== 'resumed') throw new CommandFailure(STILL_PAUSED[resumed.kind](resumed as never));
    const { adopted, unknown, active } = resumed;
    printResult(options, { resumed: true, adopted, unknown, active }, () => {
      const compared = unchecked
        ? "The acquirer's records were not checked."
        : `Missing charges imported: ${adopted}. Charges that match no payment: ${unknown} (${asCalled('peye discrepancies list')}).`;
      return `Charging of live cards resumed: ${counted(active, 'active subscription')}.\n${compared}`;
    });
  });
}

/** Why charging stays paused. */
const STILL_PAUSED: {
  readonly [Kind in Exclude<Resumed['kind'], 'resumed'>]: (result: Extract<Resumed, { kind: Kind }>) => string;
} = {
  not_paused: () => 'charging is not paused, or was paused again just now.',
  too_early: ({ untilUs }) =>
    `the acquirer's search may be incomplete until ${formatTimestamp(untilUs)}. Try again then. A running worker resumes charging by itself.`,
  in_doubt: () =>
    "the clock is not trusted, so the acquirer's search may be incomplete: see peye clock show. A running worker resumes charging by itself once the clock is trusted.",
  no_search: () =>
    "lakaypay_card has no credentials here, so the acquirer's records cannot be checked. See --unchecked in --help.",
  silent: ({ reason }) =>
    `the acquirer's records could not be read (${reason}). Try again, or see --unchecked in --help.`,
};
