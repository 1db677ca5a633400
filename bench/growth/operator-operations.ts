import { PAYMENT_STATUSES } from '../../src/core/payment.ts';
import { rescheduleFarTimes } from '../../src/database/clock/far-times.ts';
import {
  countOpenDiscrepancies,
  listDiscrepancies,
} from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { claimDuePayments } from '../../src/features/payments/store/claim-due-payments.ts';
import { totalsByText } from '../../src/features/payments/store/find-by-text.ts';
import { countLateChecks } from '../../src/features/payments/store/late-checks.ts';
import { listByReference, listNewestPayments } from '../../src/features/payments/store/list-newest-payments.ts';
import { countOpenLivePayments, listLivePayments } from '../../src/features/payments/store/live-payments.ts';
import type { TotalsFilter } from '../../src/features/payments/store/payment-totals.ts';
import { countOpenPaymentsBefore } from '../../src/features/secrets/store/sealed-texts.ts';
import { countActiveSubscriptions, listSubscriptions } from '../../src/features/subscriptions/store/subscriptions.ts';
import { claimDeliveries } from '../../src/features/webhooks/store/claim-deliveries.ts';
import { deleteOldDeliveries } from '../../src/features/webhooks/store/delete-old-deliveries.ts';
import { DELIVERY_STATUSES } from '../../src/features/webhooks/store/delivery-table.ts';
import { websitesWithDueDeliveries } from '../../src/features/webhooks/store/due-websites.ts';
import { listDeliveries } from '../../src/features/webhooks/store/list-deliveries.ts';
import type { Operation } from './endpoint-operations.ts';
import type { MeasuredStore } from './measured-store.ts';

const limit = 20;
const US_PER_DAY = 86_400_000_000;
const operation = (name: string, run: (on: MeasuredStore) => Promise<unknown>): Operation => ({ name, run });

/** Filters whose payments are added up. The time is the whole days of Haiti that end some days ago. */
const TOTALS: Readonly<Record<string, (on: MeasuredStore) => TotalsFilter>> = {
  everything: () => ({}),
  'a website': (on) => ({ websiteId: on.websiteId('half') }),
  'a small website': (on) => ({ websiteId: on.websiteId('small 4') }),
  'a status': () => ({ status: 'failed' }),
  'a day': (on) => last(on, 40, 1),
  'a day of a website': (on) => ({ ...last(on, 40, 1), websiteId: on.websiteId('half') }),
  'a week of a website, paid': (on) => ({ ...last(on, 40, 7), websiteId: on.websiteId('live'), status: 'completed' }),
  'a month': (on) => last(on, 400, 30),
  'a month of a small website': (on) => ({ ...last(on, 400, 30), websiteId: on.websiteId('small 4') }),
  'an amount that none has': () => ({ fromMinor: 1, toMinor: 2 }),
  'dollars of a month': (on) => ({ ...last(on, 400, 30), currency: 'USD' }),
};

function last({ data: { endUs } }: MeasuredStore, endDaysAgo: number, days: number) {
  const toUs = endUs - endDaysAgo * US_PER_DAY;
  return { fromUs: toUs - days * US_PER_DAY, toUs };
}

const totals: Operation[] = [
  ...Object.entries(TOTALS).map(([name, filter]) =>
    operation(`totals of ${name}`, (on) => totalsByText(on.store.db, filter(on), '')),
  ),
  ...['1234', 'order-1234', 'joseph', '37000001'].map((text) =>
    operation(`totals of the search ${text}`, (on) => totalsByText(on.store.db, {}, text)),
  ),
];

const payments: Operation[] = [
  operation('payments list', (on) => listNewestPayments(on.store.db, { limit })),
  operation('payments list --before', (on) => listNewestPayments(on.store.db, { limit, beforeId: on.someIdOfHalf() })),
  ...PAYMENT_STATUSES.map((status) =>
    operation(`payments list --status ${status}`, (on) => listNewestPayments(on.store.db, { limit, status })),
  ),
  ...['half', 'small 4', 'ten'].map((name) =>
    operation(`payments list --website (${name})`, (on) =>
      listNewestPayments(on.store.db, { limit, websiteId: on.websiteId(name) }),
    ),
  ),
  operation('payments list --website (half) --status failed', (on) =>
    listNewestPayments(on.store.db, { limit, websiteId: on.websiteId('half'), status: 'failed' }),
  ),
  operation(
    'payments list --mode live --method card --status failed --from --to',
    ({ store: { db }, data: { endUs } }) =>
      listNewestPayments(db, {
        limit,
        mode: 'live',
        method: 'card',
        status: 'failed',
        fromUs: endUs - 40 * US_PER_DAY,
        toUs: endUs - 30 * US_PER_DAY,
      }),
  ),
  operation('payments list --reference', (on) => listByReference(on.store.db, 'order-1', { limit })),
];

const deliveries: Operation[] = [
  operation('deliveries list', (on) => listDeliveries(on.store.db, {}, limit)),
  ...DELIVERY_STATUSES.map((status) =>
    operation(`deliveries list --status ${status}`, (on) => listDeliveries(on.store.db, { status }, limit)),
  ),
  operation('deliveries list --website (half)', (on) =>
    listDeliveries(on.store.db, { websiteId: on.websiteId('half') }, limit),
  ),
  operation('deliveries list --website (half) --status refused', (on) =>
    listDeliveries(on.store.db, { websiteId: on.websiteId('half'), status: 'refused' }, limit),
  ),
  operation('deliveries list --payment', (on) => listDeliveries(on.store.db, { paymentId: on.someIdOfHalf() }, limit)),
  operation('claim of due deliveries', ({ store: { db }, data }) =>
    // The lease ends at once, so that the next claim finds as many deliveries.
    db.transaction((tx) =>
      claimDeliveries(tx, {
        websites: [{ websiteId: data.shops[0]!.websiteId, limit }],
        nowUs: data.endUs,
        leaseUntilUs: data.endUs - 1,
        skipLocked: db.skipLocked,
      }),
    ),
  ),
  operation('websites with due deliveries', (on) => websitesWithDueDeliveries(on.store.db, on.data.endUs)),
  operation('retention of deliveries, nothing to do', (on) =>
    on.store.db.transaction((tx) => deleteOldDeliveries(tx, on.data.endUs - 200 * US_PER_DAY, 100)),
  ),
];

const upkeep: Operation[] = [
  ...([{ mode: 'test' }, { mode: 'live', method: 'moncash' }] as const).map((lane) =>
    operation(`claim of due payments, ${lane.mode}`, ({ store, data }) =>
      claimDuePayments(store.db, lane, { nowUs: data.endUs, leaseUntilUs: data.endUs - 1, limit }),
    ),
  ),
  operation('far times, none', ({ store, data }) =>
    rescheduleFarTimes(store.db, { nowUs: data.endUs - 10_000_000_000, wasUs: data.endUs - 10_000_000_000 }),
  ),
  operation('doctor: open live payments', (on) => countOpenLivePayments(on.store.db)),
  operation('doctor: late checks', (on) => countLateChecks(on.store.db)),
  operation('doctor: open discrepancies', (on) => countOpenDiscrepancies(on.store.db)),
  operation('doctor: open payments of a previous key', (on) => countOpenPaymentsBefore(on.store.db, on.data.endUs)),
  operation('discrepancies list', (on) => listDiscrepancies(on.store.db, { isOpen: true, limit })),
  operation('discrepancies list --all', (on) => listDiscrepancies(on.store.db, { limit })),
  operation('subscriptions list', (on) => listSubscriptions(on.store.db, { limit })),
  operation('subscriptions list --status stopped', (on) =>
    listSubscriptions(on.store.db, { limit, status: 'stopped' }),
  ),
  operation('subscriptions list --website (half)', (on) =>
    listSubscriptions(on.store.db, { limit, websiteId: on.websiteId('half') }),
  ),
  operation('recurring: active live ones', (on) => countActiveSubscriptions(on.store.db, 'live')),
  operation('reconcile, a page of live payments', ({ store, data }) => {
    const fromUs = data.endUs - (100 + Math.floor(Math.random() * 900)) * US_PER_DAY;
    return listLivePayments(store.db, { fromUs, toUs: data.endUs, limit: 100 });
  }),
];

/** The queries of operators and the worker, by the functions behind their commands. */
export const OPERATOR_OPERATIONS: readonly Operation[] = [...payments, ...totals, ...deliveries, ...upkeep];
