import type { Role } from '../../../core/roles.ts';
import type { Database, Row, Transaction, Value } from '../../../database/database.ts';
import { inList } from '../../../database/matching.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';

/** The languages that a user can choose. */
export type UserLanguage = 'en' | 'fr' | 'ht';

/** A user who may sign in to the console. */
export interface User {
  readonly id: string;
  /** In lower case. */
  readonly email: string;
  /** Null until the invitation is accepted, unless the invitation stated a name. */
  readonly name: string | null;
  readonly role: Role;
  readonly language: UserLanguage;
  /** A PHC string; null while the user has no password: before the invitation is accepted, and after a reset. */
  readonly passwordHash: string | null;
  /** Increases with every change to role, websites or state. */
  readonly version: number;
  readonly createdAtUs: number;
  readonly acceptedAtUs: number | null;
  readonly deactivatedAtUs: number | null;
  /**
   * Stands for a person who already has another account, so that the merchant who invites them does not learn of that account. The
   * invitation cannot be accepted. The e-mail address is stored with the id of this user appended, because addresses are unique.
   */
  readonly isPlaceholder?: true;
}

/**
 * A user, with the websites that a merchant's user is bound to, in the order of their ids; none for the operator's
 * users.
 */
export interface UserWithWebsites extends User {
  readonly websiteIds: readonly string[];
}

const TABLE = tableOf<Omit<User, 'isPlaceholder'>>('users', {
  id: text('id'),
  email: text('email'),
  name: text('name'),
  role: text('role'),
  language: text('language'),
  passwordHash: text('password_hash'),
  version: bigint('version'),
  createdAtUs: bigint('created_at_us'),
  acceptedAtUs: bigint('accepted_at_us'),
  deactivatedAtUs: bigint('deactivated_at_us'),
});

/** The columns of users, and how a row is read. */
export const USERS = {
  columns: TABLE.columns,
  read(row: Row): User {
    const { email: stored, ...user } = TABLE.read(row);
    const [email = '', mark] = stored.split(' ');
    return { ...user, email, ...(mark !== undefined && { isPlaceholder: true }) };
  },
};

/** The e-mail address of a row as people see it, in SQL. */
export const SHOWN_EMAIL = "replace(email, ' ' || lower(id), '')";

/** Adds a user. Returns false, with nothing written, when the e-mail address already has a user. */
export async function insertUser(tx: Transaction, { isPlaceholder, ...user }: User): Promise<boolean> {
  const email = isPlaceholder ? placeholderEmail(user) : user.email;
  const suffix = 'ON CONFLICT (email) DO NOTHING RETURNING id';
  return (await tx.insertRows({ ...TABLE.rowsOf([{ ...user, email }]), suffix })).length === 1;
}

/** Appends the user's id after a space, which no e-mail address contains. */
function placeholderEmail({ email, id }: Pick<User, 'email' | 'id'>): string {
  return `${email} ${id.toLowerCase()}`;
}

/** The accounts of an e-mail address: the one that can be used, and placeholders. */
export async function listUsersOfEmail(db: Pick<Database, 'query'>, email: string): Promise<User[]> {
  const rows = await db.query(
    `SELECT ${USERS.columns} FROM users WHERE email = $1 OR ${SHOWN_EMAIL} = $1 ORDER BY created_at_us, id`,
    [email],
  );
  return rows.map((row) => USERS.read(row));
}

export async function findUser(db: Pick<Database, 'query'>, id: string): Promise<User | undefined> {
  const [row] = await db.query(`SELECT ${USERS.columns} FROM users WHERE id = $1`, [id]);
  return row && USERS.read(row);
}

export async function findUserByEmail(db: Pick<Database, 'query'>, email: string): Promise<User | undefined> {
  const [row] = await db.query(`SELECT ${USERS.columns} FROM users WHERE email = $1`, [email]);
  return row && USERS.read(row);
}

/** Locks a user until the transaction ends: lock the user before any change to the user's data. */
export async function lockUser(tx: Transaction, id: string): Promise<User | undefined> {
  // An update that changes nothing takes the row's lock on both engines.
  const [row] = await tx.query(`UPDATE users SET version = version WHERE id = $1 RETURNING ${USERS.columns}`, [id]);
  return row && USERS.read(row);
}

/** Locks all owners, always in the same order, and returns them: required before any change to an owner. */
export async function lockOwners(tx: Transaction): Promise<User[]> {
  const owners = await tx.query<Row & { id: string }>("SELECT id FROM users WHERE role = 'owner' ORDER BY id");
  const locked: User[] = [];
  for (const { id } of owners) {
    const user = await lockUser(tx, id);
    if (user?.role === 'owner') locked.push(user);
  }
  return locked;
}

const CHANGED = ['name', 'role', 'language', 'passwordHash', 'version', 'acceptedAtUs', 'deactivatedAtUs'] as const;

/** Writes the fields of a user that may change. Call it while holding the user's lock. */
export async function updateUser(tx: Transaction, user: User): Promise<void> {
  const params: Value[] = [user.id];
  await tx.query(`UPDATE users SET ${TABLE.set(params, CHANGED, user)} WHERE id = $1`, params);
}

/** Replaces a password's hash, unless it has been replaced in the meantime. */
export async function upgradePasswordHash(
  tx: Transaction,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<void> {
  await tx.query('UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2', [id, from, to]);
}

/** Whether there is any user. */
export async function hasUsers(db: Pick<Database, 'query'>): Promise<boolean> {
  return (await db.query('SELECT id FROM users LIMIT 1')).length > 0;
}

/** The websites that a user is bound to, in the order of their ids. */
export async function listWebsitesOfUser(db: Pick<Database, 'query'>, userId: string): Promise<string[]> {
  const rows = await db.query<Row & { website_id: string }>(
    'SELECT website_id FROM user_websites WHERE user_id = $1 ORDER BY website_id',
    [userId],
  );
  return rows.map((row) => row.website_id);
}

/**
 * All websites of the merchants who own these websites: these, all others of their owners, all others of the owners of
 * those, and so on. Deactivated owners count, because the merchant is the same.
 */
export async function listWebsitesOfMerchants(
  db: Pick<Database, 'query'>,
  websiteIds: readonly string[],
): Promise<string[]> {
  const params: Value[] = [];
  const rows = await db.query<Row & { id: string }>(
    `WITH RECURSIVE theirs(id) AS (
       SELECT id FROM websites WHERE ${inList(params, 'id', websiteIds)}
       UNION
       SELECT beside.website_id FROM theirs
         JOIN user_websites AS own ON own.website_id = theirs.id
         JOIN users ON users.id = own.user_id AND users.role = 'merchant_owner'
         JOIN user_websites AS beside ON beside.user_id = own.user_id
     ) SELECT id FROM theirs`,
    params,
  );
  return rows.map(({ id }) => id);
}

const BINDINGS = tableOf<{ userId: string; websiteId: string }>('user_websites', {
  userId: text('user_id'),
  websiteId: text('website_id'),
});

/** Binds a user to these websites, and to no others. */
export async function replaceWebsitesOfUser(
  tx: Transaction,
  userId: string,
  websiteIds: readonly string[],
): Promise<void> {
  await tx.query('DELETE FROM user_websites WHERE user_id = $1', [userId]);
  if (websiteIds.length === 0) return;
  await tx.insertRows(BINDINGS.rowsOf(websiteIds.map((websiteId) => ({ userId, websiteId }))));
}

/** Every user, oldest first; with a list of websites, only the users of one of them. */
export async function listUsers(
  db: Pick<Database, 'query'>,
  websiteIds: readonly string[] | null = null,
): Promise<UserWithWebsites[]> {
  const params: Value[] = [];
  const ofThem =
    websiteIds === null
      ? ''
      : `WHERE id IN (SELECT user_id FROM user_websites WHERE ${inList(params, 'website_id', websiteIds)})`;
  const users = await db.query(`SELECT ${USERS.columns} FROM users ${ofThem} ORDER BY created_at_us, id`, params);
  const bindings = await db.query<Row & { user_id: string; website_id: string }>(
    'SELECT user_id, website_id FROM user_websites ORDER BY website_id',
  );
  const bound = Map.groupBy(bindings, (row) => row.user_id);
  return users.map((row) => {
    const user = USERS.read(row);
    return { ...user, websiteIds: (bound.get(user.id) ?? []).map((binding) => binding.website_id) };
  });
}
