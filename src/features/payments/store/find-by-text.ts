import { parseTransactionId } from '../../../core/ids.ts';
import { PAYMENT_METHODS, type Payment } from '../../../core/payment.ts';
import type { Database, Row, Value } from '../../../database/database.ts';
import { inList, matching } from '../../../database/matching.ts';
import { selectForEach } from '../../../database/select-for-each.ts';
import { isMeant, type Term, termsOf, type WantedTerms, wantedTerms } from '../search-terms.ts';
import {
  type FoundPage,
  findPayments,
  impliedBy,
  type ListFilter,
  type LookedAt,
  pageOf,
  type StatusSum,
  scanOf,
  unindexed,
} from './find-payments.ts';
import { findPaymentsOfLink } from './find-payments-of-link.ts';
import { PAYMENTS } from './payment-table.ts';
import { findByTerm } from './payment-terms.ts';
import { added, type FilterTotals, type TotalsFilter, totalsOf } from './payment-totals.ts';

/** The maximum number of results of one search strategy; later pages find the rest. */
const MOST_FOUND = 1_000;
/** How many rows are read at a time. */
const STEP = 250;
/**
 * If at most this many payments have a term that starts with the text, they are sorted. If more have one, many of the
 * newest payments match, so only the newest are read.
 */
const MOST_SORTED = 10_000;
/** How many open payments are read. */
const MOST_OPEN = 2_000;
/** How many of the newest payments are read for a term with too many matches to sort. */
const MOST_NEWEST = 2_000;
/** How many candidates are read to find those that match the other conditions. */
const MOST_READ = 1_000;
/** At most this many payments whose number is the whole text come before all others. */
const MOST_NAMED = 10;
/** Ids within one millisecond may not be in list order: this many more are requested. */
const SLACK = 10;
/** Above every id. */
const NO_ID = Number.MAX_SAFE_INTEGER;
const ID_LENGTHS = [15, 16];

/** Results of one search strategy. */
interface SearchResult {
  readonly ids: readonly number[];
  /** Payments older than this were not read. */
  readonly endedAt?: LookedAt | undefined;
}

/** The candidates for a typed text. */
interface Possible extends SearchResult {
  /** The few payments whose number is the text: they come first, whatever is newer. */
  readonly named: ReadonlySet<number>;
  /** Whether a payment matches the text. */
  readonly isTyped: (payment: Payment) => boolean;
  /** The filter with the websites that are searched. */
  readonly wanted: ListFilter;
}

/**
 * The newest payments that match a typed text and a filter. The text may be an id, a reference, the provider's number,
 * an e-mail address, or the start of one of them; the end of an id, a reference or a phone number; or the start of the
 * customer's name or of any word in it. Case, accents, spaces and punctuation do not matter. A few payments whose
 * number is the text come first on the first page; the others are ordered by their ids, which grow with time. Only a
 * list without a text can be read oldest first.
 */
export async function findPaymentsByText(
  db: Database,
  filter: ListFilter,
  text: string,
  mostSorted = MOST_SORTED,
): Promise<FoundPage> {
  const typed = text.trim();
  if (typed === '') {
    return filter.linkId === undefined ? findPayments(db, filter) : findPaymentsOfLink(db, filter.linkId, filter);
  }
  const { ids, endedAt, named, isTyped, wanted } = await possible(db, filter, typed, mostSorted);
  const others = ids.filter((id) => !named.has(id));
  const first =
    wanted.beforeId === undefined && named.size > 0
      ? (await readMatching(db, wanted, [...named].sort(newestFirst), isTyped)).payments
      : [];
  const limit = wanted.limit - first.length;
  const found = await readMatching(db, { ...wanted, limit }, others, isTyped);
  const { payments, nextBefore } = pageOf(found.payments, limit);
  return { payments: [...first, ...payments], nextBefore, endedAt: endOf(nextBefore, endedAt, found) };
}

/** How far back the search went for a page without a next page. */
function endOf(
  nextBefore: number | undefined,
  endedAt: LookedAt | undefined,
  found: SearchResult,
): LookedAt | undefined {
  return nextBefore === undefined ? newestEnd([{ ids: [], endedAt }, found]) : undefined;
}

/**
 * The totals of a filter and a typed text; without a text, those of the filter. If there are too many matches, at least
 * the newest are counted.
 */
export async function totalsByText(db: Database, filter: TotalsFilter, text: string): Promise<FilterTotals> {
  const typed = text.trim();
  if (typed === '') return totalsOf(db, filter);
  return totalsOfRead(await readAll(db, filter, typed));
}

/**
 * A page of `findPaymentsByText`, and the totals of all that match. The totals of a text read its first page as well, so the
 * search runs once.
 */
export async function findPageWithTotals(
  db: Database,
  filter: ListFilter,
  text: string,
): Promise<{ page: FoundPage; totals: FilterTotals }> {
  const typed = text.trim();
  const { beforeId, limit, ...matched } = filter;
  if (typed === '' || beforeId !== undefined) {
    const [page, totals] = await Promise.all([
      findPaymentsByText(db, filter, typed),
      totalsByText(db, { ...matched, isOldestFirst: false }, typed),
    ]);
    return { page, totals };
  }
  const read = await readAll(db, matched, typed);
  const { named, wanted, isTyped } = read.possible;
  const first = named.size === 0 ? [] : (await readMatching(db, wanted, [...named], isTyped)).payments;
  const others = read.found.payments.filter(({ id }) => !named.has(id));
  const { payments, nextBefore } = pageOf(others, limit - first.length);
  const endedAt = endOf(nextBefore, read.possible.endedAt, read.found);
  return { page: { payments: [...first, ...payments], nextBefore, endedAt }, totals: totalsOfRead(read) };
}

interface ReadSearch {
  readonly possible: Possible;
  readonly found: { readonly payments: readonly Payment[] } & SearchResult;
}

/** The newest payments that match a filter and a typed text, as many as are read for the totals. */
async function readAll(db: Database, filter: TotalsFilter, typed: string): Promise<ReadSearch> {
  const candidates = await possible(db, { ...filter, limit: MOST_READ }, typed, MOST_SORTED);
  const { wanted, ids, isTyped } = candidates;
  return { possible: candidates, found: await readMatching(db, wanted, ids, isTyped) };
}

function totalsOfRead({ possible: { endedAt }, found }: ReadSearch): FilterTotals {
  const parts = found.payments.map(
    ({ currency, status, amountMinor }): StatusSum => ({ currency, status, n: 1, minor: amountMinor }),
  );
  return added(parts, (endedAt ?? found.endedAt) !== undefined);
}

/** Of these payments, at most `MOST_READ`, those that match a filter and a typed text. */
export async function findAmong(
  db: Database,
  filter: TotalsFilter,
  text: string,
  ids: readonly number[],
): Promise<Payment[]> {
  const typed = text.trim();
  const implied = impliedBy({ ...filter, isOldestFirst: false });
  const wanted = { ...implied, websiteIds: await websitesOf(db, { ...implied, limit: MOST_READ }), limit: MOST_READ };
  const terms = wantedTerms(typed);
  const isTyped = (payment: Payment) => typed === '' || isNumberOf(payment, typed) || isMeant(payment, terms);
  return (await readMatching(db, wanted, ids, isTyped)).payments;
}

/** The payments before and after one in a list; undefined at its ends. */
export interface Neighbours {
  readonly previous: number | undefined;
  readonly next: number | undefined;
}

/**
 * The neighbours of a payment in the list that a filter and a typed text select, whether or not the payment still
 * matches. Each neighbour is read like a page of one row. In the results of a text, the previous one is searched among
 * the newest payments, which the search reads together.
 */
export async function findNeighbours(
  db: Database,
  filter: TotalsFilter,
  text: string,
  id: number,
): Promise<Neighbours> {
  const firstAfter = async (isOldestFirst: boolean) => {
    const after = { ...filter, isOldestFirst, beforeId: id, limit: MOST_NAMED + 1 };
    return (await findPaymentsByText(db, after, text)).payments[0]?.id;
  };
  const typed = text.trim();
  if (typed === '') {
    const { isOldestFirst = false } = filter;
    const [previous, next] = await Promise.all([firstAfter(!isOldestFirst), firstAfter(isOldestFirst)]);
    return { previous, next };
  }
  const given = { ...filter, limit: MOST_NAMED + 1 };
  const { ids, endedAt, named, isTyped, wanted } = await possible(db, given, typed, MOST_SORTED);
  const ordered = [...[...named].sort(newestFirst), ...ids.filter((each) => !named.has(each))];
  const place = ordered.indexOf(id);
  if (place < 0) return { previous: undefined, next: await firstAfter(false) };
  const nearest = async (these: readonly number[]) => {
    const { payments } = await readMatching(db, { ...wanted, limit: these.length }, these, isTyped);
    const found = new Set(payments.map((each) => each.id));
    return these.find((each) => found.has(each));
  };
  const [previous, next] = await Promise.all([
    nearest(ordered.slice(Math.max(0, place - STEP), place).reverse()),
    nearest(ordered.slice(place + 1, place + 1 + STEP)),
  ]);
  return { previous, next: next ?? (endedAt && (await firstAfter(false))) };
}

async function possible(db: Database, filter: ListFilter, typed: string, mostSorted: number): Promise<Possible> {
  const implied = impliedBy({ ...filter, isOldestFirst: false });
  const websiteIds = await websitesOf(db, implied);
  const terms = wantedTerms(typed);
  const { beforeId: before = NO_ID, limit } = implied;
  const named = (await byNumber(db, { ...implied, beforeId: undefined }, websiteIds, typed, MOST_NAMED)).flat();
  const areFew = named.length <= MOST_NAMED && MOST_NAMED < limit;
  const found = await Promise.all([
    areFew ? { ids: named.map(({ id }) => id) } : merged(await byNumber(db, implied, websiteIds, typed, MOST_FOUND)),
    byIdStart(db, implied, terms),
    byTerms(db, implied, websiteIds, { wanted: terms, mostSorted, areManyNamed: !areFew }),
    ...openMatches(db, implied, terms),
  ]);
  const endedAt = newestEnd(found);
  const end = endedAt?.last.id ?? 0;
  return {
    ids: [...new Set(found.flatMap(({ ids }) => ids))].filter((id) => id < before && id >= end).sort(newestFirst),
    endedAt,
    named: new Set(areFew ? named.map(({ id }) => id) : []),
    isTyped: (payment) => isNumberOf(payment, typed) || isMeant(payment, terms),
    wanted: { ...implied, websiteIds },
  };
}

function newestFirst(a: number, b: number): number {
  return b - a;
}

/** Whether a text is one of a payment's numbers. */
function isNumberOf({ id, reference, providerRef }: Payment, typed: string): boolean {
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

/** The payments whose id, reference or provider's number is the text: for each kind the newest `most + 1`. */
async function byNumber(
  db: Database,
  { mode, method, beforeId = NO_ID }: ListFilter,
  websiteIds: readonly string[],
  typed: string,
  most: number,
): Promise<IdRow[][]> {
  const modes = mode === undefined ? ['test', 'live'] : [mode];
  const methods = method === undefined ? PAYMENT_METHODS : [method];
  const id = idOf(typed);
  const lists = await Promise.all([
    ...modes.map((each) =>
      selectForEach<IdRow>(db, websiteIds, (websiteId, params) => {
        const place = (value: Value) => `$${params.push(value)}`;
        return `SELECT id, created_at_us FROM payments
          WHERE website_id = ${websiteId} AND mode = ${place(each)} AND reference = ${place(typed)} AND id < ${place(beforeId)}
          ORDER BY created_at_us DESC, id DESC LIMIT ${place(most + SLACK)}`;
      }),
    ),
    ...methods.map(async (each) => [
      await db.query<IdRow>(
        `SELECT id, created_at_us FROM payments WHERE method = $1 AND provider_ref = $2 AND id < $3
          ORDER BY id DESC LIMIT $4`,
        [each, typed, beforeId, most + SLACK],
      ),
    ]),
  ]);
  return [...lists.flat(), id === undefined ? [] : [{ id, created_at_us: 0 }]];
}

/** By the first digits of an id. Ids grow with time, so these are the payments of some hours. */
async function byIdStart(
  db: Database,
  { websiteId, websiteIds, beforeId = NO_ID }: ListFilter,
  { idDigits }: WantedTerms,
): Promise<SearchResult> {
  const lengths = idDigits === '' ? [] : ID_LENGTHS.filter((length) => length > idDigits.length);
  const lists = await Promise.all(
    lengths.map((length) => {
      const size = 10 ** (length - idDigits.length);
      const start = Number(idDigits) * size;
      const params: Value[] = [start, Math.min(start + size, beforeId)];
      const ofWebsites = [
        ...matching(params, { website_id: websiteId }),
        ...(websiteIds ? [inList(params, 'website_id', websiteIds)] : []),
      ];
      return db.query<IdRow>(
        `SELECT id, created_at_us FROM payments WHERE ${['id >= $1', 'id < $2', ...ofWebsites].join(' AND ')}
          ORDER BY id DESC LIMIT $${params.push(MOST_FOUND + SLACK)}`,
        params,
      );
    }),
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

/**
 * Final payments by their terms. If a website has too many with a term, its newest payments are read. The exception: if
 * many payments have exactly the text as their number, others whose number only starts or ends with it are not read.
 */
async function byTerms(
  db: Database,
  filter: ListFilter,
  websiteIds: readonly string[],
  { wanted, mostSorted, areManyNamed }: { wanted: WantedTerms; mostSorted: number; areManyNamed: boolean },
): Promise<SearchResult> {
  const found = await Promise.all(
    termsOf(wanted).map(async (term) => ({ ...(await byTerm(db, websiteIds, term, mostSorted)), term })),
  );
  const ids = found.flatMap((each) => each.ids);
  const isRead = ({ from, text }: Term) => !areManyNamed || (from === 'start' && wanted.name.startsWith(text));
  const busy = [...new Set(found.filter(({ term }) => isRead(term)).flatMap((each) => each.busy))];
  if (busy.length === 0) return { ids };
  const newest = await byReading(db, { ...filter, websiteIds: busy }, wanted, MOST_NEWEST);
  return { ids: [...ids, ...newest.ids], endedAt: newest.endedAt };
}

/**
 * The payments with a term, and the websites that have too many with it. Websites with few matches leave their share to
 * the others.
 */
async function byTerm(
  db: Database,
  websiteIds: readonly string[],
  term: Term,
  most: number,
): Promise<{ ids: number[]; busy: readonly string[] }> {
  const ids: number[] = [];
  let left = websiteIds;
  for (;;) {
    const share = Math.ceil(most / Math.max(left.length, 1));
    const lists = await findByTerm(db, { websiteIds: left, term }, share + 1);
    const busy = left.filter((_, at) => lists[at]!.length > share);
    ids.push(...lists.filter((list) => list.length <= share).flat());
    if (busy.length === 0 || busy.length > left.length / 2) return { ids, busy };
    left = busy;
  }
}

/** Reads the open payments, which have no terms. */
function openMatches(db: Database, filter: ListFilter, wanted: WantedTerms): Promise<SearchResult>[] {
  if (termsOf(wanted).length === 0) return [];
  return (['pending', 'processing'] as const)
    .filter((status) => filter.status === undefined || filter.status === status)
    .map((status) => byReading(db, { ...filter, status }, wanted, MOST_OPEN));
}

const LOOKED_AT = PAYMENTS.part(
  ...(['id', 'reference', 'providerRef', 'customerName', 'customerEmail', 'customerPhone'] as const),
);

/** Reads the newest payments that indexes find, one by one. */
async function byReading(db: Database, filter: ListFilter, wanted: WantedTerms, most: number): Promise<SearchResult> {
  const scan = await scanOf(db, filter, most);
  const rows = (await scan.rows(LOOKED_AT.columns)).map(LOOKED_AT.read);
  const ids = rows.filter((row) => isMeant(row, wanted)).map(({ id }) => id);
  return { ids, endedAt: await scan.endedAt() };
}

async function lookedAt(db: Database, id: number, count: number): Promise<LookedAt> {
  const [row] = await db.query<IdRow>('SELECT id, created_at_us FROM payments WHERE id = $1', [id]);
  return { count, last: { id, createdAtUs: row?.created_at_us ?? 0 } };
}

/** How far back every search strategy got: the newest of the points at which they ended. */
function newestEnd(found: readonly SearchResult[]): LookedAt | undefined {
  return found.reduce<LookedAt | undefined>(
    (newest, { endedAt }) => (endedAt && (!newest || endedAt.last.id > newest.last.id) ? endedAt : newest),
    undefined,
  );
}

/**
 * Reads these payments, and returns the matching ones, newest first: at most one more than a page holds. Stops after a
 * limited number of reads.
 */
async function readMatching(
  db: Database,
  filter: ListFilter,
  ids: readonly number[],
  isWanted: (payment: Payment) => boolean,
): Promise<{ payments: Payment[] } & SearchResult> {
  const { apiKeyId, mode, status, method, fromUs, toUs, websiteIds = [], limit } = filter;
  const found: Payment[] = [];
  let from = 0;
  for (; from < Math.min(ids.length, MOST_READ) && found.length <= limit; from += STEP) {
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
  const last = from < ids.length ? ids[from - 1] : undefined;
  return {
    payments: found.slice(0, limit + 1),
    ids: [],
    endedAt: last === undefined ? undefined : await lookedAt(db, last, from),
  };
}
