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
/** Longer than anybody takes to pay. URLs stay in browser histories and proxy logs, and are useless after this. */
const LIFETIME_US = 3_600_000_000;

/**
 * Packs a session into text for a URL. It is encrypted and authenticated, so that the URL holds nothing personal, nobody
 * can skip a step, and nodes stay stateless. It is good for an hour from `nowUs`.
 */
export function sealSession(box: SecretBox, { paymentId, state }: FormSession, nowUs: number): string {
  // Whole seconds under a short name: a page contains it several times, and must stay small.
  return box.seal('page-session', JSON.stringify({ paymentId, state, at: Math.floor(nowUs / US) }), CONTEXT);
}

/** `expired`: ours, but no longer valid, so the customer starts again. Undefined for anything that sealSession did not make. */
export function openSession(box: SecretBox, sealed: unknown, nowUs: number): FormSession | 'expired' | undefined {
  if (typeof sealed !== 'string' || sealed === '') return undefined;
  let opened: FormSession & { readonly at?: number };
  try {
    opened = JSON.parse(box.open('page-session', sealed, CONTEXT));
  } catch {
    return undefined;
  }
  // Also when its time is in the future: a clock that was set back must not extend it.
  const ageUs = nowUs - (opened.at ?? Number.NEGATIVE_INFINITY) * US;
  if (Math.abs(ageUs) > LIFETIME_US) return 'expired';
  return { paymentId: opened.paymentId, state: opened.state };
}
