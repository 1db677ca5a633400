import { US_PER_DAY, US_PER_HOUR } from '../../../core/durations.ts';
import type { PaymentMethod } from '../../../core/payment.ts';
import type { Database } from '../../../database/database.ts';
import { storeSize } from '../../../database/store-size.ts';
import { listAuditRows, readAuditHead } from '../../audit/store/audit-log.ts';
import type { DiscrepancyKind } from '../../payments/discrepancies/discrepancy.ts';
import { countDiscrepanciesByKind } from '../../payments/discrepancies/store/discrepancies.ts';
import { countLateChecks } from '../../payments/store/late-checks.ts';
import { countOpenLivePayments } from '../../payments/store/live-payments.ts';
import { countMissing } from '../../payouts/store/outstanding.ts';
import { countOpenLines } from '../../payouts/store/payout-lines.ts';
import { countReceipts } from '../../receipts/store/receipts.ts';
import {
  countReversedSince,
  type OPEN_STATUSES,
  type OpenRefunds,
  readOpenRefunds,
} from '../../refunds/store/count-refunds.ts';
import { countDisputeWork, countOpenDisputes, type WaitingDisputes } from '../../refunds/store/disputes.ts';
import { websitesWithDueDeliveries } from '../../webhooks/store/due-websites.ts';
import { openLivePayments, type WaitingPayment } from './count-work.ts';

/** Counting more than this many overdue payments adds nothing. */
const MOST_OVERDUE = 1_000;
/** Counting more open lines than this adds nothing. */
const MOST_LINES = 1_000;
/** What waits for an operator in payouts. */
export const PAYOUT_WORK = ['open_lines', 'missing_payments'] as const;
/** An overdue payment is counted for each of these times that has passed since its expiry. */
export const OVERDUE_TIMES = ['0h', '1h', '24h'] as const;
type Overdue = Record<(typeof OVERDUE_TIMES)[number], number>;

/**
 * Readings of the work that waits in a store: counts, seconds and bytes, without data that identifies a website or
 * person.
 */
export interface StoreReadings {
  readonly storeBytes: number;
  readonly openLivePayments: ReadonlyMap<PaymentMethod, number>;
  /**
   * How many open live payments of each method are past their expiry by at least each of `OVERDUE_TIMES`. Only the
   * thousand payments that are due for a check next are counted.
   */
  readonly overdueLivePayments: ReadonlyMap<PaymentMethod, Overdue>;
  readonly lateChecks: ReadonlyMap<PaymentMethod, number>;
  /** How many websites have webhooks due, and for how many seconds the oldest of these webhooks has been due. */
  readonly dueDeliveries: { readonly websites: number; readonly seconds: number };
  readonly receipts: { readonly waiting: number; readonly givenUp: number };
  readonly openDiscrepancies: ReadonlyMap<DiscrepancyKind, number>;
  /** Open live refunds, by status. */
  readonly openRefunds: ReadonlyMap<(typeof OPEN_STATUSES)[number], OpenRefunds>;
  /** How many live refunds were reversed in the last day. */
  readonly reversedRefunds: number;
  /** Open lines of statements, up to `MOST_LINES`, and payouts that lack payments of their period. */
  readonly payoutWork: Readonly<Record<(typeof PAYOUT_WORK)[number], number>>;
  /** How many live disputes are open. */
  readonly openDisputes: number;
  /** Live disputes that need attention, for each reason that some have. */
  readonly disputeWork: readonly WaitingDisputes[];
  readonly auditPosition: number;
  /** How long ago the newest backup was written; undefined when there was none. */
  readonly backupAgeSeconds: number | undefined;
}

/** Takes all readings in a few milliseconds, from indexes of waiting work. Throws DatabaseUnavailable. */
export async function readStore(db: Database, nowUs: number): Promise<StoreReadings> {
  const [
    storeBytes,
    open,
    waiting,
    late,
    due,
    receipts,
    discrepancies,
    refunds,
    reversed,
    disputes,
    disputeWork,
    lines,
    missing,
    audit,
    [backup],
  ] = await Promise.all([
    storeSize(db),
    countOpenLivePayments(db),
    openLivePayments(db, { websiteIds: null, most: MOST_OVERDUE }),
    countLateChecks(db),
    websitesWithDueDeliveries(db, nowUs),
    countReceipts(db, nowUs - US_PER_DAY),
    countDiscrepanciesByKind(db),
    readOpenRefunds(db),
    countReversedSince(db, nowUs - US_PER_DAY),
    countOpenDisputes(db),
    countDisputeWork(db, nowUs),
    countOpenLines(db, MOST_LINES),
    countMissing(db),
    readAuditHead(db),
    listAuditRows(db, { action: 'store.backup', limit: 1 }),
  ]);
  const dueForUs = due[0] ? nowUs - due[0].due_at_us : 0;
  return {
    storeBytes,
    openLivePayments: open,
    overdueLivePayments: countOverdue(waiting, nowUs),
    lateChecks: late,
    dueDeliveries: { websites: due.length, seconds: Math.max(0, dueForUs / 1e6) },
    receipts,
    openDiscrepancies: discrepancies,
    openRefunds: refunds,
    reversedRefunds: reversed,
    payoutWork: { open_lines: lines.count, missing_payments: missing.count },
    openDisputes: disputes,
    disputeWork,
    auditPosition: audit?.position ?? 0,
    backupAgeSeconds: backup && Math.max(0, (nowUs - backup.atUs) / 1e6),
  };
}

function countOverdue(waiting: readonly WaitingPayment[], nowUs: number): Map<PaymentMethod, Overdue> {
  const counts = new Map<PaymentMethod, Overdue>();
  for (const { method, expiresAtUs } of waiting) {
    const before = counts.get(method) ?? { '0h': 0, '1h': 0, '24h': 0 };
    const isOver = (hours: number) => Number(expiresAtUs < nowUs - hours * US_PER_HOUR);
    counts.set(method, {
      '0h': before['0h'] + isOver(0),
      '1h': before['1h'] + isOver(1),
      '24h': before['24h'] + isOver(24),
    });
  }
  return counts;
}
