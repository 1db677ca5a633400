import { may, type SignedInContext } from '../console-context.ts';

const SHOWN_CHARACTERS = 8;

/**
 * A webhook's signature for display: whole for users who may see the secret, else only its start, for comparing. With the whole signature
 * and the body, the event of a test payment could be sent again as a live one, because the signature covers no header.
 */
export function shownSignature(context: SignedInContext, signature: string): string {
  return may(context, 'secrets.roll') ? signature : `${signature.slice(0, SHOWN_CHARACTERS)}…`;
}
