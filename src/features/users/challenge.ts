import { US_PER_MINUTE } from '../../core/durations.ts';
import { parseObject } from '../../platform/text/json-object.ts';
import type { Session } from './store/sessions.ts';

/**
 * What the user must do for the challenge in a session: `passkey`: to use a passkey; `new_passkey`: to create one;
 * `new_totp`: to enter a code of a new authenticator.
 */
type ChallengeKind = 'passkey' | 'new_passkey' | 'new_totp';

/** How long a response is accepted. */
const CHALLENGE_US = 10 * US_PER_MINUTE;

/** A challenge as the session stores it. */
export function challengeText(kind: ChallengeKind, value: string, nowUs: number): string {
  return JSON.stringify({ kind, value, untilUs: nowUs + CHALLENGE_US });
}

/** The value of a session's challenge of this kind; undefined when it has none, or it has expired. */
export function challengeOf({ challenge }: Session, kind: ChallengeKind, nowUs: number): string | undefined {
  const kept = challenge === null ? undefined : parseObject(challenge);
  if (kept?.kind !== kind || typeof kept.value !== 'string' || typeof kept.untilUs !== 'number') return undefined;
  return nowUs < kept.untilUs ? kept.value : undefined;
}
