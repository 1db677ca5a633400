import type { AuditAction, AuditRow } from '../../domain/audit.ts';
import { parseTimestamp, US_PER_DAY } from '../../domain/timestamps.ts';
import { parseObject } from '../../lib/json-object.ts';
import { listRemovedArchives } from '../../storage/archives.ts';
import { listAuditRows } from '../../storage/audit-log.ts';
import type { Reader } from '../../storage/read-only-store.ts';

/** The clock of whoever let something go may be ahead of ours by so much. */
const MARGIN_US = 3_600_000_000;
/** Payments that became final less than so many days ago are never removed: `finishedBefore` of make-archive.ts, with a margin. */
const NEVER_ARCHIVED_DAYS = 29;
const PAGE = 500;

/**
 * What may lawfully be missing: what became final, or happened, before these moments, microseconds since 1970. What was let go is in the
 * audit log, by a row that is written with the first of it, so whoever misses something and reads this afterwards knows.
 */
export interface LawfulGaps {
  readonly events: number;
  readonly deliveries: number;
  readonly testPayments: number;
  readonly livePayments: number;
  /** Live payments that archives hold which were removed: no more than these are missing. */
  readonly archived: number;
}

/** Reads from the audit log and the list of archives what may lawfully be missing. */
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
  const archives = await listRemovedArchives(reader);
  const finishedBefore = await readArchiveEnds(reader);
  return {
    events: await forgotten('events.forget'),
    deliveries: await forgotten('deliveries.forget'),
    testPayments: await forgotten('payments.forget'),
    livePayments: Math.max(
      0,
      // Earlier versions did not write down how young the youngest is.
      ...archives.map(
        ({ id, removedAtUs }) => finishedBefore.get(id) ?? removedAtUs - NEVER_ARCHIVED_DAYS * US_PER_DAY,
      ),
    ),
    archived: archives.reduce((sum, { payments }) => sum + payments, 0),
  };
}

/** Before which moment all payments of an archive became final, by the archive's id. */
async function readArchiveEnds(reader: Reader): Promise<ReadonlyMap<string, number>> {
  const ends = new Map<string, number>();
  for await (const row of auditRows(reader, 'archive.remove')) {
    const endUs = parseTimestamp(String(factsOf(row).finished_before));
    if (row.subject.id !== null && endUs !== undefined) ends.set(row.subject.id, endUs);
  }
  return ends;
}

/** All rows of an action, newest first. */
export async function* auditRows(reader: Reader, action: AuditAction): AsyncGenerator<AuditRow, void, void> {
  let before: AuditRow | undefined;
  do {
    const rows = await listAuditRows(reader, { action, before, limit: PAGE });
    yield* rows;
    before = rows.length < PAGE ? undefined : rows.at(-1);
  } while (before);
}

/** What was so after a change. */
export function factsOf({ after }: AuditRow): Readonly<Record<string, unknown>> {
  return (after === null ? undefined : parseObject(after)) ?? {};
}
