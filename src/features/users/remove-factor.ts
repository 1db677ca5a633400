import { mayChange } from '../../core/roles.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { lockSignedIn } from './read-session.ts';
import { recordUserChange } from './record-user-change.ts';
import { requireRecentFactor } from './require-recent-factor.ts';
import type { SignedIn } from './session-rules.ts';
import { replaceRecoveryCodes } from './store/recovery-codes.ts';
import { deleteFactor, listFactors } from './store/user-factors.ts';
import type { UserParts } from './user-parts.ts';

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
