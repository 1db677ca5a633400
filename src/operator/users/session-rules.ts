import { type Ability, changesSomething, isAllowed, mayChange, needsStepUp } from '../../domain/roles.ts';
import { US_PER_HOUR, US_PER_MINUTE } from '../../lib/durations.ts';
import type { Session } from '../../storage/users/sessions.ts';
import type { User } from '../../storage/users/users.ts';

/** Between the password and the second factor. */
export const HALF_US = 10 * US_PER_MINUTE;
/** Of whoever may change something. */
const IDLE_US = 30 * US_PER_MINUTE;
/** Of everybody. */
export const WHOLE_US = 12 * US_PER_HOUR;
/** How long a second factor that was shown is good for what needs it anew. */
const STEP_UP_US = 5 * US_PER_MINUTE;
/** A session's last use is noted once in so long. */
export const SEEN_EVERY_US = US_PER_MINUTE;
/** A clock that is set back by more than this ends sessions, rather than making them longer. */
const SET_BACK_US = 5 * US_PER_MINUTE;

/** Who visits: a session together with whose it is. */
export interface SignedIn {
  readonly session: Session;
  readonly user: User;
  /** What a merchant's people are bound to; null for the operator's, who see all websites. */
  readonly websiteIds: readonly string[] | null;
  /** Whether the user has a second factor. */
  readonly hasFactor: boolean;
  /** Where they come from now, who may have begun the session elsewhere; null where it is not known. */
  readonly address: string | null;
}

/** The session is over, or its user may not sign in any more: nothing was changed, and whoever asked has to sign in again. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut';
}

/** Whether only the password has been given, and the second factor is awaited. Nothing may be seen in such a session. */
export function isHalf({ session, hasFactor }: SignedIn): boolean {
  return hasFactor && session.factorAtUs === null;
}

/** Throws SignedOut while the second factor is awaited. */
export function requireWhole(who: SignedIn): void {
  if (isHalf(who)) throw new SignedOut('The second factor is awaited.');
}

/** Whether a session has ended, by its own time or by not being used. */
export function isOver({ session, user }: Pick<SignedIn, 'session' | 'user'>, nowUs: number): boolean {
  const { lastSeenAtUs, endsAtUs } = session;
  if (user.deactivatedAtUs !== null || nowUs >= endsAtUs || nowUs < lastSeenAtUs - SET_BACK_US) return true;
  return mayChange(user.role) && nowUs - lastSeenAtUs > IDLE_US;
}

/** Whether the second factor was shown within the last five minutes. */
export function isFactorRecent({ factorAtUs }: Session, nowUs: number): boolean {
  return factorAtUs !== null && nowUs - factorAtUs <= STEP_UP_US && nowUs >= factorAtUs - SET_BACK_US;
}

/**
 * Whether somebody may do something now. `hidden`: it is not there for this role. `sign_in`: the second factor is awaited.
 * `add_factor`: it takes a second factor, and there is none yet. `step_up`: the second factor must be shown anew.
 */
export type Permission = 'allowed' | 'hidden' | 'sign_in' | 'add_factor' | 'step_up';

/** Whether somebody may use an ability now; which websites it reaches is said by `websiteIds`. */
export function permissionFor(who: SignedIn, ability: Ability, nowUs: number): Permission {
  if (isHalf(who)) return 'sign_in';
  if (!isAllowed(who.user.role, ability)) return 'hidden';
  if (changesSomething(ability) && !who.hasFactor) return 'add_factor';
  return needsStepUp(ability) && !isFactorRecent(who.session, nowUs) ? 'step_up' : 'allowed';
}
