import type { FailureReason } from '../domain/payment.ts';

type FormStep = 'start' | 'code' | 'challenge' | 'submitted';

export type FieldName = 'phone' | 'pin' | 'code' | 'number' | 'expiry' | 'cvc' | 'name';

/** What can be wrong with a field. */
export type FieldError =
  | 'phoneEmpty'
  | 'phoneFormat'
  | 'phoneUnknown'
  | 'pinEmpty'
  | 'pin'
  | 'codeEmpty'
  | 'code'
  | 'cardNumberEmpty'
  | 'cardNumber'
  | 'cardUnknown'
  | 'expiryFormat'
  | 'expiryPast'
  | 'cvc'
  | 'name';

/** A customer's step in a form. Never holds a PIN, a code, a card number or a CVC. */
export interface FormState {
  readonly step: FormStep;
  /** What was typed and may be shown again. */
  readonly kept: Readonly<Partial<Record<'phone' | 'expiry' | 'name', string>>>;
  readonly errors: Readonly<Partial<Record<FieldName, FieldError>>>;
}

/** The fields of a submitted form, and the moment they came in, microseconds since 1970. */
export interface Submission {
  readonly field: (name: string) => string;
  readonly state: FormState;
  readonly nowUs: number;
}

/** An end that a form, or a test, gives to a payment. */
export type GivenEnd =
  | { readonly status: 'completed' }
  | { readonly status: 'failed'; readonly failureReason: FailureReason };

/** The result of a submitted form: another page, a wait for the provider, or the end of the payment. */
export type FormDecision =
  | { readonly kind: 'ask'; readonly state: FormState }
  | { readonly kind: 'authenticate'; readonly state: FormState }
  | { readonly kind: 'wait'; readonly provider: { readonly providerData: string; readonly nextCheckAtUs: number } }
  | { readonly kind: 'settle'; readonly outcome: GivenEnd; readonly cardToken?: string };

/** What happens to a payment with one of the documented test numbers. */
type TestOutcome = 'pays' | 'pays_slowly' | 'pays_once' | 'asks_3d_secure' | FailureReason;

/** What a customer of the sandbox may type, shown alongside the form. */
export interface TestData {
  /** Phone numbers of a wallet, or numbers of cards. */
  readonly numbers: Readonly<Record<string, TestOutcome>>;
  /** Of wallets only. */
  readonly pin: string;
  readonly code: string;
}

/** A form that a customer fills in on a page of ours, for a provider that decides the outcome in this process. */
export interface PaymentForm {
  /** `wallet`: a phone number with its PIN, then a code. `card`: a card, then the code that its bank may ask for. */
  readonly asksFor: 'wallet' | 'card';
  readonly testData: TestData;
  /** What follows from what was typed. Pure; nothing of it is kept or logged but what the decision holds. */
  submit(submission: Submission): FormDecision;
}
