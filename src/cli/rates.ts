import { InvalidArgumentError } from 'commander';
import { describeRate, manualText, settingText } from '../app/doctor/finding-texts.ts';
import { formatRate, parseDecimal, type RateE4 } from '../core/money.ts';
import { listUsedRates, manualRateJson, rateJson, type UsedRate } from '../features/rates/rate-verbs.ts';
import { findManualRate } from '../features/rates/store/manual-rates.ts';
import { CommandFailure } from '../platform/command-failure.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { asCalled } from './as-called.ts';
import { fittedTable } from './fitted-table.ts';
import { type Command, type JsonOption, printResult } from './output.ts';
import { withProgress } from './progress.ts';
import { limitOption } from './values.ts';
import { withStore, withVerbs } from './with-store.ts';

interface SetOptions extends JsonOption {
  force?: true;
}

/** `peye rates …`: accepted exchange rates, an immediate refresh, and the manual rate. */
export function ratesCommands(program: Command): void {
  const rates = program.command('rates').description('List exchange rates, refresh them, and set a manual rate');

  rates
    .command('list')
    .description('List the rates of all sources, newest first')
    .addOption(limitOption())
    .json('print a JSON array')
    .more(`
Peye stores every rate that it ever used, and marks the rate in use. With EXCHANGE_RATE_SOURCE=fixed no listed rate is in use.

Examples:
  peye rates list
  peye rates list --limit 100 --json`)
    .action((options: JsonOption & { limit: number }) => list(options));

  rates
    .command('refresh')
    .description('Fetch the rate from the source now, and use it if it is within the limits')
    .json('print one JSON document: {result, reason, rate}')
    .more(`
A new rate is live on every node within 10 seconds. Peye rejects a rate that is too far from the last one. If you have checked
that it is right, accept it once as in the second example.

Examples:
  peye rates refresh
  EXCHANGE_RATE_MAX_CHANGE_PERCENT=0 peye rates refresh`)
    .action((options: JsonOption) => refresh(options));

  rates
    .command('set')
    .argument('<rate>', 'gourdes for one US dollar, such as 131.25; at most four decimals', parseRate)
    .description('Set a manual rate that overrides the source')
    .option('--force', 'accept a rate that is far from the rate in use; check it first')
    .json('print one JSON document: {rate, set_at, set_by}')
    .more(`
The manual rate applies to new payments, on every node within 10 seconds. It stays until you run peye rates unset. It must be
between EXCHANGE_RATE_MIN and EXCHANGE_RATE_MAX. Existing payments keep their rate.

Examples:
  peye rates set 131.25
  peye rates set 160 --force`)
    .action((rateE4: RateE4, options: SetOptions) => set(rateE4, options));

  rates
    .command('unset')
    .description('Remove the manual rate and use the rate of the source or of the settings again')
    .json('print one JSON document: {rate: null, set_at, set_by}')
    .more('\nExamples:\n  peye rates unset')
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
    const { result, reason, inForce } = await withProgress('fetching the rate', rates.source.refresh);
    const rate = inForce ? rateJson(inForce) : null;
    printResult(options, { result, reason, rate }, () =>
      [
        { new: 'New rate.', unchanged: 'The rate is unchanged.' }[result as string] ?? 'Nothing changed.',
        inForce ? `In use: ${describeRate(inForce)}.` : settingText(config),
      ].join(' '),
    );
    if (reason !== null) throw new CommandFailure(`no rate from ${source.source}: ${reason}.`);
  });
}

async function set(rateE4: RateE4 | null, { force, ...options }: SetOptions): Promise<void> {
  await withVerbs(async ({ rates }, { db }) => {
    const seen = (await findManualRate(db))?.number ?? 0;
    const before = rates.inForce().rateE4;
    const manual = await rates
      .set({ rateE4, isChecked: force === true || rateE4 === null, seen })
      .catch(explainChecked);
    printResult(options, manualRateJson(manual), () => {
      const change = `from ${formatRate(before)} to ${formatRate(rates.inForce().rateE4)} HTG for 1 USD`;
      if (rateE4 !== null) return `Manual rate set, ${change}. To remove it: ${asCalled('peye rates unset')}`;
      return `Manual rate removed: ${change}.`;
    });
  });
}

/** Names the option that does what a checkbox does in the console. */
function explainChecked(error: unknown): never {
  if (!(error instanceof OperatorError) || error.field !== 'checked') throw error;
  throw new CommandFailure(`${error.message} Then use --force.`);
}

function parseRate(text: string): RateE4 {
  const rate = parseDecimal(text, 4);
  if (typeof rate !== 'number' || rate <= 0) {
    throw new InvalidArgumentError('Use gourdes for one US dollar such as 131.25, with at most four decimals.');
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
