import { ACTOR_KINDS, actorFilter } from '../../core/actor.ts';
import { US_PER_DAY } from '../../core/durations.ts';
import type { Fields } from '../../core/fields.ts';
import { PAYMENT_METHODS } from '../../core/payment.ts';
import type { AuditRow } from '../../features/audit/audit.ts';
import { listAuditRows } from '../../features/audit/store/audit-log.ts';
import type { Source } from '../../features/exports/store/newest-first.ts';
import { payoutLineSource } from '../../features/exports/store/payout-line-source.ts';
import { DISCREPANCY_KINDS, type Discrepancy } from '../../features/payments/discrepancies/discrepancy.ts';
import { listDiscrepancyPage } from '../../features/payments/discrepancies/store/discrepancies.ts';
import { LINE_STATES, PAYOUT_STATES } from '../../features/payouts/payout.ts';
import { PAYOUT_FIELDS, PAYOUT_LINE_FIELDS } from '../../features/payouts/payout-json.ts';
import { listPayouts } from '../../features/payouts/store/payouts.ts';
import { RUN_FIELDS } from '../../features/reconciliation/run-json.ts';
import { listRuns } from '../../features/reconciliation/store/reconcile-runs.ts';
import { AUDIT, DISCREPANCIES } from './exported-fields.ts';
import { type ExportList, listOf, pagesOf } from './exported-list.ts';

const OPEN_OR_SETTLED = ['open', 'settled'] as const;

/** The fields of an export of discrepancies. The age of an open one is computed for one moment, in microseconds since 1970. */
function exportedDiscrepancyFields(nowUs: number): Fields<Discrepancy> {
  const daysOpen = ({ firstSeenAtUs, settledAtUs }: Discrepancy) =>
    Math.floor(((settledAtUs ?? nowUs) - firstSeenAtUs) / US_PER_DAY);
  return {
    ...DISCREPANCIES.fields,
    days_open: { count: daysOpen },
    exported_refund: { text: 'refundId', csv: 'refund' },
    exported_order: { ...DISCREPANCIES.fields.order_paid_by, in: ['csv'], csv: 'order_paid_by' },
  };
}

/** The lists of comparisons and of changes, with the filters of their pages. */
export const OPERATOR_LISTS: readonly ExportList[] = [
  listOf({
    name: 'discrepancies',
    fields: exportedDiscrepancyFields,
    access: 'discrepancies.export',
    hasWebsites: true,
    hasTimes: false,
    filters: { state: OPEN_OR_SETTLED, kind: DISCREPANCY_KINDS, method: PAYMENT_METHODS },
    sources: (db, { websiteIds, choice }) => {
      const state = choice(OPEN_OR_SETTLED, 'state');
      const filter = {
        websiteIds,
        kind: choice(DISCREPANCY_KINDS, 'kind'),
        method: choice(PAYMENT_METHODS, 'method'),
        isOpen: state && state === 'open',
      };
      return [pagesOf('firstSeenAtUs', (page) => listDiscrepancyPage(db, { ...filter, ...page }))];
    },
  }),
  listOf({
    name: 'reconciliation',
    fields: () => RUN_FIELDS,
    access: 'discrepancies.export',
    hasWebsites: false,
    hasTimes: false,
    filters: {},
    sources: (db) => [pagesOf('askedAtUs', (page) => listRuns(db, page))],
  }),
  listOf({
    name: 'payouts',
    fields: () => PAYOUT_FIELDS,
    access: 'payouts.export',
    hasWebsites: true,
    hasTimes: true,
    filters: { state: PAYOUT_STATES, method: PAYMENT_METHODS },
    sources: (db, { websiteId, fromUs, toUs, choice }) => {
      const filter = {
        ...{ websiteId, fromUs, toUs },
        state: choice(PAYOUT_STATES, 'state'),
        method: choice(PAYMENT_METHODS, 'method'),
      };
      return [pagesOf('createdAtUs', (page) => listPayouts(db, { ...filter, ...page }))];
    },
  }),
  listOf({
    name: 'payout_lines',
    fields: () => PAYOUT_LINE_FIELDS,
    access: 'payouts.export',
    hasWebsites: true,
    hasTimes: false,
    filters: { payout: null, state: LINE_STATES },
    sources: (db, { websiteId, choice, text }) => {
      const filter = { websiteId, payoutId: text('payout'), state: choice(LINE_STATES, 'state') };
      return [payoutLineSource(db, filter)];
    },
  }),
  listOf({
    name: 'audit',
    fields: () => AUDIT.fields,
    access: 'audit.read',
    hasWebsites: true,
    hasTimes: true,
    filters: { by: ACTOR_KINDS, actor: null, action: null, subject: null },
    sources: (db, { websiteId, fromUs, toUs, choice, text }) => {
      const filter = {
        actorKind: choice(ACTOR_KINDS, 'by'),
        ...actorFilter(text('actor')),
        action: text('action'),
        subjectId: text('subject'),
      };
      const source: Source<AuditRow> = async (before, limit) => {
        const place = before && { atUs: before.atUs, position: Number(before.id) };
        const rows = await listAuditRows(db, { ...filter, websiteId, fromUs, toUs, before: place, limit });
        const last = rows.at(-1);
        return {
          found: rows.map((item) => ({ place: { atUs: item.atUs, id: item.position }, item })),
          next: rows.length < limit || !last ? undefined : { atUs: last.atUs, id: last.position },
        };
      };
      return [source];
    },
  }),
];
