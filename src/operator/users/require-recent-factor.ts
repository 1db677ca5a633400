import { OperatorError } from '../../domain/operator-error.ts';
import { isFactorRecent, isHalf, type SignedIn, SignedOut } from './session-rules.ts';

/**
 * Throws OperatorError unless the second factor of whoever is signed in was shown within the last five minutes, or there is none yet;
 * SignedOut while it is awaited.
 */
export function requireRecentFactor(who: SignedIn, nowUs: number): void {
  if (isHalf(who)) throw new SignedOut('The second factor is awaited.');
  if (who.hasFactor && !isFactorRecent(who.session, nowUs)) {
    throw new OperatorError(
      'conflict',
      'factor',
      'This takes your second factor again: show it, then repeat what you did.',
    );
  }
}
