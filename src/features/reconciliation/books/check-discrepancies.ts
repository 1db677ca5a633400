import type { Currency } from '../../../core/money.ts';
import type { ReadOnlyStore } from '../../../database/read-only-store.ts';
import type { AuditRow } from '../../audit/audit.ts';
import { factsOf } from '../../audit/audit-rows.ts';
import { listAuditRows, listAuditRowsOf } from '../../audit/store/audit-log.ts';
import { reportedText } from '../../payments/discrepancies/discrepancy.ts';
import type { FaultLog } from './fault-log.ts';
import { listDiscrepanciesById, listResolvedDiscrepancies, type StoredDiscrepancy } from './store/discrepancy-pages.ts';

const PAGE = 500;
const ACTION = 'discrepancy.settle';

/** Compares resolved discrepancies with the audit log rows of their resolutions, in both directions. */
export async function checkDiscrepancies(store: ReadOnlyStore, faults: FaultLog): Promise<void> {
  await checkResolved(store, faults);
  await checkRecorded(store, faults);
}

async function checkResolved(store: ReadOnlyStore, faults: FaultLog): Promise<void> {
  for (let after = ''; ; ) {
    const { page, newest } = await store.snapshot(async (reader) => {
      const resolved = await listResolvedDiscrepancies(reader, after, PAGE);
      const rows = await listAuditRowsOf(reader, { subjectIds: resolved.map(({ id }) => id), actions: [ACTION] });
      return { page: resolved, newest: new Map(rows.map((row) => [row.subject.id, row])) };
    });
    for (const discrepancy of page) {
      const fault = resolvedFault(discrepancy, newest.get(discrepancy.id));
      if (fault) faults.add('settlement_mismatch', discrepancy.id, fault);
    }
    const last = page.at(-1);
    if (page.length < PAGE || !last) return;
    after = last.id;
  }
}

function resolvedFault(discrepancy: StoredDiscrepancy, row: AuditRow | undefined): string | undefined {
  if (!row) return 'resolved, but not in the audit log';
  const facts = factsOf(row);
  const { kind, note, reportedMinor, reportedCurrency } = discrepancy;
  const reported =
    reportedMinor === null ? null : { amountMinor: reportedMinor, currency: reportedCurrency as Currency };
  if (facts.kind !== kind) return 'its kind differs from the audit log';
  if (facts.note !== note) return 'its note differs from the audit log';
  // Rows that earlier versions wrote name no amount.
  if ('reported' in facts && facts.reported !== reportedText(reported)) return 'its amount differs from the audit log';
  return undefined;
}

/**
 * Checks that each discrepancy resolved in the audit log is stored, and is open again only if it was reported again
 * after that.
 */
async function checkRecorded(store: ReadOnlyStore, faults: FaultLog): Promise<void> {
  for (let before: AuditRow | undefined; ; ) {
    const { rows, stored } = await store.snapshot(async (reader) => {
      const page = await listAuditRows(reader, { action: ACTION, before, limit: PAGE });
      const ids = [...new Set(page.map(({ subject }) => subject.id ?? ''))];
      const found = await listDiscrepanciesById(reader, ids);
      return { rows: page, stored: new Map(found.map((each) => [each.id, each])) };
    });
    for (const { subject, atUs } of rows) {
      const discrepancy = stored.get(subject.id ?? '');
      if (!discrepancy)
        faults.add('settlement_mismatch', subject.id ?? '', 'resolved in the audit log, but not stored');
      else if (discrepancy.settledAtUs === null && discrepancy.lastSeenAtUs <= atUs) {
        faults.add('settlement_mismatch', discrepancy.id, 'resolved in the audit log, but open');
      }
    }
    before = rows.at(-1);
    if (rows.length < PAGE) return;
  }
}
