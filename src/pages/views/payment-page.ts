import { isFinal } from '../../core/payment.ts';
import type { Html } from '../../platform/html/html.ts';
import type { Language } from '../../platform/messages/language.ts';
import { methodName } from '../../platform/wording/format.ts';
import type { PaymentForm } from '../../providers/payment-form.ts';
import { paymentLayout, type StateParts } from '../layout.ts';
import { cardForm } from './card-form.ts';
import { formTitle } from './form.ts';
import { processingView } from './processing.ts';
import { finalParts } from './result.ts';
import type { PaymentView } from './view.ts';
import { walletForm } from './wallet-form.ts';

/**
 * The page of a payment that is paid on this gateway, in its current state: the form, waiting if there is no form to show, or the result.
 */
export function paymentPage(
  view: PaymentView,
  form: PaymentForm | undefined,
  hrefIn: (language: Language) => string,
): Html {
  return paymentLayout(view, partsOf(view, form), hrefIn);
}

function partsOf(view: PaymentView, form: PaymentForm | undefined): StateParts {
  const { payment, texts, state } = view;
  if (isFinal(payment.status)) return finalParts(view);
  if (!form) return { content: processingView(view), title: texts.processing, state: 'waiting' };
  const title =
    state.step === 'challenge' ? texts.challenge : texts.payWith({ method: methodName(payment.method, texts) });
  return {
    content: (form.asksFor === 'wallet' ? walletForm : cardForm)(view, title, form.testData),
    title: formTitle(view, title),
    state: state.step === 'code' || state.step === 'challenge' ? state.step : 'form',
  };
}
