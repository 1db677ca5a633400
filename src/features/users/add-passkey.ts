import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { challengeOf, challengeText } from './challenge.ts';
import { registrationOptions, verifyRegistration } from './passkeys.ts';
import { lockSignedIn } from './read-session.ts';
import { requireRecentFactor } from './require-recent-factor.ts';
import type { SignedIn } from './session-rules.ts';
import { setChallenge } from './store/sessions.ts';
import { listFactors } from './store/user-factors.ts';
import { type AddedFactor, checkFactorName, factorExpired, newFactorId, storeFactor } from './store-factor.ts';
import type { UserParts } from './user-parts.ts';

/**
 * Starts adding a passkey: returns the options for the browser, as `navigator.credentials.create` takes them. The
 * passkey is stored once its response is given to `addPasskey`, within ten minutes. Throws OperatorError where browsers
 * create no passkeys, and SignedOut.
 */
export async function beginPasskey({ db, clock, publicUrl }: UserParts, who: SignedIn) {
  const options = await registrationOptions(publicUrl, who.user, await listFactors(db, who.user.id));
  await db.transaction(async (tx) => {
    const nowUs = clock();
    requireRecentFactor(await lockSignedIn(tx, who, nowUs), nowUs);
    await setChallenge(tx, who.session.hash, challengeText('new_passkey', options.challenge, nowUs));
  });
  return options;
}

/**
 * Adds the passkey that the browser has created. Throws OperatorError for a response that does not match this session's
 * challenge, an invalid name (1 to 255 characters), and a passkey that was added before; and SignedOut.
 */
export async function addPasskey(
  parts: UserParts,
  who: SignedIn,
  { name, response }: { name: string; response: unknown },
): Promise<AddedFactor> {
  checkFactorName(name);
  const challenge = challengeOf(who.session, 'new_passkey', parts.clock());
  if (challenge === undefined) throw factorExpired();
  const passkey = await verifyRegistration(parts.publicUrl, response, challenge);
  if (!passkey) {
    throw new OperatorError('invalid', 'passkey', refusal('passkeyUnusable'));
  }
  return storeFactor(parts, who, { id: newFactorId(), kind: 'passkey', name, ...passkey });
}
