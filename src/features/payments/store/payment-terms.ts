import { hash } from 'node:crypto';
import { isFinal, type Payment } from '../../../core/payment.ts';
import type { Database, InsertRows, Row, Transaction, Value } from '../../../database/database.ts';
import { inList } from '../../../database/matching.ts';
import { selectForEach } from '../../../database/select-for-each.ts';
import { bigint, tableOf } from '../../../database/table.ts';
import { idTerm, type Searched, searchTerms, type Term } from '../search-terms.ts';
import { PAYMENTS } from './payment-table.ts';

/** The fields of a payment that its search terms come from. */
type Named = Searched & Pick<Payment, 'websiteId'>;

/** How many characters are stored of the hash of a website's id. */
const OWNER_CHARACTERS = 4;
/** The separator between website and term: for the start of a text, or for its reversed end. */
const KINDS: Readonly<Record<Term['from'], string>> = { start: ':', end: '<' };
/** Sorts after every term with the same prefix, because no term contains it. */
const LAST = '\u{10ffff}';

/** How many payments are checked for their terms in one statement. */
const CHECKED_AT_ONCE = 500;

interface StoredTerm {
  readonly term: string;
  readonly paymentId: number;
}

const TERMS = tableOf<StoredTerm>('payment_terms', {
  term: { columns: [{ name: 'term', type: 'bytea' }] },
  paymentId: bigint('payment_id'),
});

/** The rows with the search terms of final payments. Existing terms stay. */
export function termRows(payments: readonly Named[]): InsertRows {
  const terms = payments.flatMap((payment) => storedTerms(payment).map((term) => ({ term, paymentId: payment.id })));
  return { ...TERMS.rowsOf(terms), suffix: 'ON CONFLICT DO NOTHING' };
}

/** Deletes the search terms of payments that are being deleted. */
export async function deleteTermsOf(tx: Transaction, payments: readonly Named[]): Promise<void> {
  await deleteTerms(tx, payments, (payment) => [...storedTerms(payment), ...earlierTerms(payment)]);
}

async function deleteTerms(tx: Transaction, payments: readonly Named[], termsOf: (payment: Named) => string[]) {
  for (const payment of payments) {
    const params: Value[] = [payment.id];
    const terms = termsOf(payment);
    if (terms.length === 0) continue;
    await tx.query(`DELETE FROM payment_terms WHERE payment_id = $1 AND ${inList(params, 'term', terms)}`, params);
  }
}

function storedTerms(payment: Named): string[] {
  const owner = ownerOf(payment.websiteId);
  return searchTerms(payment).map((term) => storedTerm(owner, term));
}

/** How a term of a website's payments is stored. */
function storedTerm(owner: string, { from, text }: Term): string {
  return `${owner}${KINDS[from]}${text}`;
}

/** A website in a stored term. */
function ownerOf(websiteId: string): string {
  return hash('sha256', websiteId, 'base64url').slice(0, OWNER_CHARACTERS);
}

/** The terms that earlier versions wrote in place of ends and starts: hashes of the whole phone number and e-mail address. */
function earlierTerms({ websiteId, customerPhone, customerEmail }: Named): string[] {
  const digits = customerPhone?.replaceAll(/\D/g, '').replace(/^00/, '') ?? '';
  const address = customerEmail?.trim().toLowerCase().replaceAll('\\', '') ?? '';
  const terms = [
    digits === '' ? '' : `phone:${digits.length === 8 ? '509' : ''}${digits}`,
    address === '' ? '' : `email:${address}`,
  ];
  return terms
    .filter((term) => term !== '')
    .map((term) => {
      const cut = term.length <= 60 ? term : [...term].slice(0, 60).join('');
      return `${ownerOf(websiteId)}=${hash('sha256', cut, 'base64url').slice(0, 10)}`;
    });
}

/**
 * For each website, the ids of its final payments with a term that may start so, in no order and with repetitions.
 * Different texts can be stored alike, so some may not match. Returns at most `limit` ids for each website.
 */
export async function findByTerm(
  db: Pick<Database, 'query' | 'engine'>,
  { websiteIds, term }: { websiteIds: readonly string[]; term: Term },
  limit: number,
): Promise<number[][]> {
  const stored = websiteIds.map((websiteId) => storedTerm(ownerOf(websiteId), term));
  const lists = await selectForEach<IdRow>(
    db,
    stored,
    (value, params) =>
      `SELECT payment_id FROM payment_terms WHERE term >= ${value} AND term < ${value} || $${params.push(LAST)}
        LIMIT $${params.push(limit)}`,
    'bytea',
  );
  return lists.map((rows) => rows.map((row) => row.payment_id));
}

interface IdRow extends Row {
  payment_id: number;
}

/** Final payments older than this one have no terms yet; null when all have them. */
export async function readTermFill(db: Pick<Database, 'query'>): Promise<number | null> {
  const [row] = await db.query<Row & { before_id: number | null }>(
    'SELECT before_id FROM payment_term_fill WHERE id = 1',
  );
  return row?.before_id ?? null;
}

const NAMED = PAYMENTS.part(
  ...(['id', 'websiteId', 'status', 'reference', 'providerRef'] as const),
  ...(['customerName', 'customerEmail', 'customerPhone'] as const),
);

/** Adds the terms of the next older payments, at most `limit`. Returns whether more are waiting. */
export async function fillTerms(tx: Transaction, limit: number): Promise<boolean> {
  // Locks the row until the transaction ends, so that no two workers process the same payments.
  const [mark] = await tx.query<Row & { before_id: number }>(
    'UPDATE payment_term_fill SET before_id = before_id WHERE id = 1 AND before_id IS NOT NULL RETURNING before_id',
  );
  if (!mark) return false;
  const rows = await tx.query(`SELECT ${NAMED.columns} FROM payments WHERE id < $1 ORDER BY id DESC LIMIT $2`, [
    mark.before_id,
    limit,
  ]);
  const payments = rows.map(NAMED.read);
  const final = payments.filter(({ status }) => isFinal(status));
  await tx.insertAll([termRows(final)]);
  await deleteTerms(tx, final, earlierTerms);
  const isMoreWaiting = payments.length === limit;
  const beforeId = isMoreWaiting ? (payments.at(-1)?.id ?? null) : null;
  await tx.query('UPDATE payment_term_fill SET before_id = $1 WHERE id = 1', [beforeId]);
  return isMoreWaiting;
}

/**
 * The final payments of a range of ids that lack search terms: each must have at least one, for the end of its id.
 * Empty while the job is still adding terms to older payments.
 */
export async function listWithoutTerms(
  db: Pick<Database, 'query'>,
  { after, through }: { after: number; through: number },
): Promise<number[]> {
  if ((await readTermFill(db)) !== null) return [];
  const without: number[] = [];
  for (let last = after; ; ) {
    const final = await db.query<Row & { id: number; website_id: string }>(
      `SELECT id, website_id FROM payments WHERE id > $1 AND id <= $2 AND status IN ('completed', 'failed') ORDER BY id LIMIT $3`,
      [last, through, CHECKED_AT_ONCE],
    );
    const terms = final.map(({ id, website_id }) => storedTerm(ownerOf(website_id), idTerm(id)));
    const params: Value[] = [];
    const theirs = inList(params, 'term', [...new Set(terms)]);
    const found = await db.query<IdRow>(`SELECT payment_id FROM payment_terms WHERE ${theirs}`, params);
    const known = new Set(found.map((row) => row.payment_id));
    without.push(...final.map(({ id }) => id).filter((id) => !known.has(id)));
    if (final.length < CHECKED_AT_ONCE) return without;
    last = final.at(-1)!.id;
  }
}
