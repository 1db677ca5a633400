import type { Money } from '../../../core/money.ts';
import { type Entry, type EntryLine, move } from '../../ledger/entry.ts';
import { isReturned, isShownAgain, UNDONE_WORDS } from './discrepancy.ts';
import type { LedgerCase } from './store/ledger-cases.ts';

/**
 * The money of a case in each currency: how much more the provider has than the ledger shows without the case; negative
 * if less. Resolving a case moves no money, so its money stays; only a resolved dispute holds none. Money that the
 * provider reports as returned no longer counts, and neither does a refund that returned nothing, or an amount that the provider has corrected
 * since. A stored dispute has its own entries.
 */
function caseMoney(each: LedgerCase): Money[] {
  const { kind, reported, payment, settledAtUs, note, word, isLost, isOfDispute, refundKind } = each;
  const isCompleted = payment.status === 'completed';
  if (isOfDispute) return [];
  switch (kind) {
    case 'paid_after_failure':
    case 'paid_twice':
      return isReturned({ note }) ? [] : sumsOf(reported);
    case 'amount_mismatch':
    case 'not_paid':
      // The provider has this amount in place of the payment's.
      return isReturned({ note }) || isShownAgain({ note })
        ? []
        : sumsOf(reported, isCompleted ? negative(payment) : null);
    case 'returned_after_completion':
      return isCompleted && refundKind !== 'gateway' && !UNDONE_WORDS.includes(word ?? '')
        ? sumsOf(reported && negative(reported))
        : [];
    case 'disputed':
      return isCompleted && refundKind === null && !isLost && settledAtUs === null
        ? sumsOf(reported && negative(reported))
        : [];
    case 'unknown_payment':
    case 'still_open':
    case 'returned_before_completion':
      return [];
  }
}

/**
 * What a case moves. One that is an external refund moves money of refunds, and any other moves money that fits no sale. A refund that its provider
 * has not finished reserves its money.
 */
export function caseLines(each: LedgerCase): EntryLine[] {
  const { kind, word, method, refundKind } = each;
  const isExternal = refundKind === 'external';
  const isPending = kind === 'returned_after_completion' && word === 'refund_pending';
  // Nothing has moved yet.
  if (isPending && !isExternal) return [];
  const from = isExternal ? 'refunds' : 'discrepancies';
  return summed(caseMoney(each).flatMap((money) => move(from, isPending ? 'reserved' : `due:${method}`, money)));
}

/** What the entries of a case have moved, all together. */
export function postedLines(entries: readonly Entry[]): EntryLine[] {
  return summed(entries.flatMap(({ lines }) => lines));
}

/** The lines that undo these. */
export function backOf(lines: readonly EntryLine[]): EntryLine[] {
  return lines.map(({ account, money }) => ({ account, money: negative(money) }));
}

/** The sum of lines for each currency and account, in a fixed order, without those that are zero: what the provider has first. */
function summed(lines: readonly EntryLine[]): EntryLine[] {
  const rank = (account: string) => (account.startsWith('due:') || account === 'reserved' ? 0 : 1);
  return [...Map.groupBy(lines, ({ account }) => account)]
    .flatMap(([account, own]) => sumsOf(...own.map(({ money }) => money)).map((money) => ({ account, money })))
    .sort(
      (one, other) =>
        one.money.currency.localeCompare(other.money.currency) ||
        rank(one.account) - rank(other.account) ||
        one.account.localeCompare(other.account),
    );
}

/** Whether an entry belongs to a case. */
export function isOfCase({ event }: Pick<Entry, 'event'>, { id }: Pick<LedgerCase, 'id'>): boolean {
  return event.startsWith(`discrepancy:${id}:`);
}

/** The next entry of a case that has `before` entries. */
export function caseEntry(
  { id, payment }: LedgerCase,
  before: number,
  { lines, atUs }: { lines: readonly EntryLine[]; atUs: number },
): Entry {
  const { websiteId, mode, id: about } = payment;
  return { event: `discrepancy:${id}:${before + 1}`, about, websiteId, mode, atUs, lines };
}

/** The sum of amounts for each currency, in a fixed order, without those that are zero. */
function sumsOf(...amounts: readonly (Money | null)[]): Money[] {
  const sums = new Map<Money['currency'], number>();
  for (const money of amounts) {
    if (money) sums.set(money.currency, (sums.get(money.currency) ?? 0) + money.amountMinor);
  }
  return [...sums]
    .filter(([, amountMinor]) => amountMinor !== 0)
    .map(([currency, amountMinor]) => ({ currency, amountMinor }))
    .sort((one, other) => one.currency.localeCompare(other.currency));
}

function negative({ amountMinor, currency }: Money): Money {
  return { amountMinor: -amountMinor, currency };
}
