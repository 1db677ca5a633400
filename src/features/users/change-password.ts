import type { AttemptLimit } from '../../platform/limits/rate-limits.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError, refuseField } from '../../platform/operator-error.ts';
import { TooManyWaiting } from '../../platform/tasks/turns.ts';
import { newToken } from './new-token.ts';
import { passwordFault } from './password-rules.ts';
import { lockSignedIn } from './read-session.ts';
import { recordUserChange } from './record-user-change.ts';
import { requireWhole, type SignedIn, SignedOut } from './session-rules.ts';
import { deleteLinksOf } from './store/one-time-links.ts';
import { deleteSessionsOf, renewSession } from './store/sessions.ts';
import { updateUser } from './store/users.ts';
import type { UserParts } from './user-parts.ts';

/** `changed`: the session continues under this token, and the user's other sessions have ended. */
export type PasswordChange =
  | { readonly outcome: 'changed'; readonly token: string }
  | { readonly outcome: 'busy' }
  | { readonly outcome: 'wait'; readonly seconds: number };

/**
 * Changes the user's own password, for which the current one is required; earlier links to set a new one no longer
 * work. Throws OperatorError when the current password is wrong, and for an invalid new one; and SignedOut.
 */
export async function changePassword(
  parts: UserParts,
  who: SignedIn,
  { password, newPassword }: { password: string; newPassword: string },
  limits: { readonly signInsByAccount: AttemptLimit },
): Promise<PasswordChange> {
  requireWhole(who);
  refuseField('new_password', await passwordFault(newPassword, who.user.email));
  const client = `whole:${who.session.id}`;
  const seconds = await limits.signInsByAccount.attempt(client);
  if (seconds > 0) return { outcome: 'wait', seconds };
  try {
    const made = await parts.passwords.inTurn(async (hasher) => {
      if (!(await hasher.verify(password, who.user.passwordHash))) {
        throw new OperatorError('invalid', 'password', refusal('passwordWrong'));
      }
      await limits.signInsByAccount.forgive(client);
      return hasher.hash(newPassword);
    }, 'first');
    return { outcome: 'changed', token: await replacePassword(parts, who, made) };
  } catch (error) {
    if (!(error instanceof TooManyWaiting)) throw error;
    await limits.signInsByAccount.forgive(client);
    return { outcome: 'busy' };
  }
}

function replacePassword({ db, clock }: UserParts, who: SignedIn, passwordHash: string): Promise<string> {
  return db.transaction(async (tx) => {
    const nowUs = clock();
    const { user, session, address } = await lockSignedIn(tx, who, nowUs);
    // The password was changed or reset while the given one was compared.
    if (user.passwordHash !== who.user.passwordHash) throw new SignedOut('The password was changed elsewhere.');
    await updateUser(tx, { ...user, passwordHash });
    await deleteSessionsOf(tx, user.id, session.hash);
    // A user may be changing the password because someone else reads their e-mails.
    await deleteLinksOf(tx, user.id);
    const { token, hash } = newToken();
    await renewSession(tx, session.hash, { ...session, hash, lastSeenAtUs: nowUs });
    await recordUserChange(tx, { clock, actor: user, address }, 'user.password', user.id, {});
    return token;
  });
}
