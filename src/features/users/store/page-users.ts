import type { Role } from '../../../core/roles.ts';
import type { Database, Row, Value } from '../../../database/database.ts';
import { holding, inList, positionCondition, whereAll } from '../../../database/matching.ts';
import { SHOWN_EMAIL, USERS, type User, type UserWithWebsites } from './users.ts';

/** A user who has not accepted the invitation, may sign in, or may no longer sign in. */
export const USER_STATES = ['invited', 'active', 'deactivated'] as const;
export type UserState = (typeof USER_STATES)[number];

const STATE_CONDITIONS: Readonly<Record<UserState, string>> = {
  invited: 'accepted_at_us IS NULL AND deactivated_at_us IS NULL',
  active: 'accepted_at_us IS NOT NULL AND deactivated_at_us IS NULL',
  deactivated: 'deactivated_at_us IS NOT NULL',
};

/** The filter of a page of users; an undefined field does not filter. */
export interface UserFilter {
  /** Only users with these roles. */
  readonly roles: readonly Role[];
  /** Only users who are bound to one of these; null for all. */
  readonly websiteIds: readonly string[] | null;
  readonly state?: UserState | undefined;
  /** A part of the e-mail address or of the name. */
  readonly text?: string | undefined;
  /** Only users created before this one, the last of the previous page. */
  readonly before?: Pick<User, 'createdAtUs' | 'id'> | undefined;
  readonly limit: number;
}

/** Users, newest first, each with all of its websites. */
export async function pageUsers(db: Pick<Database, 'query'>, filter: UserFilter): Promise<UserWithWebsites[]> {
  const params: Value[] = [];
  const conditions = [inList(params, 'role', filter.roles)];
  if (filter.websiteIds !== null) {
    const bound = inList(params, 'website_id', filter.websiteIds);
    conditions.push(`id IN (SELECT user_id FROM user_websites WHERE ${bound})`);
  }
  if (filter.state !== undefined) conditions.push(STATE_CONDITIONS[filter.state]);
  if (filter.text !== undefined && filter.text !== '') {
    conditions.push(holding(params, [SHOWN_EMAIL, 'name'], filter.text));
  }
  if (filter.before) {
    const { createdAtUs, id } = filter.before;
    conditions.push(positionCondition('<', `$${params.push(createdAtUs)}`, `$${params.push(id)}`));
  }
  const rows = await db.query(
    `SELECT ${USERS.columns} FROM users ${whereAll(conditions)} ORDER BY created_at_us DESC, id DESC LIMIT $${params.push(filter.limit)}`,
    params,
  );
  const users = rows.map((row) => USERS.read(row));
  const theirs: Value[] = [];
  const ofThem = inList(
    theirs,
    'user_id',
    users.map(({ id }) => id),
  );
  const bindings = await db.query<Row & { user_id: string; website_id: string }>(
    `SELECT user_id, website_id FROM user_websites WHERE ${ofThem} ORDER BY website_id`,
    theirs,
  );
  const bound = Map.groupBy(bindings, (row) => row.user_id);
  return users.map((user) => ({ ...user, websiteIds: (bound.get(user.id) ?? []).map((row) => row.website_id) }));
}

/** The status of a user. */
export function userState({ acceptedAtUs, deactivatedAtUs }: User): UserState {
  if (deactivatedAtUs !== null) return 'deactivated';
  return acceptedAtUs === null ? 'invited' : 'active';
}
