import type { Command } from 'commander';
import { doubtText } from '../app/doctor/doubt-text.ts';
import { formatTimestamp } from '../domain/timestamps.ts';
import type { Doubt } from '../lib/time-keeper.ts';
import { timeJson } from '../operator/views/time-json.ts';
import { details, printResult } from './output.ts';
import { withStore } from './with-store.ts';

interface ClockOptions {
  json?: true;
}

/** `peye clock`: what time it is for the gateway, whether that is certain, and the operator's confirmation. */
export function clockCommands(program: Command): void {
  const clock = program
    .command('clock')
    .description('the time the gateway goes by, and whether it is certain')
    .addHelpText(
      'after',
      `
A clock that was set suspends what is done because time has passed (payments expire, cards are charged again, old deliveries are
deleted) until it has gone on without another step for long enough, or is confirmed. See docs/time.md.

Examples:
  peye clock show
  peye clock confirm     # the clock is right as it is now`,
    );
  clock
    .command('show')
    .description('show the time, and whether it is certain')
    .option('--json', 'print it as one JSON document')
    .addHelpText('after', '\nExamples:\n  peye clock show\n  peye clock show --json')
    .action((options: ClockOptions) =>
      withStore(async (store) => print(options, { atUs: store.clock(), doubt: store.doubt() })),
    );
  clock
    .command('confirm')
    .description('say that the clock is right as it is now: of PostgreSQL, or of this machine with an embedded store')
    .option('--json', 'print the time as one JSON document')
    .addHelpText(
      'after',
      `
Running gateways take it over within ten seconds, and go on with everything that waits. Look at the clock first (date -u): what is
due by this time expires, and is charged.

Examples:
  peye clock confirm`,
    )
    .action((options: ClockOptions) =>
      withStore(async (store) => print(options, { atUs: await store.operator.confirmClock(), doubt: store.doubt() })),
    );
}

function print(options: ClockOptions, { atUs, doubt }: { atUs: number; doubt: Doubt | undefined }): void {
  printResult(options, timeJson(atUs, doubt), () =>
    details([
      ['Time', formatTimestamp(Math.floor(atUs))],
      ['Certain', doubt ? `no: ${doubtText(doubt)}` : 'yes'],
    ]),
  );
}
