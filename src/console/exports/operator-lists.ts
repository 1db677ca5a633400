import { ACTOR_KINDS, actorFilter } from '../../core/actor.ts';
import { PAYMENT_METHODS } from '../../core/payment.ts';
import type { AuditRow } from '../../features/audit/audit.ts';
import { listAuditRows } from '../../features/audit/store/audit-log.ts';
import type { Source } from '../../features/exports/store/newest-first.ts';
import { payoutLineSource } from '../../features/exports/store/payout-line-source.ts';
import { DISCREPANCY_KINDS } from '../../features/payments/discrepancies/discrepancy.ts';
import { listDiscrepancyPage } from '../../features/payments/discrepancies/store/discrepancies.ts';
import { LINE_STATES, PAYOUT_STATES } from '../../features/payouts/payout.ts';
import { listPayouts } from '../../features/payouts/store/payouts.ts';
import { listRuns } from '../../features/reconciliation/store/reconcile-runs.ts';
import {
  AUDIT_COLUMNS,
  discrepancyColumns,
  PAYOUT_COLUMNS,
  PAYOUT_LINE_COLUMNS,
  RUN_COLUMNS,
} from './export-columns.ts';
import { type ExportList, listOf, pagesOf } from './exported-list.ts';

const OPEN_OR_SETTLED = ['open', 'settled'] as const;

/** The lists of comparisons and of changes, with the filters of their pages. */
export const OPERATOR_LISTS: readonly ExportList[] = [
  listOf({
    name: 'discrepancies',
    columns: discrepancyColumns,
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
    columns: () => RUN_COLUMNS,
    access: 'discrepancies.export',
    hasWebsites: false,
    hasTimes: false,
    filters: {},
    sources: (db) => [pagesOf('askedAtUs', (page) => listRuns(db, page))],
  }),
  listOf({
    name: 'payouts',
    columns: () => PAYOUT_COLUMNS,
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
    columns: () => PAYOUT_LINE_COLUMNS,
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
    columns: () => AUDIT_COLUMNS,
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
