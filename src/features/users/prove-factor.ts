import type { Transaction } from '../../database/database.ts';
import { type Count, countAttempt, forgiveAttempt } from '../../platform/limits/count-attempts.ts';
import type { RateLimits } from '../../platform/limits/rate-limits.ts';
import { clientAddress, UNKNOWN_CLIENT } from '../../platform/network/client-address.ts';
import { challengeOf, challengeText } from './challenge.ts';
import { authenticationOptions, verifyAuthentication } from './passkeys.ts';
import { recordUserChange } from './record-user-change.ts';
import { recoveryCodeHash } from './recovery-codes.ts';
import { isHalf, type SignedIn } from './session-rules.ts';
import { lockSignedIn, provedSession } from './sessions.ts';
import { renewSession, setChallenge, takeChallenge } from './store/sessions.ts';
import {
  countRecoveryCodes,
  listFactors,
  type UserFactor,
  usePasskeyCount,
  useRecoveryCode,
  useTotpStep,
} from './store/user-factors.ts';
import { farTotpStep, totpStepOf } from './totp.ts';
import type { UserParts } from './user-parts.ts';

/** A proof of a factor. */
export type Proof =
  | { readonly kind: 'totp'; readonly code: string }
  | { readonly kind: 'recovery_code'; readonly code: string }
  /** The browser's response to `passkeyOptions`. */
  | { readonly kind: 'passkey'; readonly response: unknown };

/**
 * `proved`: the session continues only under this token. `wrong`: nothing was changed. `wait`: the seconds until the
 * next attempt.
 */
export type ProofResult =
  | { readonly outcome: 'proved'; readonly token: string }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'wait'; readonly seconds: number };

/** The limits that wrong proofs are counted against. */
interface FactorLimits extends Pick<RateLimits, 'signInsByAccount' | 'knownBrowsers'> {
  /** The mark of a browser in which this account has signed in before. */
  readonly knownBrowser?: string | undefined;
}

/** Marks a valid proof as used, in a transaction. Returns false when the proof was used in the meantime. */
type Use = (tx: Transaction, nowUs: number) => Promise<boolean>;

/**
 * Proves a factor. This completes a half session; in a whole session, it allows the actions that require confirmation
 * for five minutes. The session gets a new token. A code of an authenticator is accepted once, a recovery code is used
 * up, and a passkey whose count does not increase is refused, because there may be a copy of it. Throws SignedOut.
 */
export async function proveFactor(
  parts: UserParts,
  who: SignedIn,
  proof: Proof,
  { knownBrowser, ...limits }: FactorLimits,
): Promise<ProofResult> {
  const counts = countsOf(who, limits, knownBrowser);
  const seconds = await countAttempt(counts);
  if (seconds > 0) return { outcome: 'wait', seconds };
  const use = await judge(parts, who, proof);
  const token = use && (await prove(parts, who, { proof, use }));
  if (token === undefined) {
    parts.log.warn(
      { client: clientAddress(who.address ?? UNKNOWN_CLIENT), user_id: who.user.id, factor: proof.kind },
      'two-factor authentication failed',
    );
    return { outcome: 'wrong' };
  }
  await forgiveAttempt(counts);
  return { outcome: 'proved', token };
}

/**
 * Wrong codes are counted by session in whole sessions. In half sessions they are counted by user, or by a browser in
 * which the account has signed in before, so that guesses elsewhere with a stolen password do not lock the owner out.
 * All of these browsers together have a limit as well.
 */
function countsOf(
  who: SignedIn,
  { signInsByAccount, knownBrowsers }: Omit<FactorLimits, 'knownBrowser'>,
  knownBrowser: string | undefined,
): Count[] {
  if (!isHalf(who)) return [[signInsByAccount, `whole:${who.session.id}`]];
  const half = `half:${who.user.id}`;
  if (knownBrowser === undefined) return [[signInsByAccount, half]];
  return [
    [signInsByAccount, `half-browser:${knownBrowser}`],
    [knownBrowsers, half],
  ];
}

/**
 * The browser's options to prove one of the user's passkeys; one response is accepted, within ten minutes. Throws
 * OperatorError, SignedOut.
 */
export async function passkeyOptions(parts: UserParts, who: SignedIn) {
  const options = await authenticationOptions(parts.publicUrl, await listFactors(parts.db, who.user.id));
  await parts.db.transaction(async (tx) => {
    const nowUs = parts.clock();
    await lockSignedIn(tx, who, nowUs);
    await setChallenge(tx, who.session.hash, challengeText('passkey', options.challenge, nowUs));
  });
  return options;
}

function prove(parts: UserParts, who: SignedIn, { proof, use }: { proof: Proof; use: Use }) {
  return parts.db.transaction(async (tx): Promise<string | undefined> => {
    const nowUs = parts.clock();
    const now = await lockSignedIn(tx, who, nowUs);
    if (!(await use(tx, nowUs))) return undefined;
    const { session, token } = provedSession(now.session, nowUs);
    await renewSession(tx, now.session.hash, session);
    const changed = { clock: parts.clock, actor: now.user, address: now.address };
    if (proof.kind === 'recovery_code') {
      const left = await countRecoveryCodes(tx, now.user.id);
      await recordUserChange(tx, changed, 'user.recovery_codes', now.user.id, {
        before: { left: left + 1 },
        after: { left },
      });
    }
    if (isHalf(now)) {
      const after = { session: session.id, factor: proof.kind };
      await recordUserChange(tx, changed, 'user.sign_in', now.user.id, { after });
    }
    return token;
  });
}

async function judge(parts: UserParts, who: SignedIn, proof: Proof): Promise<Use | undefined> {
  if (proof.kind === 'recovery_code') {
    const hash = recoveryCodeHash(who.user.id, proof.code);
    return (tx, nowUs) => useRecoveryCode(tx, { userId: who.user.id, hash, nowUs });
  }
  const factors = await listFactors(parts.db, who.user.id);
  return proof.kind === 'totp'
    ? judgeCode(parts, factors, proof.code)
    : judgePasskey(parts, who, factors, proof.response);
}

async function judgeCode(
  { box, clock }: UserParts,
  factors: readonly UserFactor[],
  code: string,
): Promise<Use | undefined> {
  const nowUs = clock();
  for (const { id, totpSecretSealed } of factors) {
    if (totpSecretSealed === null) continue;
    const step = await totpStepOf(box.open('totp-secret', totpSecretSealed, id), code, nowUs);
    if (step !== undefined) {
      return (tx, atUs) => useTotpStep(tx, { id, step, farStep: farTotpStep(atUs), nowUs: atUs });
    }
  }
  return undefined;
}

async function judgePasskey(
  parts: UserParts,
  { session, user, address }: SignedIn,
  factors: readonly UserFactor[],
  response: unknown,
): Promise<Use | undefined> {
  const challenge = challengeOf(session, 'passkey', parts.clock());
  const asked = session.challenge;
  if (challenge === undefined || asked === null) return undefined;
  const signed = await verifyAuthentication(parts.publicUrl, factors, { response, challenge });
  if (!signed) return undefined;
  const { factor, signCount } = signed;
  return async (tx, nowUs) => {
    if (!(await takeChallenge(tx, { hash: session.hash, challenge: asked }))) return false;
    const isFirst = await usePasskeyCount(tx, { id: factor.id, signCount, nowUs });
    if (!isFirst) {
      const line = { user_id: user.id, factor_id: factor.id, client: clientAddress(address ?? UNKNOWN_CLIENT) };
      parts.log.error(line, 'a passkey was refused because its count did not increase: it may have been copied');
    }
    return isFirst;
  };
}
