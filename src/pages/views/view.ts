import type { Payment } from '../../domain/payment.ts';
import type { FormState } from '../../providers/payment-form.ts';
import type { Website } from '../../storage/websites.ts';
import type { Language } from '../../wording/language.ts';
import type { Texts } from '../../wording/wording.ts';
import type { Merchant } from '../merchant.ts';
import type { Taken } from '../taken-for.ts';

/** What every view of a payment is made from. */
export interface PaymentView {
  readonly payment: Payment;
  readonly website: Pick<Website, 'name' | 'returnUrl' | 'brand'> | undefined;
  /** The same website as its customers see it; in the widget the merchant's own page is around the frame. */
  readonly merchant?: Merchant | undefined;
  readonly language: Language;
  readonly texts: Texts;
  readonly state: FormState;
  readonly taken: Taken;
  /** Whether it is in the card widget's frame. */
  readonly isWidget: boolean;
  /** Where forms are sent: this page, with its language and state. */
  readonly action: string;
  /** This page without its state: where a form starts again. */
  readonly freshHref: string;
}
