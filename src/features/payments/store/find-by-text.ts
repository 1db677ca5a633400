import { parseTransactionId } from '../../../core/ids.ts';
import { PAYMENT_METHODS, type Payment } from '../../../core/payment.ts';
import type { Database, Row, Value } from '../../../database/database.ts';
import { inList, matching } from '../../../database/matching.ts';
import { selectForEach } from '../../../database/select-for-each.ts';
import { isMeant, type WantedTerms, wantedTerms } from '../search-terms.ts';
import {
  type FoundPage,
  findPayments,
  impliedBy,
  type ListFilter,
  type LookedAt,
  pageOf,
  scanOf,
  unindexed,
} from './find-payments.ts';
import { findPaymentsOfLink } from './find-payments-of-link.ts';
import { PAYMENTS } from './payment-table.ts';
import { findByTerm, findByTermStart } from './payment-terms.ts';

/** The most results of one search strategy: later pages find the rest. */
const MOST_FOUND = 1_000;
/** How many rows are read at a time. */
const STEP = 250;
/**
 * If at most this many names start with the text, their payments are sorted. Otherwise many of the newest payments
 * match, so the newest payments are read.
 */
const MOST_SORTED = 4_000;
/** How many open payments are read. */
const MOST_OPEN = 2_000;
/** How many payments are read for a name that has more matches than are sorted. */
const MOST_NAMED = 2_000;
/** Ids within one millisecond may not be in list order: this many more are requested. */
const SLACK = 10;
/** Above every id. */
const NO_ID = Number.MAX_SAFE_INTEGER;

/** Results of one search strategy. */
interface SearchResult {
  readonly ids: readonly number[];
  /** Payments older than this were not read. */
  readonly endedAt?: LookedAt | undefined;
}

/**
 * The newest payments that a typed text may mean, and that match the filter. The text may be an id, a reference, the
 * provider's number, the whole phone number or e-mail address, or the start of the customer's name or of any word in
 * it. Ordered by their ids, which grow with time.
 */
export async function findPaymentsByText(db: Database, filter: ListFilter, text: string): Promise<FoundPage> {
  const wanted = impliedBy(filter);
  const typed = text.trim();
  if (typed === '') {
    return filter.linkId === undefined ? findPayments(db, filter) : findPaymentsOfLink(db, filter.linkId, filter);
  }
  const websiteIds = await websitesOf(db, wanted);
  const terms = wantedTerms(typed);
  const found = await Promise.all([
    byId(typed),
    byReference(db, wanted, websiteIds, typed),
    byProviderNumber(db, wanted, typed),
    ...byTerms(db, wanted, websiteIds, terms),
  ]);
  const endedAt = newestEnd(found);
  const end = endedAt?.last.id ?? 0;
  const before = wanted.beforeId ?? NO_ID;
  const ids = [...new Set(found.flatMap((each) => each.ids))].filter((id) => id < before && id >= end);
  const payments = await readMatching(
    db,
    { ...wanted, websiteIds },
    ids.sort((a, b) => b - a),
    (payment) => isTyped(payment, typed) || isMeant(payment, terms),
  );
  const page = pageOf(payments, wanted.limit);
  return page.nextBefore === undefined ? { ...page, endedAt } : page;
}

/** Whether a text is one of a payment's numbers. */
function isTyped({ id, reference, providerRef }: Payment, typed: string): boolean {
  return id === idOf(typed) || reference === typed || providerRef === typed;
}

function idOf(typed: string): number | undefined {
  return parseTransactionId(typed.replaceAll(/\s/g, ''));
}

async function websitesOf(db: Database, { websiteId, websiteIds }: ListFilter): Promise<string[]> {
  if (websiteIds) return websiteIds.filter((id) => websiteId === undefined || id === websiteId);
  if (websiteId !== undefined) return [websiteId];
  return (await db.query<Row & { id: string }>('SELECT id FROM websites ORDER BY id')).map(({ id }) => id);
}

async function byId(typed: string): Promise<SearchResult> {
  const id = idOf(typed);
  return { ids: id === undefined ? [] : [id] };
}

async function byReference(
  db: Database,
  { mode, beforeId = NO_ID }: ListFilter,
  websiteIds: readonly string[],
  typed: string,
): Promise<SearchResult> {
  const modes = mode === undefined ? ['test', 'live'] : [mode];
  const lists = await Promise.all(
    modes.map((each) =>
      selectForEach<IdRow>(db, websiteIds, (websiteId, params) => {
        const place = (value: Value) => `$${params.push(value)}`;
        return `SELECT id, created_at_us FROM payments
          WHERE website_id = ${websiteId} AND mode = ${place(each)} AND reference = ${place(typed)} AND id < ${place(beforeId)}
          ORDER BY created_at_us DESC, id DESC LIMIT ${place(MOST_FOUND + SLACK)}`;
      }),
    ),
  );
  return merged(lists.flat());
}

async function byProviderNumber(
  db: Database,
  { method, beforeId = NO_ID }: ListFilter,
  typed: string,
): Promise<SearchResult> {
  const methods = method === undefined ? PAYMENT_METHODS : [method];
  const lists = await Promise.all(
    methods.map((each) =>
      db.query<IdRow>(
        `SELECT id, created_at_us FROM payments WHERE method = $1 AND provider_ref = $2 AND id < $3
          ORDER BY id DESC LIMIT $4`,
        [each, typed, beforeId, MOST_FOUND + SLACK],
      ),
    ),
  );
  return merged(lists);
}

interface IdRow extends Row {
  id: number;
  created_at_us: number;
}

/** The merged results of several lists, newest first: back to the newest point at which a list was cut off. */
function merged(lists: readonly (readonly IdRow[])[]): SearchResult {
  const ends = lists.flatMap((list): LookedAt[] => {
    const last = list.length > MOST_FOUND ? list[MOST_FOUND - 1] : undefined;
    return last ? [{ count: MOST_FOUND, last: { id: last.id, createdAtUs: last.created_at_us } }] : [];
  });
  return { ids: lists.flat().map(({ id }) => id), endedAt: newestEnd(ends.map((endedAt) => ({ ids: [], endedAt }))) };
}

/** By name, phone number and e-mail address: final payments by their terms, open ones by reading them. */
function byTerms(
  db: Database,
  filter: ListFilter,
  websiteIds: readonly string[],
  terms: WantedTerms,
): Promise<SearchResult>[] {
  const { exact, start } = terms;
  if (exact.length === 0 && start === undefined) return [];
  const { beforeId = NO_ID } = filter;
  const exactly = exact.map(async (term): Promise<SearchResult> => {
    const lists = await findByTerm(db, { websiteIds, term, beforeId }, MOST_FOUND);
    const last = Math.max(...lists.map((ids) => (ids.length === MOST_FOUND ? ids.at(-1)! : 0)));
    return { ids: lists.flat(), endedAt: last > 0 ? await lookedAt(db, last, MOST_FOUND) : undefined };
  });
  const open = (['pending', 'processing'] as const)
    .filter((status) => filter.status === undefined || filter.status === status)
    .map((status) => byLooking(db, { ...filter, status }, terms, MOST_OPEN));
  return [...exactly, ...open, ...(start === undefined ? [] : [byName(db, filter, websiteIds, start)])];
}

async function byName(
  db: Database,
  filter: ListFilter,
  websiteIds: readonly string[],
  start: string,
): Promise<SearchResult> {
  const most = Math.max(Math.floor(MOST_SORTED / Math.max(websiteIds.length, 1)), MOST_FOUND / 5);
  const lists = await findByTermStart(db, { websiteIds, start }, most + 1);
  // So many names start with the text that many of the newest payments match.
  if (lists.some((ids) => ids.length > most)) return byLooking(db, filter, { exact: [], start }, MOST_NAMED);
  const { beforeId = NO_ID } = filter;
  return { ids: lists.flat().filter((id) => id < beforeId) };
}

/** Reads the newest payments that indexes find, one by one. */
async function byLooking(db: Database, filter: ListFilter, terms: WantedTerms, most: number): Promise<SearchResult> {
  const scan = await scanOf(db, filter, most);
  const ids: number[] = [];
  for (const row of await scan.rows<LookedAtRow>('id, customer_name, customer_email, customer_phone')) {
    const { customer_name: customerName, customer_email: customerEmail, customer_phone: customerPhone } = row;
    if (isMeant({ customerName, customerEmail, customerPhone }, terms)) ids.push(row.id);
  }
  return { ids, endedAt: await scan.endedAt() };
}

interface LookedAtRow extends Row {
  id: number;
  customer_name: string;
  customer_email: string | null;
  customer_phone: string | null;
}

async function lookedAt(db: Database, id: number, count: number): Promise<LookedAt> {
  const [row] = await db.query<IdRow>('SELECT id, created_at_us FROM payments WHERE id = $1', [id]);
  return { count, last: { id, createdAtUs: row?.created_at_us ?? 0 } };
}

/** How far back all search strategies got: the newest of the points at which they ended. */
function newestEnd(found: readonly SearchResult[]): LookedAt | undefined {
  return found.reduce<LookedAt | undefined>(
    (newest, { endedAt }) => (endedAt && (!newest || endedAt.last.id > newest.last.id) ? endedAt : newest),
    undefined,
  );
}

/**
 * Reads these payments, and returns those that match, newest first: one more than a page holds, if there are that many.
 */
async function readMatching(
  db: Database,
  filter: ListFilter,
  ids: readonly number[],
  isWanted: (payment: Payment) => boolean,
): Promise<Payment[]> {
  const { apiKeyId, mode, status, method, fromUs, toUs, websiteIds = [], limit } = filter;
  const found: Payment[] = [];
  for (let from = 0; from < ids.length && found.length <= limit; from += STEP) {
    const params: Value[] = [];
    const conditions = [
      inList(params, 'id', ids.slice(from, from + STEP)),
      inList(params, 'website_id', websiteIds),
      ...matching(params, { api_key_id: apiKeyId, mode, status, method }),
      ...unindexed(filter)(params),
    ];
    if (fromUs !== undefined) conditions.push(`created_at_us >= $${params.push(fromUs)}`);
    if (toUs !== undefined) conditions.push(`created_at_us < $${params.push(toUs)}`);
    const rows = await db.query(
      `SELECT ${PAYMENTS.columns} FROM payments WHERE ${conditions.join(' AND ')} ORDER BY id DESC`,
      params,
    );
    found.push(...rows.map(PAYMENTS.read).filter(isWanted));
  }
  return found.slice(0, limit + 1);
}
