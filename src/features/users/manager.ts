import { managedRoles, ROLES, type Role, seenRoles, sideOf } from '../../core/roles.ts';
import type { Database } from '../../database/database.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { failWithoutWebsite } from '../websites/require-website.ts';
import { findWebsite } from '../websites/store/websites.ts';
import type { SignedIn } from './session-rules.ts';
import { listWebsitesOfUser, type User, type UserWithWebsites } from './store/users.ts';

/**
 * The actor who invites and changes other users: a signed-in user, or null for the command line, which may do
 * everything.
 */
export type Manager = Pick<SignedIn, 'user' | 'websiteIds'> | null;

/**
 * The user with websites, if the manager may see it. Throws OperatorError `not_found` for all others, whether they
 * exist or not.
 */
export async function requireSeen(
  db: Pick<Database, 'query'>,
  manager: Manager,
  user: User | undefined,
  id: string,
): Promise<UserWithWebsites> {
  const websiteIds = user && (await listWebsitesOfUser(db, user.id));
  const found = user && websiteIds && { ...user, websiteIds };
  if (!found || !isSeen(manager, found))
    throw new OperatorError('not_found', 'user_id', refusal('userNotFound', { id }));
  return found;
}

/**
 * The user whom a manager is about to change. Throws OperatorError as `requireSeen` does, and when the manager must not
 * change it.
 */
export async function requireManaged(
  db: Pick<Database, 'query'>,
  manager: Manager,
  user: User | undefined,
  id: string,
): Promise<UserWithWebsites> {
  const found = await requireSeen(db, manager, user, id);
  checkReach(manager, found);
  return found;
}

function checkReach(manager: Manager, { role, websiteIds }: UserWithWebsites): void {
  if (manager === null) return;
  if (!managedRoles(manager.user.role).includes(role)) {
    throw new OperatorError(
      'conflict',
      'user_id',
      refusal('userOfOtherRole', { role: { role: manager.user.role }, other: { role } }),
    );
  }
  if (manager.websiteIds && !websiteIds.every((id) => manager.websiteIds?.includes(id))) {
    throw new OperatorError('conflict', 'user_id', refusal('userOfOperator'));
  }
}

/** Whether a manager sees a user in lists: a merchant's manager sees users who are bound to one of their websites. */
export function isSeen(manager: Manager, { role, websiteIds }: UserWithWebsites): boolean {
  if (manager === null) return true;
  if (!seenRoles(manager.user.role).includes(role)) return false;
  return manager.websiteIds === null || websiteIds.some((id) => manager.websiteIds?.includes(id));
}

/**
 * The websites that a user of a role is bound to, without duplicates and in order. Throws OperatorError for a role that
 * the manager must not give, a website that does not exist or is not the manager's, and websites that do not match the
 * role.
 */
export async function checkRole(
  db: Pick<Database, 'query'>,
  manager: Manager,
  { role, websiteIds }: { role: string; websiteIds: readonly string[] },
): Promise<{ role: Role; websiteIds: string[] }> {
  const given = manager === null ? ROLES : managedRoles(manager.user.role);
  const known = given.find((each) => each === role);
  if (known === undefined) throw new OperatorError('invalid', 'role', refusal('roleUnknown', { roles: given }));
  const isMerchant = sideOf(known) === 'merchant';
  if (isMerchant && websiteIds.length === 0) {
    throw new OperatorError('invalid', 'website_id', refusal('roleNeedsWebsite', { role: { role: known } }));
  }
  if (!isMerchant && websiteIds.length > 0) {
    throw new OperatorError('invalid', 'website_id', refusal('roleSeesAll', { role: { role: known } }));
  }
  const ids = [...new Set(websiteIds)].sort();
  for (const id of ids) {
    const isForeign = manager?.websiteIds && !manager.websiteIds.includes(id);
    if (isForeign || !(await findWebsite(db, id))) failWithoutWebsite(id);
  }
  return { role: known, websiteIds: ids };
}

/**
 * The user to change, with the version that the manager has seen; null for the command line, which showed no version.
 */
export interface UserAt {
  readonly id: string;
  readonly version: number | null;
}

/** Throws OperatorError when another user has changed this user since the manager read it. */
export function checkVersion({ version }: UserWithWebsites, seen: number | null): void {
  if (seen === null || seen === version) return;
  throw new OperatorError('conflict', 'version', refusal('userChanged'));
}
