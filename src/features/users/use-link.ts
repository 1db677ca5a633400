import type { Database, Transaction } from '../../database/database.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { checkAll, OperatorError, refuseField } from '../../platform/operator-error.ts';
import { hashKey, newId } from '../../platform/secrets/secrets.ts';
import { TooManyWaiting } from '../../platform/tasks/turns.ts';
import { shortTextFault } from '../../platform/wording/short-text.ts';
import { asEmail } from './email.ts';
import { passwordFault } from './password-rules.ts';
import { recordUserChange } from './record-user-change.ts';
import { startSession, type Visitor } from './sessions.ts';
import { findLink, type OneTimeLink, useLink as useUp } from './store/one-time-links.ts';
import { deleteSessionsOf, insertSession } from './store/sessions.ts';
import { listFactors } from './store/user-factors.ts';
import { findUser, hasUsers, insertUser, lockUser, type User, type UserLanguage, updateUser } from './store/users.ts';
import type { UserParts } from './user-parts.ts';

/** The user's input on the page of a link. */
interface Acceptance extends Visitor {
  readonly token: string;
  readonly password: string;
  /** 1 to 255 characters. Required for an invitation, and for the link of the first owner. */
  readonly name?: string | undefined;
  /** Required only for the link of the first owner. */
  readonly email?: string | undefined;
  readonly language?: UserLanguage | undefined;
}

/**
 * `signed_in`: the session is whole. `factor_awaited`: the user has a factor, which a new password does not replace.
 */
export type UsedLink =
  | { readonly outcome: 'signed_in' | 'factor_awaited'; readonly token: string; readonly userId: string }
  | { readonly outcome: 'busy' };

/**
 * The purpose and the user of a link, shown before it is used. Throws OperatorError for a used, expired or unknown
 * link.
 */
export async function readLink(
  { db, clock }: { db: Database; clock: () => number },
  token: string,
): Promise<{ link: OneTimeLink; user: User | null }> {
  const link = await findLink(db, hashKey(token));
  const user = link?.userId ? await findUser(db, link.userId) : undefined;
  // An unknown link, and one whose user was deactivated, get the same error.
  if (!link || (link.userId !== null && (!user || user.deactivatedAtUs !== null))) {
    throw new OperatorError('not_found', 'link', refusal('userLinkBroken'));
  }
  if (link.usedAtUs !== null) throw usedAlready();
  if (link.expiresAtUs <= clock()) {
    throw new OperatorError('conflict', 'link', refusal('userLinkExpired'));
  }
  return { link, user: user ?? null };
}

/**
 * Uses a link up: sets the password, and starts a session. An invitation also sets name and language; the first owner's
 * link sets these and the e-mail address. The user's other sessions end. Throws OperatorError for a link that is used,
 * also concurrently, or has expired, and for invalid input.
 */
export async function useLink(parts: UserParts, given: Acceptance): Promise<UsedLink> {
  const { link, user } = await readLink(parts, given.token);
  if (user?.isPlaceholder) {
    throw new OperatorError('conflict', 'link', refusal('userLinkRefused'));
  }
  const email = user?.email ?? asEmail(given.email ?? '');
  if (email === undefined) throw new OperatorError('invalid', 'email', refusal('emailInvalid'));
  const weakness = await passwordFault(given.password, email);
  checkAll(
    () =>
      refuseField(
        'name',
        link.kind === 'reset' && given.name === undefined ? undefined : shortTextFault(given.name ?? ''),
      ),
    () => refuseField('password', weakness),
  );
  try {
    const passwordHash = await parts.passwords.inTurn((hasher) => hasher.hash(given.password), 'first');
    return await use(parts, given, { link, email, passwordHash });
  } catch (error) {
    if (error instanceof TooManyWaiting) return { outcome: 'busy' };
    throw error;
  }
}

function use(
  { db, clock }: UserParts,
  given: Acceptance,
  { link, email, passwordHash }: { link: OneTimeLink; email: string; passwordHash: string },
): Promise<UsedLink> {
  return db.transaction(async (tx) => {
    const nowUs = clock();
    const before = link.userId === null ? await firstOwner(tx, email, nowUs) : await lockUser(tx, link.userId);
    if (!before || before.deactivatedAtUs !== null || !(await useUp(tx, { hash: link.hash, nowUs }))) {
      throw usedAlready();
    }
    const user: User = {
      ...before,
      name: given.name ?? before.name,
      language: given.language ?? before.language,
      passwordHash,
      acceptedAtUs: before.acceptedAtUs ?? nowUs,
    };
    await updateUser(tx, user);
    await deleteSessionsOf(tx, user.id);
    const isHalf = (await listFactors(tx, user.id)).length > 0;
    const { session, token } = startSession({ userId: user.id, isHalf, nowUs }, given);
    await insertSession(tx, session);
    const changed = { clock, actor: user, address: session.address };
    const action = link.kind === 'reset' ? 'user.password' : 'user.accept';
    const accepted = { email, name: user.name, role: user.role, language: user.language };
    await recordUserChange(tx, changed, action, user.id, link.kind === 'reset' ? {} : { after: accepted });
    return { outcome: isHalf ? 'factor_awaited' : 'signed_in', token, userId: user.id };
  });
}

/** Creates the first owner; undefined when there already is a user. */
async function firstOwner(tx: Transaction, email: string, nowUs: number): Promise<User | undefined> {
  if (await hasUsers(tx)) return undefined;
  const user: User = {
    id: newId('usr'),
    email,
    name: null,
    role: 'owner',
    language: 'en',
    passwordHash: null,
    version: 1,
    createdAtUs: nowUs,
    acceptedAtUs: null,
    deactivatedAtUs: null,
  };
  return (await insertUser(tx, user)) ? user : undefined;
}

function usedAlready(): OperatorError {
  return new OperatorError('conflict', 'link', refusal('userLinkUsed'));
}
