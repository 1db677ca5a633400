import { OperatorError } from '../../domain/operator-error.ts';
import { refusal } from '../../messages/refusals/refusal-messages.ts';
import { isFactorRecent, requireWhole, type SignedIn } from './session-rules.ts';

/**
 * Throws OperatorError unless the second factor of whoever is signed in was shown within the last five minutes, or there is none yet;
 * SignedOut while it is awaited.
 */
export function requireRecentFactor(who: SignedIn, nowUs: number): void {
  requireWhole(who);
  if (who.hasFactor && !isFactorRecent(who.session, nowUs)) {
    throw new OperatorError('conflict', 'factor', refusal('confirmationNeeded'));
  }
}
