import { newId } from '../../lib/new-id.ts';
import { printable } from '../../lib/printable.ts';
import type { Session } from '../../storage/users/sessions.ts';
import { newToken } from './new-token.ts';
import { HALF_US, WHOLE_US } from './session-rules.ts';

const MAX_AGENT = 160;
const MAX_ADDRESS = 64;

/** The browser of a request. */
export interface Visitor {
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** A session that begins now, and its token. A half one waits for the second factor, and not for long. */
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

/** The same session with a new token, in which the second factor has just been shown. */
export function provedSession(session: Session, nowUs: number): { session: Session; token: string } {
  const { token, hash } = newToken();
  // The whole time begins when somebody has signed in, and does not begin anew.
  const endsAtUs = session.createdAtUs + WHOLE_US;
  return { session: { ...session, hash, endsAtUs, lastSeenAtUs: nowUs, factorAtUs: nowUs, challenge: null }, token };
}
