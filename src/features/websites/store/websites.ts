import type { Mode, PaymentMethod } from '../../../core/payment.ts';
import type { Database, Transaction, Value } from '../../../database/database.ts';
import { holding, inList, positionCondition, whereAll } from '../../../database/matching.ts';
import { bigint, flag, group, list, optional, tableOf, text } from '../../../database/table.ts';
import type { Brand, Picture } from '../brand.ts';

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
  /** Receives the events of refunds; null: they are not sent. */
  readonly refundCallbackUrl: string | null;
  /** Receives the events of refunds of test payments; null: `refundCallbackUrl`. */
  readonly testRefundCallbackUrl: string | null;
  readonly returnUrl: string | null;
  readonly methods: readonly PaymentMethod[];
  readonly cardLiveApproved: boolean;
  /** What customers see next to the name. */
  readonly brand: Brand;
  /** Whether customers whose address is known get a receipt by e-mail. */
  readonly sendsReceipts: boolean;
  /** How many requests a minute its keys may send from all addresses together; null: the general limit of each address. */
  readonly rateLimitPerMinute: number | null;
  /** The secrets that sign the events of each mode. Without one for test payments, the live secret signs those too. */
  readonly signers: { readonly live: SealedSigner; readonly test: SealedSigner | null };
  readonly createdAtUs: number;
  readonly deactivatedAtUs: number | null;
}

/** The URL for the events of a website's payments of a mode; null: they are not sent. */
export function callbackUrlOf(
  { callbackUrl, testCallbackUrl }: Pick<Website, 'callbackUrl' | 'testCallbackUrl'>,
  mode: Mode,
): string | null {
  return mode === 'test' ? (testCallbackUrl ?? callbackUrl) : callbackUrl;
}

/** The URL for the events of a website's refunds of a mode; null: they are not sent. */
export function refundCallbackUrlOf(
  { refundCallbackUrl, testRefundCallbackUrl }: Pick<Website, 'refundCallbackUrl' | 'testRefundCallbackUrl'>,
  mode: Mode,
): string | null {
  return mode === 'test' ? (testRefundCallbackUrl ?? refundCallbackUrl) : refundCallbackUrl;
}

/** Like `callbackUrlOf`, but as SQL for a row of `websites` with this alias. */
export function callbackUrlSql(alias: string, mode: Mode): string {
  const live = `${alias}.callback_url`;
  return mode === 'test' ? `COALESCE(${alias}.test_callback_url, ${live})` : live;
}

/** Like `refundCallbackUrlOf`, but as SQL for a row of `websites` with this alias. */
export function refundCallbackUrlSql(alias: string, mode: Mode): string {
  const live = `${alias}.refund_callback_url`;
  return mode === 'test' ? `COALESCE(${alias}.test_refund_callback_url, ${live})` : live;
}

const WEBSITES = tableOf<Website>('websites', {
  id: text('id'),
  name: text('name'),
  callbackUrl: text('callback_url'),
  testCallbackUrl: text('test_callback_url'),
  refundCallbackUrl: text('refund_callback_url'),
  testRefundCallbackUrl: text('test_refund_callback_url'),
  returnUrl: text('return_url'),
  methods: list('methods'),
  cardLiveApproved: flag('card_live_approved'),
  brand: group<Brand>({
    contact: text('contact'),
    colour: text('colour'),
    logo: optional(
      group<Picture>({
        hash: text('logo_hash'),
        type: text('logo_type'),
        width: bigint('logo_width'),
        height: bigint('logo_height'),
      }),
    ),
  }),
  sendsReceipts: flag('sends_receipts'),
  rateLimitPerMinute: bigint('rate_limit_per_minute'),
  signers: group<Website['signers']>({
    live: group<SealedSigner>({
      sealed: text('webhook_secret_sealed'),
      nextSealed: text('next_webhook_secret_sealed'),
      nextFromUs: bigint('next_webhook_secret_from_us'),
    }),
    test: optional(
      group<SealedSigner>({
        sealed: text('test_webhook_secret_sealed'),
        nextSealed: text('next_test_webhook_secret_sealed'),
        nextFromUs: bigint('next_test_webhook_secret_from_us'),
      }),
    ),
  }),
  createdAtUs: bigint('created_at_us'),
  deactivatedAtUs: bigint('deactivated_at_us'),
});
const INSERT = WEBSITES.insertion('ON CONFLICT (id) DO NOTHING RETURNING id');

/** Stores a new website. Returns false, and stores nothing, when the id exists. */
export async function insertWebsite(tx: Transaction, website: Website): Promise<boolean> {
  const rows = await tx.query(INSERT, WEBSITES.valuesOf(website));
  if (rows.length === 0) return false;
  await tx.query('INSERT INTO feeds (website_id, last_position) VALUES ($1, 0)', [website.id]);
  return true;
}

const MUTABLE = [
  'name',
  'callbackUrl',
  'testCallbackUrl',
  'refundCallbackUrl',
  'testRefundCallbackUrl',
  'returnUrl',
  'methods',
  'cardLiveApproved',
  'brand',
  'sendsReceipts',
  'rateLimitPerMinute',
  'signers',
  'deactivatedAtUs',
] as const;

/** Writes a website's mutable columns. */
export async function updateWebsite(tx: Transaction, website: Website): Promise<void> {
  const params: Value[] = [website.id];
  await tx.query(`UPDATE websites SET ${WEBSITES.set(params, MUTABLE, website)} WHERE id = $1`, params);
}

export async function findWebsite(db: Pick<Database, 'query'>, id: string): Promise<Website | undefined> {
  const [row] = await db.query(`SELECT ${WEBSITES.columns} FROM websites WHERE id = $1`, [id]);
  return row && WEBSITES.read(row);
}

/** Locks a website until the transaction ends. */
export async function lockWebsite(tx: Transaction, id: string): Promise<Website | undefined> {
  // An update that changes nothing takes the row's lock on both engines.
  const [row] = await tx.query(`UPDATE websites SET name = name WHERE id = $1 RETURNING ${WEBSITES.columns}`, [id]);
  return row && WEBSITES.read(row);
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
  { ids, text: part, isActive, before, limit }: WebsiteFilter,
): Promise<Website[]> {
  const params: Value[] = [];
  const conditions: string[] = [];
  if (ids) conditions.push(inList(params, 'id', ids));
  if (isActive !== undefined) conditions.push(`deactivated_at_us IS ${isActive ? '' : 'NOT '}NULL`);
  if (part) conditions.push(holding(params, ['name', 'id'], part));
  if (before) {
    const [at, id] = [`$${params.push(before.createdAtUs)}`, `$${params.push(before.id)}`];
    conditions.push(positionCondition('<', at, id));
  }
  const rows = await db.query(
    `SELECT ${WEBSITES.columns} FROM websites ${whereAll(conditions)} ORDER BY created_at_us DESC, id DESC LIMIT $${params.push(limit)}`,
    params,
  );
  return rows.map(WEBSITES.read);
}

/** Every website, oldest first. */
export async function listWebsites(db: Pick<Database, 'query'>): Promise<Website[]> {
  const rows = await db.query(`SELECT ${WEBSITES.columns} FROM websites ORDER BY created_at_us, id`);
  return rows.map(WEBSITES.read);
}
