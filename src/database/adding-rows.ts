import type { InsertRows } from './database.ts';

/**
 * The part of an insert whose rows are counts or sums: the columns of these names are added to those of the existing row with the same
 * other columns. Call it once for a table: statements are found by it.
 */
export function addingRows(
  { table, columns }: Pick<InsertRows, 'table' | 'columns'>,
  names: readonly string[],
): Required<Pick<InsertRows, 'suffix' | 'added'>> {
  const key = columns.filter(({ name }) => !names.includes(name)).map(({ name }) => name);
  const sums = names.map((name) => `${name} = ${table}.${name} + excluded.${name}`);
  return {
    suffix: `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${sums.join(', ')}`,
    added: columns.flatMap(({ name }, place) => (names.includes(name) ? [place] : [])),
  };
}
