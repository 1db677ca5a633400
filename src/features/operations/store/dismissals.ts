import type { Side } from '../../../core/roles.ts';
import type { Database, Transaction, Value } from '../../../database/database.ts';
import { inList, whereAll } from '../../../database/matching.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';

/**
 * The items that can be dismissed: exhausted webhooks, webhooks that are retrying, receipts that could not be sent, refunds whose money came
 * back, and a merchant's next steps, which the oldest website of the merchant's user has.
 */
export const DISMISSIBLE = ['exhausted', 'retrying', 'receipts', 'reversed', 'steps'] as const;
export type Dismissible = (typeof DISMISSIBLE)[number];

/** A dismissed item. It is dismissed for every user of the side. */
export interface Dismissal {
  readonly websiteId: string;
  readonly kind: Dismissible;
  readonly side: Side;
  /** When its user saw the item. A later change shows the item again. */
  readonly seenAtUs: number;
  readonly dismissedAtUs: number;
  /** The name of the user. */
  readonly dismissedBy: string;
  readonly note: string;
}

type DismissalKey = Pick<Dismissal, 'websiteId' | 'kind' | 'side'>;

const DISMISSALS = tableOf<Dismissal>('dismissals', {
  websiteId: text('website_id'),
  kind: text('kind'),
  side: text('side'),
  seenAtUs: bigint('seen_at_us'),
  dismissedAtUs: bigint('dismissed_at_us'),
  dismissedBy: text('dismissed_by'),
  note: text('note'),
});
const UPSERT = DISMISSALS.insertion(
  `ON CONFLICT (website_id, kind, side) DO UPDATE SET seen_at_us = excluded.seen_at_us,
     dismissed_at_us = excluded.dismissed_at_us, dismissed_by = excluded.dismissed_by, note = excluded.note
   WHERE dismissals.dismissed_at_us <= excluded.seen_at_us RETURNING kind`,
);

/** The dismissed items of a side, of these websites (null for all). */
export async function listDismissals(
  db: Pick<Database, 'query'>,
  { websiteIds, side }: { readonly websiteIds: readonly string[] | null; readonly side: Side },
): Promise<Dismissal[]> {
  const params: Value[] = [side];
  const these = websiteIds === null ? [] : [inList(params, 'website_id', websiteIds)];
  const rows = await db.query(
    `SELECT ${DISMISSALS.columns} FROM dismissals ${whereAll([...these, 'side = $1'])} ORDER BY dismissed_at_us, website_id, kind`,
    params,
  );
  return rows.map(DISMISSALS.read);
}

/** Stores a dismissal. False if another user dismissed the item after this one saw it. */
export async function putDismissal(tx: Transaction, dismissal: Dismissal): Promise<boolean> {
  return (await tx.query(UPSERT, DISMISSALS.valuesOf(dismissal))).length > 0;
}

/** Deletes a dismissal, and returns its note; undefined if there is none. */
export async function deleteDismissal(
  tx: Transaction,
  { websiteId, kind, side }: DismissalKey,
): Promise<string | undefined> {
  const [row] = await tx.query<{ note: string }>(
    'DELETE FROM dismissals WHERE website_id = $1 AND kind = $2 AND side = $3 RETURNING note',
    [websiteId, kind, side],
  );
  return row?.note;
}

/** How many exhausted deliveries of a website are searched for the last failure: the newest ones. */
const LOOKED_AT = 1_000;

/** The time of the last attempt of a website's exhausted deliveries; undefined if there is none. */
export async function lastExhaustedAtUs(db: Pick<Database, 'query'>, websiteId: string): Promise<number | undefined> {
  const [row] = await db.query<{ last_us: number | null }>(
    `SELECT MAX(t.at_us) AS last_us FROM (SELECT id, attempts FROM deliveries WHERE website_id = $1 AND status = 'exhausted'
        ORDER BY created_at_us DESC, id DESC LIMIT ${LOOKED_AT}) AS d
       JOIN delivery_tries t ON t.delivery_id = d.id AND t.attempt = d.attempts`,
    [websiteId],
  );
  return row?.last_us ?? undefined;
}
