import type { SecretBox } from '../lib/secrets.ts';
import type { FormState } from '../providers/payment-form.ts';

export const FRESH_FORM: FormState = { step: 'start', kept: {}, errors: {} };

/** A form's state together with the payment it belongs to. */
export interface FormSession {
  readonly paymentId: number;
  readonly state: FormState;
}

const US = 1_000_000;
const CONTEXT = 'page-form-state';
/** Longer than anybody takes to pay. An address stays in histories and in the logs of proxies, and is of no use after this. */
const LIFETIME_US = 3_600_000_000;

/**
 * Packs a session into text for an address. It is encrypted and authenticated, so that nothing personal stands in the
 * address, nobody can skip a step, and no node has to remember anything. It is good for an hour from `nowUs`.
 */
export function sealSession(box: SecretBox, { paymentId, state }: FormSession, nowUs: number): string {
  // Whole seconds under a short name: it stands in a page's addresses several times, and a page must stay small.
  return box.seal('page-session', JSON.stringify({ paymentId, state, at: Math.floor(nowUs / US) }), CONTEXT);
}

/** `expired`: ours, but no longer good, so that the customer begins anew. Undefined for everything that sealSession has not made. */
export function openSession(box: SecretBox, sealed: unknown, nowUs: number): FormSession | 'expired' | undefined {
  if (typeof sealed !== 'string' || sealed === '') return undefined;
  let opened: FormSession & { readonly at?: number };
  try {
    opened = JSON.parse(box.open('page-session', sealed, CONTEXT));
  } catch {
    return undefined;
  }
  // Also when it is of a time to come: a clock that was set back must not give it a longer life.
  const ageUs = nowUs - (opened.at ?? Number.NEGATIVE_INFINITY) * US;
  if (Math.abs(ageUs) > LIFETIME_US) return 'expired';
  return { paymentId: opened.paymentId, state: opened.state };
}
