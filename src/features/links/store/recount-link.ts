import type { Row, Transaction, Value } from '../../../database/database.ts';
import type { PaymentLink } from '../payment-link.ts';
import { LINKS } from './link-table.ts';

const COUNTS = [
  'openPayments',
  'paidPayments',
  'failedPayments',
  'openUnits',
  'paidUnits',
  'paidHtgMinor',
  'paidUsdMinor',
] as const;
/** The counts of a link's payments: a part of the link. */
export type LinkCounts = Pick<PaymentLink, (typeof COUNTS)[number]>;

const STATE = "CASE p.status WHEN 'completed' THEN 'paid' WHEN 'failed' THEN 'failed' ELSE 'open' END";

/**
 * Corrects the link's rows of `link_payments` by the payments that are still in the store, and returns the number of
 * changed rows. A row whose payment was deleted by data retention, or is in an archive, does not change. Call it while
 * the transaction holds the link's lock (`lockLink`).
 */
export async function correctLinkPayments(tx: Transaction, linkId: string): Promise<number> {
  const rows = await tx.query(
    `UPDATE link_payments SET state = ${STATE}, amount_minor = p.amount_minor, currency = p.currency
       FROM payments p
      WHERE link_payments.link_id = $1 AND p.id = link_payments.payment_id
        AND (link_payments.state <> ${STATE} OR link_payments.amount_minor <> p.amount_minor OR link_payments.currency <> p.currency)
      RETURNING payment_id`,
    [linkId],
  );
  return rows.length;
}

/** The counts and totals of the link's rows of `link_payments`. */
export async function countLinkPayments(tx: Transaction, linkId: string): Promise<LinkCounts> {
  const of = (state: string) => `COUNT(CASE WHEN state = '${state}' THEN 1 END)`;
  const units = (state: string) => `CAST(COALESCE(SUM(CASE WHEN state = '${state}' THEN quantity END), 0) AS BIGINT)`;
  const paid = (currency: string) =>
    `CAST(COALESCE(SUM(CASE WHEN state = 'paid' AND currency = '${currency}' THEN amount_minor END), 0) AS BIGINT)`;
  const [row] = await tx.query<
    Row & Record<'open' | 'paid' | 'failed' | 'open_units' | 'paid_units' | 'htg' | 'usd', number>
  >(
    `SELECT ${of('open')} AS open, ${of('paid')} AS paid, ${of('failed')} AS failed,
            ${units('open')} AS open_units, ${units('paid')} AS paid_units, ${paid('HTG')} AS htg, ${paid('USD')} AS usd
       FROM link_payments WHERE link_id = $1`,
    [linkId],
  );
  return {
    openPayments: row?.open ?? 0,
    paidPayments: row?.paid ?? 0,
    failedPayments: row?.failed ?? 0,
    openUnits: row?.open_units ?? 0,
    paidUnits: row?.paid_units ?? 0,
    paidHtgMinor: row?.htg ?? 0,
    paidUsdMinor: row?.usd ?? 0,
  };
}

/** Stores these counts. Open and paid units together must not exceed the link's stock. */
export async function setLinkCounts(tx: Transaction, linkId: string, counts: LinkCounts): Promise<void> {
  const params: Value[] = [linkId];
  await tx.query(`UPDATE payment_links SET ${LINKS.set(params, COUNTS, counts)} WHERE id = $1`, params);
}
