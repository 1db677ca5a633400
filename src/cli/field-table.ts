import { type Field, type FieldValue, fieldsIn, plainValue, readerOf } from '../core/fields.ts';
import { type Column, fittedTable } from './fitted-table.ts';
import { details } from './output.ts';
import { timeText } from './time-text.ts';

/** A line of details that only the command has: its title and its text. */
type Line = readonly [string, string | null];

/** How a column fits the terminal, and its title if that is not the name of the field. */
type Fit<Item> = Partial<Pick<Column<Item>, 'title' | 'leastWidth' | 'leftOut'>>;

/** A table of fields, and of columns that only the command has. Columns are omitted and cut short as in `fittedTable`. */
export function fieldTable<Item, Name extends string>(
  items: readonly Item[],
  fields: Readonly<Record<Name, Field<Item>>>,
  columns: readonly (readonly [Name, Fit<Item>?] | Column<Item>)[],
  fitting?: Parameters<typeof fittedTable>[2],
): string {
  const filled = columns.map((column): Column<Item> => {
    if ('title' in column) return column;
    const [name, fit] = column;
    const read = readerOf(fields[name]);
    const base = { title: labelOf(name, fields[name]).toUpperCase(), ...fit };
    return 'time' in fields[name]
      ? { ...base, timeUs: (item) => read(item).value as number | null }
      : { ...base, cell: (item) => textOf(read(item), ',') };
  });
  return fittedTable(items, filled, fitting);
}

/**
 * The fields of one item, each on its own line, and `more` lines. `first` names the fields, and has the lines, that come before the others.
 *
 * @param isLocal shows times in Haiti time instead of UTC
 */
export function fieldDetails<Item, Name extends string = string>(
  fields: Readonly<Record<Name, Field<Item>>>,
  item: Item,
  more: readonly Line[] = [],
  { first = [], isLocal = false }: { first?: readonly (Name | Line)[]; isLocal?: boolean } = {},
): string {
  const lineOf = (name: Name): Line => [
    labelOf(name, fields[name]),
    textOf(readerOf(fields[name])(item), ', ', isLocal),
  ];
  const rest = fieldsIn(fields, 'details').flatMap(({ name }) => (first.includes(name as Name) ? [] : [name as Name]));
  return details([...[...first, ...rest].map((each) => (typeof each === 'string' ? lineOf(each) : each)), ...more]);
}

/** The name of a field in commands: `next_attempt_at` is `Next attempt`. */
function labelOf(name: string, { title }: Pick<Field<unknown>, 'title'>): string {
  if (title !== undefined) return title;
  const text = name.replace(/_at$|(?<=^website)_id$/, '').replaceAll('_', ' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replaceAll(/\b(?:id|url)\b/gi, (word) => word.toUpperCase());
}

function textOf(value: FieldValue, separator: string, isLocal = false): string | null {
  const plain = plainValue(value, { time: (us) => timeText(us, isLocal), separator });
  // A list without elements is shown as no value.
  return plain === null || plain === '' ? null : String(plain);
}
