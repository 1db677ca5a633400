import type { Database, RowValues } from '../database.ts';
import { groupCommit } from '../group-commit.ts';

/** Statements in flight. While one runs, lookups are collected for another. */
const MAX_STATEMENTS = 2;
const MAX_TOGETHER = 100;
/** Beyond this number, lookups are refused with DatabaseUnavailable. */
const MAX_WAITING = 10_000;

/** How long a lookup waits for earlier lookups: as long as other callers wait for a connection. */
const WAIT_MS = 5_000;

type Params = Parameters<Database['find']>[1];

/** Combines concurrent lookups with the same text into one statement, which costs little more than a single lookup. */
export function findsTogether(
  rows: (text: string, values: readonly unknown[]) => Promise<RowValues[]>,
): Database['find'] {
  // The texts are few: they are in the source.
  const finders = new Map<string, (params: Params) => Promise<RowValues | undefined>>();
  return (sql, params) => {
    let find = finders.get(sql);
    if (!find) finders.set(sql, (find = findTogether(sql, params.map(columnType), rows)));
    return find(params);
  };
}

interface PendingFind {
  readonly params: Params;
  readonly giveUpAt: number;
}

function findTogether(
  sql: string,
  types: readonly string[],
  rows: (text: string, values: readonly unknown[]) => Promise<RowValues[]>,
): (params: Params) => Promise<RowValues | undefined> {
  const text = togetherSql(sql, types);
  const find = groupCommit(
    async (asked: readonly PendingFind[]) => {
      const columns = types.map((_, index) => asked.map(({ params }) => params[index]));
      const found = new Array<RowValues | undefined>(asked.length).fill(undefined);
      // The last column is the number of the lookup.
      for (const row of await rows(text, columns)) found[(row.at(-1) as number) - 1] = row;
      return found;
    },
    {
      maxGroups: MAX_STATEMENTS,
      maxItems: MAX_TOGETHER,
      maxWaiting: MAX_WAITING,
      isWanted: ({ giveUpAt }) => performance.now() < giveUpAt,
    },
  );
  return (params) => find({ params, giveUpAt: performance.now() + WAIT_MS });
}

/** The statement for every row of parameters, each of which is numbered. */
function togetherSql(sql: string, types: readonly string[]): string {
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`).join(', ');
  const names = types.map((_, index) => `p${index + 1}`).join(', ');
  const one = sql.replaceAll(/\$(\d)/g, 'wanted.p$1');
  return `SELECT found.*, wanted.number FROM unnest(${arrays}) WITH ORDINALITY AS wanted (${names}, number)
    CROSS JOIN LATERAL (${one}) AS found`;
}

function columnType(value: string | number): string {
  return typeof value === 'number' ? 'bigint' : 'text';
}
