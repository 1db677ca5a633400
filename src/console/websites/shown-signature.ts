import { may, type SignedInVisit } from '../visit.ts';

const SHOWN_CHARACTERS = 8;

/**
 * A webhook's signature for a user: whole for those who may have the secret, else its start, by which two are compared. With the whole one
 * and the body, the event of a test payment could be sent again as that of a live one: the signature covers no header.
 */
export function shownSignature(visit: SignedInVisit, signature: string): string {
  return may(visit, 'secrets.roll') ? signature : `${signature.slice(0, SHOWN_CHARACTERS)}…`;
}
