import { isFinal } from '../../core/payment.ts';
import { type Html, html } from '../../platform/html/html.ts';
import type { Language } from '../../platform/messages/language.ts';
import { paymentLayout } from '../layout.ts';
import type { PaymentFacts } from '../payment-facts.ts';
import { details } from './order-summary.ts';
import { waitingView, whomToAsk } from './processing.ts';
import { resultClass, resultHead, resultText, titleAndState } from './result.ts';
import type { PaymentView } from './view.ts';
import { wayBack } from './way-back.ts';

/** A payment's outcome, and the way back to the merchant: no amount, and nothing about the order. */
export function outcomePage(
  view: Pick<PaymentView, keyof PaymentFacts | 'payment' | 'texts' | 'language'>,
  hrefIn: (language: Language) => string,
): Html {
  const { payment, texts, language } = view;
  const isOver = isFinal(payment.status);
  const content = html`<section class="${isOver ? resultClass(view) : 'sheet end'}">
${isOver ? html`${resultHead(view)}${resultText(view)}` : waitingView({ ...view, freshHref: hrefIn(language) })}
${wayBack(view, { reference: null, isQuiet: !isOver })}
</section>
<section class="sheet">${details(whomToAsk(view))}</section>`;
  const head = isOver ? titleAndState(view) : { title: texts.processing, state: 'waiting' as const };
  return paymentLayout(view, { ...head, content }, hrefIn);
}
