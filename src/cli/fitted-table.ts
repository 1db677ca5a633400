import { cellText, table, terminalWidth, textWidth } from './output.ts';
import { timeColumn } from './time-text.ts';

/** A column of a table that may have to fit a terminal. */
export type Column<Item> = {
  readonly title: string;
  /** How narrow the column may become. By default it stays as wide as its widest cell. */
  readonly leastWidth?: number;
  /** If set, the column is omitted when the table is too wide; the column with the lowest number goes first. */
  readonly leftOut?: number;
} & (
  | { readonly cell: (item: Item) => string | null }
  /** A moment, microseconds since 1970. */
  | { readonly timeUs: (item: Item) => number | null | undefined }
);

/** A column with the text of every cell. */
interface FilledColumn extends Pick<Column<unknown>, 'title' | 'leastWidth' | 'leftOut'> {
  readonly cells: readonly (string | null)[];
}

/** The gap between columns. */
const GAP = 2;

/**
 * A table with one row for each item, no wider than `width` if possible. Columns that may become narrower do so, and their cells are cut
 * short. When that is not enough, columns are omitted. On a terminal times are short. Without a width, the whole table is shown.
 *
 * @param width by default the width of the terminal that shows stdout
 * @param isLocal whether times are in Haiti time; UTC otherwise
 */
export function fittedTable<Item>(
  items: readonly Item[],
  columns: readonly Column<Item>[],
  { width = terminalWidth(), isLocal = false }: { width?: number | undefined; isLocal?: boolean } = {},
): string {
  let shown: FilledColumn[] = columns.map((column) =>
    'timeUs' in column
      ? { ...column, ...timeColumn(column.title, items.map(column.timeUs), { width, isLocal }) }
      : { ...column, cells: items.map(column.cell) },
  );
  while (width !== undefined && leastWidthOf(shown) > width) {
    const [next] = shown.filter(({ leftOut }) => leftOut !== undefined).toSorted((a, b) => a.leftOut! - b.leftOut!);
    if (!next) break;
    shown = shown.filter((column) => column !== next);
  }
  let tooMuch = width === undefined ? 0 : Math.max(0, sumOf(shown.map(widthOf)) - width);
  const cut = shown.map((column) => {
    const own = widthOf(column);
    const to = Math.max(own - tooMuch, Math.min(own, column.leastWidth ?? own));
    tooMuch -= own - to;
    return column.cells.map((cell) => cellText(cell, to));
  });
  const rows = items.map((_, row) => cut.map((cells) => cells[row] ?? null));
  return table(
    shown.map(({ title }) => title),
    rows,
  );
}

function widthOf({ title, cells }: FilledColumn): number {
  return Math.max(textWidth(title), ...cells.map((cell) => textWidth(cellText(cell))));
}

function leastWidthOf(columns: readonly FilledColumn[]): number {
  return sumOf(columns.map((column) => Math.min(widthOf(column), column.leastWidth ?? Number.POSITIVE_INFINITY)));
}

/** The sum of widths, with the gaps between the columns. */
function sumOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, GAP * (widths.length - 1));
}
