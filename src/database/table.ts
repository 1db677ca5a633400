import type { Column, InsertRows, Row, RowValues, Value } from './database.ts';

/**
 * The columns that store a property of this type: one column that holds it unchanged, or several that hold its parts.
 */
export interface Field<V> {
  readonly columns: readonly Column[];
  /**
   * Converts the property to the values of the columns. Both functions are absent if a single column holds the property
   * unchanged.
   */
  readonly write?: (property: V) => readonly Value[];
  readonly read?: (values: RowValues) => V;
}

/** The field of each property of an item. The compiler reports a property without a field. */
export type Fields<T> = { readonly [Name in keyof T]-?: Field<T[Name]> };

/** A table whose rows are items of one kind. */
export interface Table<T> {
  /** All columns, for SELECT and RETURNING. */
  readonly columns: string;
  /** The same columns with the table's alias, for a statement that joins other tables. */
  columnsOf(alias: string): string;
  /** The same table with only some of its properties, for a statement that needs no others. */
  part<Name extends keyof T>(...names: Name[]): Table<Pick<T, Name>>;
  /** The column of a property that has one. */
  columnOf(property: keyof T): string;
  /** Reads an item from a row with all columns. Ignores other values of the row. */
  read(row: Row): T;
  /** `read` for a row as an array, which starts with the values of `columns` in this order. */
  readValues(row: RowValues): T;
  /**
   * The statement that inserts one item, whose parameters are its `valuesOf`. The suffix is `ON CONFLICT …` and
   * `RETURNING …`.
   */
  insertion(suffix?: string): string;
  valuesOf(item: T): Value[];
  /** The argument with which `insertRows` inserts these items. */
  rowsOf(items: readonly T[]): Pick<InsertRows, 'table' | 'columns' | 'rows'>;
  /** The assignments of an UPDATE that writes these properties; their values are added to `params`. */
  set<Name extends keyof T>(params: Value[], names: readonly Name[], from: Pick<T, Name>): string;
}

/**
 * Defines how items of a kind are stored: the column of each property, and how it is written and read. Only code that
 * is derived from this list relies on the order of the columns.
 */
export function tableOf<T extends object>(table: string, fields: Fields<T>): Table<T> {
  const { columns, read, readValues, valuesOf } = codecOf(fields);
  const names = columns.map(({ name }) => name);
  const places = names.map((_, index) => `$${index + 1}`);
  return {
    columns: names.join(', '),
    columnsOf: (alias) => names.map((name) => `${alias}.${name}`).join(', '),
    part<Name extends keyof T>(...parts: Name[]) {
      const own: unknown = Object.fromEntries(parts.map((property) => [property, fields[property]]));
      return tableOf(table, own as Fields<Pick<T, Name>>);
    },
    columnOf: (property) => fields[property].columns[0]?.name ?? '',
    read,
    readValues,
    insertion: (suffix = '') =>
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')}) ${suffix}`.trimEnd(),
    valuesOf,
    rowsOf: (items) => ({ table, columns, rows: items.map(valuesOf) }),
    set(params, properties, from) {
      const assignments = properties.flatMap((property) => {
        const { columns: written, write } = fields[property] as Field<unknown>;
        const values = write ? write(from[property]) : [from[property] as Value];
        return written.map(({ name }, index) => `${name} = $${params.push(values[index] as Value)}`);
      });
      return assignments.join(', ');
    },
  };
}

/** How items are written to columns, and read from them. */
function codecOf<T extends object>(fields: Fields<T>) {
  const list: { property: keyof T; columns: readonly Column[]; at: number; write?: Write; read?: Read }[] = [];
  let width = 0;
  for (const [name, field] of Object.entries(fields)) {
    list.push({ ...(field as Field<unknown>), property: name as keyof T, at: width });
    width += (field as Field<unknown>).columns.length;
  }
  const columns = list.flatMap((field) => field.columns);
  const plain = list.filter(({ read }) => !read).map(({ property, at }) => ({ property, at, name: columns[at]!.name }));
  const made = list.flatMap(({ property, at, columns: own, read }) =>
    read ? [{ property, at, end: at + own.length, names: own.map(({ name }) => name), make: read }] : [],
  );
  const properties = list.map(({ property }) => property);
  // Copying an object that has all of its properties costs a fifth of adding the properties one by one.
  const blank = Object.fromEntries(properties.map((property) => [property, null])) as T;
  return {
    columns,
    read(row: Row): T {
      const item = { ...blank };
      for (const { property, name } of plain) item[property] = row[name] as T[keyof T];
      for (const { property, names, make } of made) {
        item[property] = make(names.map((name) => row[name] as Value)) as T[keyof T];
      }
      return item;
    },
    readValues(row: RowValues): T {
      const item = { ...blank };
      for (const { property, at } of plain) item[property] = row[at] as T[keyof T];
      for (const { property, at, end, make } of made) item[property] = make(row.slice(at, end)) as T[keyof T];
      return item;
    },
    valuesOf:
      made.length === 0
        ? (item: T): Value[] => properties.map((property) => item[property] as Value)
        : (item: T): Value[] =>
            list.flatMap(({ property, write }) => (write ? write(item[property]) : [item[property] as Value])),
  };
}

type Write = (property: unknown) => readonly Value[];
type Read = (values: RowValues) => unknown;

/** A text column that holds the property unchanged. */
export function text<V extends string | null>(name: string): Field<V> {
  return { columns: [{ name, type: 'text' }] };
}

/** A column of whole numbers that holds the property unchanged. */
export function bigint<V extends number | null>(name: string): Field<V> {
  return { columns: [{ name, type: 'bigint' }] };
}

/** A column that holds 1 or 0. */
export function flag(name: string): Field<boolean> {
  return { columns: [{ name, type: 'bigint' }], write: (is) => [Number(is)], read: ([value]) => value === 1 };
}

/** A text column that holds the property in another form, never null. */
export function textAs<V>(
  name: string,
  form: { write: (property: V) => string; read: (stored: string) => V },
): Field<V> {
  return {
    columns: [{ name, type: 'text' }],
    write: (property) => [form.write(property)],
    read: ([stored]) => form.read(stored as string),
  };
}

/** A column that holds a list of texts, separated by commas. The texts contain no commas. */
export function list<V extends string>(name: string): Field<readonly V[]> {
  return textAs(name, {
    write: (texts) => texts.join(','),
    read: (stored) => (stored === '' ? [] : (stored.split(',') as V[])),
  });
}

/** A property that is an object, each of whose properties has its own columns. */
export function group<T extends object>(fields: Fields<T>): Field<T> {
  const { columns, readValues, valuesOf } = codecOf(fields);
  return { columns, write: valuesOf, read: readValues };
}

/** A field whose property may be null. For null all of its columns are null; otherwise the first one is not. */
export function optional<V>({ columns, write, read }: Field<V>): Field<V | null> {
  return {
    columns,
    write: (property) => (property === null ? columns.map(() => null) : write ? write(property) : [property as Value]),
    read: (values) => (values[0] === null ? null : read ? read(values) : (values[0] as V)),
  };
}
