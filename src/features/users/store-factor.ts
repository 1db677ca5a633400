import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError, refuseField } from '../../platform/operator-error.ts';
import { newId } from '../../platform/secrets/secrets.ts';
import { shortTextFault } from '../../platform/wording/short-text.ts';
import { recordUserChange } from './record-user-change.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { requireRecentFactor, type SignedIn } from './session-rules.ts';
import { lockSignedIn, provedSession } from './sessions.ts';
import { renewSession, takeChallenge } from './store/sessions.ts';
import { insertFactor, listFactors, replaceRecoveryCodes, type UserFactor } from './store/user-factors.ts';
import type { UserParts } from './user-parts.ts';

const MAX_FACTORS = 10;

/** A factor was added: the session continues only under this token. */
export interface AddedFactor {
  readonly token: string;
  readonly factorId: string;
  /** Ten codes, which are shown only now, if this is the user's first factor; otherwise null. */
  readonly recoveryCodes: readonly string[] | null;
}

/** The secrets of each kind of factor. */
export type FactorSecrets = Partial<
  Pick<UserFactor, 'totpSecretSealed' | 'totpLastStep' | 'credentialId' | 'publicKey' | 'signCount' | 'transports'>
>;

/** Throws OperatorError for an invalid name of a factor. */
export function checkFactorName(name: string): void {
  refuseField('name', shortTextFault(name));
}

/** A new factor's id, which its secret is sealed for. */
export function newFactorId(): string {
  return newId('fac');
}

/**
 * Stores a factor that the user has proved to have, and removes its challenge. Throws OperatorError when it cannot be
 * stored, and SignedOut.
 */
export function storeFactor(
  { db, clock }: UserParts,
  who: SignedIn,
  { id, kind, name, ...secrets }: Pick<UserFactor, 'id' | 'kind' | 'name'> & FactorSecrets,
): Promise<AddedFactor> {
  return db.transaction(async (tx) => {
    const nowUs = clock();
    const now = await lockSignedIn(tx, who, nowUs);
    requireRecentFactor(now, nowUs);
    const challenge = who.session.challenge ?? '';
    if (!(await takeChallenge(tx, { hash: now.session.hash, challenge }))) throw factorExpired();
    const others = await listFactors(tx, now.user.id);
    if (others.length >= MAX_FACTORS) {
      throw new OperatorError('conflict', 'factor', refusal('factorsTooMany', { most: MAX_FACTORS }));
    }
    const factor: UserFactor = {
      id,
      userId: now.user.id,
      kind,
      name,
      createdAtUs: nowUs,
      lastUsedAtUs: null,
      totpSecretSealed: null,
      totpLastStep: null,
      credentialId: null,
      publicKey: null,
      signCount: null,
      transports: null,
      ...secrets,
    };
    if (!(await insertFactor(tx, factor))) {
      throw new OperatorError('conflict', 'passkey', refusal('passkeyExists'));
    }
    const made = others.length === 0 ? newRecoveryCodes(now.user.id) : undefined;
    if (made) await replaceRecoveryCodes(tx, { userId: now.user.id, hashes: made.hashes, nowUs });
    const { session, token } = provedSession(now.session, nowUs);
    await renewSession(tx, now.session.hash, session);
    await recordUserChange(tx, { clock, actor: now.user, address: now.address }, 'user.factor.add', now.user.id, {
      after: { factor: id, kind, name },
    });
    return { token, factorId: id, recoveryCodes: made?.codes ?? null };
  });
}

/** The challenge has expired, or another one was started since. */
export function factorExpired(): OperatorError {
  return new OperatorError('conflict', 'factor', refusal('factorRequestExpired'));
}
