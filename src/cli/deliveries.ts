import { type Command, Option } from 'commander';
import { formatTimestamp, momentOf } from '../domain/timestamps.ts';
import { requireDelivery } from '../operator/require-delivery.ts';
import { requireWebsite } from '../operator/require-website.ts';
import { rangeFault } from '../operator/resend-deliveries.ts';
import { deliveryJson } from '../operator/views/delivery-json.ts';
import { requirePayment } from '../payments/require-payment.ts';
import { DELIVERY_STATUSES, type Delivery, type DeliveryStatus } from '../storage/deliveries/delivery-table.ts';
import { type DeliveryTry, listTries } from '../storage/deliveries/delivery-tries.ts';
import { listDeliveries } from '../storage/deliveries/list-deliveries.ts';
import { fittedTable } from './fitted-table.ts';
import { details, printResult, table } from './output.ts';
import { withProgress } from './progress.ts';
import { parseHaitiFrom, parseHaitiTo, parseLimit } from './values.ts';
import { withStore } from './with-store.ts';

const DEFAULT_LIMIT = 20;

interface JsonOption {
  json?: true;
}

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
}

/** `peye deliveries …`: the webhook log, and sending again. */
export function deliveriesCommands(program: Command): void {
  const deliveries = program.command('deliveries').description('look at webhooks that were sent, and send them again');

  deliveries
    .command('list')
    .description('list the newest deliveries of all websites, newest first')
    .option('--website <id>', "only this website's")
    .addOption(new Option('--status <status>', 'only those in this status').choices(DELIVERY_STATUSES))
    .option('--payment <id>', 'only those of this transaction id')
    .option('--limit <number>', 'how many, 1 to 1000', parseLimit, DEFAULT_LIMIT)
    .option('--json', 'print a JSON array')
    .addHelpText(
      'after',
      `
pending waits for its next attempt; delivered was answered with 2xx; refused was to go to an address that is not public;
exhausted used up its attempts, or was answered with 410.

Examples:
  peye deliveries list --status exhausted
  peye deliveries list --website web_… --limit 100
  peye deliveries list --payment 911607750261429`,
    )
    .action((options: ListOptions) => list(options));

  deliveries
    .command('show')
    .argument('<id>', 'the id of a delivery')
    .description('show one delivery with its attempts')
    .option('--json', 'print one JSON document, with tries: [{at, duration_ms, status_code, error, response_start}]')
    .addHelpText(
      'after',
      '\nExamples:\n  peye deliveries show dlv_911607750261429\n  peye deliveries show dlv_911607750261429 --json',
    )
    .action((id: string, options: JsonOption) => show(id, options));

  deliveries
    .command('resend')
    .argument('[id]', 'the id of a delivery, whatever its status')
    .description('start the schedule anew: the same bytes are sent at once, and retried as at first')
    .option('--website <id>', "without an id: all of this website's events of a time")
    .option('--from <time>', 'from this moment on, or from this day in Haiti', parseHaitiFrom)
    .option('--to <time>', 'to before this moment, or to the end of this day in Haiti', parseHaitiTo)
    .addOption(new Option('--status <status>', 'of these, only those in this status').choices(DELIVERY_STATUSES))
    .option('--json', 'print one JSON document: the delivery, or {restarted} for a time')
    .addHelpText(
      'after',
      `
A running worker sends it within a second, to the callback URL that the website has then and signed with the secret of then.
Receivers tell a repeated event by its transaction id and event. Times are those of the events; days are those of Haiti, the last one
included.

Examples:
  peye deliveries resend dlv_911607750261429
  peye deliveries resend --website web_… --from 2026-03-01T14:00:00Z --to 2026-03-01T15:30:00Z
  peye deliveries resend --website web_… --from 2026-03-01 --to 2026-03-07 --status exhausted`,
    )
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
        return isFiltered ? 'No deliveries match.' : 'No deliveries yet. Websites with a callback URL get them.';
      },
    );
  });
}

async function show(id: string, options: JsonOption): Promise<void> {
  await withStore(async ({ db }) => {
    const delivery = await requireDelivery(db, id);
    const tries = await listTries(db, id);
    printResult(options, deliveryJson(delivery, tries), () =>
      tries.length === 0
        ? `${describeDelivery(delivery)}\n\nNo attempts yet.`
        : `${describeDelivery(delivery)}\n\n${triesTable(tries)}`,
    );
  });
}

async function resendOne(id: string, options: ResendOptions, command: Command): Promise<void> {
  const { website, from, to, status } = options;
  if ([website, from, to, status].some((given) => given !== undefined)) {
    command.error('give the id of a delivery, or --website, --from and --to, but not both');
  }
  await withStore(async ({ operator }) => {
    const delivery = await operator.resendDelivery(id);
    printResult(options, deliveryJson(delivery), () => `Delivery ${id} is sent again, as soon as a worker runs.`);
  });
}

async function resendRange(options: ResendOptions, command: Command): Promise<void> {
  const { website, from, to, status } = options;
  if (website === undefined || from === undefined || to === undefined) {
    command.error('give the id of a delivery, or --website, --from and --to');
  }
  if (rangeFault({ fromUs: from, toUs: to }) !== undefined) command.error('--from must be before --to');
  await withStore(async ({ operator }) => {
    const range = { websiteId: website, fromUs: from, toUs: to, status };
    const restarted = await withProgress('starting deliveries anew', () => operator.resendDeliveries(range));
    printResult(options, { restarted }, () => {
      if (restarted === 0) return 'No deliveries match: nothing is sent again.';
      return `${restarted} ${restarted === 1 ? 'delivery is' : 'deliveries are'} sent again, as soon as a worker runs.`;
    });
  });
}

function deliveryTable(deliveries: readonly Delivery[]): string {
  return fittedTable(deliveries, [
    { title: 'ID', cell: ({ id }) => id },
    { title: 'STATUS', cell: ({ status }) => status },
    { title: 'EVENT', cell: ({ event }) => event, leftOut: 3 },
    { title: 'ATTEMPTS', cell: ({ attempts }) => String(attempts), leftOut: 4 },
    {
      title: 'LAST',
      cell: ({ lastError, lastStatusCode }) => lastError ?? textOf(lastStatusCode),
      leastWidth: 12,
      leftOut: 6,
    },
    { title: 'NEXT ATTEMPT', timeUs: ({ nextAttemptAtUs }) => nextAttemptAtUs, leftOut: 5 },
    { title: 'URL', cell: ({ url }) => url, leftOut: 1 },
    { title: 'CREATED', timeUs: ({ createdAtUs }) => createdAtUs, leftOut: 2 },
  ]);
}

function triesTable(tries: readonly DeliveryTry[]): string {
  return table(
    ['ATTEMPT', 'AT', 'MS', 'STATUS', 'ERROR', 'ANSWER STARTS WITH'],
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

function describeDelivery(delivery: Delivery): string {
  return details([
    ['ID', delivery.id],
    ['Transaction ID', String(delivery.paymentId)],
    ['Website', delivery.websiteId],
    ['Event', delivery.event],
    ['URL', delivery.url],
    ['Status', delivery.status],
    ['Attempts', String(delivery.attempts)],
    ['Last error', delivery.lastError],
    ['Last status code', textOf(delivery.lastStatusCode)],
    ['Next attempt', momentOf(delivery.nextAttemptAtUs)],
    ['Created', formatTimestamp(delivery.createdAtUs)],
    ['Delivered', momentOf(delivery.deliveredAtUs)],
  ]);
}

function textOf(number: number | null): string | null {
  return number === null ? null : String(number);
}
