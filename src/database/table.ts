import type { Column, InsertRows, Row, RowValues, Value } from './database.ts';

/** A column that stores a property of this type unchanged. */
export interface Field<V> extends Column {
  /** For the compiler alone: no column has this member. */
  readonly holds?: V;
}

/** The column of each property of a thing: the compiler finds a property without a column. */
export type Fields<T> = { readonly [Name in keyof T]-?: Field<T[Name]> };

/** A table whose rows are things of one kind. */
export interface Table<T> {
  /** All columns, for SELECT and RETURNING. */
  readonly columns: string;
  /** The same columns with the table's alias, for a statement that joins other tables. */
  columnsOf(alias: string): string;
  /** The thing that a row with all columns holds; other values of the row are ignored. */
  read(row: Row): T;
  /** The same for a row as an array, whose values are in the order of `columns`. */
  readValues(row: RowValues): T;
  /** The argument with which `insertRows` adds these things. */
  rowsOf(things: readonly T[]): Pick<InsertRows, 'table' | 'columns' | 'rows'>;
}

/**
 * The one list that defines how things of a kind are stored: each property's column, and how it is written and read. Only code that is
 * derived from this list relies on the order of the columns.
 */
export function tableOf<T extends object>(table: string, fields: Fields<T>): Table<T> {
  const list = Object.entries(fields).map(([name, field]) => ({
    ...(field as Column),
    property: name as keyof T,
  }));
  const columns: Column[] = list.map(({ name, type }) => ({ name, type }));
  const properties = list.map(({ property }) => property);
  // Copying an object that has all of its properties costs a fifth of adding the properties one by one.
  const blank = Object.fromEntries(properties.map((property) => [property, null])) as T;
  return {
    columns: columns.map(({ name }) => name).join(', '),
    columnsOf: (alias) => columns.map(({ name }) => `${alias}.${name}`).join(', '),
    read(row) {
      const thing = { ...blank };
      for (const { property, name } of list) thing[property] = row[name] as T[keyof T];
      return thing;
    },
    readValues(row) {
      const thing = { ...blank };
      for (const [at, property] of properties.entries()) thing[property] = row[at] as T[keyof T];
      return thing;
    },
    rowsOf: (things) => ({
      table,
      columns,
      rows: things.map((thing) => properties.map((property) => thing[property] as Value)),
    }),
  };
}

/** A column of texts that holds the property as it is. */
export function text<V extends string | null>(name: string): Field<V> {
  return { name, type: 'text' };
}

/** A column of whole numbers that holds the property as it is. */
export function bigint<V extends number | null>(name: string): Field<V> {
  return { name, type: 'bigint' };
}
