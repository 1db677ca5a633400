import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { challengeOf, challengeText } from './challenge.ts';
import { lockSignedIn } from './read-session.ts';
import { requireRecentFactor } from './require-recent-factor.ts';
import type { SignedIn } from './session-rules.ts';
import { setChallenge } from './store/sessions.ts';
import { type AddedFactor, checkFactorName, factorExpired, newFactorId, storeFactor } from './store-factor.ts';
import { newTotpSecret, totpStepOf } from './totp.ts';
import type { UserParts } from './user-parts.ts';

/**
 * Starts adding an authenticator: returns its secret, to be typed or as the address of a QR code, which is shown only
 * now. The authenticator is stored once one of its codes is given to `addTotp`, within ten minutes. Throws
 * OperatorError, and SignedOut.
 */
export async function beginTotp(
  { db, box, clock, publicUrl }: UserParts,
  who: SignedIn,
): Promise<{ secret: string; uri: string }> {
  const issuer = `Peye (${new URL(publicUrl).hostname.replaceAll(':', ' ')})`;
  const made = await newTotpSecret({ issuer, label: who.user.email });
  await db.transaction(async (tx) => {
    const nowUs = clock();
    requireRecentFactor(await lockSignedIn(tx, who, nowUs), nowUs);
    const sealed = box.seal('totp-secret', made.secret, who.session.id);
    await setChallenge(tx, who.session.hash, challengeText('new_totp', sealed, nowUs));
  });
  return made;
}

/**
 * Adds the authenticator that was started in this session, by one of its codes. Throws OperatorError for a wrong code,
 * an invalid name (1 to 255 characters), and when no authenticator was started; and SignedOut.
 */
export async function addTotp(
  parts: UserParts,
  who: SignedIn,
  { name, code }: { name: string; code: string },
): Promise<AddedFactor> {
  checkFactorName(name);
  const nowUs = parts.clock();
  const sealed = challengeOf(who.session, 'new_totp', nowUs);
  if (sealed === undefined) throw factorExpired();
  const secret = parts.box.open('totp-secret', sealed, who.session.id);
  const step = await totpStepOf(secret, code, nowUs);
  if (step === undefined) {
    throw new OperatorError('invalid', 'code', refusal('totpWrong'));
  }
  const id = newFactorId();
  const totpSecretSealed = parts.box.seal('totp-secret', secret, id);
  return storeFactor(parts, who, { id, kind: 'totp', name, totpSecretSealed, totpLastStep: step });
}
