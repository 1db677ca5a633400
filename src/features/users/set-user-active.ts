import { checkOwnerLeft, lockWithOwners } from './last-owner.ts';
import { type Manager, requireManaged } from './manager.ts';
import { recordUserChange } from './record-user-change.ts';
import { deleteLinksBy, deleteLinksOf } from './store/one-time-links.ts';
import { deleteSessionsOf } from './store/sessions.ts';
import { type UserWithWebsites, updateUser } from './store/users.ts';
import { checkVersion, type UserAt } from './user-at.ts';
import type { UserParts } from './user-parts.ts';

/**
 * Deactivates or reactivates a user, and returns it. A deactivated user cannot sign in, and has no sessions or links;
 * links that the user created for others no longer work either. Throws OperatorError when the manager does not see the
 * user or must not change it, when another user has changed it since, and for the last owner.
 */
export function setUserActive(
  { db, clock, actor }: UserParts,
  manager: Manager,
  { id, version }: UserAt,
  isActive: boolean,
): Promise<UserWithWebsites> {
  return db.transaction(async (tx) => {
    const { user, owners } = await lockWithOwners(tx, id);
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
