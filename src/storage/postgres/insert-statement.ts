import type { InsertRows } from '../database.ts';

/** A statement with its parameters. */
export interface InsertStatement {
  readonly text: string;
  readonly values: readonly string[];
}

/**
 * One statement that does several inserts, the first of them first; undefined when there are no rows. Its text does not depend on the number of rows,
 * so it is prepared once: the rows of an insert are one parameter. They are JSON because a parameter for each column costs this
 * process and the server more than that, and members that are null are left out.
 */
export function insertStatement(inserts: readonly InsertRows[]): InsertStatement | undefined {
  const [first, ...others] = inserts.filter(({ rows }) => rows.length > 0);
  if (!first) return undefined;
  const also = others.map((insert, index) => `also${index} AS (${insertText(insert, index + 2)})`);
  return {
    text: `${also.length > 0 ? `WITH ${also.join(', ')} ` : ''}${insertText(first, 1)}`,
    values: [first, ...others].map(rowsText),
  };
}

function insertText({ table, columns, suffix = '' }: InsertRows, parameter: number): string {
  const names = columns.map(({ name }) => name).join(', ');
  const typed = columns.map(({ name, type }) => `${name} ${type}`).join(', ');
  return `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_to_recordset($${parameter}::json) AS given (${typed}) ${suffix}`;
}

function rowsText({ columns, rows }: InsertRows): string {
  const objects = rows.map((row) => {
    const object: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index++) {
      const value = row[index];
      if (value !== null) object[columns[index]!.name] = value;
    }
    return object;
  });
  return JSON.stringify(objects);
}
