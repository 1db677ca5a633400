import { US_PER_HOUR } from '../core/durations.ts';
import type { SecretBox } from '../platform/secrets/secrets.ts';
import type { FormState } from '../providers/payment-form.ts';

export const FRESH_FORM: FormState = { step: 'start', kept: {}, errors: {} };

/** A form's state and its payment. */
export interface FormSession {
  readonly paymentId: number;
  readonly state: FormState;
}

const US = 1_000_000;
const CONTEXT = 'page-form-state';
/**
 * The validity of a session: longer than any customer takes to pay. URLs stay in browser histories and proxy logs, and
 * must be useless after this.
 */
const LIFETIME_US = US_PER_HOUR;

/**
 * Encrypts a session into text for a URL. It is encrypted and authenticated, so that the URL contains nothing personal, no one can skip a
 * step, and nodes stay stateless. It is valid for an hour from `nowUs`.
 */
export function sealSession(box: SecretBox, { paymentId, state }: FormSession, nowUs: number): string {
  // Whole seconds and a short name: a page contains the session several times, and must stay small.
  return box.seal('page-session', JSON.stringify({ paymentId, state, at: Math.floor(nowUs / US) }), CONTEXT);
}

/**
 * `expired`: sealed by this gateway, but no longer valid, so the customer starts again. Undefined for anything that sealSession did not
 * create.
 */
export function openSession(box: SecretBox, sealed: unknown, nowUs: number): FormSession | 'expired' | undefined {
  if (typeof sealed !== 'string' || sealed === '') return undefined;
  let opened: FormSession & { readonly at?: number };
  try {
    opened = JSON.parse(box.open('page-session', sealed, CONTEXT));
  } catch {
    return undefined;
  }
  // Also expired if its time is in the future, because setting the clock back must not extend it.
  const ageUs = nowUs - (opened.at ?? Number.NEGATIVE_INFINITY) * US;
  if (Math.abs(ageUs) > LIFETIME_US) return 'expired';
  return { paymentId: opened.paymentId, state: opened.state };
}
