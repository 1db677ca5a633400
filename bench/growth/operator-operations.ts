import { PAYMENT_STATUSES } from '../../src/domain/payment.ts';
import { rescheduleFarTimes } from '../../src/storage/clock/far-times.ts';
import { claimDeliveries } from '../../src/storage/deliveries/claim-deliveries.ts';
import { deleteOldDeliveries } from '../../src/storage/deliveries/delete-old-deliveries.ts';
import { DELIVERY_STATUSES } from '../../src/storage/deliveries/delivery-table.ts';
import { websitesWithDueDeliveries } from '../../src/storage/deliveries/due-websites.ts';
import { listDeliveries } from '../../src/storage/deliveries/list-deliveries.ts';
import { countOpenDiscrepancies, listDiscrepancies } from '../../src/storage/discrepancies.ts';
import { claimDuePayments } from '../../src/storage/payments/claim-due-payments.ts';
import { countOpenLivePayments } from '../../src/storage/payments/count-open-live-payments.ts';
import { findPaymentsByText } from '../../src/storage/payments/find-by-text.ts';
import type { ListFilter } from '../../src/storage/payments/find-payments.ts';
import { countLateChecks } from '../../src/storage/payments/late-checks.ts';
import { listLivePayments } from '../../src/storage/payments/list-live-payments.ts';
import { listByReference, listNewestPayments } from '../../src/storage/payments/list-newest-payments.ts';
import { countActiveSubscriptions, listSubscriptions } from '../../src/storage/recurring/subscriptions.ts';
import { countOpenPaymentsBefore } from '../../src/storage/sealed-texts.ts';
import type { Operation } from './endpoint-operations.ts';
import type { MeasuredStore } from './measured-store.ts';

const limit = 20;
const US_PER_DAY = 86_400_000_000;
const website = (on: MeasuredStore, name: string) => on.data.shops.find((shop) => shop.name === name)!.websiteId;

const operation = (name: string, run: (on: MeasuredStore) => Promise<unknown>): Operation => ({ name, run });

const payments: Operation[] = [
  operation('payments list', (on) => listNewestPayments(on.store.db, { limit })),
  operation('payments list --before', (on) => listNewestPayments(on.store.db, { limit, beforeId: on.someIdOfHalf() })),
  ...PAYMENT_STATUSES.map((status) =>
    operation(`payments list --status ${status}`, (on) => listNewestPayments(on.store.db, { limit, status })),
  ),
  ...['half', 'small 4', 'ten'].map((name) =>
    operation(`payments list --website (${name})`, (on) =>
      listNewestPayments(on.store.db, { limit, websiteId: website(on, name) }),
    ),
  ),
  operation('payments list --website (half) --status failed', (on) =>
    listNewestPayments(on.store.db, { limit, websiteId: website(on, 'half'), status: 'failed' }),
  ),
  operation(
    'payments list --mode live --method card --status failed --from --to',
    ({ store: { db }, data: { endUs } }) =>
      listNewestPayments(db, {
        ...{ limit, mode: 'live', method: 'card', status: 'failed' },
        ...{ fromUs: endUs - 40 * US_PER_DAY, toUs: endUs - 30 * US_PER_DAY },
      }),
  ),
  operation('payments list --reference', (on) => listByReference(on.store.db, 'order-1', { limit })),
];

/** A list of the console: a page of it, with what tells how far it has looked. */
const listed = (name: string, filter: Partial<ListFilter>, text = '', of?: string) =>
  operation(`console list, ${name}`, (on) => {
    const websiteIds = of === undefined ? undefined : [website(on, of)];
    return findPaymentsByText(on.store.db, { websiteIds, limit: 50, ...filter }, text);
  });

const lists: Operation[] = [
  listed('all', {}),
  listed('of one website', {}, '', 'half'),
  listed('failed by card', { status: 'failed', method: 'card' }),
  listed('an amount', { fromMinor: 123_45, toMinor: 123_45 }),
  listed('an amount that none has', { fromMinor: 1, toMinor: 2 }),
  listed('an amount that none has, of one website', { fromMinor: 1, toMinor: 2 }, '', 'half'),
  listed('a failure reason', { failureReason: 'expired_card' }),
  listed('recurring', { isRecurring: true }),
  listed('not recurring', { isRecurring: false }),
  listed('the begin of a name', {}, 'josép'),
  listed('the begin of a name, of one website', {}, 'marie-an', 'half'),
  listed('the begin of a name, failed by card', { status: 'failed', method: 'card' }, 'ange', 'live'),
  listed('a name that nobody has', {}, 'wilguens'),
  listed('a phone number', {}, '37000001'),
  listed('a phone number, failed by card', { status: 'failed', method: 'card' }, '37000001'),
  listed('an e-mail address', {}, 'marie.ange@example.com', 'half'),
  listed('a reference', {}, 'order-12345'),
  listed('a shared reference', {}, 'monthly-fee'),
  listed("a provider's number", {}, 'PR12345'),
  operation('console list, an id', (on) => findPaymentsByText(on.store.db, { limit: 50 }, String(on.someIdOfHalf()))),
  operation('console list, an amount that none has, far down', (on) =>
    findPaymentsByText(on.store.db, { limit: 50, fromMinor: 1, toMinor: 2, beforeId: on.someIdOfHalf() }, ''),
  ),
];

const deliveries: Operation[] = [
  operation('deliveries list', (on) => listDeliveries(on.store.db, {}, limit)),
  ...DELIVERY_STATUSES.map((status) =>
    operation(`deliveries list --status ${status}`, (on) => listDeliveries(on.store.db, { status }, limit)),
  ),
  operation('deliveries list --website (half)', (on) =>
    listDeliveries(on.store.db, { websiteId: website(on, 'half') }, limit),
  ),
  operation('deliveries list --website (half) --status refused', (on) =>
    listDeliveries(on.store.db, { websiteId: website(on, 'half'), status: 'refused' }, limit),
  ),
  operation('deliveries list --payment', (on) => listDeliveries(on.store.db, { paymentId: on.someIdOfHalf() }, limit)),
  operation('claim of due deliveries', ({ store: { db }, data }) =>
    // A lease that is over at once: the next one finds as many.
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
  operation('doctor: open payments of a former key', (on) => countOpenPaymentsBefore(on.store.db, on.data.endUs)),
  operation('discrepancies list', (on) => listDiscrepancies(on.store.db, { isOpen: true, limit })),
  operation('discrepancies list --all', (on) => listDiscrepancies(on.store.db, { limit })),
  operation('recurring list', (on) => listSubscriptions(on.store.db, { limit })),
  operation('recurring list --status stopped', (on) => listSubscriptions(on.store.db, { limit, status: 'stopped' })),
  operation('recurring list --website (half)', (on) =>
    listSubscriptions(on.store.db, { limit, websiteId: website(on, 'half') }),
  ),
  operation('recurring: active live ones', (on) => countActiveSubscriptions(on.store.db, 'live')),
  operation('reconcile, a page of live payments', ({ store, data }) => {
    const fromUs = data.endUs - (100 + Math.floor(Math.random() * 900)) * US_PER_DAY;
    return listLivePayments(store.db, { fromUs, toUs: data.endUs, limit: 100 });
  }),
];

/** What operators and the worker ask, by the functions behind their commands. */
export const OPERATOR_OPERATIONS: readonly Operation[] = [...payments, ...lists, ...deliveries, ...upkeep];
