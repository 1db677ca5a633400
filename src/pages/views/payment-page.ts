import { isFinal } from '../../domain/payment.ts';
import type { PaymentForm } from '../../providers/payment-form.ts';
import { methodName } from '../../wording/format.ts';
import type { Language } from '../../wording/language.ts';
import { layout, type PageParts } from '../layout.ts';
import { cardForm } from './card-form.ts';
import { processingView } from './processing.ts';
import { finalParts } from './result.ts';
import type { PaymentView } from './view.ts';
import { walletForm } from './wallet-form.ts';

/** The page of a payment that is paid on it, in the state it is in: form, or waiting when there is none to show, or result. */
export function paymentPage(
  view: PaymentView,
  form: PaymentForm | undefined,
  hrefIn: (language: Language) => string,
): string {
  const { payment, texts, language, state } = view;
  const { content, title, state: pageState } = contentOf(view, form);
  const hasErrors = Object.keys(state.errors).length > 0 && !isFinal(payment.status);
  return layout({
    language,
    hrefIn,
    title: `${hasErrors ? texts.errorTitle(title) : title} · Peye`,
    state: pageState,
    content,
    merchant: view.merchant,
    transactionId: payment.id,
    isTest: payment.mode === 'test',
  });
}

function contentOf(view: PaymentView, form: PaymentForm | undefined): Pick<PageParts, 'content' | 'title' | 'state'> {
  const { payment, texts, state } = view;
  if (isFinal(payment.status)) return finalParts(view);
  if (!form) return { content: processingView(view), title: texts.processing, state: 'waiting' };
  const title = state.step === 'challenge' ? texts.challenge : texts.payWith(methodName(payment.method, texts));
  return {
    content: form.asksFor === 'wallet' ? walletForm(view, form.testData) : cardForm(view, form.testData),
    title,
    state: state.step === 'code' || state.step === 'challenge' ? state.step : 'form',
  };
}
