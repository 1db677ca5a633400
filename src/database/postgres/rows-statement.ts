import type { Column, InsertRows, UpdateRows, Value } from '../database.ts';

/** A statement with its parameters. */
export interface RowsStatement {
  readonly text: string;
  readonly values: readonly string[];
}

/**
 * One statement for several inserts, of which the first runs first; undefined when there are no rows. Its text does not
 * depend on the number of rows, so it is prepared once: the rows of an insert are one parameter. The rows are JSON,
 * because a parameter for each column would cost this process and the server more. Members that are null are omitted.
 * With `fence`, the statement also reads that table, which never has a row, and fails when the table does not exist. A
 * prepared statement fails too, because it locks the tables that it names each time it runs.
 */
export function insertStatement(inserts: readonly InsertRows[], fence?: string): RowsStatement | undefined {
  const [first, ...others] = inserts.filter(({ rows }) => rows.length > 0);
  if (!first) return undefined;
  const also = others.map((insert, index) => `also${index} AS (${insertText(insert, index + 2)})`);
  return {
    text: `${also.length > 0 ? `WITH ${also.join(', ')} ` : ''}${insertText(first, 1, fence)}`,
    values: [first, ...others].map(({ columns, rows }) => rowsText(columns, rows)),
  };
}

/** One statement that updates many rows, which are also one parameter. */
export function updateStatement({ table, columns, rows, set, where, returning }: UpdateRows): RowsStatement {
  const text = `UPDATE ${table} SET ${set} FROM ${given(columns, 1)} WHERE ${where} RETURNING ${returning}`;
  return { text, values: [rowsText(columns, rows)] };
}

function insertText({ table, columns, suffix = '' }: InsertRows, parameter: number, fence?: string): string {
  const names = columns.map(({ name }) => name).join(', ');
  const fenced = fence === undefined ? '' : `WHERE NOT EXISTS (SELECT FROM ${fence}) `;
  return `INSERT INTO ${table} (${names}) SELECT ${names} FROM ${given(columns, parameter)} ${fenced}${suffix}`;
}

function given(columns: readonly Column[], parameter: number): string {
  const typed = columns.map(({ name, type }) => `${name} ${type}`).join(', ');
  return `json_to_recordset($${parameter}::json) AS given (${typed})`;
}

function rowsText(columns: readonly Column[], rows: readonly (readonly Value[])[]): string {
  const objects = rows.map((row) => {
    const object: Record<string, Value> = {};
    for (let index = 0; index < columns.length; index++) {
      const value = row[index];
      if (value !== null && value !== undefined) object[columns[index]!.name] = value;
    }
    return object;
  });
  return JSON.stringify(objects);
}
