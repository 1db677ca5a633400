import type { Database, Row, Value } from './database.ts';

/**
 * The results of a SELECT for each of several values, in the order of the values. PostgreSQL gets one query, because
 * each query costs a round trip and there may be hundreds of values; the embedded store gets a query for each value,
 * which costs nothing more.
 *
 * @param values without commas
 * @param select the statement for a value, which contains the given expression for it; its own parameters are added to `params`
 */
export async function selectForEach<R extends Row>(
  db: Pick<Database, 'query' | 'engine'>,
  values: readonly string[],
  select: (value: string, params: Value[]) => string,
  type: 'text' | 'bytea' = 'text',
): Promise<R[][]> {
  if (values.length === 0) return [];
  if (db.engine === 'sqlite') {
    const asked = values.map((value): Promise<R[]> => {
      const params: Value[] = [value];
      return db.query<R>(select('$1', params), params);
    });
    return Promise.all(asked);
  }
  const params: Value[] = [values.join(',')];
  const rows = await db.query<R & { value_number: number }>(
    `SELECT found.*, given.number AS value_number
       FROM unnest(string_to_array($1, ',')::${type}[]) WITH ORDINALITY AS given (value, number)
      CROSS JOIN LATERAL (${select('given.value', params)}) AS found`,
    params,
  );
  const lists = values.map((): R[] => []);
  for (const row of rows) lists[row.value_number - 1]?.push(row);
  return lists;
}
