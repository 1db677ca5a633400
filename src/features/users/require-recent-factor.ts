import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { isFactorRecent, requireWhole, type SignedIn } from './session-rules.ts';

/**
 * Throws OperatorError unless the signed-in user proved a factor within the last five minutes or has none yet;
 * SignedOut until two-factor authentication is completed.
 */
export function requireRecentFactor(who: SignedIn, nowUs: number): void {
  requireWhole(who);
  if (who.hasFactor && !isFactorRecent(who.session, nowUs)) {
    throw new OperatorError('conflict', 'factor', refusal('confirmationNeeded'));
  }
}
