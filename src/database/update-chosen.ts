/**
 * A statement that changes the rows which `chosen` finds, a SELECT of their keys alone, perhaps with a limit. They are chosen once and
 * apart, so that no plan selects them more than once: a row that is changed by then would make room for another, beyond the limit.
 */
export function updateChosen(
  { table, key, chosen }: { table: string; key: string; chosen: string },
  set: string,
  returning: string,
): string {
  return `WITH chosen (${key}) AS MATERIALIZED (${chosen})
    UPDATE ${table} SET ${set} WHERE ${key} IN (SELECT ${key} FROM chosen) RETURNING ${returning}`;
}
