import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Row } from '../../src/database/database.ts';
import { END_OF_ROWS } from '../../src/features/operations/backup/backup-format.ts';
import { type EmptyStore, type Engine, emptyStore } from './engines.ts';
import { withDatabase } from './store-access.ts';
import { TABLES } from './store-dump.ts';

/** An empty place into which a store can be restored, with the key that its backup needs. */
export interface RestorePlace {
  readonly store: EmptyStore;
  readonly settings: Record<string, string>;
  readonly drop: () => Promise<void>;
}

/** Creates an empty DATA_DIR or database, with the SECRET_KEY of the given settings. */
export async function restorePlace(engine: Engine, { SECRET_KEY = '' }: Record<string, string>): Promise<RestorePlace> {
  const store = await emptyStore(engine);
  return { store, settings: { ...store.settings, SECRET_KEY }, drop: () => store.drop() };
}

/** Tables whose rows differ after a restore, because the restore or the running processes write them. */
const OWN = ['audit_head', 'audit_log', 'charging', 'clock_anchors', 'sessions', 'one_time_links'];

/** The rows of every table that a restore must bring back, by table, in an order that does not depend on the engine. */
export function rowsOf(settings: Record<string, string>): Promise<Map<string, string[]>> {
  return withDatabase(settings, async (db) => {
    const rows = new Map<string, string[]>();
    for (const { name: table } of await db.query<Row & { name: string }>(TABLES[db.engine])) {
      if (OWN.includes(table)) continue;
      const found = await db.query<Row>(`SELECT * FROM ${table}`);
      rows.set(table, found.map(rowText).sort());
    }
    return rows;
  });
}

/** A row as text. What PostgreSQL returns as bytes is text in the embedded store, so bytes become text. */
function rowText(row: Row): string {
  const texts = Object.entries(row).map(([name, value]) => [name, Buffer.isBuffer(value) ? value.toString() : value]);
  return JSON.stringify(texts.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)));
}

/** The content of an unencrypted backup with changes in its header, which is the first line. */
export function changedHeader(file: string, change: Record<string, unknown>): Buffer {
  const text = zstdDecompressSync(readFileSync(file));
  const end = text.indexOf('\n');
  const header = { ...JSON.parse(text.subarray(0, end).toString()), ...change };
  return zstdCompressSync(Buffer.concat([Buffer.from(JSON.stringify(header)), text.subarray(end)]));
}

/** A backup with one more table, which has no rows and is otherwise valid. */
export function withTable(
  file: string,
  table: { readonly table: string; readonly columns: readonly string[] },
): Buffer {
  const lines = zstdDecompressSync(readFileSync(file)).toString().trimEnd().split('\n');
  const { end } = JSON.parse(lines.pop() as string);
  const body = [...lines, JSON.stringify(table), END_OF_ROWS].join('\n');
  const sha256 = createHash('sha256').update(body).digest('hex');
  const rows = { ...end.rows, [table.table]: 0 };
  return zstdCompressSync(Buffer.from(`${body}${JSON.stringify({ end: { ...end, rows, sha256 } })}\n`));
}

/** Names that do not compress: a store of them is as large in a backup as outside of it. */
export function incompressible(bytes: number): string {
  return randomBytes(Math.ceil((bytes * 3) / 4))
    .toString('base64')
    .slice(0, bytes);
}
