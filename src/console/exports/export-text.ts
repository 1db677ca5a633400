import Papa from 'papaparse';
import type { ExportColumns, ExportValue } from './export-values.ts';

/** `csv` for spreadsheets, `jsonl` for programs: one object in a line. */
export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/**
 * What a spreadsheet would take for a formula: such a cell begins with an apostrophe instead, which spreadsheets do not show as a part
 * of the text. By its first character alone: the pattern of the library lets one pass that has a line end behind it.
 */
const FORMULA = /^[=+\-@\t\r]/;
/** By this mark Excel knows UTF-8; without it every accent of a name would be wrong there. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';
const BROKEN_OFF = 'INCOMPLETE: this export was broken off here, and rows are missing. Take it out again.';

export interface ExportWriter<Item> {
  readonly mediaType: string;
  /** Before the first row. */
  readonly head: string;
  /** Some rows, each with its line end. */
  rows(items: readonly Item[]): string;
  /** The last line of a file that is not whole: nobody shall take it for all. */
  readonly brokenOff: string;
}

/** Writes the rows of a list in a format. */
export function exportWriter<Item>(format: ExportFormat, columns: ExportColumns<Item>): ExportWriter<Item> {
  const names = Object.keys(columns);
  const cells = Object.values(columns);
  if (format === 'csv') {
    return {
      mediaType: 'text/csv; charset=utf-8',
      head: `${BYTE_ORDER_MARK}${names.join(',')}${LINE_END}`,
      rows: (items) => `${csv(items.map((item) => cells.map((cell) => plainText(cell(item)))))}${LINE_END}`,
      brokenOff: `"${BROKEN_OFF}"${LINE_END}`,
    };
  }
  const members = names.map((name, at) => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  const line = (item: Item) => {
    let json = '';
    for (const [at, cell] of cells.entries()) json += members[at] + jsonText(cell(item));
    return `${json}}\n`;
  };
  return {
    mediaType: 'application/jsonl; charset=utf-8',
    head: '',
    rows: (items) => items.map(line).join(''),
    brokenOff: `${JSON.stringify({ error: BROKEN_OFF })}\n`,
  };
}

function csv(rows: readonly string[][]): string {
  return Papa.unparse(rows as string[][], { escapeFormulae: FORMULA, newline: LINE_END });
}

function plainText(value: ExportValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? value.json : String(value);
}

function jsonText(value: ExportValue): string {
  return value !== null && typeof value === 'object' ? value.json : JSON.stringify(value);
}
