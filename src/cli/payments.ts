import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseTransactionId } from '../domain/ids.ts';
import { formatAmount, formatRate } from '../domain/money.ts';
import { PAYMENT_STATUSES, type Payment, type PaymentStatus } from '../domain/payment.ts';
import { paymentJson } from '../domain/payment-json.ts';
import { formatTimestamp, momentOf } from '../domain/timestamps.ts';
import { requireWebsite } from '../operator/require-website.ts';
import { requirePayment } from '../payments/require-payment.ts';
import { listNewestPayments } from '../storage/payments/list-newest-payments.ts';
import { details, moneyText, printLine, table } from './output.ts';
import { parseLimit } from './values.ts';
import { withStore } from './with-store.ts';

const DEFAULT_LIMIT = 20;

interface ListOptions {
  website?: string;
  status?: PaymentStatus;
  before?: number;
  limit: number;
  json?: true;
}

/** `peye payments …`: looks at payments, whoever's they are. */
export function paymentsCommands(program: Command): void {
  const payments = program.command('payments').description('look at payments');

  payments
    .command('list')
    .description('list the newest payments of all websites, newest first')
    .option('--website <id>', "only this website's")
    .addOption(new Option('--status <status>', 'only those in this status').choices(PAYMENT_STATUSES))
    .option('--before <id>', 'only those made before this payment: the last one of the listing before', parseBefore)
    .option('--limit <number>', 'how many, 1 to 1000', parseLimit, DEFAULT_LIMIT)
    .option('--json', 'print a JSON array of payments as the API shows them')
    .addHelpText(
      'after',
      `
Examples:
  peye payments list
  peye payments list --website web_… --status failed --limit 100
  peye payments list --status processing --before 911607750261429`,
    )
    .action((options: ListOptions) => list(options));

  payments
    .command('show')
    .argument('<id>', 'a transaction id')
    .description('show one payment')
    .option('--json', 'print the payment as the API shows it')
    .addHelpText(
      'after',
      '\nExamples:\n  peye payments show 911607750261429\n  peye payments show 911607750261429 --json',
    )
    .action((id: string, { json }: { json?: true }) =>
      withStore(async ({ db }) => {
        const payment = await requirePayment(db, id);
        printLine(json ? paymentJson(payment) : describePayment(payment));
      }),
    );
}

function parseBefore(text: string): number {
  const id = parseTransactionId(text);
  if (id === undefined) throw new InvalidArgumentError('It must be a transaction id, 15 or 16 digits.');
  return id;
}

async function list({ website, status, before, limit, json }: ListOptions): Promise<void> {
  await withStore(async ({ db }) => {
    if (website !== undefined) await requireWebsite(db, website);
    const payments = await listNewestPayments(db, { websiteId: website, status, beforeId: before, limit });
    // Joined by hand: metadata leaves as it came, as in the API.
    if (json) printLine(`[${payments.map(paymentJson).join(',')}]`);
    else if (payments.length > 0) printLine(paymentTable(payments));
    else if ([website, status, before].some((given) => given !== undefined)) printLine('No payments match.');
    else printLine('No payments yet. They are created with the API: POST /api/gateway/v1/payments');
  });
}

function paymentTable(payments: readonly Payment[]): string {
  return table(
    ['TRANSACTION ID', 'STATUS', 'AMOUNT', 'METHOD', 'MODE', 'REFERENCE', 'WEBSITE', 'CREATED'],
    payments.map((payment) => [
      String(payment.id),
      payment.status,
      moneyText(payment),
      payment.method,
      payment.mode,
      payment.reference,
      payment.websiteId,
      formatTimestamp(payment.createdAtUs),
    ]),
  );
}

function describePayment(payment: Payment): string {
  const { finishedAtUs, rateE4, originalAmountMinor, providerRef } = payment;
  const isConverted = rateE4 !== null && originalAmountMinor !== null;
  return details([
    ['Transaction ID', String(payment.id)],
    ['Status', payment.status],
    ['Failure reason', payment.failureReason],
    ['Amount', moneyText(payment)],
    ...(isConverted
      ? [['Converted from', `${formatAmount(originalAmountMinor)} USD at ${formatRate(rateE4)}`] as const]
      : []),
    ['Method', payment.method],
    ['Mode', payment.mode],
    ...(providerRef !== null ? [["Provider's number", providerRef] as const] : []),
    ['Website', payment.websiteId],
    ['Key', payment.apiKeyId],
    ['Reference', payment.reference],
    ['Description', payment.description],
    ['Customer name', payment.customerName],
    ['Customer email', payment.customerEmail],
    ['Customer phone', payment.customerPhone],
    ['Metadata', payment.metadata],
    ['Created', formatTimestamp(payment.createdAtUs)],
    ['Finished', momentOf(finishedAtUs)],
  ]);
}
