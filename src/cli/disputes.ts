import { Option } from 'commander';
import { DISPUTE_STATES, type DisputeState } from '../core/dispute.ts';
import { MODES, type Mode } from '../core/payment.ts';
import { requirePayment } from '../features/payments/require-payment.ts';
import { DISPUTE_FIELDS, disputeJson } from '../features/refunds/dispute-json.ts';
import { listNewestDisputes } from '../features/refunds/store/disputes.ts';
import { requireWebsite } from '../features/websites/require-website.ts';
import { fieldTable } from './field-table.ts';
import { type Command, type JsonOption, printResult } from './output.ts';
import { limitOption } from './values.ts';
import { withStore } from './with-store.ts';

interface ListOptions extends JsonOption {
  website?: string;
  payment?: string;
  mode?: Mode;
  status?: DisputeState;
  limit: number;
}

/** `peye disputes`: the disputes of completed payments. */
export function disputesCommand(program: Command): void {
  program
    .command('disputes')
    .description('List disputes of completed payments, newest first')
    .option('--website <id>', 'show only disputes of this website')
    .option('--payment <transaction-id>', 'show only disputes of this payment')
    .addOption(new Option('--mode <mode>', 'show only disputes in this mode').choices(MODES))
    .addOption(new Option('--status <status>', 'show only disputes with this status').choices(DISPUTE_STATES))
    .addOption(limitOption())
    .json('print a JSON array')
    .more(`
Statuses:
  opened  the customer's bank holds the money until it decides: send evidence
          in the provider's portal before the deadline
  won     the money is back
  lost    the customer has the money; the provider can still reverse this

Peye learns of disputes when it verifies payments, such as by peye reconcile.

Examples:
  peye disputes --status opened
  peye disputes --payment 911607750261429 --json`)
    .action((options: ListOptions) => list(options));
}

async function list({ website, payment, mode, status, limit, ...options }: ListOptions): Promise<void> {
  await withStore(async ({ db }) => {
    if (website !== undefined) await requireWebsite(db, website);
    const paymentId = payment === undefined ? undefined : (await requirePayment(db, payment)).id;
    const found = await listNewestDisputes(db, { websiteId: website, paymentId, mode, state: status, limit });
    printResult(options, found.map(disputeJson), () =>
      found.length === 0
        ? 'No disputes match.'
        : fieldTable(found, DISPUTE_FIELDS, [
            ['dispute_id', { title: 'ID' }],
            ['transaction_id', { title: 'PAYMENT' }],
            ['amount'],
            ['currency', { leftOut: 1 }],
            ['status'],
            ['reason', { leftOut: 4 }],
            ['evidence_due_at', { title: 'EVIDENCE DUE', leftOut: 2 }],
            ['provider_ref', { leftOut: 5 }],
            ['opened_at', { leftOut: 3 }],
          ]),
    );
  });
}
