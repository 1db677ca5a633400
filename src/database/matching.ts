import type { Value } from './database.ts';

/**
 * The conditions of a filter, `column = $n` for each given value; the values are added to `params`. Undefined and empty values are skipped.
 */
export function matching(params: Value[], wanted: Readonly<Record<string, Value | undefined>>): string[] {
  return Object.entries(wanted).flatMap(([column, value]) =>
    value === undefined || value === '' ? [] : [`${column} = $${params.push(value)}`],
  );
}

/** A WHERE of all conditions; empty when there are none. */
export function whereAll(conditions: readonly string[]): string {
  return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
}

/** `column IN (…)` for values that become parameters. An empty list of values matches no row. */
export function inList(params: Value[], column: string, values: readonly (string | number)[]): string {
  return values.length === 0 ? '1 = 0' : `${column} IN (${values.map((value) => `$${params.push(value)}`).join(', ')})`;
}

/**
 * A condition that one of the columns contains a text, case-insensitively; its parameters are added to `params`. The embedded store knows
 * the case of ASCII letters only: an accented letter matches as it is typed, or capitalised at the start of a word.
 */
export function holding(params: Value[], columns: readonly string[], text: string): string {
  const like = (column: string, typed: string) =>
    `${column} LIKE $${params.push(`%${typed.replaceAll(/[\\%_]/g, '\\$&')}%`)} ESCAPE '\\'`;
  const spellings = [...new Set([text, text.toUpperCase(), capitalised(text)])];
  const matches = columns.flatMap((column) => [
    like(`lower(${column})`, text.toLowerCase()),
    ...spellings.map((each) => like(column, each)),
  ]);
  return `(${matches.join(' OR ')})`;
}

function capitalised(text: string): string {
  return text.toLowerCase().replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
}
