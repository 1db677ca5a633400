import { OperatorError } from '../../domain/operator-error.ts';
import { replaceRecoveryCodes } from '../../storage/users/recovery-codes.ts';
import { deleteSessionsOf } from '../../storage/users/sessions.ts';
import { deleteFactorsOf } from '../../storage/users/user-factors.ts';
import { lockUser, updateUser } from '../../storage/users/users.ts';
import { checkVersion, type UserAt } from './change-user.ts';
import type { UserWithLink } from './invite-user.ts';
import { type Manager, requireManaged } from './manager.ts';
import { makeLink } from './one-time-link.ts';
import { recordUserChange } from './record-user-change.ts';
import { sendLink } from './send-link.ts';
import type { UserParts } from './user-parts.ts';

/**
 * Takes a user's password and sessions away, and makes a link by which a new password is set within an hour; second factors go only when
 * that is asked for. Who has not accepted the invitation yet gets a new one. The link is sent by e-mail too where the gateway sends e-mails.
 * Throws OperatorError when the manager sees no such user or must not change it, when somebody has changed it since, and for a user that
 * is deactivated.
 */
export async function resetUser(
  parts: UserParts,
  manager: Manager,
  { id, version }: UserAt,
  { removesFactors }: { removesFactors: boolean },
): Promise<UserWithLink> {
  const { db, clock, actor, publicUrl } = parts;
  const made = await db.transaction(async (tx) => {
    const before = await requireManaged(tx, manager, await lockUser(tx, id), id);
    checkVersion(before, version);
    if (before.deactivatedAtUs !== null) {
      throw new OperatorError('conflict', 'user_id', 'This user is deactivated: activate it first.');
    }
    const nowUs = clock();
    const user = { ...before, passwordHash: null, version: before.version + 1 };
    await updateUser(tx, user);
    await deleteSessionsOf(tx, id);
    if (removesFactors) {
      await deleteFactorsOf(tx, id);
      await replaceRecoveryCodes(tx, { userId: id, hashes: [], nowUs });
    }
    const kind = user.acceptedAtUs === null ? 'invitation' : 'reset';
    const link = await makeLink(tx, { kind, userId: id, actor, nowUs, publicUrl });
    await recordUserChange(tx, { clock, actor }, 'user.reset', id, {
      after: { link: kind, factors_removed: removesFactors },
    });
    return { user, link };
  });
  return { ...made, mailed: await sendLink(parts, made) };
}
