import type { SecretBox } from '../lib/secrets.ts';
import type { ErrorText } from './texts.ts';

export type FormStep = 'start' | 'code' | 'challenge' | 'submitted';

export type FieldName = 'phone' | 'pin' | 'code' | 'number' | 'expiry' | 'cvc' | 'name';

/** Where a customer is in a form. Never holds a PIN, a code, a card number or a CVC. */
export interface FormState {
  readonly step: FormStep;
  /** What was typed and may be shown again. */
  readonly kept: Readonly<Partial<Record<'phone' | 'expiry' | 'name', string>>>;
  readonly errors: Readonly<Partial<Record<FieldName, ErrorText>>>;
}

export const FRESH_FORM: FormState = { step: 'start', kept: {}, errors: {} };

/** A form's state together with the payment it belongs to. */
export interface FormSession {
  readonly paymentId: number;
  readonly state: FormState;
}

const CONTEXT = 'page-form-state';

/**
 * Packs a session into text for an address. It is encrypted and authenticated, so that nothing personal stands in the
 * address, nobody can skip a step, and no node has to remember anything.
 */
export function sealSession(box: SecretBox, session: FormSession): string {
  return Buffer.from(box.seal(JSON.stringify(session), CONTEXT), 'base64').toString('base64url');
}

/** Undefined for everything that sealSession has not made. */
export function openSession(box: SecretBox, sealed: unknown): FormSession | undefined {
  if (typeof sealed !== 'string' || sealed === '') return undefined;
  try {
    return JSON.parse(box.open(Buffer.from(sealed, 'base64url').toString('base64'), CONTEXT)) as FormSession;
  } catch {
    return undefined;
  }
}
