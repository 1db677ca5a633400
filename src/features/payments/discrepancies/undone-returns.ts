import { US_PER_MINUTE } from '../../../core/durations.ts';
import { isSameMoney } from '../../../core/money.ts';
import type { Discrepancy, DiscrepancyReport } from './discrepancy.ts';

/** No query of a provider takes longer: its list may lack a return that another process has seen since. */
const LONGEST_QUERY_US = 15 * US_PER_MINUTE;
/** The words of returns that can still turn out to have returned nothing. */
const OPEN_WORDS: readonly string[] = ['refunded', 'voided', 'refund_pending', 'unlisted'];

/** What a provider shows about refunds that returned nothing. */
export interface ShownUndone {
  /** The returns that it shows now, without refunds of this gateway. */
  readonly reports: readonly DiscrepancyReport[];
  /** The numbers of refunds that it shows as failed, cancelled or voided. */
  readonly undone: readonly string[];
  /** The numbers of all returns that it shows; undefined when its list may lack some. */
  readonly listed: readonly string[] | undefined;
}

/**
 * How a return turned out to have returned nothing: `refund_failed` if its provider says so, or lists all returns without it; `replaced` if it was a
 * sum of refunds, and they are listed now, or the sum is another one. Undefined if it stays a return.
 */
export function undoneWord(
  { kind, word, providerRef, reported, lastSeenAtUs }: Discrepancy,
  { reports, undone, listed }: ShownUndone,
  atUs: number,
): 'refund_failed' | 'replaced' | undefined {
  if (kind !== 'returned_after_completion' || !OPEN_WORDS.includes(word ?? '')) return undefined;
  const isMissing = listed !== undefined && !listed.includes(providerRef) && lastSeenAtUs < atUs - LONGEST_QUERY_US;
  if (word !== 'unlisted') return isMissing || undone.includes(providerRef) ? 'refund_failed' : undefined;
  const isOther = reports.some(
    (each) =>
      each.word === 'unlisted' &&
      each.providerRef === providerRef &&
      !(each.reported && reported && isSameMoney(each.reported, reported)),
  );
  return isMissing || isOther ? 'replaced' : undefined;
}
