import type { Mode } from '../../../core/payment.ts';
import type { Database, Row, Transaction, Value } from '../../../database/database.ts';
import { inList } from '../../../database/matching.ts';
import { bigint, list, optional, tableOf, text } from '../../../database/table.ts';

/**
 * The scopes that a key may be limited to. `read`: everything that only reads payments, links and refunds, including verification with
 * the provider. `create`: creating payments and links, and completing or failing test payments. `refund`: requesting refunds.
 * docs/contract.md says which endpoint needs which.
 */
export const KEY_SCOPES = ['read', 'create', 'refund'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** A key's identity. It stays the same when its secret is rotated. */
export interface ApiKey {
  readonly id: string;
  readonly websiteId: string;
  readonly mode: Mode;
  readonly name: string | null;
  readonly createdAtUs: number;
  readonly deactivatedAtUs: number | null;
  /** The key expires then; null: never. */
  readonly expiresAtUs: number | null;
  /** The addresses and subnets that may use it; null: any. */
  readonly addresses: readonly string[] | null;
  /** The scopes that the key is limited to, in the order of KEY_SCOPES; null: all scopes. */
  readonly scopes: readonly KeyScope[] | null;
}

/** A secret under which a key is accepted: its hash, and its last characters so that people can identify it. */
export interface ApiKeySecret {
  readonly hash: string;
  readonly apiKeyId: string;
  readonly hint: string;
  readonly createdAtUs: number;
  readonly expiresAtUs: number | null;
}

/** A key in a listing, with the hint of its newest secret. */
export interface ListedApiKey extends ApiKey {
  readonly hint: string;
  /** When the key was last used, to within minutes; null if it never was. */
  readonly lastUsedAtUs: number | null;
}

const KEYS = tableOf<ApiKey>('api_keys', {
  id: text('id'),
  websiteId: text('website_id'),
  mode: text('mode'),
  name: text('name'),
  createdAtUs: bigint('created_at_us'),
  deactivatedAtUs: bigint('deactivated_at_us'),
  expiresAtUs: bigint('expires_at_us'),
  addresses: optional(list('addresses')),
  scopes: optional(list('scope')),
});
const INSERT = KEYS.insertion('ON CONFLICT (id) DO NOTHING RETURNING id');

const LISTED = `${KEYS.columnsOf('k')}, k.last_used_at_us,
  (SELECT s.hint FROM api_key_secrets s WHERE s.api_key_id = k.id ORDER BY s.created_at_us DESC LIMIT 1) AS hint`;

const SECRETS = tableOf<ApiKeySecret>('api_key_secrets', {
  hash: text('hash'),
  apiKeyId: text('api_key_id'),
  hint: text('hint'),
  createdAtUs: bigint('created_at_us'),
  expiresAtUs: bigint('expires_at_us'),
});
const SHOWN_SECRETS = SECRETS.part('apiKeyId', 'hint', 'createdAtUs', 'expiresAtUs');

/** Stores a new key. Returns false, and stores nothing, when the id exists. */
export async function insertApiKey(tx: Transaction, key: ApiKey): Promise<boolean> {
  return (await tx.query(INSERT, KEYS.valuesOf(key))).length === 1;
}

const MUTABLE = ['name', 'expiresAtUs', 'addresses', 'scopes'] as const;

/** Updates the mutable fields of a key: its name and its restrictions. */
export async function updateApiKey(tx: Transaction, key: ApiKey): Promise<void> {
  const params: Value[] = [key.id];
  await tx.query(`UPDATE api_keys SET ${KEYS.set(params, MUTABLE, key)} WHERE id = $1`, params);
}

/** Records when keys were last used. */
export async function updateLastUsed(tx: Transaction, ids: readonly string[], lastUsedAtUs: number): Promise<void> {
  for (const id of ids) await tx.query('UPDATE api_keys SET last_used_at_us = $2 WHERE id = $1', [id, lastUsedAtUs]);
}

export async function insertApiKeySecret(tx: Transaction, secret: ApiKeySecret): Promise<void> {
  await tx.query(SECRETS.insertion(), SECRETS.valuesOf(secret));
}

/** Expires every secret of a key at a moment, except those that expire sooner. */
export async function expireApiKeySecrets(tx: Transaction, apiKeyId: string, expiresAtUs: number): Promise<void> {
  await tx.query(
    'UPDATE api_key_secrets SET expires_at_us = $2 WHERE api_key_id = $1 AND (expires_at_us IS NULL OR expires_at_us > $2)',
    [apiKeyId, expiresAtUs],
  );
}

/** Until when an old secret of a key is accepted alongside its newest one, microseconds; null if none is. */
export async function findOldSecretEnd(db: Database, apiKeyId: string, nowUs: number): Promise<number | null> {
  const [row] = await db.query<{ at: number | null }>(
    'SELECT max(expires_at_us) AS at FROM api_key_secrets WHERE api_key_id = $1 AND expires_at_us > $2',
    [apiKeyId, nowUs],
  );
  return row?.at ?? null;
}

/** Locks a key until the transaction ends, if there is one. */
export async function lockApiKey(tx: Transaction, id: string): Promise<void> {
  // An update that changes nothing takes the row's lock on both engines.
  await tx.query('UPDATE api_keys SET name = name WHERE id = $1', [id]);
}

/** Sets or clears the moment of deactivation. Returns false when there is no such key. */
export async function setApiKeyDeactivated(
  tx: Transaction,
  id: string,
  deactivatedAtUs: number | null,
): Promise<boolean> {
  const rows = await tx.query('UPDATE api_keys SET deactivated_at_us = $2 WHERE id = $1 RETURNING id', [
    id,
    deactivatedAtUs,
  ]);
  return rows.length === 1;
}

// Built once: a new text for each call would be hashed each time to find its prepared statement.
const BY_HASH = `SELECT ${KEYS.columnsOf('k')}
  FROM api_key_secrets s JOIN api_keys k ON k.id = s.api_key_id
  WHERE s.hash = $1 AND (s.expires_at_us IS NULL OR s.expires_at_us > $2) AND (k.expires_at_us IS NULL OR k.expires_at_us > $2)
  LIMIT 1`;

/** The key that a secret belongs to, unless the key or the secret has expired. */
export async function findApiKeyByHash(
  db: Pick<Database, 'find'>,
  hash: string,
  nowUs: number,
): Promise<ApiKey | undefined> {
  const row = await db.find(BY_HASH, [hash, nowUs]);
  return row && KEYS.readValues(row);
}

export async function findApiKey(db: Pick<Database, 'query'>, id: string): Promise<ListedApiKey | undefined> {
  const [row] = await db.query(`SELECT ${LISTED} FROM api_keys k WHERE k.id = $1`, [id]);
  return row && toListedApiKey(row);
}

/** A website's keys, oldest first. */
export async function listApiKeys(db: Database, websiteId: string): Promise<ListedApiKey[]> {
  const rows = await db.query(
    `SELECT ${LISTED} FROM api_keys k WHERE k.website_id = $1 ORDER BY k.created_at_us, k.id`,
    [websiteId],
  );
  return rows.map(toListedApiKey);
}

/** The keys of these websites, or of all, oldest first. */
export async function listKeyNames(
  db: Pick<Database, 'query'>,
  websiteIds: readonly string[] | null,
): Promise<Pick<ListedApiKey, 'id' | 'websiteId' | 'mode' | 'name' | 'hint'>[]> {
  const params: Value[] = [];
  const where = websiteIds === null ? '' : `WHERE ${inList(params, 'k.website_id', websiteIds)}`;
  const rows = await db.query(`SELECT ${LISTED} FROM api_keys k ${where} ORDER BY k.created_at_us, k.id`, params);
  return rows.map(toListedApiKey);
}

/** The next `limit` keys of all websites, by their ids. */
export async function listApiKeyPage(
  db: Pick<Database, 'query'>,
  after: string,
  limit: number,
): Promise<ListedApiKey[]> {
  const rows = await db.query(`SELECT ${LISTED} FROM api_keys k WHERE k.id > $1 ORDER BY k.id LIMIT $2`, [
    after,
    limit,
  ]);
  return rows.map(toListedApiKey);
}

/** All secrets of these keys, expired ones too, without their hashes. */
export async function listSecretsOf(
  db: Pick<Database, 'query'>,
  apiKeyIds: readonly string[],
): Promise<Omit<ApiKeySecret, 'hash'>[]> {
  const params: Value[] = [];
  const rows = await db.query(
    `SELECT ${SHOWN_SECRETS.columns} FROM api_key_secrets
      WHERE ${inList(params, 'api_key_id', apiKeyIds)} ORDER BY created_at_us`,
    params,
  );
  return rows.map(SHOWN_SECRETS.read);
}

function toListedApiKey(row: Row): ListedApiKey {
  return { ...KEYS.read(row), hint: row.hint as string, lastUsedAtUs: row.last_used_at_us as number | null };
}

/** Whether one of these websites has a live key, active or not; null means any website. */
export async function hasLiveKey(
  db: Pick<Database, 'query'>,
  websiteIds: readonly string[] | null = null,
): Promise<boolean> {
  const params: Value[] = [];
  const these = websiteIds === null ? '' : ` AND ${inList(params, 'website_id', websiteIds)}`;
  return (await db.query(`SELECT id FROM api_keys WHERE mode = 'live'${these} LIMIT 1`, params)).length > 0;
}

/** The text that identifies a key: its name, and the last characters of its value. */
export function keyLabel({ name, hint }: Pick<ListedApiKey, 'name' | 'hint'>): string {
  return name === null ? `…${hint}` : `${name} …${hint}`;
}

/** The scope that an endpoint needs, or `any` for every key. */
export type NeededScope = KeyScope | 'any';
