import { html } from 'ghtml';
import { isFinal } from '../../domain/payment.ts';
import type { PaymentForm } from '../../providers/payment-form.ts';
import { methodName } from '../../wording/format.ts';
import { cancelForm } from '../views/cancel-form.ts';
import { cardFields, challengeFields, testCards } from '../views/card-form.ts';
import { errorSummary } from '../views/field.ts';
import type { PaymentView } from '../views/view.ts';
import { type WidgetParts, widgetLayout } from './widget-layout.ts';
import { widgetFinal, widgetSummary, widgetWaiting } from './widget-states.ts';

/** The widget's page of a test payment, in the state it is in: the card, its bank's challenge, waiting, or the result. */
export function widgetPage(view: PaymentView, form: PaymentForm | undefined): string {
  const { payment, texts, language, state } = view;
  const { title, ...parts } = partsOf(view, form);
  const hasErrors = Object.keys(state.errors).length > 0 && !isFinal(payment.status);
  return widgetLayout({
    ...parts,
    language,
    title: `${hasErrors ? texts.errorTitle(title) : title} · Peye`,
    payment,
  });
}

function partsOf(view: PaymentView, form: PaymentForm | undefined): Pick<WidgetParts, 'content' | 'title' | 'state'> {
  const { payment, texts, state } = view;
  if (isFinal(payment.status)) return widgetFinal(view);
  if (!form) return widgetWaiting(view, texts.processingText(methodName(payment.method, texts)));
  const isChallenge = state.step === 'challenge';
  const title = isChallenge ? texts.challenge : texts.payWith(methodName(payment.method, texts));
  return {
    title,
    state: isChallenge ? 'challenge' : 'form',
    content: html`<h1 class="!${isChallenge ? '' : 'unseen'}">${title}</h1>
!${errorSummary(view)}
!${widgetSummary(view)}
!${isChallenge ? challengeFields(view) : cardFields(view)}
!${cancelForm(view)}
!${testCards(view, form.testData, false)}`,
  };
}
