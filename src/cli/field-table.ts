import { type Field, type Fields, type FieldValue, fieldsIn, plainValue, readerOf } from '../core/fields.ts';
import { formatTimestamp } from '../core/timestamps.ts';
import { type Column, fittedTable } from './fitted-table.ts';
import { details } from './output.ts';

/** How a column fits the terminal, and its title if that is not the name of the field. */
type Fit<Item> = Partial<Pick<Column<Item>, 'title' | 'leastWidth' | 'leftOut'>>;

/** A table of fields, and of columns that only the command has. Columns are omitted and cut short as in `fittedTable`. */
export function fieldTable<Item, Name extends string>(
  items: readonly Item[],
  fields: Readonly<Record<Name, Field<Item>>>,
  columns: readonly (readonly [Name, Fit<Item>?] | Column<Item>)[],
): string {
  const filled = columns.map((column): Column<Item> => {
    if ('title' in column) return column;
    const [name, fit] = column;
    const read = readerOf(fields[name]);
    const base = { title: labelOf(name).toUpperCase(), ...fit };
    return 'time' in fields[name]
      ? { ...base, timeUs: (item) => read(item).value as number | null }
      : { ...base, cell: (item) => textOf(read(item), ',') };
  });
  return fittedTable(items, filled);
}

/** The fields of one item, each on its own line, and lines that only the command has. */
export function fieldDetails<Item>(
  fields: Fields<Item>,
  item: Item,
  more: readonly (readonly [string, string | null])[] = [],
): string {
  return details([
    ...fieldsIn(fields, 'details').map(({ name, read }) => [labelOf(name), textOf(read(item), ', ')] as const),
    ...more,
  ]);
}

/** The name of a field in commands: `next_attempt_at` is `Next attempt`. */
function labelOf(name: string): string {
  const text = name.replace(/_at$|(?<=^website)_id$/, '').replaceAll('_', ' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replaceAll(/\b(?:id|url)\b/gi, (word) => word.toUpperCase());
}

function textOf(value: FieldValue, separator: string): string | null {
  const plain = plainValue(value, { time: formatTimestamp, separator });
  return plain === null ? null : String(plain);
}
