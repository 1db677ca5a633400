import { writeFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { CommandFailure } from '../app/failure.ts';
import { CURRENCIES } from '../domain/money.ts';
import { MODES, type Mode } from '../domain/payment.ts';
import { AMOUNT_MODES, LINK_METHODS, linkPath, linkState } from '../domain/payment-link.ts';
import { qrPng, qrSvg } from '../lib/qr-code.ts';
import { requireLink } from '../operator/links/require-link.ts';
import { requireWebsite } from '../operator/require-website.ts';
import { linkJson } from '../operator/views/link-json.ts';
import { countPaidAfterFailure, listPaymentsOfLink } from '../storage/links/link-payments.ts';
import { listNewestLinks } from '../storage/links/payment-links.ts';
import { asCalled } from './as-called.ts';
import { fittedTable } from './fitted-table.ts';
import { amountText, printLink } from './links-text.ts';
import { printResult } from './output.ts';
import { parseDurationSeconds, parseHaitiTo, parseLimit, parseText } from './values.ts';
import { withStore } from './with-store.ts';

const DEFAULT_LIMIT = 20;

interface JsonOption {
  json?: true;
}

/** When a link ends: so long from now, or at a moment. */
type Expiry = { readonly inSeconds: number } | { readonly atUs: number };

interface ShowOptions extends JsonOption {
  qr?: string;
  payments?: number;
}

interface NewLinkOptions extends JsonOption {
  website: string;
  mode: Mode;
  name: string;
  ht?: string;
  fr?: string;
  en?: string;
  amountMode: string;
  amount?: string;
  min?: string;
  max?: string;
  currency: string;
  method?: string[];
  stock?: number;
  once?: true;
  expires?: Expiry;
  askName?: true;
  askPhone?: true;
  thanks?: string;
  notify?: string;
  key?: string;
}

/** `peye links …`: payment links, for who sells without a website. */
export function linksCommands(program: Command): void {
  const links = program.command('links').description('make payment links, for who sells without a website');

  links
    .command('create')
    .description('make a link that customers open and pay')
    .requiredOption('--website <id>', 'the id of the website, or seller, it belongs to')
    .addOption(new Option('--mode <mode>', 'test simulates, live moves money').choices(MODES).makeOptionMandatory())
    .requiredOption('--name <name>', 'what is sold, 1 to 255 characters', parseText)
    .option('--ht <text>', 'more about it in Kreyòl; one language at least')
    .option('--fr <text>', 'more about it in French')
    .option('--en <text>', 'more about it in English')
    .addOption(
      new Option('--amount-mode <mode>', 'fixed; prefilled: a proposal that customers may change; chosen by them')
        .choices(AMOUNT_MODES)
        .default('fixed'),
    )
    .option('--amount <amount>', 'how much, such as 500 or 12.50; not when customers choose')
    .option('--min <amount>', 'the least that customers may choose')
    .option('--max <amount>', 'the most')
    .addOption(new Option('--currency <currency>', 'of these amounts').choices(CURRENCIES).default('HTG'))
    .addOption(
      new Option('--method <method>', 'how it may be paid; all when not given; may be repeated')
        .choices(LINK_METHODS)
        .argParser(collectMethod),
    )
    .option('--stock <count>', 'how many may be sold; any number when not given', parseStock)
    .option('--once', 'it is good for one payment')
    .option(
      '--expires <when>',
      'until when it can be paid: a time from now such as 7d, or the last day in Haiti such as 2027-06-30',
      parseExpiry,
    )
    .option('--ask-name', "ask for the customer's name")
    .option('--ask-phone', "ask for the customer's phone number")
    .option('--thanks <text>', 'what customers read who have paid')
    .option('--notify <address>', 'who is told of every payment by e-mail')
    .option('--key <id>', 'the key that its payments are listed with; the oldest active one when not given')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
A link cannot be paid by card: that is paid in the widget of a shop's own page. lakaypay_card takes cards on a page of its own.

Examples:
  peye links create --website web_… --mode test --name "Panye mango" --ht "Douz mango fransik" --amount 500
  peye links create --website web_… --mode live --name Don --fr "Pour l'école" --amount-mode chosen --min 100
  peye links create --website web_… --mode live --name T-shirt --en "Size M" --amount 25 --currency USD --stock 10 --expires 30d`,
    )
    .action((options: NewLinkOptions) => create(options));

  links
    .command('list')
    .description('list links, newest first')
    .option('--website <id>', 'only those of a website')
    .addOption(new Option('--mode <mode>', 'only those of a mode').choices(MODES))
    .option('--active', 'only those that were not deactivated')
    .option('--limit <count>', `how many to show, 1 to 1000; ${DEFAULT_LIMIT} when not given`, parseLimit)
    .option('--json', 'print a JSON array')
    .addHelpText(
      'after',
      '\nExamples:\n  peye links list --website web_…\n  peye links list --mode live --active --json',
    )
    .action((options: JsonOption & { website?: string; mode?: Mode; active?: true; limit?: number }) => list(options));

  onOne(links, 'show', 'show a link, what it has sold, and what to send to customers')
    .option('--payments <count>', 'list its newest payments too, 1 to 1000 of them', parseLimit)
    .option('--qr <file>', 'write its QR code into a file that ends in .svg or .png', parseQrFile)
    .addHelpText('after', '  peye links show K7MQ4XRT --qr mango.png\n  peye links show K7MQ4XRT --payments 100 --json')
    .action((code: string, options: ShowOptions) => show(code, options));

  onOne(links, 'deactivate', 'end a link for good; payments that are on their way go on').action(
    (code: string, options: JsonOption) =>
      withStore(async (store, { publicUrl }) => {
        const link = await store.operator.deactivateLink(code);
        printLink(options, link, { publicUrl, nowUs: store.clock() });
      }),
  );

  onOne(
    links,
    'recount',
    "recount a link's places and totals from its payments, after verify-books found a difference",
  ).action((code: string, options: JsonOption) =>
    withStore(async (store, { publicUrl }) => {
      const link = await store.operator.recountLink(code);
      printLink(options, link, { publicUrl, nowUs: store.clock() });
    }),
  );
}

function onOne(links: Command, name: string, description: string): Command {
  return links
    .command(name)
    .argument('<code>', 'the code of a link, or its id, lnk_…')
    .description(description)
    .option('--json', 'print one JSON document')
    .addHelpText('after', `\nExamples:\n  peye links ${name} K7MQ4XRT`);
}

async function create(options: NewLinkOptions): Promise<void> {
  await withStore(async ({ operator, clock }, { publicUrl }) => {
    const { website, mode, name, ht, fr, en, expires } = options;
    const link = await operator.createLink({
      ...{ websiteId: website, mode, keyId: options.key, name, descriptions: { ht, fr, en } },
      ...{ amountMode: options.amountMode, currency: options.currency },
      ...{ amount: options.amount, minAmount: options.min, maxAmount: options.max },
      ...{ methods: options.method, stock: options.stock, isSingleUse: options.once },
      expiresAtUs: expires && ('atUs' in expires ? expires.atUs : Math.floor(clock()) + expires.inSeconds * 1_000_000),
      ...{ asksName: options.askName, asksPhone: options.askPhone },
      ...{ thanks: options.thanks, notifyEmail: options.notify },
    });
    printLink(options, link, { publicUrl, nowUs: clock() });
  });
}

async function list({
  website,
  mode,
  active,
  limit = DEFAULT_LIMIT,
  ...options
}: JsonOption & { website?: string; mode?: Mode; active?: true; limit?: number }): Promise<void> {
  await withStore(async ({ db, clock }, { publicUrl }) => {
    if (website !== undefined) await requireWebsite(db, website);
    const found = await listNewestLinks(db, { websiteId: website, mode, ...(active && { isActive: true }), limit });
    const nowUs = clock();
    printResult(
      options,
      found.map((link) => linkJson(link, { publicUrl, nowUs })),
      () => {
        if (found.length === 0) return asCalled('No payment links yet. Make one: peye links create --help');
        return fittedTable(found, [
          { title: 'CODE', cell: ({ code }) => code },
          { title: 'NAME', cell: ({ name }) => name, leastWidth: 8 },
          { title: 'AMOUNT', cell: amountText },
          { title: 'STATE', cell: (link) => linkState(link, nowUs) },
          { title: 'PAID', cell: ({ paidPayments }) => String(paidPayments) },
          { title: 'MODE', cell: (link) => link.mode, leftOut: 2 },
          { title: 'STOCK', cell: ({ stock }) => (stock === null ? null : String(stock)), leftOut: 1 },
          { title: 'EXPIRES', timeUs: ({ expiresAtUs }) => expiresAtUs, leftOut: 3 },
          { title: 'CREATED', timeUs: ({ createdAtUs }) => createdAtUs, leftOut: 4 },
        ]);
      },
    );
  });
}

async function show(code: string, { qr, payments: limit, ...options }: ShowOptions): Promise<void> {
  await withStore(async ({ db, clock }, { publicUrl }) => {
    const link = await requireLink(db, code);
    if (qr !== undefined) await writeQr(qr, `${publicUrl}${linkPath(link.code)}`);
    const paidAfterFailure = await countPaidAfterFailure(db, link.id);
    const payments = limit === undefined ? undefined : await listPaymentsOfLink(db, { linkId: link.id, limit });
    printLink(options, link, { publicUrl, nowUs: clock() }, { paidAfterFailure, payments });
  });
}

async function writeQr(file: string, url: string): Promise<void> {
  const content = file.toLowerCase().endsWith('.svg') ? await qrSvg(url) : await qrPng(url);
  try {
    // Nothing that is there is overwritten.
    writeFileSync(file, content, { flag: 'wx' });
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
    throw new CommandFailure(`${file} is there already: give another name.`);
  }
}

function collectMethod(text: string, before: string[] = []): string[] {
  if (!LINK_METHODS.some((method) => method === text)) {
    throw new InvalidArgumentError(`It must be one of ${LINK_METHODS.join(', ')}.`);
  }
  return [...before, text];
}

function parseStock(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 1000000.');
  return Number(text);
}

function parseExpiry(text: string): Expiry {
  return /^\d+[smhd]$/.test(text) ? { inSeconds: parseDurationSeconds(text) } : { atUs: parseHaitiTo(text) };
}

function parseQrFile(text: string): string {
  if (!/\.(?:svg|png)$/i.test(text)) throw new InvalidArgumentError('The name of the file must end in .svg or .png.');
  return text;
}
