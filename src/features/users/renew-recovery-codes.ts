import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { lockSignedIn } from './read-session.ts';
import { recordUserChange } from './record-user-change.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { requireRecentFactor } from './require-recent-factor.ts';
import type { SignedIn } from './session-rules.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from './store/recovery-codes.ts';
import type { UserParts } from './user-parts.ts';

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
