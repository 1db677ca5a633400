import { InvalidArgumentError, Option } from 'commander';
import { parseTransactionId } from '../core/ids.ts';
import {
  MODES,
  type Mode,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  type PaymentMethod,
  type PaymentStatus,
} from '../core/payment.ts';
import { paymentJson } from '../core/payment-json.ts';
import { discrepanciesOf } from '../features/payments/discrepancies/store/discrepancies.ts';
import { historyOf } from '../features/payments/history/store/list-payment-history.ts';
import { historyJson, operatorPaymentJson } from '../features/payments/payment-json.ts';
import { requirePayment } from '../features/payments/require-payment.ts';
import { searchedFields } from '../features/payments/search-terms.ts';
import { readEvidence } from '../features/payments/shown-state.ts';
import { findPaymentsByText } from '../features/payments/store/find-by-text.ts';
import { MOST_LOOKED_AT, searchPayments } from '../features/payments/store/search-payments.ts';
import { findReceipt } from '../features/receipts/store/receipts.ts';
import { requireWebsite } from '../features/websites/require-website.ts';
import { LIST_TEXTS } from '../platform/messages/payment-list/payment-list-messages.ts';
import { caller } from './caller.ts';
import { type Command, type JsonOption, printDocument, printLine, printResult } from './output.ts';
import { endedText, historyText, paymentTable, paymentText } from './payment-text.ts';
import { withProgress } from './progress.ts';
import { limitOption, parseHaitiFrom, parseHaitiTo, parseText } from './values.ts';
import { withStore, withVerbs } from './with-store.ts';

interface ListOptions extends JsonOption {
  website?: string;
  mode?: Mode;
  status?: PaymentStatus;
  method?: PaymentMethod;
  search?: string;
  reference?: string;
  customer?: string;
  from?: number;
  to?: number;
  before?: number;
  limit: number;
  local?: boolean;
}

interface ShowOptions extends JsonOption {
  history?: true;
  local?: boolean;
}

/** `peye payments …`: shows payments of all websites, and adds notes to them. */
export function paymentsCommands(program: Command): void {
  const payments = program.command('payments').description('List and show payments, and add notes');

  payments
    .command('list')
    .description('List payments of all websites, newest first')
    .option('--website <id>', 'show only payments of this website')
    .addOption(new Option('--mode <mode>', 'show only test or only live payments').choices(MODES))
    .addOption(new Option('--status <status>', 'show only payments with this status').choices(PAYMENT_STATUSES))
    .addOption(new Option('--method <method>', 'show only payments with this method').choices(PAYMENT_METHODS))
    .addOption(
      new Option('--search <text>', 'search as the console does: part of a number, phone, e-mail address or name')
        .argParser(parseText)
        .conflicts(['reference', 'customer']),
    )
    .option('--reference <text>', 'show only payments with this merchant reference', parseText)
    .option('--customer <text>', 'search the customer name, e-mail address and phone number', parseText)
    .option('--from <time>', 'created on or after this day in Haiti, or at or after this time', parseHaitiFrom)
    .option('--to <time>', 'created on or before this day in Haiti, or before this time', parseHaitiTo)
    .option(
      '--before <id>',
      'show payments older than this one, such as the last one of the previous page',
      parseBefore,
    )
    .addOption(limitOption())
    .option('--local', 'show times in Haiti time (default: UTC)')
    .json('print a JSON array of payments as in the API, with times in UTC')
    .more(`
--search matches the start of a transaction ID, reference, provider number or e-mail address; the end of a reference, an ID or
a phone number (at least 4 digits of an ID or phone number); and any word of a name. The output lists the searched fields.
--customer searches the newest 10,000 payments that match the other filters. So does --reference together with --status or
--method. If there are more payments to search, the output says how to continue.

Examples:
  peye payments list
  peye payments list --from 2026-11-20 --to 2026-11-20 --mode live --local
  peye payments list --reference order-1042
  peye payments list --search 1042
  peye payments list --customer "marie joseph" --status completed
  peye payments list --website web_… --status failed --method card --limit 100
  peye payments list --status processing --before 911607750261429`)
    .action((options: ListOptions, command: Command) => {
      const { from, to } = options;
      if (from !== undefined && to !== undefined && from >= to) command.error('--from is after --to');
      return list(options);
    });

  payments
    .command('show')
    .argument('<id>', 'transaction ID')
    .description('Show a payment')
    .option('--history', 'include the history: customer steps, provider requests and notes')
    .option('--local', 'show times in Haiti time (default: UTC)')
    .json('print the payment as in the API, plus operator-only fields, with times in UTC')
    .more(`
Examples:
  peye payments show 911607750261429
  peye payments show 911607750261429 --history --local
  peye payments show 911607750261429 --json`)
    .action((id: string, { history: isWithHistory, local = false, json }: ShowOptions) =>
      withStore(async ({ db }) => {
        const payment = await requirePayment(db, id);
        const related = {
          discrepancies: await discrepanciesOf(db, payment.id),
          receipt: await findReceipt(db, payment.id),
          requested: await findReceipt(db, payment.id, 'receipt_requests'),
          history: isWithHistory && (await Array.fromAsync(historyOf(db, payment.id))),
        };
        if (json) printDocument(operatorPaymentJson(payment, related));
        else {
          const evidence = await readEvidence(db, [payment]);
          printLine(paymentText(payment, related, { isLocal: local, evidence }));
        }
        if (!json && related.history) printLine(`\n${historyText(related.history, local)}`);
      }),
    );

  payments
    .command('note')
    .argument('<id>', 'transaction ID')
    .argument('<text>', 'note, at most 2000 characters')
    .description('Add a note to a payment, visible to your team; notes cannot be changed')
    .json('print the note as one JSON document')
    .more(`
Merchants and customers do not see notes. Do not write secrets into a note.

Examples:
  peye payments note 911607750261429 "Customer called: paid twice, one payment will be refunded on Monday."
  peye payments note 911607750261429 "Waiting for Digicel support." --as marie`)
    .action((id: string, text: string, options: JsonOption) =>
      withVerbs(async (verbs) => {
        const note = await verbs.payments.addNote(id, text);
        printResult(options, historyJson(note), () => `Note added to payment ${id}.`);
      }),
    );
}

function parseBefore(text: string): number {
  const id = parseTransactionId(text);
  if (id === undefined) throw new InvalidArgumentError('Use a transaction ID of 15 or 16 digits.');
  return id;
}

async function list({ local = false, json, limit, ...given }: ListOptions): Promise<void> {
  const { website: websiteId, mode, status, method, search, reference, customer, from: fromUs, to: toUs } = given;
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
    const { payments, endedAt } = await withProgress('searching payments', async () => {
      if (search !== undefined) return findPaymentsByText(db, filter, search);
      const found = await searchPayments(db, filter);
      return { ...found, endedAt: found.endedAt && { count: MOST_LOOKED_AT, last: found.endedAt } };
    });
    // Built from strings because metadata must be printed byte for byte as in the API.
    if (json) printDocument(`[${payments.map(paymentJson).join(',')}]`);
    else if (payments.length > 0) {
      printLine(paymentTable(payments, { isLocal: local, evidence: await readEvidence(db, payments) }));
    } else if (Object.values(given).some((each) => each !== undefined)) printLine('No payments match.');
    else printLine('No payments yet. Create one with the API: POST /api/gateway/v1/payments');
    if (search !== undefined && !json) caller().stderr.write(`${searchedText(search)}\n`);
    if (endedAt) caller().stderr.write(`${endedText(endedAt, local)}\n`);
  });
}

function searchedText(text: string): string {
  const { searched, searchedFields: names } = LIST_TEXTS.en;
  return searched({
    fields: searchedFields(text)
      .map((field) => names[field])
      .join(', '),
  });
}
