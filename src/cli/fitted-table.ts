import { cellText, table, textWidth } from './output.ts';

/** A column of a table that may have to fit a terminal. */
interface Column {
  readonly title: string;
  readonly cells: readonly (string | null)[];
  /** How narrow it may become. Not given: its widest cell. */
  readonly leastWidth?: number;
  /** It is left out where the rest does not fit; of several, the one with the lowest number first. */
  readonly leftOut?: number;
}

/** The gap between columns. */
const GAP = 2;

/**
 * A table that is no wider than `width`, as far as that can be had: columns that may become narrower do, their cells cut short; when that
 * does not do, columns are left out. Without a width it is the whole table.
 */
export function fittedTable(columns: readonly Column[], width: number | undefined): string {
  let shown = [...columns];
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
  const rows = (columns[0]?.cells ?? []).map((_, row) => cut.map((cells) => cells[row] ?? null));
  return table(
    shown.map(({ title }) => title),
    rows,
  );
}

function widthOf({ title, cells }: Column): number {
  return Math.max(textWidth(title), ...cells.map((cell) => textWidth(cellText(cell))));
}

function leastWidthOf(columns: readonly Column[]): number {
  return sumOf(columns.map((column) => Math.min(widthOf(column), column.leastWidth ?? Number.POSITIVE_INFINITY)));
}

/** With the gaps between them. */
function sumOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, GAP * (widths.length - 1));
}
