import { may, type SignedInContext } from '../console-context.ts';

const SHOWN_CHARACTERS = 8;

/**
 * A webhook's signature for display: whole for users who may see the secret, else only its start, for comparing. Only the header
 * `X-Gateway-Mode` says whether an event is live, and the signature does not cover it. So someone with the body and the
 * whole signature of a test payment's event could send that event as a live one.
 */
export function shownSignature(context: SignedInContext, signature: string): string {
  return may(context, 'secrets.roll') ? signature : `${signature.slice(0, SHOWN_CHARACTERS)}…`;
}
