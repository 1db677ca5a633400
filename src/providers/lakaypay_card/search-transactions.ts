import { US_PER_SECOND } from '../../core/durations.ts';
import { dayOf } from '../../core/timestamps.ts';
import type { Log } from '../../platform/log/log.ts';
import { asObject } from '../../platform/text/json-object.ts';
import { ProviderUnavailable } from '../provider.ts';
import type { RestApi } from './client.ts';
import { readSummary, type TransactionSummary } from './transaction-summary.ts';

/** Summaries are a few kilobytes each, and a response is read up to half a megabyte. */
const PAGE_SIZE = 50;
/** Far more than any requested period can have; an endless list counts as no response. */
const MAX_PAGES = 20_000;

interface Named {
  readonly reference: string;
  readonly paymentId: number | undefined;
  readonly isOfRefunds?: boolean;
}

export interface Search {
  /**
   * Limits the search to the transactions with this reference, which are looked up for this payment. When absent, the search returns all
   * transactions of the period. With `isOfRefunds`, the reference is that of a charge, and the gateway's refunds of it are found.
   */
  readonly named?: Named;
  readonly fromUs: number;
  readonly toUs: number;
  readonly nowUs: number;
}

/**
 * CyberSource's transactions of a period, oldest first, without duplicates. The query names the whole days around the
 * period, in the only form that CyberSource's own samples use, and the result is then limited to the period. Throws
 * ProviderUnavailable when no usable response came.
 */
export async function* searchTransactions(
  api: RestApi,
  search: Search,
  log: Log,
): AsyncGenerator<TransactionSummary, void, void> {
  const seen = new Set<string>();
  for (let page = 0; page < MAX_PAGES; page++) {
    const { summaries, isLast } = await requestPage(api, search, page * PAGE_SIZE, log);
    for (const value of summaries) {
      const summary = readSummary(value);
      // A transaction that is indexed between two queries shifts the others, so that they appear twice.
      if (!summary || seen.has(summary.id)) continue;
      seen.add(summary.id);
      const isMeant = search.named === undefined || search.named.reference === referenceIn(summary, search.named);
      // CyberSource's times are truncated to whole seconds: a transaction that may be in the period counts as in it.
      if (isMeant && summary.atUs > search.fromUs - US_PER_SECOND && summary.atUs < search.toUs) yield summary;
    }
    if (isLast) return;
  }
  throw new ProviderUnavailable('lakaypay_card search: the list of transactions has no end');
}

/** Another system on the account may use such a number for its own customers: only refunds count. */
function referenceIn(
  { refundOf, reference, giveBack }: TransactionSummary,
  { isOfRefunds }: Named,
): string | undefined {
  if (!isOfRefunds) return reference;
  return giveBack === 'refunded' ? refundOf : undefined;
}

/**
 * Other systems on the same account may use any text as a reference. A text that could mean something else in the query
 * language is not searched for.
 */
export function isSearchable(reference: string): boolean {
  return /^\w[\w-]{0,49}$/.test(reference);
}

/**
 * All transactions about a charge, oldest first: those under its reference, and the refunds by this gateway with what followed them, under
 * the reference of each refund. Throws ProviderUnavailable.
 */
export async function searchCharge(
  api: RestApi,
  { named, ...period }: Search & { readonly named: Named },
  log: Log,
): Promise<TransactionSummary[]> {
  const found = new Map<string, TransactionSummary>();
  const add = async (by: Partial<Named>) => {
    const search = { ...period, named: { ...named, ...by } };
    for await (const one of searchTransactions(api, search, log)) found.set(one.id, one);
  };
  await add({});
  await add({ isOfRefunds: true });
  const references = [...found.values()].flatMap(({ refundOf, reference }) => (refundOf && reference) || []);
  for (const reference of new Set(references.filter(isSearchable))) await add({ reference });
  return [...found.values()].sort((a, b) => a.atUs - b.atUs);
}

/** Searches for one transaction of today: works only with valid credentials. Throws ProviderUnavailable otherwise. */
export async function probeSearch(api: RestApi, log: Log): Promise<void> {
  await ask(api, { query: 'submitTimeUtc:[NOW/DAY TO NOW/DAY+1DAY}', offset: 0, limit: 1 }, undefined, log);
}

async function requestPage(
  api: RestApi,
  search: Search,
  offset: number,
  log: Log,
): Promise<{ summaries: readonly unknown[]; isLast: boolean }> {
  const { named } = search;
  const field = named?.isOfRefunds ? 'buyerInformation.merchantCustomerId' : 'clientReferenceInformation.code';
  const code = named === undefined ? '' : `${field}:${named.reference} AND `;
  const query = `${code}submitTimeUtc:${daysAround(search)}`;
  const { totalCount, summaries } = await ask(api, { query, offset, limit: PAGE_SIZE }, named?.paymentId, log);
  return { summaries, isLast: summaries.length === 0 || offset + summaries.length >= totalCount };
}

async function ask(
  api: RestApi,
  search: { query: string; offset: number; limit: number },
  paymentId: number | undefined,
  log: Log,
): Promise<{ totalCount: number; summaries: readonly unknown[] }> {
  const body = { save: false, name: 'peye', timezone: 'GMT', ...search, sort: 'submitTimeUtc:asc' };
  const response = await api({ operation: 'search', path: '/tss/v2/searches', body, paymentId }, log);
  const { totalCount } = response.body;
  if ((response.status !== 201 && response.status !== 200) || typeof totalCount !== 'number') {
    throw new ProviderUnavailable(`lakaypay_card search: no usable response (HTTP ${response.status})`);
  }
  const summaries = asObject(response.body._embedded).transactionSummaries;
  return { totalCount, summaries: Array.isArray(summaries) ? summaries : [] };
}

/** A day more on either side: CyberSource's clock may be past midnight when ours is not. */
function daysAround({ fromUs, toUs, nowUs }: Search): string {
  const today = dayOf(nowUs);
  return `[${day(dayOf(fromUs) - today - 1)} TO ${day(dayOf(toUs) - today + 2)}}`;
}

function day(offset: number): string {
  if (offset === 0) return 'NOW/DAY';
  return `NOW/DAY${offset < 0 ? '-' : '+'}${Math.abs(offset)}DAY${Math.abs(offset) === 1 ? '' : 'S'}`;
}
