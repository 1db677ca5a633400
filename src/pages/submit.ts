import type { FinalOutcome } from '../payments/settle-payment.ts';
import type { FormState } from './form-state.ts';

/** The fields of a submitted form, and the moment they came in, microseconds since 1970. */
export interface Submission {
  readonly field: (name: string) => string;
  readonly state: FormState;
  readonly nowUs: number;
}

/** What comes of a submitted form: another page, a wait for the provider, or the end of the payment. */
export type Decision =
  | { readonly kind: 'ask'; readonly state: FormState }
  | { readonly kind: 'authenticate'; readonly state: FormState }
  | { readonly kind: 'wait'; readonly provider: { providerData: string; nextCheckAtUs: number } }
  | { readonly kind: 'settle'; readonly outcome: FinalOutcome; readonly cardToken?: string };

export const PAID = { kind: 'settle', outcome: { status: 'completed' } } as const satisfies Decision;
