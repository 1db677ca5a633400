import { type Command, InvalidArgumentError } from 'commander';
import { describeRate, manualText, settingText } from '../app/doctor/rate-text.ts';
import { CommandFailure } from '../app/failure.ts';
import { formatRate, parseDecimal, type RateE4 } from '../domain/money.ts';
import { OperatorError } from '../domain/operator-error.ts';
import { listUsedRates, type UsedRate } from '../operator/list-used-rates.ts';
import { manualRateJson, rateJson } from '../operator/views/rate-json.ts';
import { findManualRate } from '../storage/manual-rates.ts';
import { asCalled } from './as-called.ts';
import { fittedTable } from './fitted-table.ts';
import { printResult } from './output.ts';
import { withProgress } from './progress.ts';
import { parseLimit } from './values.ts';
import { withStore } from './with-store.ts';
import { withVerbs } from './with-verbs.ts';

const DEFAULT_LIMIT = 20;

interface JsonOption {
  json?: true;
}

interface SetOptions extends JsonOption {
  checked?: true;
}

/** `peye rates …`: the rates that were accepted, a query of the source now, and a rate that is set by hand. */
export function ratesCommands(program: Command): void {
  const rates = program.command('rates').description('look at exchange rates, ask the source, and set one by hand');

  rates
    .command('list')
    .description('list the newest rates of all sources, newest first')
    .option('--limit <number>', 'how many, 1 to 1000', parseLimit, DEFAULT_LIMIT)
    .option('--json', 'print a JSON array')
    .addHelpText(
      'after',
      `
Every rate that was ever used is kept. The one in use is marked; with EXCHANGE_RATE_SOURCE=fixed that is none of them.

Examples:
  peye rates list
  peye rates list --limit 100 --json`,
    )
    .action((options: JsonOption & { limit: number }) => list(options));

  rates
    .command('refresh')
    .description('ask the source now, and use what it says if it is within the bounds')
    .option('--json', 'print one JSON document: {result, reason, rate}')
    .addHelpText(
      'after',
      `
Running nodes use a new rate within ten seconds. A rate that is refused because it is too far from the last one can be
accepted once, when somebody has made sure that it is right: the second example.

Examples:
  peye rates refresh
  EXCHANGE_RATE_MAX_CHANGE_PERCENT=0 peye rates refresh`,
    )
    .action((options: JsonOption) => refresh(options));

  rates
    .command('set')
    .argument('<rate>', 'gourdes for a dollar, such as 131.25; four decimals at most', parseRate)
    .description('use this rate whatever the source says, until it is taken back')
    .option('--checked', 'although it is far from the rate in use: you have made sure that it is right')
    .option('--json', 'print one JSON document: {rate, set_at, set_by}')
    .addHelpText(
      'after',
      `
It counts for payments that are created from now on, on all nodes within ten seconds, and does not end by itself: peye rates unset
does that. It must lie between EXCHANGE_RATE_MIN and EXCHANGE_RATE_MAX. Payments that are there keep their rate.

Examples:
  peye rates set 131.25
  peye rates set 160 --checked`,
    )
    .action((rateE4: RateE4, options: SetOptions) => set(rateE4, options));

  rates
    .command('unset')
    .description('take back the rate that is set by hand: that of the source counts again, or that of the settings')
    .option('--json', 'print one JSON document: {rate: null, set_at, set_by}')
    .addHelpText('after', '\nExamples:\n  peye rates unset')
    .action((options: JsonOption) => set(null, options));
}

async function list(options: JsonOption & { limit: number }): Promise<void> {
  await withStore(async ({ db }, config) => {
    const { rates, used, manual } = await listUsedRates(db, {
      source: config.exchangeRate.source,
      limit: options.limit,
    });
    printResult(
      options,
      rates.map(({ rate, isUsed }) => rateJson(rate, isUsed)),
      () =>
        `${rates.length === 0 ? 'No rates yet.' : rateTable(rates)}${used ? '' : `\n\n${manualText(manual) ?? settingText(config)}`}`,
    );
  });
}

async function refresh(options: JsonOption): Promise<void> {
  await withVerbs(async ({ rates }, _store, config) => {
    const { source } = config.exchangeRate;
    if (source === null || !rates.source) {
      throw new CommandFailure(
        `${settingText(config)} Set EXCHANGE_RATE_SOURCE to brh or open_er_api to have a source.`,
      );
    }
    const { result, reason, inForce } = await withProgress('asking for the rate', rates.source.refresh);
    const rate = inForce ? rateJson(inForce) : null;
    printResult(options, { result, reason, rate }, () =>
      [
        { new: 'There is a new rate.', unchanged: 'The rate is unchanged.' }[result as string] ?? 'Nothing changed.',
        inForce ? `In use: ${describeRate(inForce)}.` : settingText(config),
      ].join(' '),
    );
    if (reason !== null) throw new CommandFailure(`no rate from ${source.source}: ${reason}.`);
  });
}

async function set(rateE4: RateE4 | null, { checked, ...options }: SetOptions): Promise<void> {
  await withVerbs(async ({ rates }, { db }) => {
    const seen = (await findManualRate(db))?.number ?? 0;
    const before = rates.inForce().rateE4;
    const manual = await rates
      .set({ rateE4, isChecked: checked === true || rateE4 === null, seen })
      .catch(explainChecked);
    printResult(options, manualRateJson(manual), () => {
      const change = `from ${formatRate(before)} to ${formatRate(rates.inForce().rateE4)} HTG for 1 USD`;
      if (rateE4 !== null) return `The rate is set by hand, ${change}, until ${asCalled('peye rates unset')}.`;
      return `The rate is not set by hand any more: ${change}.`;
    });
  });
}

/** What a form of the console asks for is an option here. */
function explainChecked(error: unknown): never {
  if (!(error instanceof OperatorError) || error.field !== 'checked') throw error;
  throw new CommandFailure(`${error.message} Then say --checked.`);
}

function parseRate(text: string): RateE4 {
  const rate = parseDecimal(text, 4);
  if (typeof rate !== 'number' || rate <= 0) {
    throw new InvalidArgumentError('It must be gourdes for a dollar such as 131.25, with four decimals at most.');
  }
  return rate;
}

function rateTable(rates: readonly UsedRate[]): string {
  return fittedTable(rates, [
    { title: 'RATE', cell: ({ rate }) => formatRate(rate.rateE4) },
    { title: 'SOURCE', cell: ({ rate }) => rate.source, leftOut: 3 },
    { title: 'PUBLISHED', timeUs: ({ rate }) => rate.publishedAtUs },
    { title: 'FIRST SEEN', timeUs: ({ rate }) => rate.fetchedAtUs, leftOut: 1 },
    { title: 'LAST SEEN', timeUs: ({ rate }) => rate.confirmedAtUs, leftOut: 2 },
    { title: 'IN USE', cell: ({ isUsed }) => (isUsed ? 'yes' : '') },
  ]);
}
