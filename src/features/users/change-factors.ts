import { mayChange } from '../../core/roles.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { challengeOf, challengeText } from './challenge.ts';
import { registrationOptions, verifyRegistration } from './passkeys.ts';
import { recordUserChange } from './record-user-change.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { requireRecentFactor, type SignedIn } from './session-rules.ts';
import { lockSignedIn } from './sessions.ts';
import { setChallenge } from './store/sessions.ts';
import { countRecoveryCodes, deleteFactor, listFactors, replaceRecoveryCodes } from './store/user-factors.ts';
import { type AddedFactor, checkFactorName, factorExpired, newFactorId, storeFactor } from './store-factor.ts';
import { newTotpSecret, totpStepOf } from './totp.ts';
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

/**
 * Removes one of the user's own factors; with the last one the recovery codes are removed too. Throws OperatorError
 * when the id is unknown, for the last factor of a user who may change anything, and when no factor was proved
 * recently; and SignedOut.
 */
export function removeFactor({ db, clock }: UserParts, who: SignedIn, factorId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const nowUs = clock();
    const now = await lockSignedIn(tx, who, nowUs);
    requireRecentFactor(now, nowUs);
    const { user, address } = now;
    const factors = await listFactors(tx, user.id);
    const factor = factors.find(({ id }) => id === factorId);
    if (!factor) throw new OperatorError('not_found', 'factor', refusal('factorNotFound'));
    const isLast = factors.length === 1;
    if (isLast && mayChange(user.role)) {
      throw new OperatorError('conflict', 'factor', refusal('factorLast'));
    }
    await deleteFactor(tx, { id: factorId, userId: user.id });
    if (isLast) await replaceRecoveryCodes(tx, { userId: user.id, hashes: [], nowUs });
    await recordUserChange(tx, { clock, actor: user, address }, 'user.factor.remove', user.id, {
      before: { factor: factor.id, kind: factor.kind, name: factor.name },
    });
  });
}

/**
 * Creates ten new recovery codes, which are shown only now; the previous ones are refused from now on. Throws
 * OperatorError for a user without a factor, and when no factor was proved recently; and SignedOut.
 */
export function renewRecoveryCodes({ db, clock }: UserParts, who: SignedIn): Promise<string[]> {
  return db.transaction(async (tx) => {
    const nowUs = clock();
    const now = await lockSignedIn(tx, who, nowUs);
    requireRecentFactor(now, nowUs);
    const { user, hasFactor, address } = now;
    if (!hasFactor) throw new OperatorError('conflict', 'factor', refusal('factorMissing'));
    const before = await countRecoveryCodes(tx, user.id);
    const { codes, hashes } = newRecoveryCodes(user.id);
    await replaceRecoveryCodes(tx, { userId: user.id, hashes, nowUs });
    await recordUserChange(tx, { clock, actor: user, address }, 'user.recovery_codes', user.id, {
      before: { left: before },
      after: { left: codes.length },
    });
    return codes;
  });
}
