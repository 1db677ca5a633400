import type { Mode } from '../../../../core/payment.ts';
import type { Row, Value } from '../../../../database/database.ts';
import { inList } from '../../../../database/matching.ts';
import type { Reader } from '../../../../database/read-only-store.ts';
import type { IdRange } from './payment-pages.ts';

/**
 * The payments of a range that contradict their link: their state, amount, price, quantity, website, key or mode differs from the
 * link or its entry for the payment, their metadata names another link, or the seller gets a notice although they are
 * not completed.
 */
export async function listFaultyLinkPayments(reader: Reader, { after, through }: IdRange): Promise<number[]> {
  const rows = await reader.query<Row & { payment_id: number }>(
    `SELECT l.payment_id FROM link_payments l
       JOIN payments p ON p.id = l.payment_id AND p.id > $1 AND p.id <= $2
       JOIN payment_links k ON k.id = l.link_id
      WHERE l.payment_id > $1 AND l.payment_id <= $2
        AND (l.state <> CASE p.status WHEN 'completed' THEN 'paid' WHEN 'failed' THEN 'failed' ELSE 'open' END
          OR l.amount_minor <> p.amount_minor OR l.currency <> p.currency OR k.website_id <> p.website_id OR k.mode <> p.mode OR k.api_key_id <> p.api_key_id
          OR p.metadata IS NULL OR p.metadata <> '{"link":"' || k.code || '"' || CASE l.quantity WHEN 1 THEN '' ELSE ',"quantity":' || l.quantity END || '}'
          OR l.quantity > k.max_quantity
          OR (k.amount_mode = 'fixed' AND COALESCE(p.original_amount_minor, p.amount_minor) <> k.amount_minor * l.quantity)
          OR (p.status <> 'completed' AND EXISTS (SELECT 1 FROM link_notices n WHERE n.payment_id = l.payment_id)))
      ORDER BY l.payment_id`,
    [after, through],
  );
  return rows.map((row) => row.payment_id);
}

/** A unit of a link's stock that is used by a payment which is not stored. */
export interface LinkWithoutPayment {
  readonly paymentId: number;
  readonly mode: Mode;
  readonly isOpen: boolean;
}

/** The payments of a range that a link lists and that are not stored. */
export async function listLinksWithoutPayment(
  reader: Reader,
  { after, through }: IdRange,
): Promise<LinkWithoutPayment[]> {
  const rows = await reader.query<Row & { payment_id: number; mode: Mode; state: string }>(
    `SELECT l.payment_id, k.mode, l.state FROM link_payments l
       JOIN payment_links k ON k.id = l.link_id
       LEFT JOIN payments p ON p.id = l.payment_id AND p.id > $1 AND p.id <= $2
      WHERE l.payment_id > $1 AND l.payment_id <= $2 AND p.id IS NULL ORDER BY l.payment_id`,
    [after, through],
  );
  return rows.map((row) => ({ paymentId: row.payment_id, mode: row.mode, isOpen: row.state === 'open' }));
}

/**
 * The payments of a range that no link lists, although they look like payments of the link that their metadata names:
 * the link has their key, and their description is its name, after a quantity if there is one.
 */
export async function listUnlistedLinkPayments(reader: Reader, { after, through }: IdRange): Promise<number[]> {
  const rows = await reader.query<Row & { id: number }>(
    `SELECT p.id FROM payments p
       JOIN payment_links k ON k.code = SUBSTR(p.metadata, 10, 8) AND k.api_key_id = p.api_key_id
        AND (p.description = k.name OR SUBSTR(p.description, LENGTH(p.description) - LENGTH(k.name) - 2) = ' × ' || k.name)
      WHERE p.id > $1 AND p.id <= $2 AND (p.metadata LIKE '{"link":"________"}' OR p.metadata LIKE '{"link":"________","quantity":%}')
        AND p.reference IS NULL
        AND NOT EXISTS (SELECT 1 FROM link_payments l WHERE l.payment_id = p.id)
      ORDER BY p.id`,
    [after, through],
  );
  return rows.map(({ id }) => id);
}

/** The ids of the next `limit` links. */
export async function listLinkIds(reader: Reader, after: string, limit: number): Promise<string[]> {
  const rows = await reader.query<Row & { id: string }>(
    'SELECT id FROM payment_links WHERE id > $1 ORDER BY id LIMIT $2',
    [after, limit],
  );
  return rows.map(({ id }) => id);
}

/** The links of a range, both ends included, whose counts of units or totals differ from their payments. */
export async function listMiscountedLinks(reader: Reader, first: string, last: string): Promise<string[]> {
  const of = (state: string) => `COUNT(CASE WHEN l.state = '${state}' THEN 1 END)`;
  const units = (state: string) => `COALESCE(SUM(CASE WHEN l.state = '${state}' THEN l.quantity END), 0)`;
  const paid = (currency: string) =>
    `COALESCE(SUM(CASE WHEN l.state = 'paid' AND l.currency = '${currency}' THEN l.amount_minor END), 0)`;
  const rows = await reader.query<Row & { id: string }>(
    `SELECT k.id FROM payment_links k LEFT JOIN link_payments l ON l.link_id = k.id
      WHERE k.id >= $1 AND k.id <= $2
      GROUP BY k.id, k.open_payments, k.paid_payments, k.failed_payments, k.open_units, k.paid_units, k.paid_htg_minor, k.paid_usd_minor
     HAVING k.open_payments <> ${of('open')} OR k.paid_payments <> ${of('paid')} OR k.failed_payments <> ${of('failed')}
         OR k.open_units <> ${units('open')} OR k.paid_units <> ${units('paid')}
         OR k.paid_htg_minor <> ${paid('HTG')} OR k.paid_usd_minor <> ${paid('USD')}
      ORDER BY k.id`,
    [first, last],
  );
  return rows.map(({ id }) => id);
}

/** Which of these links have a key that is missing, or that belongs to another website or mode. */
export async function listLinksOfForeignKeys(reader: Reader, ids: readonly string[]): Promise<string[]> {
  const params: Value[] = [];
  const rows = await reader.query<Row & { id: string }>(
    `SELECT l.id FROM payment_links l
       LEFT JOIN api_keys k ON k.id = l.api_key_id AND k.website_id = l.website_id AND k.mode = l.mode
      WHERE ${inList(params, 'l.id', ids)} AND k.id IS NULL`,
    params,
  );
  return rows.map(({ id }) => id);
}

/**
 * The payments of a range that contradict their checkout session: their state, amount, website, key or mode differs from
 * the session or its entry for the payment, the session names another payment as the one that paid it, or it counts its
 * payments wrong. Of two completed payments of a session, at least one is found.
 */
export async function listFaultySessionPayments(reader: Reader, { after, through }: IdRange): Promise<number[]> {
  const rows = await reader.query<Row & { payment_id: number }>(
    `SELECT s.payment_id FROM session_payments s
       JOIN payments p ON p.id = s.payment_id AND p.id > $1 AND p.id <= $2
       JOIN checkout_sessions c ON c.id = s.session_id
      WHERE s.payment_id > $1 AND s.payment_id <= $2
        AND (s.state <> CASE p.status WHEN 'completed' THEN 'paid' WHEN 'failed' THEN 'failed' ELSE 'open' END
          OR (p.status = 'completed') <> COALESCE(c.paid_payment_id = p.id, FALSE)
          OR c.website_id <> p.website_id OR c.mode <> p.mode OR c.api_key_id <> p.api_key_id
          OR COALESCE(p.original_amount_minor, p.amount_minor) <> c.amount_minor
          OR c.attempts <> (SELECT COUNT(*) FROM session_payments o WHERE o.session_id = c.id)
          OR c.open_payments <> (SELECT COUNT(*) FROM session_payments o WHERE o.session_id = c.id AND o.state = 'open'))
      ORDER BY s.payment_id`,
    [after, through],
  );
  return rows.map((row) => row.payment_id);
}
