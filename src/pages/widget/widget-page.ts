import { isFinal } from '../../core/payment.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { methodName } from '../../platform/wording/format.ts';
import type { PaymentForm } from '../../providers/payment-form.ts';
import type { StateParts } from '../layout.ts';
import type { Message } from '../page-state.ts';
import { cancelForm, cardFields, challengeFields, errorSummary, formTitle, testCards } from '../views/form.ts';
import { messageTexts } from '../views/message-page.ts';
import type { PaymentView } from '../views/view.ts';
import { type WidgetError, widgetLayout } from './widget-layout.ts';
import { widgetFinal, widgetSummary, widgetWaiting } from './widget-states.ts';

const ERRORS: Partial<Record<Message, WidgetError>> = {
  notFound: 'invalid_client_secret',
  closed: 'website_closed',
  tooMany: 'too_many_requests',
};

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

/** A page of the widget with only a message. */
export function widgetMessagePage(message: Message, language: Language, waitSeconds?: number): Html {
  const { widget } = TEXTS[language];
  const isUnknown = message === 'notFound';
  const { title, words } = isUnknown
    ? { title: widget.notOpened, words: widget.notOpenedText }
    : messageTexts(message, language, waitSeconds);
  const error = ERRORS[message] ?? 'gateway_error';
  return widgetLayout({
    language,
    title,
    state: message,
    error,
    content: html`<section role="alert"><h1>${title}</h1><p>${words}</p></section>
${error === 'gateway_error' || error === 'too_many_requests' ? html`<button type="button" data-retry>${widget.tryAgain}</button>` : ''}`,
  });
}
