import { PAYMENT_METHODS } from '../../core/payment.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { STATEMENT_TEXTS } from '../../platform/messages/statements/statements-messages.ts';
import { formatHaitiTime, formatMoney, methodName } from '../../platform/wording/format.ts';
import type { AccountSheet, Statement } from './statement.ts';

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

/** The name of a kind of entries in a language; one without a translation keeps its name in the ledger. */
function kindLabel(kind: string, language: Language): string {
  const kinds: Readonly<Record<string, string>> = STATEMENT_TEXTS[language].kinds;
  return kinds[kind] ?? kind;
}

/** The name of an account in a language; one without a translation keeps its name in the ledger. `due` alone is all providers together. */
export function accountLabel(account: string, language: Language): string {
  const texts = STATEMENT_TEXTS[language];
  if (account === 'due') return texts.due;
  const [, group = '', rest = ''] = /^([^:]*):?(.*)$/s.exec(account) ?? [];
  const known = Object.hasOwn(texts.accounts, group) ? texts.accounts[group as keyof typeof texts.accounts] : undefined;
  if (known === undefined || (typeof known === 'string') !== (rest === '')) return account;
  if (typeof known === 'string') return known;
  const method = PAYMENT_METHODS.find((each) => each === rest);
  return known({ name: method && group !== 'bank' ? methodName(method, TEXTS[language]) : rest });
}

/** How final a statement is, as a sentence. */
export function stateText(
  { mode, state, issuedAtUs }: Pick<Statement, 'mode' | 'state' | 'issuedAtUs'>,
  language: Language,
): string {
  const texts = STATEMENT_TEXTS[language];
  if (mode === 'test' && state === 'open') return texts.test;
  const text = texts.stateTexts[state];
  return typeof text === 'string' ? text : text({ time: formatHaitiTime(issuedAtUs ?? 0, language) });
}

/** What was added to a statement after it was issued, one line for each account and kind. */
export function changeTexts({ changes }: Pick<Statement, 'changes'>, language: Language): string[] {
  return changes.map(({ account, kind, currency, amountMinor }) => {
    const item = kind === null ? STATEMENT_TEXTS[language].opening : kindLabel(kind, language);
    return `${accountLabel(account, language)}, ${item} (${formatMoney(amountMinor, currency, language)})`;
  });
}
