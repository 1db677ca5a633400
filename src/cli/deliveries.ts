import { Option } from 'commander';
import { MODES, type Mode } from '../core/payment.ts';
import { formatTimestamp } from '../core/timestamps.ts';
import { requirePayment } from '../features/payments/require-payment.ts';
import { DELIVERY_FIELDS, deliveryJson } from '../features/webhooks/delivery-json.ts';
import { requireDelivery } from '../features/webhooks/require-delivery.ts';
import { rangeFault } from '../features/webhooks/resend-deliveries.ts';
import { DELIVERY_STATUSES, type Delivery, type DeliveryStatus } from '../features/webhooks/store/delivery-table.ts';
import { type DeliveryAttempt, listAttempts } from '../features/webhooks/store/delivery-tries.ts';
import { listDeliveries } from '../features/webhooks/store/list-deliveries.ts';
import { requireWebsite } from '../features/websites/require-website.ts';
import { fieldDetails, fieldTable } from './field-table.ts';
import { type Command, counted, type JsonOption, onOne, printResult, table } from './output.ts';
import { withProgress } from './progress.ts';
import { limitOption, parseHaitiFrom, parseHaitiTo } from './values.ts';
import { withStore } from './with-store.ts';

interface ListOptions extends JsonOption {
  website?: string;
  status?: DeliveryStatus;
  payment?: string;
  limit: number;
}

interface ResendOptions extends JsonOption {
  website?: string;
  from?: number;
  to?: number;
  status?: DeliveryStatus;
  mode?: Mode;
}

/** `peye deliveries …`: the webhook log, and resending. */
export function deliveriesCommands(program: Command): void {
  const deliveries = program.command('deliveries').description('List webhooks and resend them');

  deliveries
    .command('list')
    .description('List webhooks of all websites, newest first')
    .option('--website <id>', 'show only webhooks of this website')
    .addOption(new Option('--status <status>', 'show only webhooks with this status').choices(DELIVERY_STATUSES))
    .option('--payment <id>', 'show only webhooks of this transaction ID')
    .addOption(limitOption())
    .json('print a JSON array')
    .more(`
Statuses:
  pending    waiting for its next attempt
  delivered  the endpoint responded with 2xx
  refused    the callback URL leads to an address that is not public
  exhausted  failed after all retries, or the endpoint responded with 410

Examples:
  peye deliveries list --status exhausted
  peye deliveries list --website web_… --limit 100
  peye deliveries list --payment 911607750261429`)
    .action((options: ListOptions) => list(options));

  const examples = ['dlv_911607750261429', 'dlv_911607750261429 --json'];
  onOne(deliveries, { is: 'delivery ID', examples })('show', 'Show a webhook and its attempts', {
    json: 'print one JSON document, with tries: [{at, duration_ms, status_code, error, response_start}]',
  }).action((id: string, options: JsonOption) => show(id, options));

  deliveries
    .command('resend')
    .argument('[id]', 'delivery ID, with any status')
    .description('Resend a webhook now, and restart its retries')
    .option('--website <id>', 'without an ID: resend all webhooks of this website between --from and --to')
    .option('--from <time>', 'events at or after this time, or on or after this day in Haiti', parseHaitiFrom)
    .option('--to <time>', 'events before this time, or on or before this day in Haiti', parseHaitiTo)
    .addOption(new Option('--status <status>', 'resend only webhooks with this status').choices(DELIVERY_STATUSES))
    .addOption(new Option('--mode <mode>', 'resend only webhooks of test or of live payments').choices(MODES))
    .json('print one JSON document: the delivery, or {restarted} with --website')
    .more(`
A running worker sends the same body within one second, to the current callback URL and signed with the current secret. Receivers
can recognise a repeated event by its transaction ID and event. Times are the times of the events. Days are days in Haiti,
including the last one.

Examples:
  peye deliveries resend dlv_911607750261429
  peye deliveries resend --website web_… --from 2026-03-01T14:00:00Z --to 2026-03-01T15:30:00Z
  peye deliveries resend --website web_… --from 2026-03-01 --to 2026-03-07 --status exhausted --mode live`)
    .action((id: string | undefined, options: ResendOptions, command: Command) =>
      id === undefined ? resendRange(options, command) : resendOne(id, options, command),
    );
}

async function list(options: ListOptions): Promise<void> {
  const { website, status, payment, limit } = options;
  await withStore(async ({ db }) => {
    if (website !== undefined) await requireWebsite(db, website);
    const paymentId = payment === undefined ? undefined : (await requirePayment(db, payment)).id;
    const deliveries = await listDeliveries(db, { websiteId: website, status, paymentId }, limit);
    printResult(
      options,
      deliveries.map((delivery) => deliveryJson(delivery)),
      () => {
        if (deliveries.length > 0) return deliveryTable(deliveries);
        const isFiltered = website !== undefined || status !== undefined || payment !== undefined;
        return isFiltered ? 'No webhooks match.' : 'No webhooks yet. Peye sends them to websites with a callback URL.';
      },
    );
  });
}

async function show(id: string, options: JsonOption): Promise<void> {
  await withStore(async ({ db }) => {
    const delivery = await requireDelivery(db, id);
    const tries = await listAttempts(db, id);
    printResult(options, deliveryJson(delivery, tries), () =>
      [fieldDetails(DELIVERY_FIELDS, delivery), tries.length === 0 ? 'No attempts yet.' : triesTable(tries)].join(
        '\n\n',
      ),
    );
  });
}

async function resendOne(id: string, options: ResendOptions, command: Command): Promise<void> {
  const { website, from, to, status, mode } = options;
  if ([website, from, to, status, mode].some((given) => given !== undefined)) {
    command.error('give a delivery ID, or --website, --from and --to, but not both');
  }
  await withStore(async ({ operator }) => {
    const delivery = await operator.resendDelivery(id);
    printResult(options, deliveryJson(delivery), () => `Webhook ${id} will be resent as soon as a worker runs.`);
  });
}

async function resendRange(options: ResendOptions, command: Command): Promise<void> {
  const { website, from, to, status, mode } = options;
  if (website === undefined || from === undefined || to === undefined) {
    command.error('give a delivery ID, or --website, --from and --to');
  }
  if (rangeFault({ fromUs: from, toUs: to }) !== undefined) command.error('--from must be before --to');
  await withStore(async ({ operator }) => {
    const range = { websiteId: website, fromUs: from, toUs: to, status, mode };
    const restarted = await withProgress('restarting webhooks', () => operator.resendDeliveries(range));
    printResult(options, { restarted }, () => {
      if (restarted === 0) return 'No webhooks match. Nothing will be resent.';
      return `${counted(restarted, 'webhook')} will be resent as soon as a worker runs.`;
    });
  });
}

function deliveryTable(deliveries: readonly Delivery[]): string {
  return fieldTable(deliveries, DELIVERY_FIELDS, [
    ['id'],
    ['status'],
    ['event', { leftOut: 3 }],
    ['attempts', { leftOut: 4 }],
    {
      title: 'LAST RESULT',
      cell: ({ lastError, lastStatusCode }) => lastError ?? textOf(lastStatusCode),
      leastWidth: 12,
      leftOut: 6,
    },
    ['next_attempt_at', { leftOut: 5 }],
    ['url', { leftOut: 1 }],
    ['created_at', { leftOut: 2 }],
  ]);
}

function triesTable(tries: readonly DeliveryAttempt[]): string {
  return table(
    ['ATTEMPT', 'AT', 'MS', 'STATUS', 'ERROR', 'RESPONSE STARTS WITH'],
    tries.map((tried) => [
      String(tried.attempt),
      formatTimestamp(tried.atUs),
      String(tried.durationMs),
      textOf(tried.statusCode),
      tried.error,
      tried.responseStart,
    ]),
  );
}

function textOf(number: number | null): string | null {
  return number === null ? null : String(number);
}
