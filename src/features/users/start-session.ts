import { newId } from '../../platform/secrets/new-id.ts';
import { printable } from '../../platform/text/printable.ts';
import { newToken } from './new-token.ts';
import { HALF_US, WHOLE_US } from './session-rules.ts';
import type { Session } from './store/sessions.ts';

const MAX_AGENT = 160;
const MAX_ADDRESS = 64;

/** The browser of a request. */
export interface Visitor {
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** A new session, and its token. A half session waits for two-factor authentication, for a short time. */
export function startSession(
  { userId, isHalf, nowUs }: { userId: string; isHalf: boolean; nowUs: number },
  { address, userAgent }: Visitor,
): { session: Session; token: string } {
  const { token, hash } = newToken();
  const session: Session = {
    hash,
    id: newId('ses'),
    userId,
    createdAtUs: nowUs,
    lastSeenAtUs: nowUs,
    endsAtUs: nowUs + (isHalf ? HALF_US : WHOLE_US),
    factorAtUs: null,
    address: address === null ? null : printable(address).slice(0, MAX_ADDRESS),
    userAgent: userAgent === null ? null : [...printable(userAgent)].slice(0, MAX_AGENT).join(''),
    challenge: null,
  };
  return { session, token };
}

/** The same session with a new token, after a factor was proved. */
export function provedSession(session: Session, nowUs: number): { session: Session; token: string } {
  const { token, hash } = newToken();
  // The session's lifetime starts at sign-in, and does not restart.
  const endsAtUs = session.createdAtUs + WHOLE_US;
  return { session: { ...session, hash, endsAtUs, lastSeenAtUs: nowUs, factorAtUs: nowUs, challenge: null }, token };
}
