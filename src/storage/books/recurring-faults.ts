import type { Row } from '../database.ts';
import type { Reader } from '../read-only-store.ts';

/** A part of all recurring payments by their ids: behind `after`, up to `through` with it. */
export interface SubscriptionRange {
  readonly after: string;
  readonly through: string;
}

/** The last id of the next `limit` recurring payments; undefined when there are no more. */
export async function findSubscriptionPageEnd(
  reader: Reader,
  after: string,
  limit: number,
): Promise<{ lastId: string; subscriptions: number } | undefined> {
  const rows = await reader.query<Row & { id: string }>(
    'SELECT id FROM subscriptions WHERE id > $1 ORDER BY id LIMIT $2',
    [after, limit],
  );
  const lastId = rows.at(-1)?.id;
  return lastId === undefined ? undefined : { lastId, subscriptions: rows.length };
}

/** Those of a range that do not follow from their first payment. */
export async function listUnfoundedSubscriptions(
  reader: Reader,
  { after, through }: SubscriptionRange,
): Promise<string[]> {
  const rows = await reader.query<Row & { id: string }>(
    `SELECT s.id FROM subscriptions s LEFT JOIN payments f ON f.id = s.first_payment_id
      WHERE s.id > $1 AND s.id <= $2 AND (f.id IS NULL OR f.status <> 'completed' OR f.recurring_interval IS NULL
         OR f.website_id <> s.website_id OR f.api_key_id <> s.api_key_id OR f.mode <> s.mode)
      ORDER BY s.id`,
    [after, through],
  );
  return rows.map(({ id }) => id);
}

/** The charges of a range that are not of the amount, website, key or mode of their first payment. */
export async function listFaultyCharges(reader: Reader, { after, through }: SubscriptionRange): Promise<number[]> {
  const rows = await reader.query<Row & { id: number }>(
    `SELECT c.id FROM subscriptions s JOIN payments f ON f.id = s.first_payment_id
       JOIN payments c ON c.subscription_id = s.id
      WHERE s.id > $1 AND s.id <= $2 AND (c.amount_minor <> f.amount_minor OR c.currency <> f.currency
         OR c.website_id <> f.website_id OR c.api_key_id <> f.api_key_id OR c.mode <> f.mode)
      ORDER BY c.id`,
    [after, through],
  );
  return rows.map(({ id }) => id);
}

/** Of the active ones of a range those that have passed more periods than were charged, tried or left out. */
export async function listMissingPeriods(
  reader: Reader,
  { after, through }: SubscriptionRange,
): Promise<{ id: string; missing: number }[]> {
  const rows = await reader.query<Row & { id: string; missing: number }>(
    `SELECT judged.id, judged.passed - judged.known AS missing FROM (
       SELECT s.id, s.next_period - 1 AS passed, s.periods_left_out + (
         SELECT COUNT(DISTINCT c.subscription_period) FROM payments c
          WHERE c.subscription_id = s.id AND c.subscription_period < s.next_period) AS known
         FROM subscriptions s WHERE s.id > $1 AND s.id <= $2 AND s.status = 'active') AS judged
      WHERE judged.known < judged.passed ORDER BY judged.id`,
    [after, through],
  );
  return rows.map(({ id, missing }) => ({ id, missing }));
}
