import { ACTOR_KINDS, actorFilter } from '../../core/actor.ts';
import { CURRENCIES } from '../../core/money.ts';
import { FAILURE_REASONS, MODES, PAYMENT_METHODS, PAYMENT_STATUSES, type Payment } from '../../core/payment.ts';
import { REFUND_STATUSES } from '../../core/refund.ts';
import type { Ability } from '../../core/roles.ts';
import type { Database } from '../../database/database.ts';
import type { AuditRow } from '../../features/audit/audit.ts';
import { listAuditRows } from '../../features/audit/store/audit-log.ts';
import type { ExportedList } from '../../features/exports/record-export.ts';
import { deliverySources } from '../../features/exports/store/delivery-sources.ts';
import { newestFirst, type Source } from '../../features/exports/store/newest-first.ts';
import { paymentSources } from '../../features/exports/store/payment-sources.ts';
import { subscriptionSource } from '../../features/exports/store/subscription-source.ts';
import { listNewestLinks } from '../../features/links/store/payment-links.ts';
import { DISCREPANCY_KINDS } from '../../features/payments/discrepancies/discrepancy.ts';
import { listDiscrepancyPage } from '../../features/payments/discrepancies/store/discrepancies.ts';
import { readEvidence, shownState } from '../../features/payments/shown-state.ts';
import { listRuns } from '../../features/reconciliation/store/reconcile-runs.ts';
import { listNewestRefunds } from '../../features/refunds/store/refunds.ts';
import { WEBHOOK_EVENTS } from '../../features/webhooks/event.ts';
import { DELIVERY_STATUSES } from '../../features/webhooks/store/delivery-table.ts';
import { LINK_FILTER_STATES } from '../links/link-views.ts';
import { PAYMENT_FILTERS, parseListFilter } from '../payments/list-filter.ts';
import { RECURRING_STATES, stateFilter } from '../subscriptions/recurring-views.ts';
import type { AskedPage } from '../views/pager.ts';
import {
  AUDIT_COLUMNS,
  DELIVERY_COLUMNS,
  discrepancyColumns,
  linkColumns,
  PAYMENT_COLUMNS,
  RECURRING_COLUMNS,
  REFUND_COLUMNS,
  RUN_COLUMNS,
} from './export-columns.ts';
import { type ExportFilter, FilterFault } from './export-filter.ts';
import { type ExportFormat, type ExportWriter, exportWriter } from './export-text.ts';
import type { ExportColumns } from './export-values.ts';
import { spreadsheetOf } from './spreadsheet.ts';

/** Some rows of an export as text, and their number. */
interface ExportPiece {
  readonly text: string;
  readonly rows: number;
}

/** An export that is ready to start, and writes piece by piece. */
export interface PreparedExport {
  readonly mediaType: string;
  /** The last line of an incomplete file. */
  readonly brokenOff: string;
  pieces(): AsyncGenerator<ExportPiece>;
}

/** A list that can be exported. */
export interface ExportList {
  readonly name: ExportedList['list'];
  readonly access: Ability;
  /** The filters in the list's address, besides `website`, `from` and `to`. A filter with choices accepts nothing else. */
  readonly filters: Readonly<Record<string, readonly string[] | null>>;
  /** Whether rows belong to websites. */
  readonly hasWebsites: boolean;
  /** Whether the list can be filtered by time. */
  readonly hasTimes: boolean;
  /** Throws FilterFault for an invalid filter. */
  readonly prepare: (db: Database, filter: ExportFilter, format: ExportFormat) => Promise<PreparedExport>;
  /** The names of its columns, in order. */
  readonly columns: readonly string[];
}

/**
 * The columns and the pages of an export. Columns may depend on the moment of the export, in microseconds since 1970.
 */
interface Exported<Item> extends Omit<ExportList, 'columns' | 'prepare'> {
  /** The states that a spreadsheet shows instead of `status`, as everywhere in the console. */
  readonly states?: (db: Database, items: readonly Item[]) => Promise<ReadonlyMap<Item, string>>;
  readonly columns: (nowUs: number) => ExportColumns<Item>;
  /** Throws FilterFault for an invalid filter. */
  readonly sources: (db: Database, filter: ExportFilter) => Promise<readonly Source<Item>[]> | readonly Source<Item>[];
}

function listOf<Item>({ columns, sources, states, ...list }: Exported<Item>): ExportList {
  return {
    ...list,
    columns: Object.keys(columns(0)),
    prepare: async (db, filter, format) => {
      const these = columns(filter.nowUs);
      const sheet = { list: list.name, language: filter.language, websiteIds: filter.websiteIds };
      const writer = exportWriter(
        format === 'spreadsheet' ? await spreadsheetOf(db, sheet, Object.keys(these)) : format,
        these,
      );
      const statesOf = format === 'spreadsheet' && states ? (items: readonly Item[]) => states(db, items) : undefined;
      return prepared(writer, await sources(db, filter), statesOf);
    },
  };
}

/** The rows of a list, read as a page of the console reads them; `time` names the field by which they are ordered. */
function pagesOf<Time extends string, Item extends { readonly id: string } & Readonly<Record<Time, number>>>(
  time: Time,
  read: (page: AskedPage) => Promise<readonly Item[]>,
): Source<Item> {
  return async (before, limit) => {
    const place = before && { atUs: before.atUs, createdAtUs: before.atUs, id: String(before.id) };
    const page = await read({ before: place, limit });
    const found = page.map((item) => ({ place: { atUs: item[time], id: item.id }, item }));
    return { found, next: page.length < limit ? undefined : found.at(-1)?.place };
  };
}

async function statesOfPayments(db: Database, payments: readonly Payment[]): Promise<Map<Payment, string>> {
  const evidence = payments.length === 0 ? undefined : await readEvidence(db, payments);
  return new Map(payments.map((payment) => [payment, shownState(payment, evidence?.get(payment.id))]));
}

const YES_OR_NO = ['yes', 'no'] as const;
const OPEN_OR_SETTLED = ['open', 'settled'] as const;

/** Every list that can be exported, with the filters of its page. */
export const EXPORT_LISTS: readonly ExportList[] = [
  listOf({
    name: 'payments',
    columns: () => PAYMENT_COLUMNS,
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
  listOf({
    name: 'refunds',
    columns: () => REFUND_COLUMNS,
    access: 'exports',
    hasWebsites: true,
    hasTimes: true,
    filters: { mode: MODES, status: REFUND_STATUSES, method: PAYMENT_METHODS },
    sources: (db, { websiteIds, fromUs, toUs, choice }) => {
      const filter = {
        websiteIds,
        fromUs,
        toUs,
        mode: choice(MODES, 'mode'),
        status: choice(REFUND_STATUSES, 'status'),
        method: choice(PAYMENT_METHODS, 'method'),
      };
      return [pagesOf('createdAtUs', (page) => listNewestRefunds(db, { ...filter, ...page }))];
    },
  }),
  listOf({
    name: 'links',
    columns: linkColumns,
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
  listOf({
    name: 'deliveries',
    columns: () => DELIVERY_COLUMNS,
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
    columns: () => RECURRING_COLUMNS,
    access: 'exports',
    hasWebsites: true,
    hasTimes: false,
    filters: { mode: MODES, state: RECURRING_STATES },
    sources: (db, { websiteIds, choice }) => {
      const filter = { websiteIds, mode: choice(MODES, 'mode'), ...stateFilter(choice(RECURRING_STATES, 'state')) };
      return [subscriptionSource(db, filter)];
    },
  }),
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

/** Rows in one piece. Other requests are served between two pieces. */
const PIECE = 100;

function prepared<Item>(
  writer: ExportWriter<Item>,
  sources: readonly Source<Item>[],
  statesOf?: (items: readonly Item[]) => Promise<ReadonlyMap<Item, string>>,
): PreparedExport {
  // Rows wait for their turn as text: a payment object takes several times the memory.
  const written = sources.map((source): Source<string> => {
    return async (before, limit) => {
      const { found, next } = await source(before, limit);
      const states = await statesOf?.(found.map(({ item }) => item));
      return { found: found.map(({ place, item }) => ({ place, item: writer.row(item, states?.get(item)) })), next };
    };
  });
  return {
    mediaType: writer.mediaType,
    brokenOff: writer.brokenOff,
    async *pieces() {
      if (writer.head !== '') yield { text: writer.head, rows: 0 };
      for await (const rows of newestFirst(written)) {
        // No row of this batch matched. Yield anyway, so that an export whose reader has disconnected stops.
        if (rows.length === 0) yield { text: '', rows: 0 };
        for (let at = 0; at < rows.length; at += PIECE) {
          const some = rows.slice(at, at + PIECE);
          yield { text: some.join(''), rows: some.length };
        }
      }
    },
  };
}
