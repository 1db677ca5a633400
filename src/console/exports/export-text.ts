import { US_PER_MINUTE } from '../../core/durations.ts';
import { type FieldKind, type Fields, fieldsIn, kindOf, plainValue } from '../../core/fields.ts';
import type { Role } from '../../core/roles.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import { offsetOfHourUs } from '../../platform/clock/haiti-time.ts';
import { csvField } from '../../platform/text/csv-field.ts';
import type { Spreadsheet } from './spreadsheet.ts';

/** `spreadsheet` for people; `csv` and `jsonl`, one JSON object per line, for programs, with the names of the API. */
export const EXPORT_FORMATS = ['spreadsheet', 'csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Excel recognises UTF-8 by this mark. Without it, accented letters in names would be wrong. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';
const BROKEN_OFF = 'INCOMPLETE: this export stopped here, and rows are missing. Export the list again.';

export interface ExportWriter<Item> {
  readonly mediaType: string;
  /** The text before the first row. */
  readonly head: string;
  /** A row with its line end. `state`: the item's state for people, for a spreadsheet. */
  row(item: Item, state?: string): string;
  /** The last line of an incomplete file, so that no reader takes the file for complete. */
  readonly brokenOff: string;
}

/** A value that is written unchanged: JSON from elsewhere. */
interface RawJson {
  readonly json: string;
}

/** One value of a row. Null is an empty cell in CSV, and `null` in JSON. */
type ExportValue = string | number | RawJson | null;

/** A column: the kind of its values, and the function that reads one. */
interface ExportColumn<Item> {
  readonly kind: FieldKind;
  readonly read: (item: Item) => ExportValue;
}

/** The columns of a list, in order. A column is never renamed or removed; new columns are added at the end. */
type ExportColumns<Item> = Readonly<Record<string, ExportColumn<Item>>>;

/** Writes the rows of a list as JSON lines, or as CSV: with the names of the API, or as a spreadsheet. */
export function exportWriter<Item>(
  format: 'jsonl' | 'csv' | Spreadsheet,
  columns: ExportColumns<Item>,
): ExportWriter<Item> {
  const names = Object.keys(columns);
  const cells = Object.values(columns).map(({ read }) => read);
  const kinds = Object.values(columns).map(({ kind }) => kind);
  if (format !== 'jsonl') {
    const { head, row }: Spreadsheet =
      format === 'csv'
        ? {
            head: names.join(','),
            // Money may be negative, and no text of others: it stays a number.
            row: (values) => values.map((each, at) => (kinds[at] === 'minor' ? each : csvField(each))).join(','),
          }
        : format;
    return {
      mediaType: 'text/csv; charset=utf-8',
      head: `${BYTE_ORDER_MARK}${head}${LINE_END}`,
      row: (item, state) =>
        `${row(
          cells.map((cell) => plainText(cell(item))),
          state,
        )}${LINE_END}`,
      brokenOff: `"${BROKEN_OFF}"${LINE_END}`,
    };
  }
  const members = names.map((name, at) => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  return {
    mediaType: 'application/jsonl; charset=utf-8',
    head: '',
    // Joined in one step: joining in pairs leaves several times as much in memory that survives young-generation collections.
    row: (item) => `${cells.flatMap((cell, at) => [members[at], jsonText(cell(item))]).join('')}}\n`,
    brokenOff: `${JSON.stringify({ error: BROKEN_OFF })}\n`,
  };
}

function plainText(value: ExportValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? value.json : String(value);
}

function jsonText(value: ExportValue): string {
  return value !== null && typeof value === 'object' ? value.json : JSON.stringify(value);
}

/** The columns of a table of fields, for users with a role. */
export function columnsOf<Item>(fields: Fields<Item>, role: Role): ExportColumns<Item> {
  return Object.fromEntries(
    fieldsIn(fields, 'csv', role).map(({ name, field, read: readField }) => {
      const read = (item: Item) => {
        const found = readField(item);
        if (found.kind === 'raw') return found.value === null ? null : { json: found.value };
        return plainValue(found, { time: exportedTime, separator: ' ' });
      };
      return [field.csv ?? name, { kind: kindOf(field), read }];
    }),
  );
}

/** A time in Haiti's time zone, to the microsecond: `2026-11-22T05:31:07.000125-05:00`. Null stays null. */
function exportedTime(us: number | null): string | null {
  if (us === null) return null;
  const offsetUs = offsetOfHourUs(us);
  const minutes = Math.abs(offsetUs) / US_PER_MINUTE;
  const offset = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return `${formatTimestamp(us + offsetUs).slice(0, -1)}${offsetUs < 0 ? '-' : '+'}${offset}`;
}
