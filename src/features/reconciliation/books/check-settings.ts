import { formatRate } from '../../../core/money.ts';
import { MODES, type Mode } from '../../../core/payment.ts';
import { momentOf, parseTimestamp } from '../../../core/timestamps.ts';
import type { Reader, ReadOnlyStore } from '../../../database/read-only-store.ts';
import { appliedAtUs } from '../../../database/schema/schema-state.ts';
import type { AuditAction } from '../../audit/audit.ts';
import { auditRows, factsOf } from '../../audit/audit-rows.ts';
import { linkFacts } from '../../links/link-json.ts';
import type { PaymentLink } from '../../links/payment-link.ts';
import { listLinksById } from '../../links/store/payment-links.ts';
import { listManualRates } from '../../rates/store/manual-rates.ts';
import { keyFacts, recordedScopes } from '../../websites/api-key-json.ts';
import { type ApiKeySecret, type ListedApiKey, listApiKeyPage, listSecretsOf } from '../../websites/store/api-keys.ts';
import { listWebsites, type Website } from '../../websites/store/websites.ts';
import { websiteFacts } from '../../websites/website-json.ts';
import { AUDIT_MIGRATION } from './callback-times.ts';
import type { FaultLog } from './fault-log.ts';
import { differingFacts, type Recorded, readRecorded } from './recorded-facts.ts';
import { listMissingSubjects } from './store/missing-rows.ts';
import { listLinksOfForeignKeys } from './store/order-faults.ts';

const PAGE = 200;
/** The clocks of nodes and of the database differ by less than this. */
const MARGIN_US = 120_000_000;

const WEBSITE_ACTIONS = [
  ...(['website.create', 'website.update', 'website.activate', 'website.deactivate'] as const),
  'website.roll_secret',
] as const satisfies readonly AuditAction[];
const KEY_ACTIONS = [
  ...(['key.create', 'key.update', 'key.roll', 'key.activate', 'key.deactivate'] as const),
] as const satisfies readonly AuditAction[];
const LINK_ACTIONS = ['link.create', 'link.deactivate'] as const satisfies readonly AuditAction[];
/** The tables whose rows Peye never deletes: each row that the audit log names by these actions must still be stored. */
const NEVER_DELETED = [
  ['websites', WEBSITE_ACTIONS],
  ['api_keys', KEY_ACTIONS],
  ['payment_links', LINK_ACTIONS],
] as const;

/**
 * Compares the settings of websites, keys, payment links and the exchange rate with their newest rows in the audit log.
 */
export async function checkSettings(store: ReadOnlyStore, faults: FaultLog): Promise<void> {
  await checkWebsites(store, faults);
  const logStartUs = await store.snapshot(readLogStart);
  await inPages(
    store,
    (reader, after) => readKeys(reader, after),
    (key) => {
      for (const what of keyFaults(key, logStartUs)) faults.add('setting_mismatch', key.item.id, what);
    },
  );
  await inPages(
    store,
    (reader, after) => readLinks(reader, after),
    (link) => {
      for (const what of linkFaults(link)) faults.add('setting_mismatch', link.item.id, what);
    },
  );
  for (const [table, actions] of NEVER_DELETED) {
    const missing = await store.snapshot((reader) => listMissingSubjects(reader, { table, actions }));
    for (const id of missing) faults.add('setting_mismatch', id, 'not stored, but in the audit log');
  }
  const rates = await store.snapshot(readRates);
  if (rates.kept.join() !== rates.recorded.join()) faults.add('setting_mismatch', 'exchange_rate', 'rate');
}

async function inPages<Found extends { readonly item: { readonly id: string } }>(
  store: ReadOnlyStore,
  read: (reader: Reader, after: string) => Promise<Found[]>,
  judge: (found: Found) => void,
): Promise<void> {
  for (let after = ''; ; ) {
    const page = await store.snapshot((reader) => read(reader, after));
    for (const found of page) judge(found);
    const last = page.at(-1);
    if (page.length < PAGE || !last) return;
    after = last.item.id;
  }
}

/** The time since which every change is in the audit log, microseconds since 1970. */
async function readLogStart(reader: Reader): Promise<number> {
  return ((await appliedAtUs(reader, AUDIT_MIGRATION)) ?? Number.POSITIVE_INFINITY) + MARGIN_US;
}

/** All websites are read in one snapshot: a store has few. */
function checkWebsites(store: ReadOnlyStore, faults: FaultLog): Promise<void> {
  return store
    .snapshot(async (reader) => {
      const found: [string, string][] = [];
      const logStartUs = await readLogStart(reader);
      const websites = await listWebsites(reader);
      for (let start = 0; start < websites.length; start += PAGE) {
        const page = websites.slice(start, start + PAGE);
        const recordedOf = await readRecorded(
          reader,
          page.map(({ id }) => id),
          WEBSITE_ACTIONS,
        );
        for (const website of page) {
          for (const what of websiteFaults(website, recordedOf(website.id), logStartUs)) found.push([website.id, what]);
        }
      }
      return found;
    })
    .then((found) => {
      for (const [id, what] of found) faults.add('setting_mismatch', id, what);
    });
}

function websiteFaults(website: Website, recorded: Recorded, logStartUs: number): string[] {
  const differing = differingFacts(recorded, websiteFacts(website));
  const hasCreation = recorded.rows.some(({ action }) => action === 'website.create');
  if (!hasCreation && website.createdAtUs >= logStartUs) return ['created, but not in the audit log'];
  for (const mode of MODES) {
    const { nextSealed = null, nextFromUs = null } = website.signers[mode] ?? {};
    if ((nextSealed === null) !== (nextFromUs === null)) differing.push('next_secret');
    const rotation = newestSigner(recorded, mode);
    const isKnown = hasCreation || rotation !== undefined;
    // Null if the secret was never rotated, or if the newest rotation took effect immediately.
    const signsFrom = (rotation && factsOf(rotation).signs_from) ?? null;
    if (isKnown && signsFrom !== momentOf(nextFromUs)) differing.push('signs_from');
  }
  return differing;
}

/** The newest row that rotated a website's secret of a mode, or created the secret for test payments. */
function newestSigner({ rows }: Recorded, mode: Mode): Recorded['rows'][number] | undefined {
  return rows.findLast((row) => {
    const facts = factsOf(row);
    if (row.action === 'website.roll_secret') return (facts.mode ?? 'live') === mode;
    return mode === 'test' && 'test_secret' in facts;
  });
}

interface KeyFound {
  readonly item: ListedApiKey;
  readonly recorded: Recorded;
  readonly secrets: readonly Omit<ApiKeySecret, 'hash'>[];
  /**
   * Whether the audit log has the creation of the key's website. If so, it must also have the key's creation, whatever
   * time the key's row states.
   */
  readonly isOfRecordedWebsite: boolean;
}

async function readKeys(reader: Reader, after: string): Promise<KeyFound[]> {
  const page = await listApiKeyPage(reader, after, PAGE);
  const ids = page.map(({ id }) => id);
  const recordedOf = await readRecorded(reader, ids, KEY_ACTIONS);
  const secrets = Map.groupBy(await listSecretsOf(reader, ids), ({ apiKeyId }) => apiKeyId);
  const websiteIds = [...new Set(page.map(({ websiteId }) => websiteId))];
  const creationOf = await readRecorded(reader, websiteIds, ['website.create']);
  return page.map((item) => ({
    item,
    recorded: recordedOf(item.id),
    secrets: secrets.get(item.id) ?? [],
    isOfRecordedWebsite: creationOf(item.websiteId).rows.length > 0,
  }));
}

function keyFaults({ item, recorded, secrets, isOfRecordedWebsite }: KeyFound, logStartUs: number): string[] {
  const { mode, deactivatedAtUs, createdAtUs } = item;
  const isActive = deactivatedAtUs === null;
  const differing = [
    ...differingFacts(withScopes(recorded), { ...keyFacts(item), mode, active: isActive }),
    ...websiteFault(item, recorded),
  ];
  const hasCreation = recorded.rows.some(({ action }) => action === 'key.create');
  if (!hasCreation && (isOfRecordedWebsite || createdAtUs >= logStartUs)) {
    return ['created, but not in the audit log'];
  }
  if (!hasCreation) return differing;
  // If the audit log has no `active` for the key, the key was never deactivated: it must be active.
  if (!('active' in recorded.facts) && !isActive) differing.push('active');
  if (!areRecorded(secrets, recorded)) differing.push('secret');
  return differing;
}

function withScopes({ facts, rows }: Recorded): Recorded {
  return { rows, facts: 'scopes' in facts ? { ...facts, scopes: recordedScopes(facts.scopes) } : facts };
}

/** Whether any row about an item names a website other than the item's. */
function websiteFault({ websiteId }: { readonly websiteId: string }, { rows }: Recorded): string[] {
  return rows.some((row) => row.websiteId !== websiteId) ? ['website_id'] : [];
}

/**
 * Whether a key has exactly the secrets of its creation and its rotations, and the previous ones expire when they must.
 */
function areRecorded(secrets: KeyFound['secrets'], { rows }: Recorded): boolean {
  const given = rows.map(factsOf).filter(({ hint }) => typeof hint === 'string');
  if (given.length !== secrets.length) return false;
  const left = [...secrets];
  return given.every(({ hint }, index) => {
    // The earliest expiry that a later rotation has set.
    const ends = given.slice(index + 1).map((facts) => parseTimestamp(String(facts.old_key_until)) ?? 0);
    const endUs = ends.length > 0 ? Math.min(...ends) : null;
    const at = left.findIndex((secret) => secret.hint === hint && secret.expiresAtUs === endUs);
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
}

interface LinkFound {
  readonly item: PaymentLink;
  readonly recorded: Recorded;
  /** Whether the link's key belongs to the link's website and mode. */
  readonly isOwnKey: boolean;
}

async function readLinks(reader: Reader, after: string): Promise<LinkFound[]> {
  const page = await listLinksById(reader, after, PAGE);
  const ids = page.map(({ id }) => id);
  const recordedOf = await readRecorded(reader, ids, LINK_ACTIONS);
  const foreign = new Set(await listLinksOfForeignKeys(reader, ids));
  return page.map((item) => ({ item, recorded: recordedOf(item.id), isOwnKey: !foreign.has(item.id) }));
}

function linkFaults({ item: link, recorded, isOwnKey }: LinkFound): string[] {
  const { rows } = recorded;
  const created = rows.find(({ action }) => action === 'link.create');
  const isEnded = rows.some(({ action }) => action === 'link.deactivate');
  const faults = [
    ...(isEnded && link.deactivatedAtUs === null ? ['active'] : []),
    ...(isOwnKey ? [] : ['key_id']),
    ...websiteFault(link, recorded),
  ];
  // Links that merchants create through the API are not in the audit log. Their `createdBy` is the id of the API key.
  if (!created) return link.createdBy === link.apiKeyId ? faults : [...faults, 'created, but not in the audit log'];
  const [was, is] = [factsOf(created), linkFacts(link)];
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  return [...faults, ...[...names].filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))];
}

/** The stored manual rates, newest first, and those of the audit log; `none` stands for a removal. */
async function readRates(reader: Reader): Promise<{ kept: string[]; recorded: string[] }> {
  const recorded: string[] = [];
  for await (const row of auditRows(reader, 'rate.set')) recorded.push(String(factsOf(row).rate ?? 'none'));
  const rates = await listManualRates(reader, { beforeUs: Number.MAX_SAFE_INTEGER, limit: recorded.length + 1 });
  return { recorded, kept: rates.map(({ rateE4 }) => (rateE4 === null ? 'none' : formatRate(rateE4))) };
}
