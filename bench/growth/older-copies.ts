import type { Database, Row, Transaction } from '../../src/database/database.ts';
import { COPY_DAYS, COPY_IDS, type Dataset } from './dataset.ts';

const COPY_US = COPY_DAYS * 86_400_000_000;
const BASES = ['payment_counts', 'payment_sums'];
const MOVED_BACK = ['created_at_us', 'finished_at_us', 'expires_at_us'];
/** What only the newest payments have, as if retention had deleted the rest: subscriptions. */
const LEFT_OUT = ['subscription_id', 'subscription_period', 'subscription_try', 'charge_asked_at_us'];

/**
 * Copies the final payments of a store, as older ones, with their entries, counts and sums of days. The search terms of the copies are written
 * when all terms are put in order. Their events, deliveries and history are omitted, as if retention had deleted them. Copies that
 * an interrupted filling made stay.
 */
export async function copyOlder(db: Database, { copies }: Dataset, say: (line: string) => void): Promise<void> {
  for (let nth = 1; nth <= copies; nth++) {
    await db.transaction(
      async (tx) => {
        // The rows refer to the same websites and keys.
        if (db.engine === 'postgres') await tx.query('SET LOCAL session_replication_role = replica');
        await copy(tx, nth);
      },
      { isLong: true },
    );
    say(`copy ${nth} of ${copies} made`);
  }
  for (const table of BASES) {
    await db.transaction((tx) => tx.query(`DROP TABLE IF EXISTS base_${table}`), { isLong: true });
  }
}

async function copy(tx: Transaction, nth: number): Promise<void> {
  const [newest] = await tx.query<Row & { id: number }>('SELECT MAX(id) AS id FROM payments');
  const from = Math.floor(newest!.id / COPY_IDS) * COPY_IDS;
  const made = await tx.query('SELECT id FROM payments WHERE id >= $1 AND id < $2 LIMIT 1', [
    from - nth * COPY_IDS,
    from - (nth - 1) * COPY_IDS,
  ]);
  if (made.length > 0) return;
  const [row] = await tx.query('SELECT * FROM payments LIMIT 1');
  const columns = Object.keys(row!);
  const values = columns.map((column) => {
    if (column === 'id') return `id - ${nth * COPY_IDS}`;
    if (MOVED_BACK.includes(column)) return `${column} - ${nth * COPY_US}`;
    return LEFT_OUT.includes(column) ? 'NULL' : column;
  });
  await tx.query(
    `INSERT INTO payments (${columns.join(', ')}) SELECT ${values.join(', ')} FROM payments
      WHERE id >= $1 AND status IN ('completed', 'failed') ORDER BY id`,
    [from],
  );
  await tx.query(
    `INSERT INTO postings (about, entry, line, website_id, mode, account, currency, amount_minor, at_us)
      SELECT about - ${nth * COPY_IDS}, entry, line, website_id, mode, account, currency, amount_minor, at_us - ${nth * COPY_US}
        FROM postings WHERE about >= $1 AND entry = 'completed' ORDER BY about`,
    [from],
  );
  await copyDays(tx, nth, {
    table: 'payment_counts',
    key: ['api_key_id', 'days', 'first_day', 'method', 'status', 'slot'],
    day: 'first_day',
    which: "status IN ('completed', 'failed')",
  });
  await copyDays(tx, nth, {
    table: 'payment_sums',
    key: ['website_id', 'mode', 'hours', 'period', 'method', 'currency', 'outcome', 'slot'],
    day: 'period',
    which: 'hours = 24',
  });
}

/** Copies rows of days that many days back. The days at the ends of two copies are the same: their rows are added up. */
async function copyDays(
  tx: Transaction,
  nth: number,
  { table, key, day, which }: { table: string; key: readonly string[]; day: string; which: string },
): Promise<void> {
  const base = `base_${table}`;
  // The rows as they were before the first copy.
  if (nth === 1) await tx.query(`CREATE TABLE ${base} AS SELECT * FROM ${table} WHERE ${which}`);
  const [row] = await tx.query(`SELECT * FROM ${base} LIMIT 1`);
  const columns = Object.keys(row!);
  const added = columns.filter((column) => !key.includes(column));
  const values = columns.map((column) => (column === day ? `${column} - ${nth * COPY_DAYS}` : column));
  await tx.query(
    `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${base} WHERE true
      ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${added.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')}`,
  );
}
