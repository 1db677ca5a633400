import type { Payment } from '../../src/core/payment.ts';
import type { HistoryEntry } from '../../src/core/payment-history.ts';
import type { Database, Transaction } from '../../src/database/database.ts';
import { recordChange } from '../../src/features/audit/store/record-change.ts';
import { insertEntries } from '../../src/features/ledger/store/postings.ts';
import { insertHistory } from '../../src/features/payments/history/store/write-history.ts';
import { paymentEntry } from '../../src/features/payments/payment-entry.ts';
import { insertSums } from '../../src/features/payments/store/payment-sums.ts';
import { termRows } from '../../src/features/payments/store/payment-terms.ts';
import type { Dataset } from './dataset.ts';

const US_PER_DAY = 86_400_000_000;
/** Older history is not written, except for payments with the longest histories, as if retention had deleted it: PAYMENT_HISTORY_DAYS. */
const HISTORY_US = 90 * US_PER_DAY;
/** Sums older than this are stored only for days, not for hours. */
const HOURS_US = 63 * US_PER_DAY;
/** One payment in this many was changed by a user. */
const CHANGED_EVERY = 50;
/** The number of provider calls in the longest histories. */
const LONG = 200;
/** The number of payments with such a history. */
const LONG_ONES = 20;

const PEOPLE = ['Marie Joseph', 'Jean Pierre', 'Rose Charles'];
const ACTIONS = ['payment.verify', 'payment.note', 'delivery.resend', 'export.run', 'user.sign_in'] as const;

/** Whether payment `n` has one of the longest histories. */
export function isLong({ payments }: Pick<Dataset, 'payments'>, n: number): boolean {
  return n % Math.floor(payments / LONG_ONES) === 5;
}

/**
 * Writes the data that the console needs in addition to the payments: search terms, the ledger, sums, history and the
 * audit log.
 */
export async function fillConsole(
  tx: Transaction,
  { engine, data }: { engine: Database['engine']; data: Dataset },
  payments: readonly Payment[],
  from: number,
): Promise<void> {
  const final = payments.filter(({ finishedAtUs }) => finishedAtUs !== null);
  await tx.insertAll([termRows(final)]);
  await insertEntries(tx, final.filter(({ status }) => status === 'completed').map(paymentEntry));
  await insertSums(tx, final, engine, data.endUs - HOURS_US);
  const history = payments.flatMap((payment, index) => historyOf(data, payment, from + index));
  for (let at = 0; at < history.length; at += 1_000) await insertHistory(tx, history.slice(at, at + 1_000));
  for (const [index, { id, websiteId, createdAtUs }] of payments.entries()) {
    const n = from + index;
    if (n % CHANGED_EVERY !== 0) continue;
    const person = (n / CHANGED_EVERY) % PEOPLE.length;
    const actor = { kind: 'user', id: `usr_${person}`, name: PEOPLE[person]!, address: '203.0.113.9' } as const;
    const action = ACTIONS[(n / CHANGED_EVERY) % ACTIONS.length]!;
    const subject = { kind: 'payment', id: String(id) } as const;
    await recordChange(tx, { actor, clock: () => createdAtUs }, { action, subject, websiteId, after: { n } });
  }
}

function historyOf(data: Dataset, payment: Payment, n: number): HistoryEntry[] {
  const { id: paymentId, createdAtUs, mode, finishedAtUs } = payment;
  const isWhole = isLong(data, n);
  if (finishedAtUs === null || (createdAtUs < data.endUs - HISTORY_US && !isWhole)) return [];
  const at = (index: number) => ({ paymentId, atUs: createdAtUs + index * 1_000_000, id: `his_${n}_${index}` });
  const steps: HistoryEntry[] = (['opened', 'sent_to_provider', 'returned', 'outcome_seen'] as const).map(
    (name, index) => ({ ...at(2 * index), kind: 'step', step: { name, facts: { place: 'page' } } }),
  );
  const asked = (mode === 'live' ? 2 : 0) + (isWhole ? LONG : 0);
  const exchanges = Array.from({ length: asked }, (_, index): HistoryEntry => {
    const request = `POST /v1/payments\n${JSON.stringify({ amount: 500, orderId: n, token: '…', more: 'x'.repeat(200) })}`;
    const response = JSON.stringify({ status: 'pending', transaction: `PR${n}`, more: 'y'.repeat(300) });
    const exchange = { provider: 'moncash', operation: 'RetrieveOrder', status: 200, error: null, ms: 120 };
    return { ...at(2 * index + 1), kind: 'asked', exchange: { ...exchange, request, response, isProven: null } };
  });
  return [...steps, ...exchanges];
}
