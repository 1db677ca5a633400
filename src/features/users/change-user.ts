import { sideOf } from '../../core/roles.ts';
import type { Transaction } from '../../database/database.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { UserWithLink } from './invite-user.ts';
import { checkRole, checkVersion, type Manager, requireManaged, type UserAt } from './manager.ts';
import { recordUserChange } from './record-user-change.ts';
import { resetCredentials } from './reset-user.ts';
import { sendLink } from './send-link.ts';
import { isLinkShown, isShownOutside } from './shown-links.ts';
import { deleteLinksBy, deleteLinksOf } from './store/one-time-links.ts';
import { deleteSessionsOf } from './store/sessions.ts';
import {
  lockOwners,
  lockUser,
  replaceWebsitesOfUser,
  type User,
  type UserWithWebsites,
  updateUser,
} from './store/users.ts';
import type { UserParts } from './user-parts.ts';

/** A user after a change. `made` has the new link if the change removed the credentials; otherwise it is null. */
export interface ChangedUser {
  readonly user: UserWithWebsites;
  readonly made: UserWithLink | null;
}

/**
 * Changes a user's role and websites, and returns the user. A different role ends the user's sessions. Any change
 * deletes the user's one-time links, and the links that the user created for others, because the user may have seen
 * those and could sign in with them. If the change gives a merchant's user access that another viewer of the user's
 * links does not have (`isHandedOver`), the user also loses password and factors, and gets a new link: the viewer may
 * have used an earlier link to sign in as the user. Throws OperatorError when the manager does not see the user or must
 * not change it or give that role, when another user has changed it since, and for the last owner.
 */
export async function changeUser(
  parts: UserParts,
  manager: Manager,
  { id, version }: UserAt,
  wanted: { role: string; websiteIds: readonly string[] },
): Promise<ChangedUser> {
  const { db, clock, actor } = parts;
  const isShown = isLinkShown(parts, manager);
  const { user, link } = await db.transaction(async (tx) => {
    const locked = await lockWithOwners(tx, id);
    const before = await requireManaged(tx, manager, locked.user, id);
    checkVersion(before, version);
    const { role, websiteIds } = await checkRole(tx, manager, wanted);
    const isSame = role === before.role && websiteIds.join() === before.websiteIds.join();
    if (isSame) return { user: before, link: null };
    if (role !== 'owner') checkOwnerLeft(before, locked.owners);
    const changed = { ...before, role, websiteIds, version: before.version + 1 };
    await updateUser(tx, changed);
    await replaceWebsitesOfUser(tx, id, websiteIds);
    if (role !== before.role) await deleteSessionsOf(tx, id);
    await deleteLinksOf(tx, id);
    await deleteLinksBy(tx, id);
    await recordUserChange(tx, { clock, actor }, 'user.role', id, {
      before: { role: before.role, website_ids: before.websiteIds },
      after: { role, website_ids: websiteIds },
    });
    if (!(await isHandedOver(tx, manager, before, changed))) return { user: changed, link: null };
    const link = await resetCredentials(tx, parts, changed, { removesFactors: true, isShown });
    return { user: changed, link };
  });
  if (link === null) return { user, made: null };
  return { user, made: { user, link, isShown, mailed: await sendLink(parts, { user, link }) } };
}

/**
 * Whether a merchant's user gets access that another viewer of the user's links does not have. Always true when the
 * operator adds a website or gives the user one of the operator's roles. True for a website that a merchant adds if a
 * link was shown to a user who does not work for that website.
 */
async function isHandedOver(
  tx: Transaction,
  manager: Manager,
  before: UserWithWebsites,
  { role, websiteIds }: UserWithWebsites,
): Promise<boolean> {
  if (sideOf(before.role) !== 'merchant') return false;
  if (sideOf(role) === 'operator') return true;
  const added = websiteIds.filter((id) => !before.websiteIds.includes(id));
  if (added.length === 0) return false;
  const isOperators = (manager?.websiteIds ?? null) === null;
  return isOperators || isShownOutside(tx, before.id, added);
}

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

/**
 * Locks all owners and then a user, always in the same order. If two owners remove each other's role at once, the
 * second waits and then sees the first one's change.
 */
async function lockWithOwners(
  tx: Transaction,
  id: string,
): Promise<{ user: User | undefined; owners: readonly User[] }> {
  const owners = await lockOwners(tx);
  return { user: owners.find((owner) => owner.id === id) ?? (await lockUser(tx, id)), owners };
}

/** Throws OperatorError when no active owner who has signed in would be left. */
function checkOwnerLeft(user: User, owners: readonly User[]): void {
  if (!isActingOwner(user) || owners.some((owner) => owner.id !== user.id && isActingOwner(owner))) return;
  throw new OperatorError('conflict', 'user_id', refusal('lastOwner'));
}

function isActingOwner({ role, acceptedAtUs, deactivatedAtUs }: User): boolean {
  return role === 'owner' && acceptedAtUs !== null && deactivatedAtUs === null;
}
