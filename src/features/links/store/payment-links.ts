import type { Mode } from '../../../core/payment.ts';
import type { Database, Transaction, Value } from '../../../database/database.ts';
import { holding, inList, matching, whereAll } from '../../../database/matching.ts';
import { type PaymentLink, parseLinkCode } from '../payment-link.ts';
import { LINKS } from './link-table.ts';

const INSERT = LINKS.insertion('ON CONFLICT DO NOTHING RETURNING id');

/** Stores a new link. Returns false, and stores nothing, when its code or id exists. */
export async function insertLink(tx: Transaction, link: PaymentLink): Promise<boolean> {
  return (await tx.query(INSERT, LINKS.valuesOf(link))).length === 1;
}

/** The link with this code, as people type it (`parseLinkCode`); undefined without a query if the text is no code. */
export async function findLinkByCode(db: Pick<Database, 'query'>, typed: string): Promise<PaymentLink | undefined> {
  const code = parseLinkCode(typed);
  if (code === undefined) return undefined;
  const [row] = await db.query(`SELECT ${LINKS.columns} FROM payment_links WHERE code = $1`, [code]);
  return row && LINKS.read(row);
}

/** The link with this id. */
export async function findLink(db: Pick<Database, 'query'>, id: string): Promise<PaymentLink | undefined> {
  const [row] = await db.query(`SELECT ${LINKS.columns} FROM payment_links WHERE id = $1`, [id]);
  return row && LINKS.read(row);
}

/** The `limit` links whose ids come next after `after`. */
export async function listLinksById(db: Pick<Database, 'query'>, after: string, limit: number): Promise<PaymentLink[]> {
  const rows = await db.query(`SELECT ${LINKS.columns} FROM payment_links WHERE id > $1 ORDER BY id LIMIT $2`, [
    after,
    limit,
  ]);
  return rows.map(LINKS.read);
}

/** The link that a payment belongs to; undefined when there is none. */
export async function findLinkOfPayment(
  db: Pick<Database, 'query'>,
  paymentId: number,
): Promise<PaymentLink | undefined> {
  const [row] = await db.query(
    `SELECT ${LINKS.columns} FROM payment_links WHERE id = (SELECT link_id FROM link_payments WHERE payment_id = $1)`,
    [paymentId],
  );
  return row && LINKS.read(row);
}

/** The link with this id, locked until the transaction ends. */
export async function lockLink(tx: Transaction, id: string): Promise<PaymentLink | undefined> {
  // An update that changes nothing takes the row's lock on both engines.
  const [row] = await tx.query(`UPDATE payment_links SET name = name WHERE id = $1 RETURNING ${LINKS.columns}`, [id]);
  return row && LINKS.read(row);
}

/** Sets the moment from which the link can no longer be paid. */
export async function setLinkDeactivated(tx: Transaction, id: string, deactivatedAtUs: number): Promise<void> {
  await tx.query('UPDATE payment_links SET deactivated_at_us = $2 WHERE id = $1', [id, deactivatedAtUs]);
}

/** Stores the facts of a link's picture; its bytes are in `link_pictures`. */
export async function setLinkPicture(tx: Transaction, id: string, picture: PaymentLink['picture']): Promise<void> {
  const params: Value[] = [id];
  await tx.query(`UPDATE payment_links SET ${LINKS.set(params, ['picture'], { picture })} WHERE id = $1`, params);
}

/** The filter of a list of links; an undefined field does not filter. */
export interface LinkFilter {
  readonly websiteId?: string | undefined;
  /** Only links of these websites. */
  readonly websiteIds?: readonly string[] | undefined;
  readonly mode?: Mode | undefined;
  readonly isActive?: boolean | undefined;
  /** A part of the name or of the id, case-insensitively. Searches at most the MOST_SEARCHED newest links. */
  readonly text?: string | undefined;
  /**
   * If `is` is true, only links that are deactivated, expired or sold out at `nowUs`; if it is false, only the others.
   */
  readonly isEnded?: { readonly is: boolean; readonly nowUs: number } | undefined;
  /** Only links older than this one, the last of the previous page. */
  readonly before?: Pick<PaymentLink, 'createdAtUs' | 'id'> | undefined;
  readonly limit: number;
}

/**
 * No index finds a part of a text, and a website's server may create any number of links, so only this many are read.
 */
const MOST_SEARCHED = 2_000;

/** The newest links that match, newest first. */
export async function listNewestLinks(
  db: Pick<Database, 'query'>,
  { websiteId, websiteIds, mode, isActive, text, isEnded, before, limit }: LinkFilter,
  mostSearched = MOST_SEARCHED,
): Promise<PaymentLink[]> {
  const params: Value[] = [];
  const conditions = matching(params, { website_id: websiteId, mode });
  if (websiteIds) conditions.push(inList(params, 'website_id', websiteIds));
  if (isActive !== undefined) conditions.push(`deactivated_at_us IS ${isActive ? '' : 'NOT '}NULL`);
  if (text) {
    const newest = `SELECT id FROM payment_links ${whereAll(conditions)} ORDER BY created_at_us DESC, id DESC LIMIT $${params.push(mostSearched)}`;
    conditions.push(`id IN (SELECT id FROM (${newest}) AS looked_at)`, holding(params, ['name', 'id'], text));
  }
  if (isEnded) {
    const now = `$${params.push(isEnded.nowUs)}`;
    const ended = `(deactivated_at_us IS NOT NULL OR COALESCE(expires_at_us <= ${now}, FALSE) OR COALESCE(paid_units >= stock, FALSE))`;
    conditions.push(isEnded.is ? ended : `NOT ${ended}`);
  }
  if (before) {
    const [at, id] = [params.push(before.createdAtUs), params.push(before.id)];
    conditions.push(`(created_at_us < $${at} OR (created_at_us = $${at} AND id < $${id}))`);
  }
  const rows = await db.query(
    `SELECT ${LINKS.columns} FROM payment_links ${whereAll(conditions)}
      ORDER BY created_at_us DESC, id DESC LIMIT $${params.push(limit)}`,
    params,
  );
  return rows.map(LINKS.read);
}
