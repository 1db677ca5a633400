import type { Language } from '../../platform/messages/language.ts';
import { STATEMENT_TEXTS } from '../../platform/messages/statements/statements-messages.ts';
import type { AccountSheet } from './statement.ts';
import { accountLabel, kindLabel } from './statement-labels.ts';

/** A row of an account: a balance, or what the entries of one kind moved. */
interface SheetRow {
  readonly item: string;
  /** Null for a balance. */
  readonly entries: number | null;
  readonly amountMinor: number;
}

/** The rows of an account in a language: the opening balance, each kind of entries, the closing balance. */
export function sheetRows({ openingMinor, moves, closingMinor }: AccountSheet, language: Language): SheetRow[] {
  const texts = STATEMENT_TEXTS[language];
  return [
    { item: texts.opening, entries: null, amountMinor: openingMinor },
    ...moves.map(({ kind, ...move }) => ({ item: kindLabel(kind, language), ...move })),
    { item: texts.closing, entries: null, amountMinor: closingMinor },
  ];
}

/** An account, or the sum of all. Minor units. */
export interface AccountRow {
  readonly name: string;
  readonly openingMinor: number;
  readonly movedMinor: number;
  readonly closingMinor: number;
  readonly isSum: boolean;
}

/** The balances of the accounts of a currency, and below them their sums. */
export function accountRows(accounts: readonly AccountSheet[], language: Language): AccountRow[] {
  const rowOf = (name: string, sheets: readonly AccountSheet[], isSum: boolean): AccountRow => {
    const openingMinor = sheets.reduce((sum, each) => sum + each.openingMinor, 0);
    const closingMinor = sheets.reduce((sum, each) => sum + each.closingMinor, 0);
    return { name, openingMinor, movedMinor: closingMinor - openingMinor, closingMinor, isSum };
  };
  return [
    ...accounts.map((each) => rowOf(accountLabel(each.account, language), [each], false)),
    rowOf(STATEMENT_TEXTS[language].sum, accounts, true),
  ];
}
