import { type Command, InvalidArgumentError, Option } from 'commander';
import { CommandFailure } from '../app/failure.ts';
import type { Payment } from '../domain/payment.ts';
import { paymentJson } from '../domain/payment-json.ts';
import { nextDueAtUs, SUBSCRIPTION_STATUSES, type Subscription, type SubscriptionStatus } from '../domain/recurring.ts';
import { formatTimestamp, parseDay, parseTimestamp, startOfDayUs } from '../domain/timestamps.ts';
import { requireWebsite } from '../operator/require-website.ts';
import { chargeJson, subscriptionJson } from '../operator/views/subscription-json.ts';
import { withFirstPayment } from '../operator/with-first-payment.ts';
import { endText } from '../payments/recurring/has-ended.ts';
import { requireSubscription } from '../payments/recurring/require-subscription.ts';
import { testClockFault } from '../payments/recurring/run-test-clock.ts';
import { listSubscriptionPayments } from '../storage/recurring/charges.ts';
import { readCharging } from '../storage/recurring/charging.ts';
import { listSubscriptions } from '../storage/recurring/subscriptions.ts';
import { asCalled } from './as-called.ts';
import { openLog } from './open-log.ts';
import { printDocument, printLine, printResult } from './output.ts';
import { resumeCommand } from './recurring-resume.ts';
import { chargeTable, pauseText, subscriptionTable, subscriptionText } from './recurring-text.ts';
import { parseLimit, parseText } from './values.ts';
import { withStore } from './with-store.ts';
import { withVerbs } from './with-verbs.ts';

const DEFAULT_LIMIT = 20;
const NONE_MATCH = 'No recurring payments match.';
const NONE_YET = 'No recurring payments yet. They begin when a payment with "recurring": true is completed.';
interface JsonOption {
  json?: true;
}

interface ListOptions extends JsonOption {
  website?: string;
  status?: SubscriptionStatus;
  limit: number;
}

/** `peye recurring …`: the cards that are charged again and again. */
export function recurringCommands(program: Command): void {
  const recurring = program.command('recurring').description('look at recurring payments, pause and end them');

  recurring
    .command('list')
    .description('list the newest recurring payments of all websites, newest first')
    .option('--website <id>', "only this website's")
    .addOption(new Option('--status <status>', 'only those in this status').choices(SUBSCRIPTION_STATUSES))
    .option('--limit <number>', 'how many, 1 to 1000', parseLimit, DEFAULT_LIMIT)
    .option('--json', 'print a JSON array')
    .addHelpText(
      'after',
      `
active is charged at the end of each period, unless it is paused (shown as paused); stopped was ended because too many charges
failed one after the other; cancelled was ended by the operator.

Examples:
  peye recurring list --status stopped
  peye recurring list --website web_… --limit 100`,
    )
    .action((options: ListOptions) => list(options));

  recurring
    .command('show')
    .argument('<id>', 'the id of a recurring payment')
    .description('show one, with its payments')
    .option('--json', 'print one JSON document, with payments: [{period, due_at, transaction_id, status, …}]')
    .addHelpText('after', '\nExamples:\n  peye recurring show sub_911607750261429')
    .action((id: string, options: JsonOption) => show(id, options));

  recurring
    .command('cancel')
    .argument('<id>', 'the id of a recurring payment')
    .description('end one: its card is never charged again')
    .option(
      '--reason <text>',
      'why, for whoever looks later, 1 to 255 characters',
      parseText,
      'cancelled by the operator',
    )
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
A charge that is under way at this moment ends as it ends, and is the last one. Payments that were made stay as they are.

Examples:
  peye recurring cancel sub_911607750261429 --reason "the customer left"`,
    )
    .action((id: string, options: JsonOption & { reason: string }) => cancel(id, options));

  recurring
    .command('pause')
    .argument('<id>', 'the id of a recurring payment')
    .description('charge the card of one no more, until it is resumed')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
Periods that fall due meanwhile are skipped, and never charged. A charge that is under way at this moment ends as it ends. Its
customer and its merchant are told nothing.

Examples:
  peye recurring pause sub_911607750261429
  peye recurring resume sub_911607750261429`,
    )
    .action((id: string, options: JsonOption) => pause(id, options));

  resumeCommand(recurring);

  recurring
    .command('advance')
    .argument('<id>', 'the id of a recurring test payment')
    .description('charge a test payment as if a later day had come')
    .requiredOption('--to <time>', 'a day (its end, UTC) or a moment such as 2027-01-31T14:30:00Z', parseMoment)
    .option('--json', 'print one JSON document: {subscription, payments}, payments as the API shows them')
    .addHelpText(
      'after',
      `
Every period that is due until then is charged, each with its own payment, event and webhook, which say the real time. May
run beside the server. The clock of a recurring payment only goes forward; live ones have none.

Examples:
  peye recurring advance sub_911607750261429 --to 2027-01-31
  peye recurring advance sub_911607750261429 --to 2027-01-31T14:30:00Z --json`,
    )
    .action((id: string, options: JsonOption & { to: number }) => advance(id, options));
}

async function list({ website, status, limit, ...options }: ListOptions): Promise<void> {
  await withStore(async ({ db }) => {
    if (website !== undefined) await requireWebsite(db, website);
    const { pause } = await readCharging(db);
    const found = await listSubscriptions(db, { websiteId: website, status, limit });
    const described = await Promise.all(found.map((subscription) => withFirstPayment(db, subscription)));
    printResult(options, described.map(subscriptionJson), () => {
      const isFiltered = website !== undefined || status !== undefined;
      const listing = described.length > 0 ? subscriptionTable(described) : isFiltered ? NONE_MATCH : NONE_YET;
      return pause ? `${listing}\n\n${pauseText(pause)}` : listing;
    });
  });
}

async function show(id: string, options: JsonOption): Promise<void> {
  await withStore(async ({ db }) => {
    const subscription = await requireSubscription(db, id);
    const described = await withFirstPayment(db, subscription);
    const { pause } = await readCharging(db);
    const isPaused = pause !== null && subscription.mode === 'live' && subscription.status === 'active';
    const payments = await listSubscriptionPayments(db, id);
    const charges = payments.map((payment) => chargeJson(subscription, payment));
    const shown = {
      ...subscriptionJson(described),
      ...(isPaused && { charging_paused_at: formatTimestamp(pause.sinceUs) }),
    };
    printResult(options, { ...shown, payments: charges }, () => {
      const rest = payments.length > 0 ? chargeTable(subscription, payments) : 'Not charged again yet.';
      const parts = [subscriptionText(described), ...(isPaused ? [pauseText(pause)] : []), rest];
      return parts.join('\n\n');
    });
  });
}

async function cancel(id: string, { reason, ...options }: JsonOption & { reason: string }): Promise<void> {
  await withVerbs(async (verbs, { db }) => {
    const cancelled = await verbs.recurring.cancel(id, reason);
    const described = await withFirstPayment(db, cancelled);
    printResult(options, subscriptionJson(described), () => {
      return `Recurring payment ${id} is cancelled: its card is not charged again.`;
    });
  });
}

async function pause(id: string, options: JsonOption): Promise<void> {
  await withVerbs(async (verbs, { db }) => {
    const described = await withFirstPayment(db, await verbs.recurring.pause(id));
    printResult(options, subscriptionJson(described), () => {
      const resume = asCalled(`peye recurring resume ${id}`);
      return `Recurring payment ${id} is paused: its card is not charged. ${resume} lets it go on.`;
    });
  });
}

async function advance(id: string, { to: toUs, json }: JsonOption & { to: number }): Promise<void> {
  await withVerbs(async (verbs, { db }, config) => {
    // What failed is in the result; only an unexpected error is worth an extra line.
    const log = await openLog({ ...config, logLevel: 'error' }, 'stderr');
    const { subscription, payments, isDone } = await verbs.recurring.moveTestClock({ id, toUs }, log);
    const described = await withFirstPayment(db, subscription);
    // Joined by hand: metadata leaves as it came, as in the API.
    if (json) {
      const paymentsJson = payments.map(paymentJson).join(',');
      printDocument(`{"subscription":${JSON.stringify(subscriptionJson(described))},"payments":[${paymentsJson}]}`);
    } else printLine(advancedText(subscription, payments));
    if (!isDone) throw new CommandFailure('a charge is open still. Run the same command again to go on from there.');
  });
}

function advancedText(subscription: Subscription, payments: readonly Payment[]): string {
  const charged = payments.length === 0 ? 'Nothing was due until then.' : chargeTable(subscription, payments);
  if (subscription.status !== 'active') return `${charged}\n\nIt has ended: ${endText(subscription)}.`;
  const dueUs = nextDueAtUs(subscription);
  if (dueUs === null) return `${charged}\n\nIt is paused: nothing is charged until it is resumed.`;
  return `${charged}\n\nThe next charge is due at ${formatTimestamp(dueUs)}.`;
}

/** A moment, or a day, which means its end: what is due on that day is meant to be charged. */
function parseMoment(text: string): number {
  const day = parseDay(text);
  const us = day === undefined ? parseTimestamp(text) : startOfDayUs(day + 1) - 1;
  if (us === undefined || testClockFault(us) !== undefined) {
    throw new InvalidArgumentError(
      'It must be a UTC day such as 2027-01-31, or ISO 8601 with Z or an offset, such as 2027-01-31T14:30:00Z; before 2200.',
    );
  }
  return us;
}
