import { PAYMENT_STATUSES } from '../../src/core/payment.ts';
import { rescheduleFarTimes } from '../../src/database/clock/far-times.ts';
import {
  countOpenDiscrepancies,
  listDiscrepancies,
} from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { claimDuePayments } from '../../src/features/payments/store/claim-due-payments.ts';
import { countLateChecks } from '../../src/features/payments/store/late-checks.ts';
import { listByReference, listNewestPayments } from '../../src/features/payments/store/list-newest-payments.ts';
import { countOpenLivePayments, listLivePayments } from '../../src/features/payments/store/live-payments.ts';
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
export const OPERATOR_OPERATIONS: readonly Operation[] = [...payments, ...deliveries, ...upkeep];
