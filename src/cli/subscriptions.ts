import { InvalidArgumentError, Option } from 'commander';
import { nextDueAtUs, SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '../core/recurring.ts';
import { formatTimestamp, momentOf, parseDay, parseTimestamp, startOfDayUs } from '../core/timestamps.ts';
import { readEvidence } from '../features/payments/shown-state.ts';
import { requireSubscription } from '../features/subscriptions/change-subscription.ts';
import { testClockFault } from '../features/subscriptions/run-test-clock.ts';
import { listSubscriptionPayments } from '../features/subscriptions/store/charges.ts';
import { readCharging } from '../features/subscriptions/store/charging.ts';
import { listSubscriptions } from '../features/subscriptions/store/subscriptions.ts';
import { chargeJson, subscriptionJson, withFirstPayment } from '../features/subscriptions/subscription-json.ts';
import { requireWebsite } from '../features/websites/require-website.ts';
import { advanceCommand } from './advance-clock.ts';
import { asCalled } from './as-called.ts';
import { type Command, type JsonOption, onOne, printResult } from './output.ts';
import { chargeTable, pauseText, subscriptionTable, subscriptionText } from './subscription-text.ts';
import { limitOption, parseText } from './values.ts';
import { withStore, withVerbs } from './with-store.ts';

const NONE_MATCH = 'No subscriptions match.';
const NONE_YET = 'No subscriptions yet. A subscription starts when a payment with "recurring": true is completed.';

interface ListOptions extends JsonOption {
  website?: string;
  status?: SubscriptionStatus;
  limit: number;
}

/** `peye subscriptions …`: lists subscriptions, and pauses, resumes or cancels one. */
export function subscriptionsCommands(program: Command): void {
  const subscriptions = program.command('subscriptions').description('List, pause, resume and cancel subscriptions');
  const one = onOne(subscriptions, { is: 'subscription ID', examples: ['sub_911607750261429'] });

  subscriptions
    .command('list')
    .description('List subscriptions of all websites, newest first')
    .option('--website <id>', 'show only subscriptions of this website')
    .addOption(
      new Option('--status <status>', 'show only subscriptions with this status').choices(SUBSCRIPTION_STATUSES),
    )
    .addOption(limitOption())
    .json('print a JSON array')
    .more(`
Statuses:
  active     charged at the end of each cycle. A paused subscription is also
             active, and the table shows it as paused.
  stopped    ended by Peye, because too many charges in a row failed
  cancelled  ended by the operator

Examples:
  peye subscriptions list --status stopped
  peye subscriptions list --website web_… --limit 100`)
    .action((options: ListOptions) => listCommand(options));

  one('show', 'Show a subscription and its payments', {
    json: 'print one JSON document, with payments: [{period, due_at, transaction_id, status, …}]',
  }).action((id: string, options: JsonOption) => showCommand(id, options));

  one('pause', 'Pause a subscription until you resume it', {
    help: `
Cycles that fall due during the pause are skipped and never charged. A charge in progress will finish. Peye does not notify
the customer or the merchant.

Examples:
  peye subscriptions pause sub_911607750261429
  peye subscriptions resume sub_911607750261429`,
  }).action((id: string, options: JsonOption) => pauseCommand(id, options));

  one('resume', 'Resume a paused subscription', {
    help: `
The card is charged again from the next cycle that falls due. Cycles that fell due during the pause are never charged.

To resume the charging of all live cards after a restore, use peye charging resume.

Examples:
  peye subscriptions resume sub_911607750261429`,
  }).action((id: string, options: JsonOption) => resumeCommand(id, options));

  subscriptions
    .command('cancel')
    .argument('<id>', 'subscription ID')
    .description('Cancel a subscription for good')
    .option(
      '--reason <text>',
      'reason for the cancellation, 1 to 255 characters',
      parseText,
      'cancelled by the operator',
    )
    .json()
    .more(`
Peye never charges the card again. A charge in progress will finish, and is the last one. Existing payments do not change.

Examples:
  peye subscriptions cancel sub_911607750261429 --reason "requested by the customer"`)
    .action((id: string, options: JsonOption & { reason: string }) => cancelCommand(id, options));

  subscriptions
    .command('advance')
    .argument('<id>', 'ID of a test subscription')
    .description('Move the clock of a test subscription forward and make the charges that fall due')
    .requiredOption('--to <time>', 'a UTC day (until its end) or a time such as 2027-01-31T14:30:00Z', parseTestTime)
    .json('print one JSON document: {subscription, payments}, with payments as in the API')
    .more(`
Each cycle due until that time is charged, with its own payment, event and webhook. Their timestamps show the real time.
You can run this command while the gateway runs. The clock only moves forward. Live subscriptions have no test clock.

Examples:
  peye subscriptions advance sub_911607750261429 --to 2027-01-31
  peye subscriptions advance sub_911607750261429 --to 2027-01-31T14:30:00Z --json`)
    .action((id: string, options: JsonOption & { to: number }) => advanceCommand(id, options));
}

async function listCommand({ website, status, limit, ...options }: ListOptions): Promise<void> {
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

async function showCommand(id: string, options: JsonOption): Promise<void> {
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
    const evidence = await readEvidence(db, payments);
    printResult(options, { ...shown, payments: charges }, () => {
      const rest = payments.length > 0 ? chargeTable(subscription, payments, evidence) : 'No renewals yet.';
      const parts = [subscriptionText(described), ...(isPaused ? [pauseText(pause)] : []), rest];
      return parts.join('\n\n');
    });
  });
}

async function cancelCommand(id: string, { reason, ...options }: JsonOption & { reason: string }): Promise<void> {
  await withVerbs(async (verbs, { db }) => {
    const cancelled = await verbs.recurring.cancel(id, reason);
    const described = await withFirstPayment(db, cancelled);
    printResult(options, subscriptionJson(described), () => {
      return `Subscription ${id} cancelled. Its card will not be charged again.`;
    });
  });
}

async function pauseCommand(id: string, options: JsonOption): Promise<void> {
  await withVerbs(async (verbs, { db }) => {
    const described = await withFirstPayment(db, await verbs.recurring.pause(id));
    printResult(options, subscriptionJson(described), () => {
      const resume = asCalled(`peye subscriptions resume ${id}`);
      return `Subscription ${id} paused. Its card is not charged until you resume it: ${resume}`;
    });
  });
}

async function resumeCommand(id: string, options: JsonOption): Promise<void> {
  await withVerbs(async (verbs, { db }) => {
    const resumed = await verbs.recurring.unpause(id);
    printResult(options, subscriptionJson(await withFirstPayment(db, resumed)), () => {
      return `Subscription ${id} resumed. Its next charge is due at ${momentOf(nextDueAtUs(resumed))}.`;
    });
  });
}

/** Parses a time. A day means its end, so that the run includes charges due on that day. */
function parseTestTime(text: string): number {
  const day = parseDay(text);
  const us = day === undefined ? parseTimestamp(text) : startOfDayUs(day + 1) - 1;
  if (us === undefined || testClockFault(us) !== undefined) {
    throw new InvalidArgumentError(
      'Use a UTC day such as 2027-01-31, or ISO 8601 with Z or an offset, such as 2027-01-31T14:30:00Z, before 2200.',
    );
  }
  return us;
}
