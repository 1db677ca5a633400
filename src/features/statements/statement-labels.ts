import { PAYMENT_METHODS } from '../../core/payment.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { STATEMENT_TEXTS } from '../../platform/messages/statements/statements-messages.ts';
import { formatHaitiTime, formatMoney, methodName } from '../../platform/wording/format.ts';
import type { Statement } from './statement.ts';

/** The name of a kind of entries in a language; one without a translation keeps its name in the ledger. */
export function kindLabel(kind: string, language: Language): string {
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
