import type { Language } from '../../wording/language.ts';
import { layout, type PageParts } from '../layout.ts';
import type { PaymentView } from './view.ts';

/** What differs between the states of a payment's page. */
export type StateParts = Pick<PageParts, 'content' | 'title' | 'state'>;

/** A page about a payment: whose it is, and where to get help with it. */
export function paymentLayout(
  { payment, language, merchant }: Pick<PaymentView, 'payment' | 'language' | 'merchant'>,
  parts: StateParts,
  hrefIn: (language: Language) => string,
): string {
  return layout({
    ...parts,
    language,
    hrefIn,
    merchant,
    transactionId: payment.id,
    isTest: payment.mode === 'test',
  });
}
