import type { Value } from './database.ts';

/**
 * The conditions of a filter, `column = $n` for each value that is asked for; they add to `params`. What is undefined or empty is
 * not asked for.
 */
export function matching(params: Value[], wanted: Readonly<Record<string, Value | undefined>>): string[] {
  return Object.entries(wanted).flatMap(([column, value]) =>
    value === undefined || value === '' ? [] : [`${column} = $${params.push(value)}`],
  );
}

/** A WHERE of all conditions; nothing when there is none. */
export function whereAll(conditions: readonly string[]): string {
  return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
}

/** `column IN (…)` for values that become parameters; none of them matches nothing. */
export function amongst(params: Value[], column: string, values: readonly (string | number)[]): string {
  return values.length === 0 ? '1 = 0' : `${column} IN (${values.map((value) => `$${params.push(value)}`).join(', ')})`;
}
