import type { FailureReason } from '../core/payment.ts';

type FormStep = 'start' | 'code' | 'challenge' | 'submitted';

export type FieldName = 'phone' | 'pin' | 'code' | 'number' | 'expiry' | 'cvc' | 'name';

/** The faults that a field can have. */
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

/** A customer's step in a form. Never contains a PIN, a code, a card number or a CVC. */
export interface FormState {
  readonly step: FormStep;
  /** Typed values that may be shown again. */
  readonly kept: Readonly<Partial<Record<'phone' | 'expiry' | 'name', string>>>;
  readonly errors: Readonly<Partial<Record<FieldName, FieldError>>>;
}

/** The fields of a submitted form, and when it was received, microseconds since 1970. */
export interface Submission {
  readonly field: (name: string) => string;
  readonly state: FormState;
  readonly nowUs: number;
}

/** An outcome that a form, or a test, gives to a payment. */
export type GivenEnd =
  | { readonly status: 'completed' }
  | { readonly status: 'failed'; readonly failureReason: FailureReason };

/** The result of a submitted form: another page, a wait for the provider, or the outcome of the payment. */
export type FormDecision =
  | { readonly kind: 'ask'; readonly state: FormState }
  | { readonly kind: 'authenticate'; readonly state: FormState }
  | { readonly kind: 'wait'; readonly provider: { readonly providerData: string; readonly nextCheckAtUs: number } }
  | { readonly kind: 'settle'; readonly outcome: GivenEnd; readonly cardToken?: string };

/** The behaviour of a documented test number. */
type TestOutcome = 'pays' | 'pays_slowly' | 'pays_once' | 'asks_3d_secure' | FailureReason;

/** The test numbers of the sandbox, shown next to the form. */
export interface TestData {
  /** Phone numbers of wallets, or card numbers. */
  readonly numbers: Readonly<Record<string, TestOutcome>>;
  /** For wallets only. */
  readonly pin: string;
  readonly code: string;
}

/** A form that a customer fills in on our page, for a provider that decides the outcome in this process. */
export interface PaymentForm {
  /** `wallet`: a phone number with its PIN, then a code. `card`: a card, then the code that its bank may ask for. */
  readonly asksFor: 'wallet' | 'card';
  readonly testData: TestData;
  /**
   * The decision about the submitted form. Pure; nothing of the input is stored or logged except what the decision
   * contains.
   */
  submit(submission: Submission): FormDecision;
}
