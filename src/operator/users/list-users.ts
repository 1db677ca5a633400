import type { Database } from '../../storage/database.ts';
import { findUser, listUsers as findUsers, type UserWithWebsites } from '../../storage/users/users.ts';
import { isSeen, type Manager, requireSeen } from './manager.ts';

/** The users whom a manager sees, oldest first, with those of their websites that the manager sees too. */
export async function listUsers({ db }: { db: Database }, manager: Manager): Promise<UserWithWebsites[]> {
  const users = await findUsers(db, manager?.websiteIds ?? null);
  return users.filter((user) => isSeen(manager, user)).map((user) => asSeen(manager, user));
}

/** The user of an id, as a manager sees it. Throws OperatorError `not_found` when the manager sees none. */
export async function requireUser({ db }: { db: Database }, manager: Manager, id: string): Promise<UserWithWebsites> {
  return asSeen(manager, await requireSeen(db, manager, await findUser(db, id), id));
}

function asSeen(manager: Manager, user: UserWithWebsites): UserWithWebsites {
  const mine = manager?.websiteIds;
  return mine ? { ...user, websiteIds: user.websiteIds.filter((id) => mine.includes(id)) } : user;
}
