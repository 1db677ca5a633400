import type { Mode } from '../../../core/payment.ts';
import type { Reader } from '../../../database/read-only-store.ts';
import { appliedAtUs } from '../../../database/schema/schema-state.ts';
import { parseObject } from '../../../platform/text/json-object.ts';
import { listAuditRows } from '../../audit/store/audit-log.ts';
import { callbackUrlOf, listWebsites, type Website } from '../../websites/store/websites.ts';

/** The migration that creates the audit log. Which callback URL a website had before this migration is unknown. */
export const AUDIT_MIGRATION = 17;
const PAGE = 100;
/**
 * A payment that became final just before the callback URL was set has no delivery. By the clock of another node, its
 * time may be later than that of the URL.
 */
const MARGIN_US = 120_000_000;

/** For each mode, by website. Microseconds since 1970. */
export type CallbackTimes = Readonly<Record<Mode, ReadonlyMap<string, number>>>;

/**
 * For each mode, and each website that now has a callback URL for it: since when the website has had one without
 * interruption, by the audit log. Every event from then on has a delivery. A website whose audit log contradicts its
 * row is omitted.
 */
export async function readCallbackTimes(reader: Reader): Promise<CallbackTimes> {
  const times: Record<Mode, Map<string, number>> = { test: new Map(), live: new Map() };
  const logStartUs = (await appliedAtUs(reader, AUDIT_MIGRATION)) ?? Number.POSITIVE_INFINITY;
  for (const website of await listWebsites(reader)) {
    for (const mode of ['test', 'live'] as const) {
      if (callbackUrlOf(website, mode) === null) continue;
      const setAtUs = await findSetAt(reader, website, mode, logStartUs);
      if (setAtUs !== undefined) times[mode].set(website.id, setAtUs + MARGIN_US);
    }
  }
  return times;
}

/** The facts of the audit log that are callback URLs, each with the website's property that it records. */
const URL_FACTS = [
  ['callback_url', 'callbackUrl'],
  ['test_callback_url', 'testCallbackUrl'],
] as const;

/**
 * When a website last got a callback URL for events of the mode after having none, by the audit log; the start of the
 * log if it records no such change. Undefined when the log contradicts the website's row.
 */
async function findSetAt(
  reader: Reader,
  { id, callbackUrl, testCallbackUrl }: Website,
  mode: Mode,
  logStartUs: number,
): Promise<number | undefined> {
  const urls = { callbackUrl, testCallbackUrl };
  for (let before: { atUs: number; position: number } | undefined; ; ) {
    const rows = await listAuditRows(reader, { subjectId: id, before, limit: PAGE });
    for (const row of rows) {
      // The row of a test event also has the URL, but records no change of it.
      if (row.action === 'website.test_event') continue;
      const after = row.after === null ? {} : (parseObject(row.after) ?? {});
      const was = row.before === null ? {} : (parseObject(row.before) ?? {});
      for (const [fact, url] of URL_FACTS) {
        if (!(fact in after)) continue;
        if ((after[fact] === null) !== (urls[url] === null)) return undefined;
        urls[url] = (was[fact] as string | null | undefined) ?? null;
      }
      if (callbackUrlOf(urls, mode) === null) return row.atUs;
    }
    if (rows.length < PAGE) return logStartUs;
    before = rows.at(-1);
  }
}
