import type { Money } from '../../../core/money.ts';
import { type Entry, move } from '../../ledger/entry.ts';
import { isReturned } from './discrepancy.ts';
import type { LedgerCase } from './store/ledger-cases.ts';

/**
 * The money of a case in each currency: how much more the provider has than the ledger shows without the case; negative
 * if less. Resolving a case moves no money, so its money stays; only a resolved dispute holds none. Money that the
 * provider reports as returned no longer counts. A stored dispute has its own entries.
 */
function caseMoney(each: LedgerCase): Money[] {
  const { kind, reported, payment, settledAtUs, note, isLost, isOfDispute, refundKind } = each;
  const isCompleted = payment.status === 'completed';
  if (isOfDispute) return [];
  switch (kind) {
    case 'paid_after_failure':
    case 'paid_twice':
      return isReturned({ note }) ? [] : sumsOf(reported);
    case 'amount_mismatch':
    case 'not_paid':
      // The provider has this amount in place of the payment's.
      return isReturned({ note }) ? [] : sumsOf(reported, isCompleted ? negative(payment) : null);
    case 'returned_after_completion':
      return isCompleted && refundKind !== 'gateway' ? sumsOf(reported && negative(reported)) : [];
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

/** Money that a case moves to the provider, from this account. */
interface CaseMove {
  readonly from: (typeof CASE_ACCOUNTS)[number];
  readonly money: Money;
}

/** A case that is an external refund moves money of refunds, any other case moves money that fits no sale. */
const CASE_ACCOUNTS = ['discrepancies', 'refunds'] as const;

/** What a case moves. */
export function caseMoves(each: LedgerCase): CaseMove[] {
  const from = each.refundKind === 'external' ? 'refunds' : 'discrepancies';
  return caseMoney(each).map((money) => ({ from, money }));
}

/** What the entries of a case have moved, all together. */
export function postedMoves(entries: readonly Entry[]): CaseMove[] {
  return CASE_ACCOUNTS.flatMap((from) => postedMoney(entries, from).map((money) => ({ from, money: negative(money) })));
}

/** What entries have changed on an account: their sum for each currency. */
export function postedMoney(entries: readonly Entry[], account: string): Money[] {
  const lines = entries.flatMap((entry) => entry.lines);
  return sumsOf(...lines.filter((line) => line.account === account).map(({ money }) => money));
}

/** The moves that undo these. */
export function backOf(moves: readonly CaseMove[]): CaseMove[] {
  return moves.map(({ from, money }) => ({ from, money: negative(money) }));
}

/** Whether an entry belongs to a case. */
export function isOfCase({ event }: Pick<Entry, 'event'>, { id }: Pick<LedgerCase, 'id'>): boolean {
  return event.startsWith(`discrepancy:${id}:`);
}

/** The next entry of a case that has `before` entries. */
export function caseEntry(
  { id, method, payment }: LedgerCase,
  before: number,
  { moves, atUs }: { moves: readonly CaseMove[]; atUs: number },
): Entry {
  const { websiteId, mode, id: about } = payment;
  const lines = moves.flatMap(({ from, money }) => move(from, `due:${method}`, money));
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
