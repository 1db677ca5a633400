import type { Payment } from '../../core/payment.ts';
import type { Texts } from '../../platform/messages/customer/customer-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import type { FormState } from '../../providers/payment-form.ts';
import type { PaymentFacts } from '../payment-facts.ts';

/** The data that every view of a payment needs. */
export interface PaymentView extends PaymentFacts {
  readonly payment: Payment;
  readonly language: Language;
  readonly texts: Texts;
  readonly state: FormState;
  /** Whether the view is in the card widget's frame. */
  readonly isWidget: boolean;
  /** The address that forms post to: this page, with its language and state. */
  readonly action: string;
  /** This page without its state: where a form starts again. */
  readonly freshHref: string;
}
