import assert from 'node:assert/strict';
import type { Row } from '../../src/database/database.ts';
import type { Engine } from '../support/engines.ts';
import type { TestGateway } from '../support/gateway.ts';
import { TABLES } from '../support/store-dump.ts';

/** Tables whose rows change even if no user changes anything. */
const RESTLESS = [
  'sessions',
  'clock_anchors',
  'charging',
  'peye_compatibility',
  // Written some time after the requests.
  'api_requests',
  'api_request_logs',
];

/** Everything that is stored and does not change by itself, as text by table. */
export type StoreContents = ReadonlyMap<string, string>;

/** Reads these contents. */
export async function readStored({ store }: TestGateway, engine: Engine): Promise<StoreContents> {
  const tables = await store.db.query<Row & { name: string }>(TABLES[engine]);
  const kept = tables.map(({ name }) => name).filter((name) => !RESTLESS.includes(name));
  const rows = await Promise.all(kept.map((name) => store.db.query(`SELECT * FROM ${name}`)));
  // The time of a key's last use is written later, and PostgreSQL returns the rows that were written last at the end.
  const text = (row: Row) => JSON.stringify(row).replaceAll(/"last_used_at_us":\w+/g, '');
  return new Map(kept.map((name, at) => [name, (rows[at] ?? []).map(text).sort().join('\n')]));
}

/** Fails if the stored contents differ from `before`. `but` names tables that may differ. */
export async function assertUnchanged(
  gateway: TestGateway,
  engine: Engine,
  before: StoreContents,
  label: string,
  but: readonly string[] = [],
): Promise<void> {
  const now = await readStored(gateway, engine);
  const changed = [...now.keys()].filter((table) => !but.includes(table) && now.get(table) !== before.get(table));
  assert.deepEqual(changed, [], `${label}: nothing was changed`);
}
