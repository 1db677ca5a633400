/**
 * A statement that changes the rows whose keys `chosen` finds: a SELECT of keys alone, perhaps with a limit. The rows are chosen in a
 * separate step, so that no plan selects them more than once: a row that had already been changed would make room for another one, beyond
 * the limit.
 */
export function updateChosen(
  { table, key, chosen }: { table: string; key: string; chosen: string },
  set: string,
  returning: string,
): string {
  return `WITH chosen (${key}) AS MATERIALIZED (${chosen})
    UPDATE ${table} SET ${set} WHERE ${key} IN (SELECT ${key} FROM chosen) RETURNING ${returning}`;
}
