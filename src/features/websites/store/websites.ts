import type { Brand, LogoType } from '../../../core/brand.ts';
import type { Mode, PaymentMethod } from '../../../core/payment.ts';
import type { Database, Row, Transaction, Value } from '../../../database/database.ts';
import { positionCondition } from '../../../database/list-position.ts';
import { holding, inList, whereAll } from '../../../database/matching.ts';

/**
 * A sealed secret that signs webhooks. After a rotation, the next secret signs from `nextFromUs` on, and the old one
 * until then.
 */
export interface SealedSigner {
  readonly sealed: string;
  readonly nextSealed: string | null;
  readonly nextFromUs: number | null;
}

export interface Website {
  readonly id: string;
  readonly name: string;
  readonly callbackUrl: string | null;
  /** The callback URL of test payments; null: `callbackUrl`. */
  readonly testCallbackUrl: string | null;
  readonly returnUrl: string | null;
  readonly methods: readonly PaymentMethod[];
  readonly cardLiveApproved: boolean;
  /** What customers see next to the name. */
  readonly brand: Brand;
  /** Whether customers whose address is known get a receipt by e-mail. */
  readonly sendsReceipts: boolean;
  /** The secrets that sign the events of each mode. Without one for test events, the live secret signs those too. */
  readonly signers: { readonly live: SealedSigner; readonly test: SealedSigner | null };
  readonly createdAtUs: number;
  readonly deactivatedAtUs: number | null;
}

/** Where the events of a website's payments of a mode go; null: nowhere. */
export function callbackUrlOf(
  { callbackUrl, testCallbackUrl }: Pick<Website, 'callbackUrl' | 'testCallbackUrl'>,
  mode: Mode,
): string | null {
  return mode === 'test' ? (testCallbackUrl ?? callbackUrl) : callbackUrl;
}

/** Like `callbackUrlOf`, but as SQL for a row of `websites` with this alias. */
export function callbackUrlSql(alias: string, mode: Mode): string {
  const live = `${alias}.callback_url`;
  return mode === 'test' ? `COALESCE(${alias}.test_callback_url, ${live})` : live;
}

interface WebsiteRow extends Row {
  id: string;
  name: string;
  callback_url: string | null;
  return_url: string | null;
  methods: string;
  card_live_approved: number;
  webhook_secret_sealed: string;
  next_webhook_secret_sealed: string | null;
  next_webhook_secret_from_us: number | null;
  test_callback_url: string | null;
  test_webhook_secret_sealed: string | null;
  next_test_webhook_secret_sealed: string | null;
  next_test_webhook_secret_from_us: number | null;
  created_at_us: number;
  deactivated_at_us: number | null;
  contact: string | null;
  colour: string | null;
  logo_hash: string | null;
  logo_type: LogoType | null;
  logo_width: number | null;
  logo_height: number | null;
  sends_receipts: number;
}

const COLUMNS = `id, name, callback_url, return_url, methods, card_live_approved, webhook_secret_sealed,
  next_webhook_secret_sealed, next_webhook_secret_from_us, created_at_us, deactivated_at_us, contact, colour, logo_hash, logo_type, logo_width, logo_height,
  sends_receipts, test_callback_url, test_webhook_secret_sealed, next_test_webhook_secret_sealed, next_test_webhook_secret_from_us`;

/** Stores a new website. Returns false, and stores nothing, when the id exists. */
export async function insertWebsite(tx: Transaction, website: Website): Promise<boolean> {
  const values: Value[] = [
    website.id,
    website.name,
    website.callbackUrl,
    website.returnUrl,
    website.methods.join(','),
    website.cardLiveApproved ? 1 : 0,
    ...signerValues(website.signers.live),
    website.createdAtUs,
    website.deactivatedAtUs,
    ...customerValues(website),
    website.testCallbackUrl,
    ...signerValues(website.signers.test),
  ];
  const places = values.map((_, index) => `$${index + 1}`).join(', ');
  const rows = await tx.query(
    `INSERT INTO websites (${COLUMNS}) VALUES (${places}) ON CONFLICT (id) DO NOTHING RETURNING id`,
    values,
  );
  if (rows.length === 0) return false;
  await tx.query('INSERT INTO feeds (website_id, last_position) VALUES ($1, 0)', [website.id]);
  return true;
}

/** Writes a website's mutable columns. */
export async function updateWebsite(tx: Transaction, website: Website): Promise<void> {
  await tx.query(
    `UPDATE websites SET name = $2, callback_url = $3, return_url = $4, methods = $5, card_live_approved = $6,
       webhook_secret_sealed = $7, next_webhook_secret_sealed = $8, next_webhook_secret_from_us = $9, deactivated_at_us = $10,
       contact = $11, colour = $12, logo_hash = $13, logo_type = $14, logo_width = $15, logo_height = $16,
       sends_receipts = $17, test_callback_url = $18, test_webhook_secret_sealed = $19,
       next_test_webhook_secret_sealed = $20, next_test_webhook_secret_from_us = $21
     WHERE id = $1`,
    [
      website.id,
      website.name,
      website.callbackUrl,
      website.returnUrl,
      website.methods.join(','),
      website.cardLiveApproved ? 1 : 0,
      ...signerValues(website.signers.live),
      website.deactivatedAtUs,
      ...customerValues(website),
      website.testCallbackUrl,
      ...signerValues(website.signers.test),
    ],
  );
}

export async function findWebsite(db: Pick<Database, 'query'>, id: string): Promise<Website | undefined> {
  const [row] = await db.query<WebsiteRow>(`SELECT ${COLUMNS} FROM websites WHERE id = $1`, [id]);
  return row && toWebsite(row);
}

/** Locks a website until the transaction ends. */
export async function lockWebsite(tx: Transaction, id: string): Promise<Website | undefined> {
  // An update that changes nothing takes the row's lock on both engines.
  const [row] = await tx.query<WebsiteRow>(`UPDATE websites SET name = name WHERE id = $1 RETURNING ${COLUMNS}`, [id]);
  return row && toWebsite(row);
}

/** The filter of a list of websites; an undefined field does not filter. */
export interface WebsiteFilter {
  /** Only websites with these ids. */
  readonly ids?: readonly string[] | undefined;
  /** A part of the name or of the id, case-insensitively. */
  readonly text?: string | undefined;
  readonly isActive?: boolean | undefined;
  /** Only websites created before this one, the last of the previous page. */
  readonly before?: Pick<Website, 'createdAtUs' | 'id'> | undefined;
  readonly limit: number;
}

/** The newest websites that match, newest first. */
export async function listNewestWebsites(
  db: Pick<Database, 'query'>,
  { ids, text, isActive, before, limit }: WebsiteFilter,
): Promise<Website[]> {
  const params: Value[] = [];
  const conditions: string[] = [];
  if (ids) conditions.push(inList(params, 'id', ids));
  if (isActive !== undefined) conditions.push(`deactivated_at_us IS ${isActive ? '' : 'NOT '}NULL`);
  if (text) conditions.push(holding(params, ['name', 'id'], text));
  if (before) {
    const [at, id] = [`$${params.push(before.createdAtUs)}`, `$${params.push(before.id)}`];
    conditions.push(positionCondition('<', at, id));
  }
  const rows = await db.query<WebsiteRow>(
    `SELECT ${COLUMNS} FROM websites ${whereAll(conditions)} ORDER BY created_at_us DESC, id DESC LIMIT $${params.push(limit)}`,
    params,
  );
  return rows.map(toWebsite);
}

/** Every website, oldest first. */
export async function listWebsites(db: Pick<Database, 'query'>): Promise<Website[]> {
  const rows = await db.query<WebsiteRow>(`SELECT ${COLUMNS} FROM websites ORDER BY created_at_us, id`);
  return rows.map(toWebsite);
}

function toWebsite(row: WebsiteRow): Website {
  return {
    id: row.id,
    name: row.name,
    callbackUrl: row.callback_url,
    testCallbackUrl: row.test_callback_url,
    returnUrl: row.return_url,
    methods: row.methods === '' ? [] : (row.methods.split(',') as PaymentMethod[]),
    cardLiveApproved: row.card_live_approved === 1,
    brand: { contact: row.contact, colour: row.colour, logo: logoOf(row) },
    sendsReceipts: row.sends_receipts === 1,
    signers: {
      live: {
        sealed: row.webhook_secret_sealed,
        nextSealed: row.next_webhook_secret_sealed,
        nextFromUs: row.next_webhook_secret_from_us,
      },
      test: row.test_webhook_secret_sealed === null ? null : testSignerOf(row, row.test_webhook_secret_sealed),
    },
    createdAtUs: row.created_at_us,
    deactivatedAtUs: row.deactivated_at_us,
  };
}

function testSignerOf(row: WebsiteRow, sealed: string): SealedSigner {
  return {
    sealed,
    nextSealed: row.next_test_webhook_secret_sealed,
    nextFromUs: row.next_test_webhook_secret_from_us,
  };
}

function logoOf({
  logo_hash: hash,
  logo_type: type,
  logo_width: width,
  logo_height: height,
}: WebsiteRow): Brand['logo'] {
  return hash === null || type === null || width === null || height === null ? null : { hash, type, width, height };
}

function signerValues(signer: SealedSigner | null): Value[] {
  return [signer?.sealed ?? null, signer?.nextSealed ?? null, signer?.nextFromUs ?? null];
}

function customerValues({ brand: { contact, colour, logo }, sendsReceipts }: Website): Value[] {
  const { hash = null, type = null, width = null, height = null } = logo ?? {};
  return [contact, colour, hash, type, width, height, sendsReceipts ? 1 : 0];
}
