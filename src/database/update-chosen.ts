/**
 * A statement that changes the rows whose keys `chosen` finds: a SELECT of keys alone, perhaps with a limit. The rows
 * are chosen in a separate step, so that no plan selects them more than once. In a second selection, a changed row
 * would no longer match, and rows beyond the limit would be changed.
 */
export function updateChosen(
  { table, key, chosen }: { table: string; key: string; chosen: string },
  set: string,
  returning: string,
): string {
  return `WITH chosen (${key}) AS MATERIALIZED (${chosen})
    UPDATE ${table} SET ${set} WHERE ${key} IN (SELECT ${key} FROM chosen) RETURNING ${returning}`;
}
