import { formatAmount } from '../../core/money.ts';
import type { Language } from '../../platform/messages/language.ts';
import { STATEMENT_TEXTS } from '../../platform/messages/statements/statements-messages.ts';
import { asText, csvField } from '../../platform/text/csv-field.ts';
import { decimalPoint } from '../../platform/wording/format.ts';
import type { Website } from '../websites/store/websites.ts';
import { daysOf } from './month.ts';
import type { AccountSheet, Statement } from './statement.ts';
import { accountLabel, sheetRows } from './statement-rows.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A statement for spreadsheets: for each currency and account the opening balance, each kind of entries, and the closing balance. All providers
 * together come first. Amounts are numbers, which a spreadsheet adds up; names cannot be formulas.
 */
export function statementCsv(
  { mode, month, state, sheets }: Statement,
  { website, language }: { website: Pick<Website, 'id' | 'name'>; language: Language },
): string {
  const texts = STATEMENT_TEXTS[language];
  const point = decimalPoint(language);
  const separator = point === ',' ? ';' : ',';
  const cells = (values: readonly string[]) => values.map((each) => csvField(asText(each), separator)).join(separator);
  const [from, to] = daysOf(month);
  const start = [cells([website.name, website.id, texts.modes[mode]]), from, to, cells([texts.states[state]])];
  const { titles } = texts;
  const head = [...Object.values(titles), texts.account, texts.item, texts.count, texts.amount];
  const rowsOf = (currency: string, sheet: AccountSheet) =>
    sheetRows(sheet, language).map(({ item, entries, amountMinor }) => {
      const own = cells([currency, accountLabel(sheet.account, language), item]);
      return [...start, own, entries ?? '', formatAmount(amountMinor).replace('.', point)].join(separator);
    });
  const rows = sheets.flatMap(({ currency, due, accounts }) =>
    [due, ...accounts].flatMap((each) => rowsOf(currency, each)),
  );
  return `${BYTE_ORDER_MARK}${[cells(head), ...rows].join('\r\n')}\r\n`;
}
