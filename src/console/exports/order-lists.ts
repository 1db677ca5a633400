import { DISPUTE_STATES, DISPUTE_WORK } from '../../core/dispute.ts';
import { MODES, PAYMENT_METHODS } from '../../core/payment.ts';
import { REFUND_KINDS, REFUND_STATUSES } from '../../core/refund.ts';
import { SESSION_STATUSES } from '../../features/checkout/session.ts';
import { sessionFields } from '../../features/checkout/session-json.ts';
import { listNewestSessions } from '../../features/checkout/store/sessions.ts';
import { DISPUTE_FIELDS } from '../../features/refunds/dispute-json.ts';
import { listNewestDisputes } from '../../features/refunds/store/disputes.ts';
import { listNewestRefunds } from '../../features/refunds/store/refunds.ts';
import { REFUNDS } from './exported-fields.ts';
import { type ExportList, listOf, pagesOf } from './exported-list.ts';

/** The list of checkout sessions, with the filters of its page. */
export const CHECKOUT_LIST: ExportList = listOf({
  name: 'checkout',
  fields: (nowUs) => sessionFields({ publicUrl: '', nowUs }),
  access: 'exports',
  hasWebsites: true,
  hasTimes: true,
  filters: { mode: MODES, status: SESSION_STATUSES, reference: null },
  sources: (db, { websiteIds, fromUs, toUs, nowUs, choice, text }) => {
    const status = choice(SESSION_STATUSES, 'status');
    const filter = {
      websiteIds,
      fromUs,
      toUs,
      mode: choice(MODES, 'mode'),
      reference: text('reference'),
      status: status && { is: status, nowUs },
    };
    return [pagesOf('createdAtUs', (page) => listNewestSessions(db, { ...filter, ...page }))];
  },
});

/** The lists of refunds and disputes, with the filters of their pages. */
export const REFUND_LISTS: readonly ExportList[] = [
  listOf({
    name: 'refunds',
    fields: () => REFUNDS.fields,
    access: 'exports',
    hasWebsites: true,
    hasTimes: true,
    filters: { mode: MODES, status: REFUND_STATUSES, kind: REFUND_KINDS, method: PAYMENT_METHODS },
    sources: (db, { websiteIds, fromUs, toUs, choice }) => {
      const filter = {
        websiteIds,
        fromUs,
        toUs,
        mode: choice(MODES, 'mode'),
        status: choice(REFUND_STATUSES, 'status'),
        kind: choice(REFUND_KINDS, 'kind'),
        method: choice(PAYMENT_METHODS, 'method'),
      };
      return [pagesOf('createdAtUs', (page) => listNewestRefunds(db, { ...filter, ...page }))];
    },
  }),
  listOf({
    name: 'disputes',
    fields: () => DISPUTE_FIELDS,
    access: 'exports',
    hasWebsites: true,
    hasTimes: true,
    filters: { mode: MODES, status: DISPUTE_STATES, work: DISPUTE_WORK },
    sources: (db, { websiteIds, fromUs, toUs, nowUs, choice }) => {
      const kind = choice(DISPUTE_WORK, 'work');
      const filter = {
        websiteIds,
        fromUs,
        toUs,
        mode: choice(MODES, 'mode'),
        state: choice(DISPUTE_STATES, 'status'),
        work: kind && { kind, nowUs },
      };
      return [pagesOf('createdAtUs', (page) => listNewestDisputes(db, { ...filter, ...page }))];
    },
  }),
];
