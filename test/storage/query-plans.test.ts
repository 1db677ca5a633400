import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { SHOPS } from '../../bench/growth/dataset.ts';
import { fillBatch } from '../../bench/growth/fill-batch.ts';
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '../../src/core/payment.ts';
import { rescheduleFarTimes } from '../../src/database/clock/far-times.ts';
import type { Database } from '../../src/database/database.ts';
import { sqliteText } from '../../src/database/sqlite/sqlite-connection.ts';
import {
  findAuditRow,
  listAuditChain,
  listAuditRows,
  listAuditRowsOf,
} from '../../src/features/audit/store/audit-log.ts';
import { SESSION_STATUSES } from '../../src/features/checkout/session.ts';
import * as sessions from '../../src/features/checkout/store/sessions.ts';
import { listNewestSessions } from '../../src/features/checkout/store/sessions.ts';
import { deliverySources } from '../../src/features/exports/store/delivery-sources.ts';
import { paymentSources } from '../../src/features/exports/store/payment-sources.ts';
import { subscriptionSource } from '../../src/features/exports/store/subscription-source.ts';
import { listRuledPayments, listUpcomingRules } from '../../src/features/fees/store/fee-rules.ts';
import * as postings from '../../src/features/ledger/store/postings.ts';
import * as linkPayments from '../../src/features/links/store/link-payments.ts';
import { correctLinkPayments } from '../../src/features/links/store/recount-link.ts';
import { listFirstPayments, listOpenDiscrepancies } from '../../src/features/notifications/store/news-rows.ts';
import {
  deliverySpan,
  failingDeliveries,
  givenUpReceipts,
  openLivePayments,
  readMerchantSteps,
} from '../../src/features/operations/store/count-work.ts';
import { lastExhaustedAtUs, listDismissals } from '../../src/features/operations/store/dismissals.ts';
import { readEndpointTimes } from '../../src/features/operations/store/website-health.ts';
import {
  closeDiscrepancy,
  closeShown,
  closeUndone,
  closeWonDispute,
  discrepancyMarksOf,
  findDiscrepancy,
  hasMoneyAfterFailure,
  isUnshown,
  listDiscrepancies,
  listDiscrepancyPage,
  oldestOpenDiscrepancyUs,
  sumOpenDiscrepancies,
} from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import * as ledgerCases from '../../src/features/payments/discrepancies/store/ledger-cases.ts';
import {
  listNotes,
  listPaymentHistory,
  listSteps,
} from '../../src/features/payments/history/store/list-payment-history.ts';
import * as history from '../../src/features/payments/history/store/write-history.ts';
import { claimDuePayments } from '../../src/features/payments/store/claim-due-payments.ts';
import { deleteEventsOf, deleteOldEvents, listFeed } from '../../src/features/payments/store/events.ts';
import {
  findAmong,
  findNeighbours,
  findPaymentsByText,
  totalsByText,
} from '../../src/features/payments/store/find-by-text.ts';
import * as find from '../../src/features/payments/store/find-payment.ts';
import { holdPayment } from '../../src/features/payments/store/find-payment.ts';
import { findPayments, scanOf } from '../../src/features/payments/store/find-payments.ts';
import { findPaymentsOfLink, stepOf } from '../../src/features/payments/store/find-payments-of-link.ts';
import { finishPayment, startProcessing } from '../../src/features/payments/store/finish-payment.ts';
import { claimLateChecks } from '../../src/features/payments/store/late-checks.ts';
import { fillLedger } from '../../src/features/payments/store/ledger-fill.ts';
import {
  listByReference,
  listNewestPayments,
  readPayments,
} from '../../src/features/payments/store/list-newest-payments.ts';
import {
  countOpenLivePayments,
  hasLivePayments,
  listLivePayments,
} from '../../src/features/payments/store/live-payments.ts';
import { deletePayments, findOldPayments, listOldPayments } from '../../src/features/payments/store/old-payments.ts';
import { listPayments, listPaymentsBefore } from '../../src/features/payments/store/payment-list.ts';
import {
  findFirstSummedDay,
  readPaymentSums,
  readWebsiteSums,
} from '../../src/features/payments/store/payment-sums.ts';
import { deleteHourSums, fillSums, hasHoursBefore } from '../../src/features/payments/store/payment-sums-fill.ts';
import * as terms from '../../src/features/payments/store/payment-terms.ts';
import { totalsOf } from '../../src/features/payments/store/payment-totals.ts';
import { refundedPaymentsOf } from '../../src/features/payments/store/refunded-payments.ts';
import { updateProviderData } from '../../src/features/payments/store/update-provider-data.ts';
import type { PayoutLine } from '../../src/features/payouts/payout.ts';
import { findDuePayout } from '../../src/features/payouts/store/due-payout.ts';
import * as candidates from '../../src/features/payouts/store/match-candidates.ts';
import { countMissing, findUncounted, outstandingOf } from '../../src/features/payouts/store/outstanding.ts';
import { isRefundPaidOut } from '../../src/features/payouts/store/paid-out.ts';
import * as payoutLines from '../../src/features/payouts/store/payout-lines.ts';
import { findByReference, listPayouts } from '../../src/features/payouts/store/payouts.ts';
import * as feedEnds from '../../src/features/reconciliation/books/store/feed-ends.ts';
import { readKeptSums, sumFinalPayments } from '../../src/features/reconciliation/books/store/final-sums.ts';
import * as ledgerRows from '../../src/features/reconciliation/books/store/ledger-rows.ts';
import { findNextLivePayment } from '../../src/features/reconciliation/books/store/live-days.ts';
import * as missing from '../../src/features/reconciliation/books/store/missing-rows.ts';
import * as orderFaults from '../../src/features/reconciliation/books/store/order-faults.ts';
import {
  listFaultyPayments,
  listLargeConversions,
} from '../../src/features/reconciliation/books/store/payment-faults.ts';
import {
  findPageEnd,
  isKnownPayment,
  readLastPaymentId,
} from '../../src/features/reconciliation/books/store/payment-pages.ts';
import * as paymentRows from '../../src/features/reconciliation/books/store/payment-rows.ts';
import { listStoredBodies } from '../../src/features/reconciliation/books/store/payment-rows.ts';
import { listMisfitLines, sumPayoutLines } from '../../src/features/reconciliation/books/store/payout-faults.ts';
import { recountPayments } from '../../src/features/reconciliation/books/store/recount.ts';
import * as recurringFaults from '../../src/features/reconciliation/books/store/recurring-faults.ts';
import * as refundCounts from '../../src/features/refunds/store/count-refunds.ts';
import * as disputes from '../../src/features/refunds/store/disputes.ts';
import { handOverLine } from '../../src/features/refunds/store/hand-over-line.ts';
import { listFeedWithRefunds } from '../../src/features/refunds/store/refund-events.ts';
import * as refunds from '../../src/features/refunds/store/refunds.ts';
import * as returned from '../../src/features/refunds/store/returned-money.ts';
import * as apiRequests from '../../src/features/requests/store/api-requests.ts';
import { countOpenPaymentsBefore } from '../../src/features/secrets/store/sealed-texts.ts';
import * as charges from '../../src/features/subscriptions/store/charges.ts';
import { claimDeliveries } from '../../src/features/webhooks/store/claim-deliveries.ts';
import {
  deleteDeliveriesOf,
  deleteOldDeliveries,
  holdDeliveriesOf,
} from '../../src/features/webhooks/store/delete-old-deliveries.ts';
import { sampleDeliveryLags } from '../../src/features/webhooks/store/delivery-lags.ts';
import { listDeliveryPage } from '../../src/features/webhooks/store/delivery-page.ts';
import { DELIVERY_STATUSES } from '../../src/features/webhooks/store/delivery-table.ts';
import { recordAttempts } from '../../src/features/webhooks/store/delivery-tries.ts';
import { rescheduleFarDeliveries, websitesWithDueDeliveries } from '../../src/features/webhooks/store/due-websites.ts';
import {
  findDelivery,
  findPaymentDelivery,
  listDeliveries,
} from '../../src/features/webhooks/store/list-deliveries.ts';
import {
  countDeliveryRange,
  isRestartPending,
  listDeliveryRange,
  restartDeliveries,
  restartDelivery,
} from '../../src/features/webhooks/store/restart-deliveries.ts';
import { listKeyNames } from '../../src/features/websites/store/api-keys.ts';
import { secretBox } from '../../src/platform/secrets/secrets.ts';
import { onBothEngines } from '../support/engines.ts';
import {
  type AskedStatement,
  fullScans,
  isPlannedAgain,
  LARGE,
  leadingColumns,
  planOf,
  recording,
} from '../support/query-plans.ts';
import { openTestStore, type Seed, seed, sqliteFile, type TestStore } from '../support/store.ts';

/** Enough payments for every kind of row, and for PostgreSQL to prefer the right index. */
const PAYMENTS = 3_000;
const END_US = 1_790_000_000_000_000;
/** A line of a payout that was not matched. */
const PAYOUT_LINE: PayoutLine = {
  ...{ payoutId: 'po_1', line: 1, kind: 'payment', reference: '1', amountMinor: 1, feeMinor: null, currency: 'HTG' },
  ...{ atUs: null, state: 'only_theirs', reason: 'no_payment', paymentId: null, refundId: null, websiteId: null },
  ...{ replacedMinor: null, decidedAtUs: 1, reversedAtUs: null, note: null, notedBy: null },
};

interface Sample {
  readonly websiteId: string;
  readonly apiKeyId: string;
  readonly id: number;
}

/** Calls of each function of the storage that reads or changes payments, deliveries or events, with all its filters. */
function calls(db: Database, { websiteId, apiKeyId, id }: Sample): Record<string, () => Promise<unknown>> {
  const each = async <T>(values: readonly T[], work: (value: T) => Promise<unknown>) => {
    for (const value of values) await work(value);
  };
  const statuses = [undefined, ...PAYMENT_STATUSES];
  const filters = statuses.flatMap((status) =>
    [undefined, ...PAYMENT_METHODS].flatMap((method) => [
      { apiKeyId, status, method },
      { apiKeyId, status, method, fromDay: 20_000, toDay: 20_700 },
    ]),
  );
  const scope = { websiteId, mode: 'test' } as const;
  const age = { createdBeforeUs: END_US, finishedBeforeUs: END_US };
  const due = { nowUs: END_US, leaseUntilUs: END_US, limit: 5 };
  const ids = {
    after: 0,
    through: id,
    fromUs: 1,
    scheduled: 11,
    failedFromUs: 1,
    latestUs: END_US,
    checkedByUs: END_US,
  };
  const subscriptions = { after: '', through: 'sub_1', endedFromUs: 1 };
  return {
    readLastPaymentId: () => readLastPaymentId(db),
    isKnownPayment: () => isKnownPayment(db, 1),
    findPageEnd: () => findPageEnd(db, ids, 5),
    listFaultyPayments: () => listFaultyPayments(db, ids),
    listWithoutEvent: () => missing.listWithoutEvent(db, ids),
    listWithoutDelivery: () => missing.listWithoutDelivery(db, ids),
    listOrphans: () => missing.listOrphans(db, ids),
    listFaultyAttempts: () => paymentRows.listFaultyAttempts(db, ids),
    listUnfoundedReceipts: () => paymentRows.listUnfoundedReceipts(db, ids),
    listUnfoundedLateChecks: () => paymentRows.listUnfoundedLateChecks(db, ids),
    listWithoutLateCheck: () => paymentRows.listWithoutLateCheck(db, ids),
    listWithoutDiscrepancy: () => paymentRows.listWithoutDiscrepancy(db, ids),
    listLargeConversions: () => listLargeConversions(db, ids),
    listStoredBodies: () => listStoredBodies(db, ids, 5),
    listWithoutSubscription: () => recurringFaults.listWithoutSubscription(db, ids),
    listStoppedWithoutFailure: () => recurringFaults.listStoppedWithoutFailure(db, subscriptions),
    listUnlistedLinkPayments: () => orderFaults.listUnlistedLinkPayments(db, ids),
    listLinksWithoutPayment: () => orderFaults.listLinksWithoutPayment(db, ids),
    sumFinalPayments: () => sumFinalPayments(db, ids),
    readKeptSums: () => readKeptSums(db, websiteId),
    recountPayments: () => recountPayments(db, { apiKeyId, fromDay: 1, toDay: 5 }),
    readFeedEnds: () => feedEnds.readFeedEnds(db, websiteId),
    findFeedGap: () => feedEnds.findFeedGap(db, websiteId, 5),
    findNextLivePayment: () => findNextLivePayment(db, 1),
    listUnfoundedSubscriptions: () => recurringFaults.listUnfoundedSubscriptions(db, subscriptions),
    listFaultyCharges: () => recurringFaults.listFaultyCharges(db, subscriptions),
    listMissingPeriods: () => recurringFaults.listMissingPeriods(db, subscriptions),
    listChargedCycles: () => recurringFaults.listChargedCycles(db, subscriptions),
    listPayments: () =>
      each(filters, async (filter) => {
        await listPayments(db, filter, { page: 1, perPage: 5 });
        await listPayments(db, filter, { page: 9, perPage: 5 });
      }),
    listPaymentsBefore: () => each(filters, (filter) => listPaymentsBefore(db, filter, { limit: 5 })),
    listPaymentsOfReference: () =>
      each(filters, async (filter) => {
        const ofReference = { ...scope, reference: 'order-1' };
        await listPayments(db, { ...filter, ofReference }, { page: 2, perPage: 5 });
        await listPaymentsBefore(db, { ...filter, ofReference }, { limit: 5 });
      }),
    listNewestPayments: () =>
      each(statuses, async (status) => {
        for (const owner of [undefined, websiteId]) {
          for (const beforeId of [undefined, id]) {
            await listNewestPayments(db, { websiteId: owner, status, beforeId, limit: 5 });
            for (const method of PAYMENT_METHODS) {
              const time = { fromUs: 0, toUs: END_US };
              await listNewestPayments(db, {
                websiteId: owner,
                mode: 'test',
                status,
                method,
                beforeId,
                ...time,
                limit: 5,
              });
            }
          }
        }
      }),
    listByReference: () =>
      each([undefined, websiteId], async (owner) => {
        await listByReference(db, 'order-1', { websiteId: owner, limit: 5 });
        const time = { fromUs: 0, toUs: END_US };
        await listByReference(db, 'order-1', { websiteId: owner, mode: 'test', beforeId: id, ...time, limit: 5 });
      }),
    findPayments: () =>
      each([undefined, [websiteId]], async (websiteIds) => {
        for (const status of [undefined, 'completed', 'pending'] as const) {
          for (const method of [undefined, 'card'] as const) {
            const rare = { currency: 'USD', fromMinor: 1, toMinor: 10_000 } as const;
            const time = { fromUs: 0, toUs: END_US, beforeId: id };
            await findPayments(db, { websiteIds, status, method, ...rare, limit: 5 }, 50);
            await findPayments(db, { websiteIds, status, method, ...time, isRecurring: false, limit: 5 }, 50);
          }
        }
        await findPayments(db, { websiteIds, failureReason: 'expired_card', isRecurring: true, limit: 5 });
        const oldest = { isOldestFirst: true, fromUs: 0, beforeId: id, limit: 5 } as const;
        await findPayments(db, { websiteIds, ...oldest });
        await findPayments(db, { websiteIds, ...oldest, status: 'completed' });
        await findPayments(db, { websiteIds, ...oldest, method: 'card', currency: 'USD' }, 50);
        await findPayments(db, { websiteIds, apiKeyId, limit: 5 });
      }),
    scanOf: async () => {
      const scan = await scanOf(db, { websiteIds: [websiteId], status: 'processing', limit: 5 }, 5);
      await scan.rows('id, customer_name');
      await scan.count();
      await scan.sums(() => []);
      await scan.endedAt();
    },
    readPayments: () => readPayments(db, [{ created_at_us: 1, id }]),
    findPaymentsOfLink: async () => {
      await findPaymentsOfLink(db, 'lnk_1', { limit: 5 });
      const filter = { websiteIds: [websiteId], status: 'failed', currency: 'HTG', fromUs: 0, toUs: END_US } as const;
      await findPaymentsOfLink(db, 'lnk_1', { ...filter, apiKeyId, beforeId: id, limit: 5 });
      await findPaymentsOfLink(db, 'lnk_1', { ...filter, beforeId: id, isOldestFirst: true, limit: 5 });
    },
    stepOf: () => stepOf(db, 'lnk_1', {}, { limit: 5 }),
    findPaymentsByText: () =>
      each(
        [
          'order-1',
          String(id),
          String(id).slice(0, 5),
          '0001',
          'PR1',
          '+509 37 00 0001',
          'marie.ange@example.com',
          'Marie',
        ],
        async (text) => {
          await findPaymentsByText(db, { limit: 5 }, text);
          const more = {
            mode: 'live',
            method: 'card',
            status: 'failed',
            fromUs: 0,
            toUs: END_US,
            beforeId: id,
          } as const;
          await findPaymentsByText(db, { websiteIds: [websiteId], apiKeyId, ...more, fromMinor: 5, limit: 5 }, text);
        },
      ),
    findNeighbours: () => each(['', 'Marie'], (text) => findNeighbours(db, { websiteIds: [websiteId] }, text, id)),
    findAmong: () => each(['', 'Marie'], (text) => findAmong(db, { websiteIds: [websiteId], fromUs: 0 }, text, [id])),
    sumReturned: () =>
      each([undefined, [websiteId]], (websiteIds) =>
        returned.sumReturned(db, { websiteIds, mode: 'test', fromUs: 1, toUs: END_US }),
      ),
    returnedOf: () => returned.returnedOf(db, [id]),
    returnedOfFilter: async () => {
      await returned.returnedOfFilter(db, {}, '');
      const filter = { websiteIds: [websiteId], websiteId, mode: 'test', method: 'card', fromUs: 1 } as const;
      await returned.returnedOfFilter(db, filter, 'Marie');
    },
    totalsByText: () => totalsByText(db, { websiteIds: [websiteId], status: 'failed', fromMinor: 5 }, '0001'),
    totalsOf: () =>
      each(['lnk_1', undefined], async (linkId) => {
        await totalsOf(db, { linkId });
        const filter = { websiteIds: [websiteId], status: 'failed', currency: 'HTG', fromUs: 0, toUs: END_US } as const;
        await totalsOf(db, { ...filter, linkId });
      }),
    findByTerm: () => terms.findByTerm(db, { websiteIds: [websiteId], term: { from: 'end', text: '2401' } }, 5),
    listWithoutTerms: () => terms.listWithoutTerms(db, { after: 0, through: id }),
    fillTerms: () => db.transaction((tx) => terms.fillTerms(tx, 5)),
    discrepancyMarksOf: () => discrepancyMarksOf(db, [id]),
    closeDiscrepancy: () => db.transaction((tx) => closeDiscrepancy(tx, 'dsc_1', 'done', 1)),
    listLedgerCases: () => ledgerCases.listLedgerCases(db, ids),
    deleteEntriesAbout: () => db.transaction((tx) => postings.deleteEntriesAbout(tx, [1])),
    listEntries: () => each([true, false], (isBesides) => postings.listEntries(db, { ...ids, isBesides })),
    balancesAt: () => postings.balancesAt(db, { ...scope, fromUs: 1, toUs: 5 }),
    sumPeriod: () => postings.sumPeriod(db, { ...scope, fromUs: 1, toUs: 5 }),
    sumKinds: () => postings.sumKinds(db, { ...scope, fromUs: 1, toUs: 5 }),
    firstEntryUs: () => postings.firstEntryUs(db, scope),
    lastEntryUs: () => postings.lastEntryUs(db, scope, END_US),
    fillLedger: () => db.transaction((tx) => fillLedger(tx, 5)),
    listFaultyEntries: () => ledgerRows.listFaultyEntries(db, ids),
    listStrayLines: () => ledgerRows.listStrayLines(db, ids),
    listUpcomingRules: () => listUpcomingRules(db, { ...scope, afterUs: 1, limit: 5 }),
    listRuledPayments: () => listRuledPayments(db, ids),
    listLines: () =>
      each([true, false], (isOpen) =>
        payoutLines.listLines(db, 'po_1', { state: 'matched', isOpen, after: 1, limit: 5 }),
      ),
    findLine: () => payoutLines.findLine(db, 'po_1', 2),
    findDuePayout: () => findDuePayout(db),
    saveLines: () => db.transaction((tx) => payoutLines.saveLines(tx, [PAYOUT_LINE])),
    listDueLines: () => db.transaction((tx) => payoutLines.listDueLines(tx, 'po_1', 5)),
    reopenLines: () => db.transaction((tx) => payoutLines.reopenLines(tx, 'po_1')),
    reverseLines: () => db.transaction((tx) => payoutLines.reverseLines(tx, 'po_1')),
    isRefundPaidOut: () => isRefundPaidOut(db, 'rfd_1'),
    countLines: () => payoutLines.countLines(db, ['po_1', 'po_2']),
    countOpenLines: () => payoutLines.countOpenLines(db, 5),
    listPayouts: () =>
      each(['open', 'missing', 'waiting', 'matched', 'reversed'] as const, async (state) => {
        const before = { createdAtUs: 1, id: 'po_1' };
        await listPayouts(db, { state, websiteId, fromUs: 1, toUs: END_US, before, isOldestFirst: true, limit: 5 });
        await listPayouts(db, { state, method: 'card', limit: 5 });
      }),
    findUncounted: () => findUncounted(db, { endedBeforeUs: 5, missingSinceUs: 4, noneSinceUs: 3, oldestUs: 1 }),
    outstandingOf: () => outstandingOf(db, ['po_1']),
    countMissing: () => countMissing(db),
    findByReference: () => findByReference(db, { method: 'card', reference: 'a' }),
    listLastLines: () =>
      each([undefined, 2], (before) =>
        payoutLines.listLastLines(db, 'po_1', { websiteId, state: 'matched', before, limit: 5 }),
      ),
    listPostedLines: () => payoutLines.listPostedLines(db, ids),
    listOnlyOurs: () => payoutLines.listOnlyOurs(db, { method: 'card', currency: 'HTG', fromUs: 1, toUs: END_US }, 5),
    paymentsByRef: () => db.transaction((tx) => candidates.paymentsByRef(tx, 'card', ['a', 'b'])),
    matchedBefore: () =>
      db.transaction((tx) => candidates.matchedBefore(tx, { paymentIds: [1, 2], refundIds: ['a', 'b'] })),
    handOverLine: () => db.transaction((tx) => handOverLine(tx, 'a', 'b')),
    ruleFees: () => db.transaction((tx) => candidates.ruleFees(tx, 'card', [1, 2])),
    sumPayoutLines: () => sumPayoutLines(db, 'po_1'),
    listMisfitLines: () => listMisfitLines(db, 'po_1'),
    listRefundedPayments: () => ledgerRows.listRefundedPayments(db, ids),
    listSteps: () => listSteps(db, [id]),
    refundedPaymentsOf: () => refundedPaymentsOf(db, [id]),
    listLivePayments: () => listLivePayments(db, { fromUs: 0, toUs: END_US, limit: 5 }),
    findPaymentOfForm: () => linkPayments.findPaymentOfForm(db, 'form'),
    listPaymentsOfLink: () =>
      each([undefined, id], async (beforeId) => {
        await linkPayments.listPaymentsOfLink(db, { linkId: 'lnk_1', beforeId, limit: 5 });
      }),
    findSession: () => sessions.findSession(db, 'cos_1'),
    findSessionByCode: () => sessions.findSessionByCode(db, 'x'),
    findSessionOfPayment: () =>
      sessions.findSessionOfPayment(db, { id, metadata: '{"checkout_session":"cos_1"}' }).then(() => {}),
    listPaymentsOfSession: () => sessions.listPaymentsOfSession(db, 'cos_1'),
    reserveAttempt: () =>
      db.transaction((tx) => sessions.reserveAttempt(tx, { sessionId: 'cos_1', mostOpen: 0, nowUs: 1 })),
    listNewestSessions: async () => {
      const before = { createdAtUs: 1, id: 'cos_1' };
      await listNewestSessions(db, { websiteId, mode: 'test', before, limit: 5 });
      await listNewestSessions(db, { mode: 'test', reference: 'order-1', limit: 5 });
      await listNewestSessions(db, { websiteIds: [websiteId], mode: 'live', fromUs: 1, toUs: END_US, limit: 5 });
      for (const is of SESSION_STATUSES) {
        await listNewestSessions(db, { mode: 'test', status: { is, nowUs: 1 }, isOldestFirst: true, before, limit: 5 });
      }
    },
    deleteUnusedSessions: () => db.transaction((tx) => sessions.deleteUnusedSessions(tx, END_US, 5)),
    setSessionCancelled: () => db.transaction((tx) => sessions.setSessionCancelled(tx, 'cos_1', 1)),
    listFaultySessionPayments: () => orderFaults.listFaultySessionPayments(db, ids),
    listFaultyLinkPayments: () => orderFaults.listFaultyLinkPayments(db, ids),
    findRefund: () => refunds.findRefund(db, 'rfd_1'),
    listRefundsOf: () => refunds.listRefundsOf(db, id),
    listNewestRefunds: async () => {
      const before = { createdAtUs: 1, id: 'rfd_1' };
      await refunds.listNewestRefunds(db, { websiteId, mode: 'test', before, limit: 5 });
      await refunds.listNewestRefunds(db, { status: 'requested', limit: 5 });
      await refunds.listNewestRefunds(db, { paymentId: id, limit: 5 });
      const page = { websiteIds: [websiteId], mode: 'live', status: 'manual', fromUs: 1, toUs: END_US } as const;
      await refunds.listNewestRefunds(db, { ...page, before, isOldestFirst: true, limit: 5 });
      await refunds.listNewestRefunds(db, { mode: 'live', method: 'card', limit: 5 });
    },
    listRequests: async () => {
      const before = { atUs: 1, requestId: 'req_1' };
      await apiRequests.listRequests(db, { websiteId, mode: 'test', before, limit: 5 });
      const filter = { websiteId, mode: 'test', statusClass: '4xx', error: 'validation_error', fromUs: 1 } as const;
      await apiRequests.listRequests(db, { ...filter, toUs: END_US, before, isOldestFirst: true, limit: 5 });
      await apiRequests.listRequests(db, { requestId: 'req_1', limit: 5 });
      await apiRequests.listRequests(db, { keyId: apiKeyId, limit: 5 });
      await apiRequests.listRequests(db, { limit: 5 });
    },
    listOldest: () => apiRequests.listOldest(db, { beforeUs: 1, limit: 5 }),
    removeOldestOfKey: () => db.transaction((tx) => apiRequests.removeOldestOfKey(tx, apiKeyId, 5)),
    removeRequests: () => db.transaction((tx) => apiRequests.removeRequests(tx, [{ api_key_id: apiKeyId, number: 1 }])),
    listNewestDisputes: async () => {
      const before = { createdAtUs: 1, id: 'dsp_1' };
      await disputes.listNewestDisputes(db, { websiteId, mode: 'live', before, limit: 5 });
      await disputes.listNewestDisputes(db, { websiteIds: [websiteId], state: 'opened', limit: 5 });
      await disputes.listNewestDisputes(db, { paymentId: id, limit: 5 });
      await disputes.listNewestDisputes(db, { work: { kind: 'evidence_due', nowUs: 1 }, limit: 5 });
    },
    countDisputeWork: () => each([null, [websiteId]], (websiteIds) => disputes.countDisputeWork(db, 1, websiteIds)),
    countOpenDisputes: () => disputes.countOpenDisputes(db),
    listDisputesBetween: () => disputes.listDisputesBetween(db, ids),
    findDispute: () => disputes.findDispute(db, 'dsp_1'),
    closeShown: () => db.transaction((tx) => closeShown(tx, { id, method: 'moncash', providerRef: 'x' }, 1)),
    isUnshown: () => isUnshown(db, { id, method: 'moncash', providerRef: 'x' }),
    closeUndone: () => db.transaction((tx) => closeUndone(tx, 'dsc_1', 'refund_failed', 1)),
    closeWonDispute: () =>
      db.transaction((tx) => closeWonDispute(tx, { method: 'card', providerRef: 'du_1', paymentId: id }, 1)),
    countWaitingRefunds: () =>
      each([null, [websiteId]], async (websiteIds) => {
        for (const status of ['requested', 'manual', 'unknown', 'sent'] as const)
          await refundCounts.countWaitingRefunds(db, status, { websiteIds, most: 5 });
      }),
    readKeptRefunds: () => refundCounts.readKeptRefunds(db, { beforeUs: END_US, most: 5 }),
    countReversedRefunds: () =>
      each([null, [websiteId]], (websiteIds) => refundCounts.countReversedRefunds(db, websiteIds)),
    readRefundMoney: () => refunds.readRefundMoney(db, id),
    readRefunded: () => refunds.readRefunded(db, [id, id + 1]),
    moveUpNextStep: () => db.transaction((tx) => refunds.moveUpNextStep(tx, id, { nowUs: 1, afterUs: 2 })),
    claimDueRefunds: () => refunds.claimDueRefunds(db, { ...due, mode: 'live', farUs: END_US }),
    hasDueRefunds: () => refunds.hasDueRefunds(db, { mode: 'live', nowUs: 1, farUs: END_US }),
    isRefundRefTaken: () =>
      refunds.isRefundRefTaken(
        db,
        { id: 'rfd_1', method: 'card', mode: 'live', paymentId: id, amountMinor: 5 },
        're_1',
      ),
    findPayment: () => find.findPayment(db, id),
    findPaymentInScope: () => find.findPaymentInScope(db, scope, id),
    findShownPayment: () => find.findShownPayment(db, scope, id),
    findShownPaymentByReference: () => find.findShownPaymentByReference(db, scope, 'order-1'),
    findPaymentByProviderRef: () => find.findPaymentByProviderRef(db, 'moncash', 'PR1'),
    claimDuePayments: async () => {
      await claimDuePayments(db, { mode: 'test' }, due);
      await claimDuePayments(db, { mode: 'live', method: 'card' }, due);
    },
    claimLateChecks: () => claimLateChecks(db, 'moncash', due),
    countOpenLivePayments: () => countOpenLivePayments(db),
    countOpenPaymentsBefore: () => countOpenPaymentsBefore(db, END_US),
    startProcessing: () => db.transaction((tx) => startProcessing(tx, id)),
    finishPayment: () =>
      db.transaction((tx) =>
        finishPayment(tx, id, { status: 'failed', failureReason: 'declined', finishedAtUs: END_US }),
      ),
    updateProviderData: () => db.transaction((tx) => updateProviderData(tx, id, { providerRef: 'x' })),
    listOldPayments: () => listOldPayments(db, { apiKeyId, ...age }, { limit: 5 }),
    findOldPayments: () => findOldPayments(db, [id], END_US),
    deletePayments: () => db.transaction((tx) => deletePayments(tx, [id], END_US)),
    holdPayment: () => db.transaction((tx) => holdPayment(tx, id)),
    readHistoryMarks: () => history.readHistoryMarks(db, [id, 1]),
    listPaymentHistory: async () => {
      await listPaymentHistory(db, id, { limit: 5 });
      await listPaymentHistory(db, id, { after: { atUs: 1, id: 'his_1' }, limit: 5 });
    },
    listNotes: () => listNotes(db, id),
    insertStep: () => {
      const entry = { paymentId: id, atUs: 1, id: 'his_1', kind: 'step', step: { name: 'cancelled' } } as const;
      return db.transaction((tx) => history.insertStep(tx, entry, 5));
    },
    deleteHistoryEntry: () =>
      db.transaction((tx) => history.deleteHistoryEntry(tx, { paymentId: id, atUs: 1, id: 'his_1' })),
    deleteOldHistory: () => db.transaction((tx) => history.deleteOldHistory(tx, END_US, 5)),
    deleteHistoryOf: () => db.transaction((tx) => history.deleteHistoryOf(tx, [1, 2])),
    deleteTermsOf: () =>
      db.transaction((tx) =>
        terms.deleteTermsOf(tx, [
          {
            ...{ id, websiteId, reference: 'order-1', providerRef: null },
            ...{ customerName: 'Marie', customerPhone: null, customerEmail: null },
          },
        ]),
      ),
    listAuditRows: () =>
      each([undefined, websiteId], async (owner) => {
        const time = { fromUs: 0, toUs: END_US, before: { atUs: END_US, position: 5 } };
        await listAuditRows(db, { websiteId: owner, limit: 5 });
        await listAuditRows(db, { websiteId: owner, ...time, limit: 5 });
        for (const one of [
          { actorKind: 'cli' },
          { actorId: 'usr_1' },
          { actorName: 'marie' },
          { action: 'website.update' },
          { subjectId: websiteId },
        ] as const) {
          await listAuditRows(db, { websiteId: owner, ...one, ...time, limit: 5 });
        }
      }),
    listAuditRowsOf: () =>
      listAuditRowsOf(db, { subjectIds: [websiteId, 'web_2'], actions: ['website.create', 'website.update'] }),
    listAuditChain: () => listAuditChain(db, { after: 0, limit: 5 }),
    findAuditRow: () => findAuditRow(db, 1),
    readPaymentSums: () =>
      each([undefined, [websiteId], [websiteId, 'web_2']], (websiteIds) =>
        readPaymentSums(db, { websiteIds, mode: 'test', by: 'hour', from: 1, to: 5 }),
      ),
    readWebsiteSums: () => readWebsiteSums(db, { websiteIds: [websiteId, 'web_2'], mode: 'test', from: 1, to: 5 }),
    findFirstSummedDay: () =>
      each([undefined, [websiteId]], (websiteIds) => findFirstSummedDay(db, { websiteIds, mode: 'test' })),
    deleteHourSums: () => db.transaction((tx) => deleteHourSums(tx, { websiteId, mode: 'test', beforeUs: END_US })),
    hasHoursBefore: () => hasHoursBefore(db, { websiteId, mode: 'test', beforeUs: END_US }),
    listFeed: () => listFeed(db, { websiteId, after: 0, limit: 5 }),
    deleteEventsOf: () => db.transaction((tx) => deleteEventsOf(tx, [1, 2])),
    deleteOldEvents: () => db.transaction((tx) => deleteOldEvents(tx, 0, 5)),
    fillSums: () =>
      db.transaction((tx) =>
        fillSums(tx, { beginsAtUs: END_US, nextId: 1, hoursFromUs: 0, limit: 5, engine: db.engine }),
      ),
    failingDeliveries: () => each([null, [websiteId]], (websiteIds) => failingDeliveries(db, { websiteIds, most: 5 })),
    readMerchantSteps: () => readMerchantSteps(db, [websiteId]),
    listKeyNames: () => each([null, [websiteId]], (websiteIds) => listKeyNames(db, websiteIds)),
    readEndpointTimes: () => readEndpointTimes(db, websiteId),
    listOpenDiscrepancies: () => listOpenDiscrepancies(db),
    listFirstPayments: () => listFirstPayments(db, 0),
    deliverySpan: () => deliverySpan(db, { websiteId, status: 'exhausted' }),
    lastExhaustedAtUs: () => lastExhaustedAtUs(db, websiteId),
    listDismissals: () =>
      each([null, [websiteId]], (websiteIds) => listDismissals(db, { websiteIds, side: 'operator' })),
    oldestOpenDiscrepancyUs: () => each([null, [websiteId]], (websiteIds) => oldestOpenDiscrepancyUs(db, websiteIds)),
    openLivePayments: () => each([null, [websiteId]], (websiteIds) => openLivePayments(db, { websiteIds, most: 5 })),
    givenUpReceipts: () =>
      each([null, [websiteId]], (websiteIds) => givenUpReceipts(db, { websiteIds, sinceUs: 0, most: 5 })),
    sampleDeliveryLags: () =>
      each([undefined, websiteId], (owner) =>
        sampleDeliveryLags(db, { websiteId: owner, mode: 'test', fromUs: 0, toUs: END_US, most: 5 }),
      ),
    deliverySources: () =>
      each([null, [websiteId]], (websiteIds) =>
        each([undefined, ...DELIVERY_STATUSES], async (status) => {
          for (const source of await deliverySources(db, { websiteIds, status })) {
            await source(undefined, 5);
            await source({ atUs: END_US, id: 'dlv_1' }, 5);
          }
        }),
      ),
    paymentSources: () =>
      each(statuses, (status) =>
        each([undefined, ...PAYMENT_METHODS], async (method) => {
          for (const source of await paymentSources(db, { websiteIds: [websiteId], status, method })) {
            await source(undefined, 5);
            await source({ atUs: END_US, id }, 5);
          }
        }),
      ),
    subscriptionSource: () =>
      each([null, [websiteId]], async (websiteIds) => subscriptionSource(db, { websiteIds })(undefined, 5)),
    listDeliveries: () =>
      each([undefined, ...DELIVERY_STATUSES], async (status) => {
        for (const owner of [undefined, websiteId]) {
          for (const paymentId of [undefined, id]) {
            await listDeliveries(db, { websiteId: owner, status, paymentId }, 5);
          }
        }
      }),
    listDeliveryPage: () =>
      each([null, [websiteId]], (websiteIds) =>
        each([undefined, ...DELIVERY_STATUSES], async (status) => {
          await listDeliveryPage(db, { websiteIds, status, limit: 5 });
          const more = { event: 'payment.failed', fromUs: 0, toUs: END_US } as const;
          const before = { atUs: END_US, id: 'dlv_1' };
          await listDeliveryPage(db, { websiteIds, status, ...more, before, limit: 5 });
          await listDeliveryPage(db, { websiteIds, status, before, isOldestFirst: true, limit: 5 });
          await listDeliveryPage(db, { websiteIds, status, before, order: 'next', isOldestFirst: true, limit: 5 });
          await listDeliveryPage(db, { websiteIds, paymentId: id, limit: 5 });
        }),
      ),
    countDeliveryRange: () =>
      each([undefined, ...DELIVERY_STATUSES], async (status) => {
        await countDeliveryRange(db, { websiteId, fromUs: 0, toUs: 5, status }, 5);
        await countDeliveryRange(db, { websiteId, fromUs: 0, toUs: 5, status, event: 'payment.failed' }, 5);
      }),
    findDelivery: () => findDelivery(db, `dlv_${id}`),
    claimDeliveries: () =>
      db.transaction((tx) =>
        claimDeliveries(tx, { ...due, websites: [{ websiteId, limit: 5 }], skipLocked: db.skipLocked }),
      ),
    claimDeliveriesOfRefunds: () =>
      db.transaction((tx) =>
        claimDeliveries(tx, {
          ...due,
          queue: 'refunds',
          websites: [{ websiteId, limit: 5 }],
          skipLocked: db.skipLocked,
        }),
      ),
    findPaymentDelivery: () => findPaymentDelivery(db, id),
    websitesWithDueDeliveries: () => websitesWithDueDeliveries(db, END_US),
    websitesWithDueRefunds: () => websitesWithDueDeliveries(db, END_US, 'refunds'),
    listFeedWithRefunds: () => listFeedWithRefunds(db, { websiteId, after: 1, limit: 5 }),
    recordAttempts: async () => {
      const [delivery] = await listDeliveries(db, {}, 1);
      const tried = {
        atUs: END_US,
        durationMs: 1,
        statusCode: 503,
        error: 'http_error',
        responseStart: '',
        signature: null,
      };
      await db.transaction((tx) =>
        recordAttempts(tx, [
          {
            delivery: delivery!,
            url: delivery!.url,
            tried,
            status: 'exhausted',
            nextAttemptAtUs: null,
            deliveredAtUs: null,
          },
        ]),
      );
    },
    restartDelivery: () => db.transaction((tx) => restartDelivery(tx, `dlv_${id}`, END_US)),
    restartDeliveries: () => db.transaction((tx) => restartDeliveries(tx, [`dlv_${id}`], END_US)),
    listDeliveryRange: () =>
      each([undefined, ...DELIVERY_STATUSES], (status) =>
        listDeliveryRange(db, { websiteId, fromUs: 0, toUs: 5, status }, 5),
      ),
    isRestartPending: () => isRestartPending(db, { websiteId, nowUs: END_US }),
    rescheduleFarDeliveries: () =>
      rescheduleFarDeliveries(db, { nowUs: 0, wasUs: 1, latestUs: 1, except: new Set(), limit: 5 }),
    deleteOldDeliveries: () => db.transaction((tx) => deleteOldDeliveries(tx, END_US, 5)),
    holdDeliveriesOf: () => db.transaction((tx) => holdDeliveriesOf(tx, [1, 2])),
    deleteDeliveriesOf: () => db.transaction((tx) => deleteDeliveriesOf(tx, [1, 2])),
    findDiscrepancy: () => findDiscrepancy(db, 'dis_1'),
    listDiscrepancies: () => each([undefined, true, false], (isOpen) => listDiscrepancies(db, { isOpen, limit: 5 })),
    listDiscrepancyPage: async () => {
      await listDiscrepancyPage(db, { websiteIds: null, limit: 5 });
      const filter = { kind: 'not_paid', method: 'moncash', isOpen: true, before: { atUs: 1, id: 'dsc_1' } } as const;
      await listDiscrepancyPage(db, { websiteIds: [websiteId], ...filter, limit: 5 });
      await listDiscrepancyPage(db, { websiteIds: null, ...filter, isOldestFirst: true, limit: 5 });
    },
    sumOpenDiscrepancies: () => each([null, [websiteId]], (websiteIds) => sumOpenDiscrepancies(db, websiteIds)),
    hasMoneyAfterFailure: () => hasMoneyAfterFailure(db, 'sub_1', 1),
    listSubscriptionPayments: async () => {
      await charges.listSubscriptionPayments(db, 'sub_1');
      await charges.listSubscriptionPayments(db, 'sub_1', 1);
    },
    listNewestCharges: async () => {
      await charges.listNewestCharges(db, 'sub_1', { limit: 5 });
      await charges.listNewestCharges(db, 'sub_1', { before: { period: 3, id }, limit: 5 });
    },
    hasLivePayments: () => each(PAYMENT_METHODS, (method) => hasLivePayments(db, { fromUs: 0, toUs: END_US, method })),
    correctLinkPayments: () => db.transaction((tx) => correctLinkPayments(tx, 'lnk_1')),
    wasPaidSince: () => charges.wasPaidSince(db, { id: 1, subscriptionId: 'sub_1', subscriptionPeriod: 1 }),
    countUnpaidCharges: () => charges.countUnpaidCharges(db, 'sub_1', 1),
    findChargePayment: () => find.findChargePayment(db, { subscriptionId: 'sub_1', period: 1, attempt: 1 }),
    markChargeAsked: () =>
      db.transaction((tx) => charges.markChargeAsked(tx, id, { askedAtUs: 1, expiresAtUs: 2, nextCheckAtUs: 2 })),
    restartAskedCharges: () => db.transaction((tx) => charges.restartAskedCharges(tx, END_US)),
    nextKnownPeriod: () => db.transaction((tx) => charges.nextKnownPeriod(tx, { id: 'sub_1', nextPeriod: 1 })),
    rescheduleFarTimes: () => rescheduleFarTimes(db, { nowUs: END_US, wasUs: END_US + 1 }),
  };
}

onBothEngines('query plans', (engine) => {
  let store: TestStore;
  let sample: Sample;
  let leading: ReadonlyMap<string, string>;
  before(async () => {
    store = await openTestStore(engine);
    const seeds: Seed[] = [];
    for (const { mode } of SHOPS) seeds.push(await seed(store.db, { mode }));
    const shops = SHOPS.map((shop, index) => ({ ...shop, ...seeds[index]!, key: '' }));
    const data = { payments: PAYMENTS, copies: 0, endUs: END_US, shops };
    const box = secretBox(Buffer.alloc(32));
    await store.db.transaction(async (tx) => {
      await fillBatch(tx, { engine, box, data }, { from: 0, to: PAYMENTS }, new Map());
      await tx.query(`INSERT INTO payment_history (payment_id, at_us, id, kind, what, details)
        SELECT id, created_at_us, 'his_1', 'step', 'opened', '{}' FROM payments`);
      await tx.query(`INSERT INTO audit_log (position, at_us, actor_kind, actor_name, action, subject_kind, subject_id, hash)
        SELECT 1000 + ROW_NUMBER() OVER (ORDER BY id), created_at_us, 'cli', 'marie', 'website.update', 'website', website_id,
          '${'0'.repeat(64)}' FROM payments`);
    });
    if (engine === 'postgres') await store.db.outsideTransaction?.('ANALYZE');
    leading = await leadingColumns(store.db);
    const { websiteId, apiKeyId } = seeds[0]!;
    const [row] = await store.db.query<{ id: number }>(
      "SELECT id FROM payments WHERE website_id = $1 AND status = 'processing'",
      [websiteId],
    );
    sample = { websiteId, apiKeyId, id: row!.id };
  });
  after(() => store.close());

  const place = () =>
    engine === 'sqlite' ? { file: sqliteFile(store.place) } : { url: store.place.settings.DATABASE_URL! };
  const scansOf = async (asked: readonly AskedStatement[]) => {
    const found: string[] = [];
    for (const statement of new Map(asked.map((each) => [each.sql, each])).values()) {
      const scans = fullScans(engine, statement.sql, await planOf(place(), statement), leading);
      if (scans.length > 0) found.push(`${scans.join('; ')}: ${statement.sql.replaceAll(/\s+/g, ' ')}`);
    }
    return found;
  };

  it('use an index for every table that grows', { timeout: 240_000 }, async () => {
    const failures: string[] = [];
    for (const [name, call] of Object.entries(calls(store.db, sample))) {
      const asked: AskedStatement[] = [];
      await calls(recording(store.db, asked), sample)[name]!();
      assert.ok(asked.length > 0, `${name} runs no statement: ${call}`);
      failures.push(...(await scansOf(asked)).map((scan) => `${name}: ${scan}`));
    }
    assert.deepEqual(failures, []);
  });

  if (engine === 'sqlite') {
    it('find open payments by their index, also to add them up', async () => {
      const asked: AskedStatement[] = [];
      await totalsOf(recording(store.db, asked), { status: 'pending' });
      const sums = asked.filter(({ sql }) => sql.includes('SUM(amount_minor)') && sql.includes('FROM payments '));
      assert.ok(sums.length > 0);
      for (const statement of sums) assert.match(JSON.stringify(await planOf(place(), statement)), /payments_open/);
    });

    it('count the final payments of a key by their index', async () => {
      const asked: AskedStatement[] = [];
      await calls(recording(store.db, asked), sample).recountPayments!();
      const final = asked.filter(({ sql }) => sql.includes("'failed'"));
      assert.ok(final.length > 0);
      for (const statement of final) assert.match(JSON.stringify(await planOf(place(), statement)), /payments_final/);
    });

    it('do not depend on parameters, because SQLite would plan such a statement again for each run', async () => {
      const file = sqliteFile(store.place);
      const found: string[] = [];
      for (const name of Object.keys(calls(store.db, sample))) {
        const asked: AskedStatement[] = [];
        await calls(recording(store.db, asked), sample)[name]!();
        for (const { sql, params } of asked) {
          if (isPlannedAgain(file, { sql: sqliteText(sql), params }))
            found.push(`${name}: ${sql.replaceAll(/\s+/g, ' ')}`);
        }
      }
      assert.deepEqual(found, []);
      for (const sql of [
        'SELECT id FROM payments LIMIT ?1',
        "SELECT id FROM payments WHERE mode = ?1 AND reference = 'x'",
      ]) {
        assert.ok(isPlannedAgain(file, { sql, params: [1] }), sql);
      }
    });
  }

  const planted = [
    "SELECT id FROM payments WHERE customer_name = 'Marie'",
    'SELECT id FROM payments ORDER BY amount_minor LIMIT 5',
    "SELECT id FROM deliveries WHERE status = 'refused' LIMIT 5",
    "UPDATE deliveries SET url = '' WHERE attempts = 7",
    'SELECT count(*) AS n FROM events',
    'SELECT p.id FROM payments p JOIN deliveries d ON d.url = p.reference',
    "DELETE FROM events WHERE kind = 'none'",
  ];
  for (const sql of planted) {
    it(`are found to have a full scan: ${sql}`, async () => {
      assert.equal((await scansOf([{ sql, params: [] }])).length, 1);
    });
  }
});

describe('the calls whose plans are checked', () => {
  it('include every function whose statements name one of the large tables', () => {
    const named = globSync(['src/database/**/*.ts', 'src/features/**/store/**/*.ts'], {
      cwd: new URL('../..', import.meta.url),
    }).flatMap((path) => {
      const source = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
      return (
        source
          .split(/^(?=export (?:async )?function )/m)
          .slice(1)
          // A function without a database or a transaction only returns a part of another function's statement.
          .filter((text) => /\b(?:db|tx)\b/.test(text))
          .filter((text) => new RegExp(`\\b(?:FROM|JOIN|UPDATE) ${LARGE}\\b`).test(text))
          .map((text) => /function (\w+)/.exec(text)![1]!)
      );
    });
    const known = Object.keys(calls({} as Database, { websiteId: '', apiKeyId: '', id: 1 }));
    assert.deepEqual(
      named.filter((name) => !known.includes(name)),
      [],
    );
  });
});
