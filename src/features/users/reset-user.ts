import type { Transaction } from '../../database/database.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { UserWithLink } from './invite-user.ts';
import { checkVersion, type Manager, requireManaged, type UserAt } from './manager.ts';
import { type MadeLink, makeLink } from './one-time-link.ts';
import { recordUserChange } from './record-user-change.ts';
import { sendLink } from './send-link.ts';
import { isLinkShown } from './shown-links.ts';
import { deleteSessionsOf } from './store/sessions.ts';
import { deleteFactorsOf, replaceRecoveryCodes } from './store/user-factors.ts';
import { lockUser, type User, updateUser } from './store/users.ts';
import type { UserParts } from './user-parts.ts';

/**
 * Removes a user's password and sessions, and creates a link to set a new password within an hour; factors are removed
 * only on request. A user who has not accepted the invitation yet gets a new one. The link is also sent by e-mail where
 * the gateway sends e-mails. Throws OperatorError when the manager does not see the user or must not change it, when
 * another user has changed it since, and for a deactivated user.
 */
export async function resetUser(
  parts: UserParts,
  manager: Manager,
  { id, version }: UserAt,
  { removesFactors }: { removesFactors: boolean },
): Promise<UserWithLink> {
  const isShown = isLinkShown(parts, manager);
  const made = await parts.db.transaction(async (tx) => {
    const before = await requireManaged(tx, manager, await lockUser(tx, id), id);
    checkVersion(before, version);
    if (before.deactivatedAtUs !== null) {
      throw new OperatorError('conflict', 'user_id', refusal('userInactive'));
    }
    const user = { ...before, version: before.version + 1 };
    return { user, link: await resetCredentials(tx, parts, user, { removesFactors, isShown }) };
  });
  return { ...made, isShown, mailed: await sendLink(parts, made) };
}

/** Ends a user's sessions, removes the password, and the factors on request; creates the link to set a new password. */
export async function resetCredentials(
  tx: Transaction,
  { clock, actor, publicUrl }: UserParts,
  user: User,
  { removesFactors, isShown }: { removesFactors: boolean; isShown: boolean },
): Promise<MadeLink> {
  const { id } = user;
  const nowUs = clock();
  await updateUser(tx, { ...user, passwordHash: null });
  await deleteSessionsOf(tx, id);
  if (removesFactors) {
    await deleteFactorsOf(tx, id);
    await replaceRecoveryCodes(tx, { userId: id, hashes: [], nowUs });
  }
  const kind = user.acceptedAtUs === null ? 'invitation' : 'reset';
  const link = await makeLink(tx, { kind, userId: id, actor, nowUs, publicUrl });
  await recordUserChange(tx, { clock, actor }, 'user.reset', id, {
    after: { link: kind, factors_removed: removesFactors, link_shown: isShown },
  });
  return link;
}
