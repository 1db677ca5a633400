import { CURRENCIES } from '../../core/money.ts';
import { FAILURE_REASONS, MODES, PAYMENT_METHODS, PAYMENT_STATUSES, type Payment } from '../../core/payment.ts';
import type { Database } from '../../database/database.ts';
import { deliverySources } from '../../features/exports/store/delivery-sources.ts';
import { paymentSources } from '../../features/exports/store/payment-sources.ts';
import { subscriptionSource } from '../../features/exports/store/subscription-source.ts';
import { linkFields } from '../../features/links/link-json.ts';
import { listNewestLinks } from '../../features/links/store/payment-links.ts';
import { readEvidence, shownState } from '../../features/payments/shown-state.ts';
import { WEBHOOK_EVENTS } from '../../features/webhooks/event.ts';
import { DELIVERY_STATUSES } from '../../features/webhooks/store/delivery-table.ts';
import { LINK_FILTER_STATES } from '../links/link-views.ts';
import { PAYMENT_FILTERS, parseListFilter } from '../payments/list-filter.ts';
import { RECURRING_STATES, stateFilter } from '../subscriptions/recurring-views.ts';
import { FilterFault } from './export-filter.ts';
import { DELIVERIES, PAYMENTS, SUBSCRIPTIONS } from './exported-fields.ts';
import { type ExportList, listOf, pagesOf } from './exported-list.ts';
import { CHECKOUT_LIST, REFUND_LISTS } from './order-lists.ts';

async function statesOfPayments<Item extends Payment>(
  db: Database,
  payments: readonly Item[],
): Promise<Map<Item, string>> {
  const evidence = payments.length === 0 ? undefined : await readEvidence(db, payments);
  return new Map(payments.map((payment) => [payment, shownState(payment, evidence?.get(payment.id))]));
}

const YES_OR_NO = ['yes', 'no'] as const;

/** The lists of what merchants sell and receive, with the filters of their pages. */
export const MERCHANT_LISTS: readonly ExportList[] = [
  listOf({
    name: 'payments',
    fields: () => PAYMENTS.exported,
    states: statesOfPayments,
    access: 'exports',
    hasWebsites: true,
    hasTimes: true,
    filters: {
      mode: MODES,
      status: PAYMENT_STATUSES,
      method: PAYMENT_METHODS,
      currency: CURRENCIES,
      reason: FAILURE_REASONS,
      recurring: YES_OR_NO,
      key: null,
      amount: null,
      link: null,
    },
    sources: (db, filter) => {
      const given = PAYMENT_FILTERS.map((name) => [name, filter.text(name) ?? '']);
      const asked = parseListFilter(Object.fromEntries(given), 'en');
      const [wrong] = Object.keys(asked.errors);
      if (wrong !== undefined) throw new FilterFault(wrong);
      const wanted = { ...asked.filter, websiteIds: filter.websiteIds, apiKeyId: filter.text('key') };
      return paymentSources(db, wanted);
    },
  }),
  ...REFUND_LISTS,
  listOf({
    name: 'links',
    fields: (nowUs) => linkFields({ publicUrl: '', nowUs }),
    access: 'exports',
    hasWebsites: true,
    hasTimes: false,
    filters: { mode: MODES, state: LINK_FILTER_STATES },
    sources: (db, { websiteIds, choice, nowUs }) => {
      const state = choice(LINK_FILTER_STATES, 'state');
      const filter = {
        websiteIds: websiteIds ?? undefined,
        mode: choice(MODES, 'mode'),
        isEnded: state && { is: state === 'ended', nowUs },
      };
      return [pagesOf('createdAtUs', (page) => listNewestLinks(db, { ...filter, ...page }))];
    },
  }),
  CHECKOUT_LIST,
  listOf({
    name: 'deliveries',
    fields: () => DELIVERIES.fields,
    access: 'exports',
    hasWebsites: true,
    hasTimes: true,
    filters: { status: DELIVERY_STATUSES, event: WEBHOOK_EVENTS, mode: MODES, payment: null },
    sources: (db, { websiteIds, fromUs, toUs, choice, text }) => {
      const payment = text('payment');
      if (payment !== undefined && !/^\d{15,16}$/.test(payment)) throw new FilterFault('payment');
      return deliverySources(db, {
        websiteIds,
        fromUs,
        toUs,
        paymentId: payment === undefined ? undefined : Number(payment),
        status: choice(DELIVERY_STATUSES, 'status'),
        event: choice(WEBHOOK_EVENTS, 'event'),
        mode: choice(MODES, 'mode'),
      });
    },
  }),
  listOf({
    name: 'recurring',
    fields: () => SUBSCRIPTIONS.fields,
    access: 'exports',
    hasWebsites: true,
    hasTimes: false,
    filters: { mode: MODES, state: RECURRING_STATES },
    sources: (db, { websiteIds, choice }) => {
      const filter = { websiteIds, mode: choice(MODES, 'mode'), ...stateFilter(choice(RECURRING_STATES, 'state')) };
      return [subscriptionSource(db, filter)];
    },
  }),
];
