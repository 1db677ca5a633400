import { Option } from 'commander';
import { MODES, type Mode, type Payment } from '../core/payment.ts';
import { requireSession } from '../features/checkout/require-session.ts';
import { type CheckoutSession, SESSION_STATUSES, type SessionStatus } from '../features/checkout/session.ts';
import { type SessionSetting, sessionFields, sessionJson } from '../features/checkout/session-json.ts';
import { listNewestSessions, listPaymentsOfSession } from '../features/checkout/store/sessions.ts';
import { readEvidence } from '../features/payments/shown-state.ts';
import { requireWebsite } from '../features/websites/require-website.ts';
import { createLog } from '../platform/log/log.ts';
import { fieldDetails, fieldTable } from './field-table.ts';
import { type Command, type JsonOption, onOne, printResult } from './output.ts';
import { paymentTable } from './payment-table.ts';
import type { Evidences } from './payment-text.ts';
import { limitOption } from './values.ts';
import { withStore, withVerbs } from './with-store.ts';

interface ListOptions extends JsonOption {
  website?: string;
  mode?: Mode;
  status?: SessionStatus;
  reference?: string;
  limit: number;
}

/** `peye checkout-sessions …`: orders whose customers choose the payment method. */
export function checkoutSessionsCommands(program: Command): void {
  const sessions = program.command('checkout-sessions').description('List, show and cancel checkout sessions');
  const one = onOne(sessions, { is: 'session ID', examples: ['cos_4f7Kq2mZ8RtY1bXc'] });

  sessions
    .command('list')
    .description('List checkout sessions, newest first')
    .option('--website <id>', 'show only sessions of this website')
    .addOption(new Option('--mode <mode>', 'show only sessions in this mode').choices(MODES))
    .addOption(new Option('--status <status>', 'show only sessions with this status').choices(SESSION_STATUSES))
    .option('--reference <reference>', 'show only sessions with this whole reference')
    .addOption(limitOption())
    .json('print a JSON array')
    .more(`
Statuses:
  open        the customer can start a payment
  processing  no payment can be started any more, but one that was started
              may still be paid
  paid        one payment is completed
  expired     the time is over, and no payment was completed
  cancelled   the session was cancelled, and no payment was completed

Examples:
  peye checkout-sessions list --status open
  peye checkout-sessions list --reference order-1042 --json`)
    .action((options: ListOptions) => list(options));

  one('show', 'Show a checkout session and its payments', {
    json: 'print one JSON document, with payments: [{transaction_id, status, …}]',
  }).action((id: string, options: JsonOption) =>
    withStore(async ({ db, clock }, { publicUrl }) => {
      const session = await requireSession(db, id);
      const payments = await listPaymentsOfSession(db, session.id);
      const evidence = await readEvidence(db, payments);
      print(options, session, { publicUrl, nowUs: clock() }, { payments, evidence });
    }),
  );

  one('cancel', 'Cancel a checkout session for good; open payments are cancelled if their provider allows it').action(
    (id: string, options: JsonOption) =>
      withVerbs(async ({ payments: verbs }, { db, clock }, { publicUrl }) => {
        const session = await verbs.cancelSessionByHand(id, createLog('silent'));
        const payments = await listPaymentsOfSession(db, session.id);
        const evidence = await readEvidence(db, payments);
        print(options, session, { publicUrl, nowUs: clock() }, { payments, evidence });
      }),
  );
}

async function list({ website, mode, status, reference, limit, ...options }: ListOptions): Promise<void> {
  await withStore(async ({ db, clock }, { publicUrl }) => {
    if (website !== undefined) await requireWebsite(db, website);
    const nowUs = clock();
    const filter = { websiteId: website, mode, reference, status: status && { is: status, nowUs }, limit };
    const found = await listNewestSessions(db, filter);
    const setting = { publicUrl, nowUs };
    printResult(
      options,
      found.map((session) => sessionJson(session, setting)),
      () =>
        found.length === 0
          ? 'No checkout sessions match.'
          : fieldTable(found, sessionFields(setting), [
              ['session_id', { title: 'ID' }],
              ['status'],
              ['amount'],
              ['currency', { leftOut: 1 }],
              ['reference', { leastWidth: 8 }],
              ['mode', { leftOut: 4 }],
              ['payments_started', { title: 'PAYMENTS', leftOut: 5 }],
              ['created_at', { leftOut: 2 }],
              ['expires_at', { leftOut: 3 }],
            ]),
    );
  });
}

function print(
  options: JsonOption,
  session: CheckoutSession,
  setting: SessionSetting,
  { payments, evidence }: { payments: readonly Payment[]; evidence: Evidences },
): void {
  printResult(options, sessionJson(session, setting, payments), () => {
    const details = fieldDetails(sessionFields(setting), session);
    if (payments.length === 0) return details;
    return `${details}\n\n${paymentTable(payments, evidence)}`;
  });
}
