import { InvalidArgumentError, Option } from 'commander';
import { CURRENCIES, type Currency, formatAmount, formatPercent, parseDecimal } from '../core/money.ts';
import { MODES, type Mode, type PaymentMethod } from '../core/payment.ts';
import { formatTimestamp } from '../core/timestamps.ts';
import { FEE_FIELDS, feeJson } from '../features/fees/fee-json.ts';
import { listFeeRules } from '../features/fees/store/fee-rules.ts';
import { requireWebsite } from '../features/websites/require-website.ts';
import { fieldTable } from './field-table.ts';
import { type Command, type JsonOption, printResult } from './output.ts';
import { limitOption, methodOption, parseAmount, parseHaitiFrom } from './values.ts';
import { withStore } from './with-store.ts';

interface SetOptions extends JsonOption {
  website: string;
  method: PaymentMethod;
  mode: Mode;
  currency: Currency;
  percent: number;
  fixed: number;
  minimum: number;
  from?: number;
}

/** `peye fees …`: sets what providers charge, and lists it. */
export function feesCommands(program: Command): void {
  const fees = program.command('fees').description('Set and list the fees of providers');

  fees
    .command('list')
    .description('List fee rules, newest first')
    .option('--website <id>', 'show only rules of this website')
    .addOption(limitOption())
    .json('print a JSON array')
    .more('\nExamples:\n  peye fees list --website web_4b1f0c9a7d2e8361')
    .action((options: JsonOption & { website?: string; limit: number }) => list(options));

  fees
    .command('set')
    .description('Set the fee of a method for payments of a website that complete from now on')
    .requiredOption('--website <id>', 'website ID')
    .addOption(methodOption())
    .addOption(new Option('--mode <mode>', 'live or test payments').choices(MODES).default('live'))
    .addOption(new Option('--currency <currency>', 'currency of the payments').choices(CURRENCIES).default('HTG'))
    .option('--percent <percent>', 'percentage of the amount, such as 2.9; at most three decimals', parsePercent, 0)
    .option(
      '--fixed <amount>',
      'fixed amount that is added to each fee, in the currency of the payments',
      parseAmount,
      0,
    )
    .option('--minimum <amount>', 'the lowest fee of a payment', parseAmount, 0)
    .option('--from <time>', 'the start of a day in Haiti, or a time (default: in three minutes)', parseHaitiFrom)
    .json()
    .more(`
A payment gets its fee when it completes, by the rule in force at that moment. Earlier payments keep their fees. A rule with
zeros ends the fees of a method. A new rule with the same start replaces the earlier one.

Examples:
  peye fees set --website web_4b1f0c9a7d2e8361 --method moncash --percent 2.5
  peye fees set --website web_4b1f0c9a7d2e8361 --method card --currency USD --percent 2.9 --fixed 0.30 --from 2026-12-01`)
    .action((options: SetOptions) => set(options));
}

function parsePercent(text: string): number {
  const percent = parseDecimal(text, 3);
  if (typeof percent !== 'number') {
    throw new InvalidArgumentError('Use a percentage from 0 to 100, such as 2.9, with at most three decimals.');
  }
  return percent;
}

async function list({ website, limit, ...options }: JsonOption & { website?: string; limit: number }): Promise<void> {
  await withStore(async ({ db }) => {
    const websiteId = website === undefined ? undefined : (await requireWebsite(db, website)).id;
    const rules = await listFeeRules(db, { websiteId, limit });
    printResult(options, rules.map(feeJson), () =>
      rules.length === 0
        ? 'No fee rules.'
        : fieldTable(rules, FEE_FIELDS, [
            ['number', { leftOut: 1 }],
            ['website_id', { leftOut: 4 }],
            ['mode', { leftOut: 3 }],
            ['payment_method', { title: 'METHOD' }],
            ['percent', { title: '%' }],
            ['fixed'],
            ['minimum'],
            ['currency'],
            ['valid_from'],
            ['set_by', { leftOut: 2 }],
          ]),
    );
  });
}

async function set({ website, percent, fixed, minimum, from, json, ...scope }: SetOptions): Promise<void> {
  await withStore(async ({ operator }) => {
    const rule = await operator.setFee({
      ...scope,
      websiteId: website,
      percentE3: percent,
      fixedMinor: fixed,
      minimumMinor: minimum,
      validFromUs: from,
    });
    printResult({ ...(json && { json }) }, feeJson(rule), () => {
      const { currency, percentE3, fixedMinor, minimumMinor, validFromUs } = rule;
      const terms = `${formatPercent(percentE3)} % + ${formatAmount(fixedMinor)} ${currency}`;
      return `Fee of ${rule.method} from ${formatTimestamp(validFromUs)}: ${terms}, at least ${formatAmount(minimumMinor)} ${currency}.`;
    });
  });
}
