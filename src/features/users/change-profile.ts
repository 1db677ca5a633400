import { changedFacts } from '../../core/audit.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError, refuseField } from '../../platform/operator-error.ts';
import { shortTextFault } from '../../platform/wording/short-text.ts';
import { lockSignedIn } from './read-session.ts';
import { recordUserChange } from './record-user-change.ts';
import { requireWhole, type SignedIn } from './session-rules.ts';
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
  refuseField('name', shortTextFault(name));
  const language = LANGUAGES.find((each) => each === wanted);
  if (language === undefined) {
    throw new OperatorError('invalid', 'language', refusal('languageUnknown', { languages: LANGUAGES }));
  }
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
