import { deleteLinksBy, deleteLinksOf } from '../../storage/users/one-time-links.ts';
import { deleteSessionsOf } from '../../storage/users/sessions.ts';
import { type UserWithWebsites, updateUser } from '../../storage/users/users.ts';
import { checkOwnerLeft, lockBesideOwners } from './last-owner.ts';
import { type Manager, requireManaged } from './manager.ts';
import { recordUserChange } from './record-user-change.ts';
import { checkVersion, type UserAt } from './user-at.ts';
import type { UserParts } from './user-parts.ts';

/**
 * Deactivates a user, or activates it again, and returns it. Who is deactivated cannot sign in, and has no sessions and links any more; those
 * that the user has made for others work no more either.
 * Throws OperatorError when the manager sees no such user or must not change it, when somebody has changed it since, and for the last owner.
 */
export function setUserActive(
  { db, clock, actor }: UserParts,
  manager: Manager,
  { id, version }: UserAt,
  isActive: boolean,
): Promise<UserWithWebsites> {
  return db.transaction(async (tx) => {
    const { user, owners } = await lockBesideOwners(tx, id);
    const before = await requireManaged(tx, manager, user, id);
    checkVersion(before, version);
    if ((before.deactivatedAtUs === null) === isActive) return before;
    if (!isActive) checkOwnerLeft(before, owners);
    const nowUs = clock();
    const changed = { ...before, deactivatedAtUs: isActive ? null : nowUs, version: before.version + 1 };
    await updateUser(tx, changed);
    if (!isActive) {
      await deleteSessionsOf(tx, id);
      await deleteLinksOf(tx, id);
      await deleteLinksBy(tx, id);
    }
    await recordUserChange(tx, { clock, actor }, isActive ? 'user.activate' : 'user.deactivate', id, {
      before: { active: !isActive },
      after: { active: isActive },
    });
    return changed;
  });
}
