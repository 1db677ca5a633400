import { OperatorError } from '../../domain/operator-error.ts';
import { refusal } from '../../messages/refusals/refusal-messages.ts';
import { setChallenge } from '../../storage/users/sessions.ts';
import { challengeOf, challengeText } from './challenge.ts';
import { type AddedFactor, checkFactorName, keepFactor, newFactorId, startedAnew } from './keep-factor.ts';
import { lockSignedIn } from './read-session.ts';
import { requireRecentFactor } from './require-recent-factor.ts';
import type { SignedIn } from './session-rules.ts';
import { newTotpSecret, totpStepOf } from './totp.ts';
import type { UserParts } from './user-parts.ts';

/**
 * Begins to add an authenticator: its secret, to be typed or as the address of a QR code, which is shown now alone. It is kept once a
 * code of it was given to `addTotp`, within ten minutes. Throws OperatorError, and SignedOut.
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
 * Adds the authenticator that was begun in this session, by a code that it shows. Throws OperatorError for a code that is not of it, a
 * name that it cannot have (1 to 255 characters), and when nothing was begun; and SignedOut.
 */
export async function addTotp(
  parts: UserParts,
  who: SignedIn,
  { name, code }: { name: string; code: string },
): Promise<AddedFactor> {
  checkFactorName(name);
  const nowUs = parts.clock();
  const sealed = challengeOf(who.session, 'new_totp', nowUs);
  if (sealed === undefined) throw startedAnew();
  const secret = parts.box.open('totp-secret', sealed, who.session.id);
  const step = await totpStepOf(secret, code, nowUs);
  if (step === undefined) {
    throw new OperatorError('invalid', 'code', refusal('totpWrong'));
  }
  const id = newFactorId();
  const totpSecretSealed = parts.box.seal('totp-secret', secret, id);
  return keepFactor(parts, who, { id, kind: 'totp', name, totpSecretSealed, totpLastStep: step });
}
