import type { FieldKind } from '../../core/fields.ts';
import type { Database } from '../../database/database.ts';
import type { ExportedList } from '../../features/exports/record-export.ts';
import { keyLabel, listKeyNames } from '../../features/websites/store/api-keys.ts';
import { listWebsites } from '../../features/websites/store/websites.ts';
import { EXPORT_TEXTS } from '../../platform/messages/exports/exports-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { asText, csvField } from '../../platform/text/csv-field.ts';
import { decimalPoint } from '../../platform/wording/format.ts';
import { wordsOf } from './export-words.ts';

/** The writer of a list for spreadsheets: its first line, and its rows. */
export interface Spreadsheet {
  readonly head: string;
  /** Writes a row: the values of the API form as text, in the order of the columns; and the item's state for people, if it has one. */
  row(values: readonly string[], state?: string): string;
}

/**
 * A list for spreadsheets: the columns of its API form with titles, words, names, and Haiti's time, in a language. An identifier starts with
 * an apostrophe, the sign of a text in spreadsheets: Excel and LibreOffice then keep all of its digits. `="913…"` would be a formula.
 */
export async function spreadsheetOf(
  db: Database,
  {
    list,
    language,
    websiteIds,
  }: { list: ExportedList['list']; language: Language; websiteIds: readonly string[] | null },
  exported: Readonly<Record<string, { readonly kind: FieldKind }>>,
): Promise<Spreadsheet> {
  const columns = Object.keys(exported);
  const kinds = Object.values(exported).map(({ kind }) => kind);
  const titles: Readonly<Record<string, string>> = EXPORT_TEXTS[language].titles;
  const [websites, keys] = await Promise.all([listWebsites(db), listKeyNames(db, websiteIds)]);
  const names = {
    website_id: Object.fromEntries(websites.map(({ id, name }) => [id, name])),
    key_id: Object.fromEntries(keys.map((key) => [key.id, keyLabel(key)])),
  };
  const words = { ...wordsOf(list, language), ...names };
  const point = decimalPoint(language);
  // Spreadsheets of a country with a decimal comma split cells at semicolons.
  const separator = point === ',' ? ';' : ',';
  const cells = columns.map((column, at) => cellOf(column, kinds[at], words, point));
  const line = (values: readonly string[]) =>
    values.map((each, at) => (kinds[at] === 'minor' ? each : csvField(each, separator))).join(separator);
  const status = columns.indexOf('status');
  return {
    head: columns.map((column) => csvField(titles[column] ?? column, separator)).join(separator),
    row: (values, state) =>
      line((state === undefined ? values : values.with(status, state)).map((value, at) => cells[at]!(value))),
  };
}

function cellOf(
  column: string,
  kind: FieldKind | undefined,
  words: Readonly<Record<string, Readonly<Record<string, string>>>>,
  point: string,
): (value: string) => string {
  const known = words[column];
  if (column === 'payment_methods') {
    return (value) =>
      value
        .split(' ')
        .map((each) => known?.[each] ?? each)
        .join(' / ');
  }
  if (known) return (value) => asText(known[value] ?? value);
  // 2026-11-22T05:31:07.000125-05:00
  if (kind === 'time' || kind === 'day') return (value) => value.slice(0, 16).replace('T', ' ');
  if (kind === 'minor' || kind === 'decimal') return (value) => value.replace('.', point);
  return kind === 'count' ? (value) => value : asText;
}
