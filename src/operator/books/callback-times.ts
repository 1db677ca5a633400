import { parseObject } from '../../lib/json-object.ts';
import { listAuditRows } from '../../storage/audit-log.ts';
import type { Reader } from '../../storage/read-only-store.ts';
import { appliedAtUs } from '../../storage/schema/schema-state.ts';
import { listWebsites } from '../../storage/websites.ts';

/** The migration that makes the audit log: before it nobody knows what a website's callback URL was. */
export const AUDIT_MIGRATION = 17;
const PAGE = 100;
/** A payment that became final while the callback URL was set may have been a little quicker, by the clock of another node. */
const MARGIN_US = 120_000_000;

/**
 * Since when each website that has a callback URL has had one without a break, as far as the audit log tells: every event from then on has a
 * delivery. Microseconds since 1970. A website whose log tells otherwise than its row is left out.
 */
export async function readCallbackTimes(reader: Reader): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  const logBeganUs = (await appliedAtUs(reader, AUDIT_MIGRATION)) ?? Number.POSITIVE_INFINITY;
  for (const { id, callbackUrl } of await listWebsites(reader)) {
    if (callbackUrl === null) continue;
    const setAtUs = await findSetAt(reader, id, logBeganUs);
    if (setAtUs !== undefined) times.set(id, setAtUs + MARGIN_US);
  }
  return times;
}

async function findSetAt(reader: Reader, websiteId: string, logBeganUs: number): Promise<number | undefined> {
  for (let before: { atUs: number; position: number } | undefined; ; ) {
    const rows = await listAuditRows(reader, { subjectId: websiteId, before, limit: PAGE });
    for (const row of rows) {
      const after = row.after === null ? undefined : parseObject(row.after);
      if (!after || !('callback_url' in after)) continue;
      if (after.callback_url === null) return undefined;
      const was = row.before === null ? undefined : parseObject(row.before);
      if (!was || was.callback_url === null) return row.atUs;
    }
    if (rows.length < PAGE) return logBeganUs;
    before = rows.at(-1);
  }
}
