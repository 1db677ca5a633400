import { isDeepStrictEqual } from 'node:util';
import type { Refund } from '../../../core/refund.ts';
import type { Reader } from '../../../database/read-only-store.ts';
import { feeEntry } from '../../fees/fee-rule.ts';
import { listRuledPayments } from '../../fees/store/fee-rules.ts';
import { type Entry, entryName } from '../../ledger/entry.ts';
import { listEntries, readLedgerFill } from '../../ledger/store/postings.ts';
import { caseLines, isOfCase, postedLines } from '../../payments/discrepancies/case-money.ts';
import { type LedgerCase, listLedgerCases } from '../../payments/discrepancies/store/ledger-cases.ts';
import { listPostedLines } from '../../payouts/store/payout-lines.ts';
import { listHandPayouts } from '../../payouts/store/payouts.ts';
import { disputeEntry, disputeEvents, refundEntry, refundEvents } from '../../refunds/refund-entries.ts';
import { listDisputesBetween } from '../../refunds/store/disputes.ts';
import { listRefundsBetween } from '../../refunds/store/refunds.ts';
import { checkPayoutEntries } from './check-payouts.ts';
import type { FaultLog } from './fault-log.ts';
import { listFaultyEntries, listRefundedPayments, listStrayLines, type StrayLine } from './store/ledger-rows.ts';
import type { IdRange } from './store/payment-pages.ts';

/** The entries about the payments of a range, and all data that determines them, from one snapshot. */
export async function readLedgerPage(reader: Reader, { after, through }: IdRange) {
  // Entries about no payment have the number 0.
  const range = { after: after === 0 ? -1 : after, through };
  return {
    faulty: await listFaultyEntries(reader, range),
    strays: await listStrayLines(reader, range),
    entries: await listEntries(reader, { ...range, isBesides: true }),
    refunds: await listRefundsBetween(reader, range),
    storedIds: new Set(await listRefundedPayments(reader, range)),
    cases: await listLedgerCases(reader, range),
    disputes: await listDisputesBetween(reader, range),
    ruled: await listRuledPayments(reader, range),
    lines: await listPostedLines(reader, range),
    payouts: after === 0 ? await listHandPayouts(reader) : [],
    /** Payments before this one may not be posted yet. */
    filledFrom: (await readLedgerFill(reader)) ?? 0,
  };
}

type LedgerPage = Awaited<ReturnType<typeof readLedgerPage>>;

/**
 * Compares entries with their events. A live payment with an entry that is not stored may be in an archive:
 * `archivedBeforeUs` is the time before which payments may have been removed.
 */
export function checkLedgerPage(faults: FaultLog, page: LedgerPage, archivedBeforeUs: number): void {
  const isArchived = ({ mode, atUs, status }: Pick<StrayLine, 'mode' | 'atUs' | 'status'>) =>
    status === null && mode === 'live' && atUs < archivedBeforeUs;
  for (const { id, fault } of page.faulty) {
    if (fault !== 'missing' || id >= page.filledFrom) faults.add(`ledger_${fault}`, id);
  }
  for (const { about, mode, atUs, status } of page.strays) {
    if (status === 'completed') faults.add('ledger_unbalanced', about, 'it has more than two lines');
    else if (status !== null) faults.add('ledger_unfounded', about, `the payment is ${status}`);
    else if (!isArchived({ mode, atUs, status })) {
      faults.add('ledger_unfounded', about, 'the payment does not exist');
    }
  }
  const byEvent = new Map(page.entries.map((entry) => [`${entry.about} ${entry.event}`, entry]));
  for (const entry of page.entries) {
    if (!isBalanced(entry)) faults.add('ledger_unbalanced', entry.about, entryName(entry));
  }
  const explained = new Set<Entry>();
  const archived = new Set(page.strays.filter(isArchived).map(({ about }) => about));
  const take = (wanted: Pick<Entry, 'about' | 'event'>) => {
    const found = byEvent.get(`${wanted.about} ${wanted.event}`);
    if (found) explained.add(found);
    return found;
  };
  for (const refund of page.refunds) checkRefund(faults, page, refund, take);
  for (const dispute of page.disputes) {
    for (const event of disputeEvents(dispute)) checkEntry(faults, disputeEntry(dispute, event), take);
  }
  for (const each of page.cases) checkCase(faults, page, each, explained);
  checkFees(faults, page, take);
  checkPayoutEntries({ faults, take, isBalanced }, page);
  for (const entry of page.entries) {
    if (!explained.has(entry) && !archived.has(entry.about))
      faults.add('ledger_unfounded', entry.about, entryName(entry));
  }
}

function checkRefund(
  faults: FaultLog,
  { storedIds }: LedgerPage,
  refund: Refund,
  take: (wanted: Entry) => Entry | undefined,
): void {
  const isDeleted = refund.mode === 'test' && !storedIds.has(refund.paymentId);
  for (const event of refundEvents(refund)) {
    const wanted = refundEntry(refund, event);
    const found = take(wanted);
    if (!found) {
      if (!isDeleted) faults.add('ledger_missing', refund.paymentId, entryName(wanted));
      continue;
    }
    // A reversal replaces the time of the success.
    const atUs = refund.status === 'reversed' && event === 'succeeded' ? found.atUs : wanted.atUs;
    if (isBalanced(found) && !isDeepStrictEqual(found, { ...wanted, atUs })) {
      faults.add('ledger_mismatch', refund.paymentId, entryName(wanted));
    }
  }
}

/** A payment that completed while a rule counted has the fee of this rule. */
function checkFees(faults: FaultLog, { ruled }: LedgerPage, take: (wanted: Entry) => Entry | undefined): void {
  for (const { payment, rule } of ruled) {
    const wanted = feeEntry(rule, payment);
    if (wanted) checkEntry(faults, wanted, take);
  }
}

/** Compares an entry that must be posted with the posted one. */
function checkEntry(faults: FaultLog, wanted: Entry, take: (wanted: Entry) => Entry | undefined): void {
  const found = take(wanted);
  if (!found) faults.add('ledger_missing', wanted.about, entryName(wanted));
  else if (isBalanced(found) && !isDeepStrictEqual(found, wanted)) {
    faults.add('ledger_mismatch', wanted.about, entryName(wanted));
  }
}

function checkCase(
  faults: FaultLog,
  { entries, filledFrom }: LedgerPage,
  each: LedgerCase,
  explained: Set<Entry>,
): void {
  const { id, payment } = each;
  const own = entries.filter((entry) => entry.about === payment.id && isOfCase(entry, each));
  for (const entry of own) explained.add(entry);
  const name = `discrepancy:${id}`;
  if (own.length === 0 && payment.id < filledFrom) return;
  if (own.some((entry) => !isBalanced(entry))) return;
  const lines = caseLines(each);
  if (own.length === 0 && lines.length > 0) {
    faults.add('ledger_missing', payment.id, name);
    return;
  }
  const isTheirs = own.every(({ websiteId, mode }) => websiteId === payment.websiteId && mode === payment.mode);
  if (!isTheirs || !isDeepStrictEqual(postedLines(own), lines)) {
    faults.add('ledger_mismatch', payment.id, name);
  }
}

/** Whether the lines of an entry sum to zero in each currency. */
function isBalanced({ lines }: Entry): boolean {
  const sums = new Map<string, number>();
  for (const { money } of lines) sums.set(money.currency, (sums.get(money.currency) ?? 0) + money.amountMinor);
  return lines.length > 1 && [...sums.values()].every((sum) => sum === 0);
}
