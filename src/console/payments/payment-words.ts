import type { StepName } from '../../domain/payment-history.ts';

/** What came of an action, as the address says it to which it leads. */
export const DONE = [
  'verified',
  'unanswered',
  'rejected',
  'unusable',
  'resent',
  'finished',
  'is_final',
  'noted',
  'made',
] as const;
export type Done = (typeof DONE)[number];

/** What a payment's page says. */
export interface PaymentWords {
  readonly title: string;
  readonly facts: string;
  readonly amount: string;
  readonly convertedFrom: string;
  readonly method: string;
  readonly mode: string;
  readonly website: string;
  readonly key: string;
  readonly reference: string;
  readonly description: string;
  readonly customer: string;
  readonly email: string;
  readonly phone: string;
  readonly providerNumber: string;
  readonly metadata: string;
  readonly recurring: string;
  readonly period: string;
  readonly created: string;
  readonly expires: string;
  readonly finished: string;
  readonly receipt: string;
  readonly receiptStatus: Readonly<Record<'pending' | 'sent' | 'given_up' | 'dropped', string>>;
  readonly actions: string;
  readonly verify: string;
  readonly resend: string;
  readonly finish: string;
  readonly finishAs: string;
  readonly openPage: string;
  readonly asCurl: string;
  readonly curlCreate: string;
  readonly curlRead: string;
  readonly copy: string;
  readonly note: string;
  readonly addNote: string;
  readonly timeline: string;
  readonly wasCreated: string;
  readonly byKey: string;
  readonly wasAsked: string;
  readonly wasFinished: string;
  readonly noReason: string;
  readonly discrepancy: string;
  readonly settled: string;
  readonly attempt: string;
  readonly nextAttempt: string;
  readonly noDelivery: string;
  readonly deliveryAttempts: string;
  readonly request: string;
  readonly answer: string;
  readonly ms: string;
  readonly by: string;
  /** What its customer did. */
  readonly steps: Readonly<Record<StepName, string>>;
  /** A question to its provider, and a message of the provider's. */
  readonly asked: string;
  readonly told: string;
  readonly inWidget: string;
  readonly noAnswer: string;
  readonly isProven: string;
  readonly notProven: string;
  readonly noteBy: string;
  readonly noteHint: string;
  readonly done: Readonly<Record<Done, string>>;
  readonly newTitle: string;
  readonly newText: string;
  readonly newKey: string;
  readonly newNoKey: string;
  readonly currency: string;
  readonly make: string;
  readonly optional: string;
}
