import { US_PER_HOUR, US_PER_MINUTE } from '../../core/durations.ts';
import { type Ability, changesSomething, isAllowed, mayChange, needsStepUp } from '../../core/roles.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { Session } from './store/sessions.ts';
import type { User } from './store/users.ts';

/** The longest time between entering the password and completing two-factor authentication. */
export const HALF_US = 10 * US_PER_MINUTE;
/** How long a session may be idle, for users who may change anything. */
const IDLE_US = 30 * US_PER_MINUTE;
/** How long a session may last, for all users. */
export const WHOLE_US = 12 * US_PER_HOUR;
/** How long a proved factor allows actions that require confirmation. */
const STEP_UP_US = 5 * US_PER_MINUTE;
/** The last use of a session is recorded at most this often. */
export const SEEN_EVERY_US = US_PER_MINUTE;
/** A clock that is set back by more than this ends sessions, rather than extending them. */
const SET_BACK_US = 5 * US_PER_MINUTE;

/** The signed-in user: a session together with its user. */
export interface SignedIn {
  readonly session: Session;
  readonly user: User;
  /** The websites that a merchant's user is bound to; null for the operator's users, who see all websites. */
  readonly websiteIds: readonly string[] | null;
  /** Whether the user has a factor. */
  readonly hasFactor: boolean;
  /** The current IP address, which may differ from the session's first address; null if it is not known. */
  readonly address: string | null;
}

/** The session has ended, or its user may no longer sign in: nothing was changed, and the user has to sign in again. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut';
}

/** Whether two-factor authentication is still missing. Such a session shows nothing. */
export function isHalf({ session, hasFactor }: SignedIn): boolean {
  return hasFactor && session.factorAtUs === null;
}

/** Throws SignedOut until two-factor authentication is completed. */
export function requireWhole(who: SignedIn): void {
  if (isHalf(who)) throw new SignedOut('Two-factor authentication is not completed.');
}

/** Whether a session has ended, by its lifetime or because it was idle. */
export function isOver({ session, user }: Pick<SignedIn, 'session' | 'user'>, nowUs: number): boolean {
  const { lastSeenAtUs, endsAtUs } = session;
  if (user.deactivatedAtUs !== null || nowUs >= endsAtUs || nowUs < lastSeenAtUs - SET_BACK_US) return true;
  return mayChange(user.role) && nowUs - lastSeenAtUs > IDLE_US;
}

/** How many whole seconds a session lasts if it is not used again, at the request that has just used it. */
export function secondsLeft({ session, user }: Pick<SignedIn, 'session' | 'user'>, nowUs: number): number {
  const { lastSeenAtUs, endsAtUs } = session;
  const seenAtUs = nowUs - lastSeenAtUs >= SEEN_EVERY_US ? nowUs : lastSeenAtUs;
  const endUs = mayChange(user.role) ? Math.min(endsAtUs, seenAtUs + IDLE_US) : endsAtUs;
  return Math.max(0, Math.floor((endUs - nowUs) / 1_000_000));
}

/** Whether a factor was proved within the last five minutes. */
export function isFactorRecent({ factorAtUs }: Session, nowUs: number): boolean {
  return factorAtUs !== null && nowUs - factorAtUs <= STEP_UP_US && nowUs >= factorAtUs - SET_BACK_US;
}

/**
 * Whether a user may do something now. `hidden`: the role does not see it. `sign_in`: two-factor authentication is not
 * completed. `add_factor`: a factor is required, and there is none yet. `step_up`: a factor must be proved again.
 */
type Permission = 'allowed' | 'hidden' | 'sign_in' | 'add_factor' | 'step_up';

/** Whether a user may use a permission now; `websiteIds` has the websites that it applies to. */
export function permissionFor(who: SignedIn, ability: Ability, nowUs: number): Permission {
  if (isHalf(who)) return 'sign_in';
  if (!isAllowed(who.user.role, ability)) return 'hidden';
  if (changesSomething(ability) && !who.hasFactor) return 'add_factor';
  return needsStepUp(ability) && !isFactorRecent(who.session, nowUs) ? 'step_up' : 'allowed';
}

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
