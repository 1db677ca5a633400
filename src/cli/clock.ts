import { doubtText } from '../app/doctor/finding-texts.ts';
import { formatTimestamp } from '../core/timestamps.ts';
import { timeJson } from '../features/operations/time-json.ts';
import type { Doubt } from '../platform/clock/time-keeper.ts';
import { type Command, details, type JsonOption, printResult } from './output.ts';
import { withStore } from './with-store.ts';

/** `peye clock`: the gateway's clock, whether it is trusted, and the operator's confirmation. */
export function clockCommands(program: Command): void {
  const clock = program
    .command('clock')
    .description("Show the gateway's clock and whether it is trusted")
    .more(`
When someone sets the clock, Peye no longer trusts it and pauses everything that depends on elapsed time: expiry of payments,
subscription charges and deletion of old webhooks. Peye trusts the clock again after it has run long enough without another
step, or when you confirm it.

More: docs/failures.md

Examples:
  peye clock show
  peye clock confirm     # the clock is right as it is now`);
  clock
    .command('show')
    .description("Show the gateway's time and whether it is trusted")
    .json('print it as one JSON document')
    .more('\nExamples:\n  peye clock show\n  peye clock show --json')
    .action((options: JsonOption) =>
      withStore(async (store) => print(options, { atUs: store.clock(), doubt: store.doubt() })),
    );
  clock
    .command('confirm')
    .description("Confirm that the clock is right: PostgreSQL's, or this machine's with the embedded database")
    .json('print the time as one JSON document')
    .more(`
Check the clock first (date -u). Payments that expire by this time fail, and cards that are due by then are charged. Running
gateways trust the clock within 10 seconds and continue.

Examples:
  peye clock confirm`)
    .action((options: JsonOption) =>
      withStore(async (store) => print(options, { atUs: await store.operator.confirmClock(), doubt: store.doubt() })),
    );
}

function print(options: JsonOption, { atUs, doubt }: { atUs: number; doubt: Doubt | undefined }): void {
  printResult(options, timeJson(atUs, doubt), () =>
    details([
      ['Time', formatTimestamp(Math.floor(atUs))],
      ['Trusted', doubt ? `no: ${doubtText(doubt)}` : 'yes'],
    ]),
  );
}
