import type { Command } from 'commander';
import { describeRate, manualText, settingText } from '../app/doctor/rate-text.ts';
import { CommandFailure } from '../app/failure.ts';
import { formatRate } from '../domain/money.ts';
import { listUsedRates, type UsedRate } from '../operator/list-used-rates.ts';
import { rateJson } from '../operator/views/rate-json.ts';
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

/** `peye rates …`: the rates that were accepted, and a query of the source now. */
export function ratesCommands(program: Command): void {
  const rates = program.command('rates').description('look at past exchange rates, and ask the source for a new one');

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
