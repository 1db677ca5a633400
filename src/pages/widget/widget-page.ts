import { isFinal } from '../../core/payment.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { methodName } from '../../platform/wording/format.ts';
import type { PaymentForm } from '../../providers/payment-form.ts';
import type { StateParts } from '../layout.ts';
import { cardFields, challengeFields, testCards } from '../views/card-form.ts';
import { cancelForm, errorSummary, formTitle } from '../views/form.ts';
import type { PaymentView } from '../views/view.ts';
import { widgetLayout } from './widget-layout.ts';
import { widgetFinal, widgetSummary, widgetWaiting } from './widget-states.ts';

/** The widget's page of a test payment in its current state: the card, its bank's challenge, waiting, or the result. */
export function widgetPage(view: PaymentView, form: PaymentForm | undefined): Html {
  const { payment, language } = view;
  return widgetLayout({ ...partsOf(view, form), language, payment });
}

function partsOf(view: PaymentView, form: PaymentForm | undefined): StateParts {
  const { payment, texts, state } = view;
  if (isFinal(payment.status)) return widgetFinal(view);
  if (!form) return widgetWaiting(view, texts.processingText({ method: methodName(payment.method, texts) }));
  const isChallenge = state.step === 'challenge';
  const title = isChallenge ? texts.challenge : texts.payWith({ method: methodName(payment.method, texts) });
  return {
    title: formTitle(view, title),
    state: isChallenge ? 'challenge' : 'form',
    content: html`<h1 class="${isChallenge ? '' : 'unseen'}">${title}</h1>
${errorSummary(view)}
${widgetSummary(view)}
${isChallenge ? challengeFields(view) : cardFields(view)}
${cancelForm(view)}
${testCards(view, form.testData, false)}`,
  };
}
