import { formatAmount } from '../../core/money.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import { type Entry, entryName } from './entry.ts';
import type { Balance } from './store/postings.ts';

/** An entry as JSON for operators. */
export function entryJson(entry: Entry) {
  const { about, websiteId, mode, atUs, lines } = entry;
  return {
    entry: entryName(entry),
    transaction_id: String(about),
    website_id: websiteId,
    mode,
    at: formatTimestamp(atUs),
    lines: lines.map(({ account, money }) => ({
      account,
      amount: formatAmount(money.amountMinor),
      currency: money.currency,
    })),
  };
}

/** The balance of an account at the end of a period, as JSON for operators. */
export function balanceJson({ account, currency, closingMinor }: Balance) {
  return { account, balance: formatAmount(closingMinor), currency };
}
