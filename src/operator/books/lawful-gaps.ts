import type { AuditAction } from '../../domain/audit.ts';
import { US_PER_DAY, US_PER_HOUR } from '../../lib/durations.ts';
import { listRemovedArchives } from '../../storage/archives.ts';
import type { Reader } from '../../storage/read-only-store.ts';
import { readArchiveRemovals } from '../archive/archive-removals.ts';
import { auditRows, factsOf } from '../audit/audit-rows.ts';

/** The clock of whoever let something go may be ahead of ours by so much. */
const MARGIN_US = US_PER_HOUR;

/**
 * What may lawfully be missing: what became final, or happened, before these moments, microseconds since 1970. What was let go is in the
 * audit log, by a row that is written with the first of it, so whoever misses something and reads this afterwards knows.
 */
export interface LawfulGaps {
  readonly events: number;
  readonly deliveries: number;
  readonly testPayments: number;
  readonly livePayments: number;
  /** Live payments that were removed to archives, by the audit log: no more than these are missing. */
  readonly archived: number;
}

/** Reads from the audit log what may lawfully be missing. */
export async function readLawfulGaps(reader: Reader, nowUs: number): Promise<LawfulGaps> {
  const forgotten = async (action: AuditAction) => {
    let days = Number.POSITIVE_INFINITY;
    let beforeUs = 0;
    for await (const row of auditRows(reader, action)) {
      const olderThan = Number(factsOf(row).older_than_days ?? 0);
      days = Math.min(days, olderThan);
      beforeUs = Math.max(beforeUs, row.atUs - olderThan * US_PER_DAY);
    }
    // A round that goes on has a later end than its row says.
    return days === Number.POSITIVE_INFINITY ? 0 : Math.max(beforeUs, nowUs - days * US_PER_DAY) + MARGIN_US;
  };
  const removals = [...(await readArchiveRemovals(reader)).values()];
  const listed = new Map((await listRemovedArchives(reader)).map(({ id, payments }) => [id, payments]));
  return {
    events: await forgotten('events.forget'),
    deliveries: await forgotten('deliveries.forget'),
    testPayments: await forgotten('payments.forget'),
    livePayments: Math.max(0, ...removals.map(({ finishedBeforeUs }) => finishedBeforeUs ?? 0)),
    archived: removals.reduce(
      (sum, { id, least, most }) => sum + Math.min(Math.max(listed.get(id) ?? 0, least), most),
      0,
    ),
  };
}
