import { Option } from 'commander';
import { MODES, type Mode, PAYMENT_METHODS, type PaymentMethod } from '../core/payment.ts';
import {
  REFUND_KINDS,
  REFUND_ROUTES,
  REFUND_STATUSES,
  type Refund,
  type RefundKind,
  type RefundStatus,
} from '../core/refund.ts';
import { requirePayment } from '../features/payments/require-payment.ts';
import { type RefundProof, requireRefund } from '../features/refunds/decide-refund.ts';
import { REFUND_FIELDS, refundJson } from '../features/refunds/refund-json.ts';
import { listNewestRefunds } from '../features/refunds/store/refunds.ts';
import { requireWebsite } from '../features/websites/require-website.ts';
import { REFUND_ROUTE_TEXTS } from '../platform/messages/refund-routes/refund-routes-messages.ts';
import { newId } from '../platform/secrets/secrets.ts';
import { fieldDetails, fieldTable } from './field-table.ts';
import { type Command, type JsonOption, onOne, printResult } from './output.ts';
import { limitOption, parseText } from './values.ts';
import { withStore, withVerbs } from './with-store.ts';

interface ListOptions extends JsonOption {
  website?: string;
  payment?: string;
  mode?: Mode;
  status?: RefundStatus;
  kind?: RefundKind;
  limit: number;
}

interface RequestOptions extends JsonOption {
  amount?: string;
  reason?: string;
  name?: string;
}

interface CompleteFlags extends JsonOption {
  transaction: string;
  unclaimed?: true;
}

interface ResolveOptions extends JsonOption {
  succeeded?: string;
  notMoved?: true;
  note?: string;
}

/** `peye refunds …`: requests, approves, lists, completes and resolves refunds. */
export function refundsCommands(program: Command): void {
  const refunds = program.command('refunds').description('Request, approve, list, complete and resolve refunds');
  refunds.more(`
How live payments are refunded:
${PAYMENT_METHODS.map(routeLine).join('\n')}`);
  const one = onOne(refunds, { is: 'refund ID', examples: ['rfd_4b1f0c9a7d2e83615f60ab94c1d2e3f4'] });

  refunds
    .command('request')
    .argument('<transaction-id>', 'transaction ID of a completed payment')
    .description('Request a refund of a completed payment')
    .option('--amount <amount>', 'amount, such as 500 or 12.50 (default: everything not refunded yet)')
    .option('--reason <text>', 'reason, 1 to 255 characters', parseText)
    .option('--name <name>', 'name of the refund; the same name never refunds twice (default: a new one)')
    .json()
    .more(`
A test refund is approved at once. A live refund waits for peye refunds approve. All refunds of a payment together never
exceed what was paid.

Examples:
  peye refunds request 911607750261429
  peye refunds request 911607750261429 --amount 250 --reason "out of stock"`)
    .action((id: string, options: RequestOptions) => request(id, options));

  refunds
    .command('list')
    .description('List refunds, newest first')
    .option('--website <id>', 'show only refunds of this website')
    .option('--payment <transaction-id>', 'show only refunds of this payment')
    .addOption(new Option('--mode <mode>', 'show only refunds in this mode').choices(MODES))
    .addOption(new Option('--status <status>', 'show only refunds with this status').choices(REFUND_STATUSES))
    .addOption(new Option('--kind <kind>', 'show only refunds of this kind').choices(REFUND_KINDS))
    .addOption(limitOption())
    .json('print a JSON array')
    .more(`
Kinds:
  gateway    requested through Peye
  external   made in the provider's portal, and found in its records

Statuses:
  requested  waits for an approval
  approved   will be sent to the provider
  sent       the provider has not finished
  unknown    the provider did not respond to the request; Peye searches its
             records until the outcome is known. NatCash shows no refunds:
             look in its portal, then use peye refunds resolve
  manual     a person has to pay it: use peye refunds claim, pay it, then use
             peye refunds complete
  succeeded  the money was returned
  failed     no money moved
  reversed   the money came back after the refund had succeeded

Examples:
  peye refunds list --status requested
  peye refunds list --payment 911607750261429 --json`)
    .action((options: ListOptions) => list(options));

  one('show', 'Show a refund').action((id: string, options: JsonOption) =>
    withStore(async ({ db }) => print(options, await requireRefund(db, id))),
  );

  one('approve', 'Approve a requested refund: Peye sends it, or it waits to be paid by hand').action(
    (id: string, options: JsonOption) => withVerbs(async (verbs) => print(options, await verbs.refunds.approve(id))),
  );

  refunds
    .command('reject')
    .argument('<id>', 'refund ID')
    .description('End an unpaid refund')
    .requiredOption('--note <text>', 'why, 1 to 255 characters', parseText)
    .json()
    .more('\nExamples:\n  peye refunds reject rfd_4b1f0c9a7d2e83615f60ab94c1d2e3f4 --note "paid in cash at the shop"')
    .action((id: string, { note, ...options }: JsonOption & { note: string }) =>
      withVerbs(async (verbs) => print(options, await verbs.refunds.reject(id, note))),
    );

  one('claim', 'State that you are paying a manual refund, so that no one else pays it too').action(
    (id: string, options: JsonOption) => withVerbs(async (verbs) => print(options, await verbs.refunds.claim(id))),
  );

  refunds
    .command('complete')
    .argument('<id>', 'refund ID')
    .description('Record that a manual refund was paid')
    .requiredOption('--transaction <number>', "number of the wallet's transaction that paid it")
    .option('--unclaimed', 'confirm that it was paid without your claim, and only once')
    .json()
    .more(`
Each transaction pays one refund. Before you pay a live refund, claim it with peye refunds claim: for half an hour, no one
else can claim or reject it. After you have claimed it, look in the portal whether another person has already paid it: one
whose half hour is over may have.

Examples:
  peye refunds claim rfd_4b1f0c9a7d2e83615f60ab94c1d2e3f4
  peye refunds complete rfd_4b1f0c9a7d2e83615f60ab94c1d2e3f4 --transaction 2284013977`)
    .action((id: string, { transaction, unclaimed, ...options }: CompleteFlags) =>
      withVerbs(async (verbs) => {
        print(options, await verbs.refunds.complete(id, transaction, { isUnclaimed: unclaimed }));
      }),
    );

  refunds
    .command('resolve')
    .argument('<id>', 'refund ID')
    .description('End a refund whose outcome the provider does not show')
    .addOption(new Option('--succeeded <number>', 'the money was returned by this transaction').conflicts('notMoved'))
    .option('--not-moved', 'no money was returned: needs --note')
    .addOption(new Option('--note <text>', 'why, 1 to 255 characters').argParser(parseText).conflicts('succeeded'))
    .json()
    .more(`
Look in the provider's portal first. With --succeeded the refund succeeds; with --not-moved it fails, and its amount can
be refunded again: a wrong --not-moved returns the money twice. Peye refuses --not-moved while the request may still
arrive, and when the provider has the refund.

Examples:
  peye refunds resolve rfd_4b1f0c9a7d2e83615f60ab94c1d2e3f4 --succeeded 2284013977
  peye refunds resolve rfd_4b1f0c9a7d2e83615f60ab94c1d2e3f4 --not-moved --note "not in the portal on 27 November"`)
    .action((id: string, { succeeded, notMoved, note, ...options }: ResolveOptions, command: Command) => {
      if (succeeded !== undefined) return resolve(id, { succeeded }, options);
      if (!notMoved || note === undefined) return command.error('give --succeeded, or --not-moved with --note');
      return resolve(id, { notMoved: note }, options);
    });

  correctCommand(refunds);
}

interface CorrectOptions extends JsonOption {
  transaction?: string;
  notMoved?: true;
  note: string;
}

function correctCommand(refunds: Command): void {
  refunds
    .command('correct')
    .argument('<id>', 'refund ID')
    .description('Correct a refund that a person recorded as paid')
    .addOption(new Option('--transaction <number>', 'the right number of its transaction').conflicts('notMoved'))
    .option('--not-moved', 'no money was returned: the refund is reversed')
    .requiredOption('--note <text>', 'why, 1 to 255 characters', parseText)
    .json()
    .more(`
Only what peye refunds complete or resolve has recorded can be corrected. A wrong number keeps the refund that it belongs to
from being completed: correct the wrong one first. With --not-moved the amount can be refunded again, and the merchant's
server gets refund.reversed: a wrong --not-moved returns the money twice.

Examples:
  peye refunds correct rfd_4b1f0c9a7d2e83615f60ab94c1d2e3f4 --transaction 2284013978 --note "typed another number"
  peye refunds correct rfd_4b1f0c9a7d2e83615f60ab94c1d2e3f4 --not-moved --note "it was another customer's refund"`)
    .action(async (id: string, { transaction, notMoved, note, ...options }: CorrectOptions, command: Command) => {
      if (transaction === undefined && !notMoved) return command.error('give --transaction or --not-moved');
      const correction =
        transaction === undefined ? ({ notMoved: true, note } as const) : { succeeded: transaction, note };
      return withVerbs(async (verbs) => print(options, await verbs.refunds.correct(id, correction)));
    });
}

async function resolve(id: string, proof: RefundProof, options: JsonOption): Promise<void> {
  await withVerbs(async (verbs) => print(options, await verbs.refunds.resolve(id, proof)));
}

async function request(text: string, { amount, reason, name = newId('ref'), ...options }: RequestOptions) {
  await withVerbs(async (verbs, { db }) => {
    const { websiteId, mode } = await requirePayment(db, text);
    const owner = { websiteId, mode };
    const { refund } = await verbs.refunds.request({ owner, name, transactionId: text, amount, reason });
    print(options, refund);
  });
}

async function list({ website, payment, mode, status, kind, limit, ...options }: ListOptions): Promise<void> {
  await withStore(async ({ db }) => {
    if (website !== undefined) await requireWebsite(db, website);
    const paymentId = payment === undefined ? undefined : (await requirePayment(db, payment)).id;
    const found = await listNewestRefunds(db, { websiteId: website, paymentId, mode, status, kind, limit });
    printResult(options, found.map(refundJson), () =>
      found.length === 0
        ? 'No refunds match.'
        : fieldTable(found, REFUND_FIELDS, [
            ['id'],
            ['transaction_id', { title: 'PAYMENT' }],
            ['amount'],
            ['currency', { leftOut: 1 }],
            ['status'],
            ['kind', { leftOut: 6 }],
            ['payment_method', { title: 'METHOD', leftOut: 2 }],
            ['mode', { leftOut: 3 }],
            ['requested_by', { leftOut: 5 }],
            ['created_at', { leftOut: 4 }],
          ]),
    );
  });
}

function print(options: JsonOption, refund: Refund): void {
  printResult(options, refundJson(refund), () => fieldDetails(REFUND_FIELDS, refund));
}

/** How a method's live payments are refunded, for the help. */
function routeLine(method: PaymentMethod): string {
  const texts = REFUND_ROUTE_TEXTS.en;
  const { live, parts, settings } = REFUND_ROUTES[method];
  const how = live === 'hand' ? texts.live.hand : `${texts.live[live]}, ${texts.parts[parts]}`;
  const line = `  ${method.padEnd(13)}  ${how}`;
  return settings.length === 0
    ? line
    : `${line}\n${' '.repeat(17)}${settings.join(', ')};\n${' '.repeat(17)}${texts.otherwiseByHand}`;
}
