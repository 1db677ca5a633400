import type { Transaction } from './transactions.ts';

const DAY_MS = 86_400_000;

/** Whether a query finds a transaction. */
export type SearchQuery = (transaction: Transaction) => boolean;

/**
 * Reads the part of the query language that is known: `clientReferenceInformation.code:X`, `buyerInformation.merchantCustomerId:X` and
 * `submitTimeUtc:[A TO B]` (or `}`), joined by AND. Undefined for anything else.
 */
export function readQuery(text: string, nowMs: number, { isLoose }: { isLoose: boolean }): SearchQuery | undefined {
  const terms = text.split(' AND ').map((term) => readTerm(term, nowMs, isLoose));
  if (!terms.every((term) => term !== undefined)) return undefined;
  return (transaction) => terms.every((term) => term(transaction));
}

function readTerm(term: string, nowMs: number, isLoose: boolean): SearchQuery | undefined {
  const [, code] = /^clientReferenceInformation\.code:([\w.-]+)$/.exec(term) ?? [];
  if (code !== undefined) {
    return ({ reference }) => (isLoose ? reference.slice(0, 6) === code.slice(0, 6) : reference === code);
  }
  const [, customer] = /^buyerInformation\.merchantCustomerId:([\w.-]+)$/.exec(term) ?? [];
  if (customer !== undefined) return ({ customerId }) => customerId === customer;
  const [, from = '', to = '', end] = /^submitTimeUtc:\[(\S+) TO (\S+)([\]}])$/.exec(term) ?? [];
  const [fromMs, toMs] = [readTime(from, nowMs), readTime(to, nowMs)];
  if (fromMs === undefined || toMs === undefined) return undefined;
  return ({ atMs }) => atMs >= fromMs && (atMs < toMs || (end === ']' && atMs === toMs));
}

/** `NOW`, `NOW/DAY`, `NOW/DAY-7DAYS`, or a moment in ISO 8601 with `Z`. */
function readTime(text: string, nowMs: number): number | undefined {
  const [match, day, sign, days] = /^NOW(\/DAY)?(?:([+-])(\d+)DAYS?)?$/.exec(text) ?? [];
  if (match !== undefined) {
    const startMs = day === undefined ? nowMs : Math.floor(nowMs / DAY_MS) * DAY_MS;
    return startMs + (sign === '-' ? -1 : 1) * Number(days ?? 0) * DAY_MS;
  }
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) ? Date.parse(text) : undefined;
}
