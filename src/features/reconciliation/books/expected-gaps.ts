import { US_PER_DAY, US_PER_HOUR } from '../../../core/durations.ts';
import type { Reader } from '../../../database/read-only-store.ts';
import { readArchiveRemovals } from '../../archive/archive-removals.ts';
import { listRemovedArchives } from '../../archive/store/archives.ts';
import type { AuditAction } from '../../audit/audit.ts';
import { auditRows, factsOf } from '../../audit/audit-rows.ts';

/** The clock of the process that deleted data may be ahead of this one by this much. */
const MARGIN_US = US_PER_HOUR;

/**
 * Data that may be missing without a fault: payments that became final, or events that happened, before these times,
 * microseconds since 1970. A deletion is recorded in the audit log by the transaction that deletes the first rows. So a
 * check that finds a row missing, and then reads the log, finds the reason.
 */
export interface ExpectedGaps {
  readonly events: number;
  readonly deliveries: number;
  readonly testPayments: number;
  readonly livePayments: number;
  /** How many live payments were removed to archives, by the audit log: the missing ones must not exceed this number. */
  readonly archived: number;
}

/** Reads from the audit log which data may be missing. */
export async function readExpectedGaps(reader: Reader, nowUs: number): Promise<ExpectedGaps> {
  const deletedBefore = async (action: AuditAction) => {
    let days = Number.POSITIVE_INFINITY;
    let beforeUs = 0;
    for await (const row of auditRows(reader, action)) {
      const olderThan = Number(factsOf(row).older_than_days ?? 0);
      days = Math.min(days, olderThan);
      beforeUs = Math.max(beforeUs, row.atUs - olderThan * US_PER_DAY);
    }
    // A round of deletion in progress may delete newer data than its row shows, because its limit advances with the
    // time.
    return days === Number.POSITIVE_INFINITY ? 0 : Math.max(beforeUs, nowUs - days * US_PER_DAY) + MARGIN_US;
  };
  const removals = [...(await readArchiveRemovals(reader)).values()];
  const listed = new Map((await listRemovedArchives(reader)).map(({ id, payments }) => [id, payments]));
  return {
    events: await deletedBefore('events.forget'),
    deliveries: await deletedBefore('deliveries.forget'),
    testPayments: await deletedBefore('payments.forget'),
    livePayments: Math.max(0, ...removals.map(({ finishedBeforeUs }) => finishedBeforeUs ?? 0)),
    archived: removals.reduce(
      (sum, { id, least, most }) => sum + Math.min(Math.max(listed.get(id) ?? 0, least), most),
      0,
    ),
  };
}
