import { formatAmount } from './money.ts';
import { type Ability, isAllowed, type Role, type Side, sideOf } from './roles.ts';
import { formatTimestamp } from './timestamps.ts';

/** The values of each kind of field. The kind decides how JSON, exports, pages and commands write the value. */
interface Values {
  text: string | null;
  /** A decimal number, or a day, as text: a spreadsheet calculates with it. */
  decimal: string | null;
  day: string | null;
  count: number | null;
  flag: boolean | null;
  list: readonly string[] | null;
  /** Microseconds since 1970. */
  time: number | null;
  /** Minor units of a currency that another field has. */
  minor: number | null;
  /** Several values in one, for JSON only. */
  json: object | null;
  /** A JSON text, which exports write unchanged. */
  raw: string | null;
}

/** The renderings of all fields of an item: JSON, the columns of an export, and the details that a command and the item's page show. */
export type Rendering = 'json' | 'csv' | 'details';

/** A property of the item, or a function of the item. */
type Reader<Item, Value> = ((item: Item) => Value) | PropertyOf<Item, Value>;
type PropertyOf<Item, Value> = { [Key in keyof Item]-?: Item[Key] extends Value ? Key : never }[keyof Item];

/**
 * A field: its kind, with the reader of its value. `in` lists the renderings that have the field; by default all, or
 * only JSON for a `json` field. `csv` is the field's name in exports if it differs, and `title` its name in commands.
 * `only` limits it, in the console and in exports, to the users of one side, or to those with a permission.
 */
export type Field<Item> = {
  readonly in?: readonly Rendering[];
  readonly csv?: string;
  readonly title?: string;
  readonly only?: Side | Ability;
  /** Whether the console offers to copy the value, such as an id. */
  readonly isCopied?: true;
} & {
  [Kind in keyof Values]: { readonly [Name in Kind]: Reader<Item, Values[Kind]> };
}[keyof Values];

/** The fields of an item by their names in JSON, in order: the one definition of what JSON, exports, pages and commands show. */
export type Fields<Item> = Readonly<Record<string, Field<Item>>>;

/** What a value is, which decides how it is written. */
export type FieldKind = keyof Values;

/** A value with its kind. */
export type FieldValue = {
  [Kind in keyof Values]: { readonly kind: Kind; readonly value: Values[Kind] };
}[keyof Values];

const KINDS: readonly FieldKind[] = ['text', 'decimal', 'day', 'count', 'flag', 'list', 'time', 'minor', 'json', 'raw'];

/** The kind of a field. */
export function kindOf<Item>(field: Field<Item>): FieldKind {
  return KINDS.find((each) => each in field) ?? 'json';
}

/** A function that reads a field. */
export function readerOf<Item>(field: Field<Item>): (item: Item) => FieldValue {
  const kind = kindOf(field);
  const reader = (field as unknown as Record<string, keyof Item | ((item: Item) => unknown)>)[kind]!;
  return (item) => ({ kind, value: typeof reader === 'function' ? reader(item) : item[reader] }) as FieldValue;
}

/** Whether users with this role see a field. */
export function isSeenBy(role: Role, { only }: Pick<Field<never>, 'only'>): boolean {
  if (only === undefined) return true;
  return only === 'operator' || only === 'merchant' ? only === sideOf(role) : isAllowed(role, only);
}

/** The fields of a rendering for users with a role, by default an owner, in order, each with its name and a function that reads it. */
export function fieldsIn<Item>(fields: Fields<Item>, rendering: Rendering, role: Role = 'owner') {
  return Object.entries(fields)
    .filter(([, field]) => isSeenBy(role, field))
    .filter(([, field]) => field.in?.includes(rendering) ?? (rendering === 'json' || !('json' in field)))
    .map(([name, field]) => ({ name, field, read: readerOf(field) }));
}

/** An item as JSON for users with a role, by default an owner. Times are in UTC, and amounts are decimal texts. */
export function fieldsJson<Item>(fields: Fields<Item>, item: Item, role?: Role): Record<string, unknown> {
  return Object.fromEntries(
    fieldsIn(fields, 'json', role).map(({ name, read }) => {
      const found = read(item);
      const isAsIs = found.kind !== 'time' && found.kind !== 'minor';
      return [name, isAsIs ? found.value : plainValue(found, { time: formatTimestamp, separator: '' })];
    }),
  );
}

/** A value as a plain text, or as a number if it is a count. Amounts are decimal texts. */
export function plainValue(
  { kind, value }: FieldValue,
  { time, separator }: { time: (us: number) => string | null; separator: string },
): string | number | null {
  if (value === null) return null;
  if (kind === 'time') return time(value);
  if (kind === 'minor') return formatAmount(value);
  if (kind === 'flag') return value ? 'yes' : 'no';
  if (kind === 'list') return value.join(separator);
  return kind === 'json' ? JSON.stringify(value) : value;
}
