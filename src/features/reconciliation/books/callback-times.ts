import type { Mode } from '../../../core/payment.ts';
import type { Reader } from '../../../database/read-only-store.ts';
import { appliedAtUs } from '../../../database/schema/schema-state.ts';
import { parseObject } from '../../../platform/text/json-object.ts';
import { listAuditRows } from '../../audit/store/audit-log.ts';
import { callbackUrlOf, listWebsites, refundCallbackUrlOf, type Website } from '../../websites/store/websites.ts';

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

/** The migration that adds the callback URLs for refunds: before it, no website has one. */
export const REFUND_URLS_MIGRATION = 42;

/** The URLs of a website that events go to, in live and in test mode. */
interface Urls {
  readonly live: string | null;
  readonly test: string | null;
}

/** For each kind of events: where their URLs are, in the website and in the facts of the audit log, and since when they exist. */
const OF = {
  payments: {
    read: ({ callbackUrl: live, testCallbackUrl: test }: Website): Urls => ({ live, test }),
    facts: { live: 'callback_url', test: 'test_callback_url' },
    urlOf: ({ live, test }: Urls, mode: Mode) => callbackUrlOf({ callbackUrl: live, testCallbackUrl: test }, mode),
    migration: AUDIT_MIGRATION,
  },
  refunds: {
    read: ({ refundCallbackUrl: live, testRefundCallbackUrl: test }: Website): Urls => ({ live, test }),
    facts: { live: 'refund_callback_url', test: 'test_refund_callback_url' },
    urlOf: ({ live, test }: Urls, mode: Mode) =>
      refundCallbackUrlOf({ refundCallbackUrl: live, testRefundCallbackUrl: test }, mode),
    migration: REFUND_URLS_MIGRATION,
  },
} as const;

/**
 * For each mode, and each website that now has a callback URL for it and these events: since when the website has had one without
 * interruption, by the audit log. Every event from then on has a delivery. A website whose audit log contradicts its
 * row is omitted.
 */
export async function readCallbackTimes(reader: Reader, events: keyof typeof OF): Promise<CallbackTimes> {
  const times: Record<Mode, Map<string, number>> = { test: new Map(), live: new Map() };
  const { read, urlOf, migration } = OF[events];
  const startUs = (await appliedAtUs(reader, migration)) ?? Number.POSITIVE_INFINITY;
  for (const website of await listWebsites(reader)) {
    for (const mode of ['test', 'live'] as const) {
      if (urlOf(read(website), mode) === null) continue;
      const setAtUs = await findSetAt(reader, website, { events, mode, startUs });
      if (setAtUs !== undefined) times[mode].set(website.id, setAtUs + MARGIN_US);
    }
  }
  return times;
}

/**
 * When a website last got a callback URL for events of the mode after having none, by the audit log; the start of the
 * log if it records no such change. Undefined when the log contradicts the website's row.
 */
async function findSetAt(
  reader: Reader,
  website: Website,
  { events, mode, startUs }: { readonly events: keyof typeof OF; readonly mode: Mode; readonly startUs: number },
): Promise<number | undefined> {
  const { read, facts, urlOf } = OF[events];
  const urls = { ...read(website) };
  for (let before: { atUs: number; position: number } | undefined; ; ) {
    const rows = await listAuditRows(reader, { subjectId: website.id, before, limit: PAGE });
    for (const row of rows) {
      // The row of a test event also has the URL, but records no change of it.
      if (row.action === 'website.test_event') continue;
      const after = row.after === null ? {} : (parseObject(row.after) ?? {});
      const was = row.before === null ? {} : (parseObject(row.before) ?? {});
      for (const url of ['live', 'test'] as const) {
        const fact = facts[url];
        if (!(fact in after)) continue;
        if ((after[fact] === null) !== (urls[url] === null)) return undefined;
        urls[url] = (was[fact] as string | null | undefined) ?? null;
      }
      if (urlOf(urls, mode) === null) return row.atUs;
    }
    if (rows.length < PAGE) return startUs;
    before = rows.at(-1);
  }
}
