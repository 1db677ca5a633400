import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseTransactionId } from '../domain/ids.ts';
import {
  MODES,
  type Mode,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  type PaymentMethod,
  type PaymentStatus,
} from '../domain/payment.ts';
import type { HistoryEntry } from '../domain/payment-history.ts';
import { paymentJson } from '../domain/payment-json.ts';
import { requireWebsite } from '../operator/require-website.ts';
import { historyJson } from '../operator/views/history-json.ts';
import { operatorPaymentJson } from '../operator/views/payment-json.ts';
import { requirePayment } from '../payments/require-payment.ts';
import type { Database } from '../storage/database.ts';
import { discrepanciesOf } from '../storage/discrepancies.ts';
import { listPaymentHistory } from '../storage/payments/history/list-payment-history.ts';
import { searchPayments } from '../storage/payments/search-payments.ts';
import { findReceipt } from '../storage/receipts.ts';
import { historyText } from './history-text.ts';
import { printDocument, printLine, printResult } from './output.ts';
import { endedText, paymentTable, paymentText } from './payment-text.ts';
import { withProgress } from './progress.ts';
import { parseHaitiFrom, parseHaitiTo, parseLimit, parseText } from './values.ts';
import { withStore } from './with-store.ts';
import { withVerbs } from './with-verbs.ts';

const DEFAULT_LIMIT = 20;
/** Entries of a history that are read at a time. */
const HISTORY_PAGE = 200;

interface ListOptions {
  website?: string;
  mode?: Mode;
  status?: PaymentStatus;
  method?: PaymentMethod;
  reference?: string;
  customer?: string;
  from?: number;
  to?: number;
  before?: number;
  limit: number;
  local?: boolean;
  json?: true;
}

interface ShowOptions {
  history?: true;
  local?: boolean;
  json?: true;
}

/** `peye payments …`: looks at payments, whoever's they are, and writes notes beside them. */
export function paymentsCommands(program: Command): void {
  const payments = program.command('payments').description('look at payments');

  payments
    .command('list')
    .description('list the newest payments of all websites, newest first')
    .option('--website <id>', "only this website's")
    .addOption(new Option('--mode <mode>', 'only test payments, or only live ones').choices(MODES))
    .addOption(new Option('--status <status>', 'only those in this status').choices(PAYMENT_STATUSES))
    .addOption(new Option('--method <method>', 'only those by this method').choices(PAYMENT_METHODS))
    .option('--reference <text>', "only those with this reference of the merchant's", parseText)
    .option('--customer <text>', 'only those with this in the name, e-mail address or phone number', parseText)
    .option('--from <time>', 'only those created from this day in Haiti on, or from a moment', parseHaitiFrom)
    .option('--to <time>', 'only those created up to the end of this day in Haiti, or before a moment', parseHaitiTo)
    .option('--before <id>', 'only those made before this payment: the last one of the listing before', parseBefore)
    .option('--limit <number>', 'how many, 1 to 1000', parseLimit, DEFAULT_LIMIT)
    .option('--local', "show times as Haiti's clocks do; in UTC when not given")
    .option('--json', 'print a JSON array of payments as the API shows them, times in UTC')
    .addHelpText(
      'after',
      `
On a terminal the table fits: the reference is cut short, and the website, then the reference, and then more, is left out. Elsewhere it is
whole.

Customers are looked for among the newest 10,000 payments that match the rest, and so is a reference with --status or --method; when
that was not all, it says so, and how to go on.

Examples:
  peye payments list
  peye payments list --from 2026-11-20 --to 2026-11-20 --mode live --local
  peye payments list --reference order-1042
  peye payments list --customer "marie joseph" --status completed
  peye payments list --website web_… --status failed --method card --limit 100
  peye payments list --status processing --before 911607750261429`,
    )
    .action((options: ListOptions, command: Command) => {
      const { from, to } = options;
      if (from !== undefined && to !== undefined && from >= to) command.error('--from is after --to');
      return list(options);
    });

  payments
    .command('show')
    .argument('<id>', 'a transaction id')
    .description('show one payment')
    .option('--history', "with its history: its customer's steps, the exchanges with its provider, and notes")
    .option('--local', "show times as Haiti's clocks do; in UTC when not given")
    .option('--json', 'print the payment as the API shows it, with what only operators see; times in UTC')
    .addHelpText(
      'after',
      `
Examples:
  peye payments show 911607750261429
  peye payments show 911607750261429 --history --local
  peye payments show 911607750261429 --json`,
    )
    .action((id: string, { history: isWithHistory, local = false, json }: ShowOptions) =>
      withStore(async ({ db }) => {
        const payment = await requirePayment(db, id);
        const besides = {
          discrepancies: await discrepanciesOf(db, payment.id),
          receipt: await findReceipt(db, payment.id),
          history: isWithHistory && (await Array.fromAsync(historyOf(db, payment.id))),
        };
        if (json) printDocument(operatorPaymentJson(payment, besides));
        else printLine(paymentText(payment, besides, local));
        if (!json && besides.history) printLine(`\n${historyText(besides.history, local)}`);
      }),
    );

  payments
    .command('note')
    .argument('<id>', 'a transaction id')
    .argument('<text>', 'what is to be remembered, at most 2000 characters')
    .description('write a note beside a payment, for whoever looks at it later; it stays as it is')
    .option('--json', 'print the note as one JSON document')
    .addHelpText(
      'after',
      `
Merchants are not shown it, and customers neither. Write nothing into it that has to be kept secret.

Examples:
  peye payments note 911607750261429 "The customer called: paid twice, one is given back on Monday."
  peye payments note 911607750261429 "Asked Digicel." --as marie`,
    )
    .action((id: string, text: string, options: { json?: true }) =>
      withVerbs(async (verbs) => {
        const note = await verbs.payments.addNote(id, text);
        printResult(options, historyJson(note), () => `The note stands beside payment ${id}.`);
      }),
    );
}

/** Read in pages, so that no one statement reads much. */
async function* historyOf(db: Database, paymentId: number): AsyncGenerator<HistoryEntry> {
  for (let after: HistoryEntry | undefined; ; ) {
    const page = await listPaymentHistory(db, paymentId, { after, limit: HISTORY_PAGE });
    yield* page;
    if (page.length < HISTORY_PAGE) return;
    after = page.at(-1);
  }
}

function parseBefore(text: string): number {
  const id = parseTransactionId(text);
  if (id === undefined) throw new InvalidArgumentError('It must be a transaction id, 15 or 16 digits.');
  return id;
}

async function list({ local = false, json, limit, ...given }: ListOptions): Promise<void> {
  const { website: websiteId, mode, status, method, reference, customer, from: fromUs, to: toUs } = given;
  await withStore(async ({ db }) => {
    if (websiteId !== undefined) await requireWebsite(db, websiteId);
    const filter = {
      websiteId,
      mode,
      status,
      method,
      reference,
      customer,
      fromUs,
      toUs,
      beforeId: given.before,
      limit,
    };
    const { payments, endedAt } = await withProgress('looking for payments', () => searchPayments(db, filter));
    // Joined by hand: metadata leaves as it came, as in the API.
    if (json) printDocument(`[${payments.map(paymentJson).join(',')}]`);
    else if (payments.length > 0) printLine(paymentTable(payments, { isLocal: local }));
    else if (Object.values(given).some((each) => each !== undefined)) printLine('No payments match.');
    else printLine('No payments yet. They are created with the API: POST /api/gateway/v1/payments');
    if (endedAt) process.stderr.write(`${endedText(endedAt, local)}\n`);
  });
}
