import type { AttemptLimit } from '../../platform/limits/rate-limits.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { checkAll, OperatorError, refuseField } from '../../platform/operator-error.ts';
import { TooManyWaiting } from '../../platform/tasks/turns.ts';
import { shortTextFault } from '../../platform/wording/short-text.ts';
import { changedFacts } from '../audit/audit.ts';
import { newToken } from './one-time-link.ts';
import { passwordFault } from './password-rules.ts';
import { recordUserChange } from './record-user-change.ts';
import { requireWhole, type SignedIn, SignedOut } from './session-rules.ts';
import { lockSignedIn } from './sessions.ts';
import { deleteLinksOf } from './store/one-time-links.ts';
import { deleteSessionsOf, renewSession } from './store/sessions.ts';
import { type User, type UserLanguage, updateUser } from './store/users.ts';
import type { UserParts } from './user-parts.ts';

const LANGUAGES: readonly UserLanguage[] = ['en', 'fr', 'ht'];

/**
 * Changes the user's own name and language, and returns the user. Throws OperatorError for an invalid name (1 to 255
 * characters) and an unknown language; and SignedOut.
 */
export async function changeProfile(
  { db, clock }: UserParts,
  who: SignedIn,
  { name, language: wanted }: { name: string; language: string },
): Promise<User> {
  const [, language] = checkAll(
    () => refuseField('name', shortTextFault(name)),
    () => requireLanguage(wanted),
  );
  return db.transaction(async (tx) => {
    const now = await lockSignedIn(tx, who, clock());
    requireWhole(now);
    const { user: before, address } = now;
    const user = { ...before, name, language };
    const facts = changedFacts({ name: before.name, language: before.language }, { name, language });
    if (!facts) return before;
    await updateUser(tx, user);
    await recordUserChange(tx, { clock, actor: before, address }, 'user.profile', user.id, facts);
    return user;
  });
}

function requireLanguage(wanted: string): UserLanguage {
  const language = LANGUAGES.find((each) => each === wanted);
  if (language !== undefined) return language;
  throw new OperatorError('invalid', 'language', refusal('languageUnknown', { languages: LANGUAGES }));
}

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
