import { type Role, seenRoles } from '../../core/roles.ts';
import type { Database } from '../../database/database.ts';
import { isSeen, type Manager, requireSeen } from './manager.ts';
import { pageUsers as findPage, type UserFilter } from './store/page-users.ts';
import { findUser, listUsers as findUsers, type UserWithWebsites } from './store/users.ts';

/** The users whom a manager sees, oldest first, with those of their websites that the manager sees too. */
export async function listUsers({ db }: { db: Database }, manager: Manager): Promise<UserWithWebsites[]> {
  const users = await findUsers(db, manager?.websiteIds ?? null);
  return users.filter((user) => isSeen(manager, user)).map((user) => asSeen(manager, user));
}

/** The filter of a page of users. A role that the manager does not see has no users. */
export type UserPage = Omit<UserFilter, 'roles' | 'websiteIds'> & {
  readonly role?: Role | undefined;
  readonly websiteId?: string | undefined;
};

/** A page of the users whom a manager sees, newest first, with those of their websites that the manager sees too. */
export async function pageUsers(
  { db }: { db: Database },
  manager: Exclude<Manager, null>,
  { role, websiteId, ...page }: UserPage,
): Promise<UserWithWebsites[]> {
  const roles = seenRoles(manager.user.role).filter((each) => role === undefined || each === role);
  const users = await findPage(db, { ...page, roles, websiteIds: askedWebsites(manager.websiteIds, websiteId) });
  return users.map((user) => asSeen(manager, user));
}

/** The websites whose users are listed: null for all users; none for a website that is not the manager's. */
function askedWebsites(mine: readonly string[] | null, asked: string | undefined): readonly string[] | null {
  if (asked === undefined) return mine;
  return mine === null || mine.includes(asked) ? [asked] : [];
}

/** The user with this id, if the manager sees it. Throws OperatorError `not_found` otherwise. */
export async function requireUser({ db }: { db: Database }, manager: Manager, id: string): Promise<UserWithWebsites> {
  return asSeen(manager, await requireSeen(db, manager, await findUser(db, id), id));
}

function asSeen(manager: Manager, user: UserWithWebsites): UserWithWebsites {
  const mine = manager?.websiteIds;
  return mine ? { ...user, websiteIds: user.websiteIds.filter((id) => mine.includes(id)) } : user;
}
