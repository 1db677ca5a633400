import { InvalidArgumentError, Option } from 'commander';
import { CURRENCIES } from '../core/money.ts';
import { MODES, type Mode } from '../core/payment.ts';
import { linkFields, linkJson } from '../features/links/link-json.ts';
import { AMOUNT_MODES, LINK_METHODS, linkPath } from '../features/links/payment-link.ts';
import { requireLink } from '../features/links/require-link.ts';
import { countPaidAfterFailure, listPaymentsOfLink } from '../features/links/store/link-payments.ts';
import { listNewestLinks } from '../features/links/store/payment-links.ts';
import { readEvidence } from '../features/payments/shown-state.ts';
import { requireWebsite } from '../features/websites/require-website.ts';
import { qrPng, qrSvg } from '../platform/html/qr-code.ts';
import { asCalled } from './as-called.ts';
import { fieldTable } from './field-table.ts';
import { amountText, printLink } from './links-text.ts';
import { writeNewFile } from './local-files.ts';
import { type Command, type JsonOption, onOne, printResult } from './output.ts';
import { DEFAULT_LIST, parseDurationSeconds, parseHaitiTo, parseLimit, parseText } from './values.ts';
import { withStore } from './with-store.ts';

/** When a link expires: after a duration, or at a time. */
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
  singleUse?: true;
  maxQuantity?: number;
  expires?: Expiry;
  askName?: true;
  askPhone?: true;
  askEmail?: true;
  thanks?: string;
  notify?: string;
  key?: string;
}

/** `peye links …`: payment links, for sellers without a website. */
export function linksCommands(program: Command): void {
  const links = program.command('links').description('Create and manage payment links');
  const one = onOne(links, { argument: '<code>', is: 'link code, or link ID lnk_…', examples: ['K7MQ4XRT'] });

  links
    .command('create')
    .description('Create a link that customers open and pay')
    .requiredOption('--website <id>', 'ID of the website, or seller, that the link belongs to')
    .addOption(
      new Option('--mode <mode>', 'test simulates payments, live moves money').choices(MODES).makeOptionMandatory(),
    )
    .requiredOption('--name <name>', 'product or service, 1 to 255 characters', parseText)
    .option('--ht <text>', 'details in Kreyòl; give at least one language')
    .option('--fr <text>', 'details in French')
    .option('--en <text>', 'details in English')
    .addOption(
      new Option(
        '--amount-mode <mode>',
        'amount type: fixed; prefilled, which suggests an amount; or chosen by the customer',
      )
        .choices(AMOUNT_MODES)
        .default('fixed'),
    )
    .option('--amount <amount>', 'amount, such as 500 or 12.50; not with --amount-mode chosen')
    .option('--min <amount>', 'lowest amount that customers can choose')
    .option('--max <amount>', 'highest amount that customers can choose')
    .addOption(new Option('--currency <currency>', 'currency of these amounts').choices(CURRENCIES).default('HTG'))
    .addOption(
      new Option('--method <method>', 'payment method; can be repeated (default: all)')
        .choices(LINK_METHODS)
        .argParser(collectMethod),
    )
    .option('--stock <count>', 'quantity available (default: unlimited)', parseStock)
    .option('--max-quantity <count>', 'how many a customer can buy in one payment, 1 to 99 (default: 1)', parseQuantity)
    .option('--single-use', 'accept only one payment')
    .option(
      '--expires <when>',
      'expiry: a duration such as 7d, or the last day in Haiti such as 2027-06-30',
      parseExpiry,
    )
    .option('--ask-name', "require the customer's name")
    .option('--ask-phone', "require the customer's phone number")
    .option('--ask-email', 'let the customer enter an e-mail address, for the receipt')
    .option('--thanks <text>', 'thank-you message for customers who have paid')
    .option('--notify <address>', 'e-mail address to notify of every payment')
    .option('--key <id>', 'ID of the key that its payments belong to (default: the oldest active key)')
    .json()
    .more(`
The method card is not available for links, because it needs the widget in a shop's own page. lakaypay_card accepts cards on
its own page.

Examples:
  peye links create --website web_… --mode test --name "Panye mango" --ht "Douz mango fransik" --amount 500
  peye links create --website web_… --mode live --name Don --fr "Pour l'école" --amount-mode chosen --min 100
  peye links create --website web_… --mode live --name T-shirt --en "Size M" --amount 25 --currency USD --stock 10 --expires 30d`)
    .action((options: NewLinkOptions) => create(options));

  links
    .command('list')
    .description('List payment links, newest first')
    .option('--website <id>', 'show only links of this website')
    .addOption(new Option('--mode <mode>', 'show only links in this mode').choices(MODES))
    .option('--active', 'hide deactivated links')
    .option('--limit <count>', `maximum number to show, 1 to 1000 (default: ${DEFAULT_LIST})`, parseLimit)
    .json('print a JSON array')
    .more('\nExamples:\n  peye links list --website web_…\n  peye links list --mode live --active --json')
    .action((options: JsonOption & { website?: string; mode?: Mode; active?: true; limit?: number }) => list(options));

  one('show', 'Show a payment link, its sales, and messages to send to customers')
    .option('--payments <count>', 'also list its newest payments, 1 to 1000', parseLimit)
    .option('--qr <file>', 'write its QR code to a file that ends in .svg or .png', parseQrFile)
    .more('  peye links show K7MQ4XRT --qr mango.png\n  peye links show K7MQ4XRT --payments 100 --json')
    .action((code: string, options: ShowOptions) => show(code, options));

  one('deactivate', 'Deactivate a payment link for good; payments in progress continue').action(
    (code: string, options: JsonOption) =>
      withStore(async (store, { publicUrl }) => {
        const link = await store.operator.deactivateLink(code);
        printLink(options, link, { publicUrl, nowUs: store.clock() });
      }),
  );

  one('picture', 'Set or remove the picture on a link’s page', {
    help: '\nExamples:\n  peye links picture K7MQ4XRT mango.webp\n  peye links picture K7MQ4XRT none',
  })
    .argument('<file>', 'PNG, JPEG or WebP, at most 40,000 bytes; none to remove')
    .action((code: string, file: string, options: JsonOption) =>
      withStore(async (store, { publicUrl }) => {
        const content = file === 'none' ? null : (await import('./local-files.ts')).readPictureFile('picture', file);
        const link = await store.operator.changeLinkPicture(code, content);
        printLink(options, link, { publicUrl, nowUs: store.clock() });
      }),
    );

  one(
    'recount',
    'Recount the units and totals of a link from its payments, after verify-books found a difference',
  ).action((code: string, options: JsonOption) =>
    withStore(async (store, { publicUrl }) => {
      const link = await store.operator.recountLink(code);
      printLink(options, link, { publicUrl, nowUs: store.clock() });
    }),
  );
}

async function create(options: NewLinkOptions): Promise<void> {
  await withStore(async ({ operator, clock }, { publicUrl }) => {
    const { website, mode, name, ht, fr, en, expires } = options;
    const link = await operator.createLink({
      websiteId: website,
      mode,
      keyId: options.key,
      name,
      descriptions: { ht, fr, en },
      amountMode: options.amountMode,
      currency: options.currency,
      amount: options.amount,
      minAmount: options.min,
      maxAmount: options.max,
      methods: options.method,
      stock: options.stock,
      isSingleUse: options.singleUse,
      maxQuantity: options.maxQuantity,
      expiresAtUs: expires && ('atUs' in expires ? expires.atUs : Math.floor(clock()) + expires.inSeconds * 1_000_000),
      asksName: options.askName,
      asksPhone: options.askPhone,
      asksEmail: options.askEmail,
      thanks: options.thanks,
      notifyEmail: options.notify,
    });
    printLink(options, link, { publicUrl, nowUs: clock() });
  });
}

async function list({
  website,
  mode,
  active,
  limit = DEFAULT_LIST,
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
        if (found.length === 0) return asCalled('No payment links yet. Create one: peye links create --help');
        return fieldTable(found, linkFields({ publicUrl, nowUs }), [
          ['code'],
          ['name', { leastWidth: 8 }],
          { title: 'AMOUNT', cell: amountText },
          ['state'],
          ['paid_payments', { title: 'PAID' }],
          ['mode', { leftOut: 2 }],
          ['stock', { leftOut: 1 }],
          ['expires_at', { leftOut: 3 }],
          ['created_at', { leftOut: 4 }],
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
    const evidence = await readEvidence(db, payments ?? []);
    printLink(options, link, { publicUrl, nowUs: clock() }, { paidAfterFailure, payments, evidence });
  });
}

async function writeQr(file: string, url: string): Promise<void> {
  const content = file.toLowerCase().endsWith('.svg') ? (await qrSvg(url)).toString() : await qrPng(url);
  writeNewFile(file, content);
}

function collectMethod(text: string, before: string[] = []): string[] {
  if (!LINK_METHODS.some((method) => method === text)) {
    throw new InvalidArgumentError(`Use one of ${LINK_METHODS.join(', ')}.`);
  }
  return [...before, text];
}

function parseStock(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('Use a whole number from 1 to 1000000.');
  return Number(text);
}

function parseQuantity(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new InvalidArgumentError('Use a whole number from 1 to 99.');
  return Number(text);
}

function parseExpiry(text: string): Expiry {
  return /^\d+[smhd]$/.test(text) ? { inSeconds: parseDurationSeconds(text) } : { atUs: parseHaitiTo(text) };
}

function parseQrFile(text: string): string {
  if (!/\.(?:svg|png)$/i.test(text)) throw new InvalidArgumentError('The name of the file must end in .svg or .png.');
  return text;
}
