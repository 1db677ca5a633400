import type { Currency } from '../../core/money.ts';
import type { Database } from '../../database/database.ts';
import { STATEMENT_TEXTS } from '../../platform/messages/statements/statements-messages.ts';
import { activityOf } from '../ledger/activity.ts';
import type { Book } from '../ledger/entry.ts';
import { type Activity, readLedgerFill } from '../ledger/store/postings.ts';
import { type Month, periodOf } from './month.ts';
import { findStatement, type IssuedStatement } from './store/statements.ts';

/**
 * How final a statement is. `incomplete`: older payments are still being posted. `running`: the month has not ended. `open`: it has ended, and
 * entries can follow. `issued`: it is as it was issued. `changed`: entries of the month were posted after it was issued.
 */
type StatementState = 'incomplete' | 'running' | 'open' | 'issued' | 'changed';

/** What the ledger has of a website's payments in a mode and a month of Haiti. */
export interface Statement extends Book {
  readonly month: Month;
  readonly state: StatementState;
  readonly issuedAtUs: number | null;
  /** What differs from the issued statement: how many entries more, and how much more they moved. */
  readonly changes: readonly Activity[];
  /** Currencies that were used before the end of the month. */
  readonly sheets: readonly CurrencySheet[];
}

/** The accounts of a currency, each with its opening balance, what moved it, and its closing balance. */
interface CurrencySheet {
  readonly currency: Currency;
  /** All `due:` accounts together: what providers hold for the website. */
  readonly due: AccountSheet;
  readonly accounts: readonly AccountSheet[];
}

/** Opening balance and moves are the closing balance. Minor units. */
export interface AccountSheet {
  /** `due` for all accounts that start with `due:`. */
  readonly account: string;
  readonly openingMinor: number;
  readonly moves: readonly Move[];
  readonly closingMinor: number;
}

/** What the entries of one kind moved. */
interface Move {
  readonly kind: string;
  readonly entries: number;
  readonly amountMinor: number;
}

/** The order of kinds and of accounts is that of their texts; others follow by name. */
const KINDS: readonly string[] = Object.keys(STATEMENT_TEXTS.en.kinds);
const ACCOUNTS: readonly string[] = Object.keys(STATEMENT_TEXTS.en.accounts);

/**
 * Reads a website's statement of a month. It is read in several queries: entries that another transaction posts at the same time may be
 * missing.
 */
export async function readStatement(
  db: Pick<Database, 'query'>,
  { websiteId, mode, month }: Book & { month: Month },
  nowUs: number,
): Promise<Statement> {
  const period = periodOf(month);
  // In this order: entries that are posted between these reads are in the sums.
  const isComplete = (await readLedgerFill(db)) === null;
  const issued = mode === 'live' ? await findStatement(db, { websiteId, month }) : undefined;
  const lines = await activityOf(db, { websiteId, mode, ...period });
  const changes = issued ? changesSince(issued, lines) : [];
  const state = !isComplete
    ? 'incomplete'
    : nowUs < period.toUs
      ? 'running'
      : !issued
        ? 'open'
        : changes.length === 0
          ? 'issued'
          : 'changed';
  return { websiteId, mode, month, state, issuedAtUs: issued?.issuedAtUs ?? null, changes, sheets: sheetsOf(lines) };
}

/** The sheets of all currencies in the lines of a period. */
export function sheetsOf(lines: readonly Activity[]): CurrencySheet[] {
  const currencies = [...Map.groupBy(lines, ({ currency }) => currency)].sort(([one], [other]) => compare(one, other));
  return currencies.map(([currency, own]) => {
    const accounts = [...Map.groupBy(own, ({ account }) => account as string)].sort(
      ([one], [other]) => byRank(ACCOUNTS, one.split(':')[0] ?? '', other.split(':')[0] ?? '') || compare(one, other),
    );
    return {
      currency,
      due: sheetOf(
        'due',
        own.filter(({ account }) => account.startsWith('due:')),
      ),
      accounts: accounts.map(([account, some]) => sheetOf(account, some)),
    };
  });
}

function sheetOf(account: string, lines: readonly Activity[]): AccountSheet {
  const sumOf = (some: readonly Activity[]) => some.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const moves = [...Map.groupBy(lines, ({ kind }) => kind)].flatMap(([kind, some]) => {
    if (kind === null) return [];
    return [{ kind, entries: some.reduce((sum, { entries }) => sum + entries, 0), amountMinor: sumOf(some) }];
  });
  return {
    account,
    openingMinor: sumOf(lines.filter(({ kind }) => kind === null)),
    moves: moves.sort((one, other) => byRank(KINDS, one.kind, other.kind)),
    closingMinor: sumOf(lines),
  };
}

/** By the places in a list, then by name. */
function byRank(list: readonly string[], one: string, other: string): number {
  const rankOf = (name: string) => (list.includes(name) ? list.indexOf(name) : list.length);
  return rankOf(one) - rankOf(other) || compare(one, other);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function changesSince(issued: IssuedStatement, lines: readonly Activity[]): Activity[] {
  const before = issued.lines.map((line) => ({ ...line, entries: -line.entries, amountMinor: -line.amountMinor }));
  const nameOf = ({ currency, account, kind }: Activity) => JSON.stringify([currency, account, kind]);
  return [...Map.groupBy([...lines, ...before], nameOf).values()].flatMap((same) => {
    const [entries, amountMinor] = [
      same.reduce((sum, line) => sum + line.entries, 0),
      same.reduce((sum, line) => sum + line.amountMinor, 0),
    ];
    return entries === 0 && amountMinor === 0 ? [] : [{ ...same[0]!, entries, amountMinor }];
  });
}
