import { html } from 'ghtml';
import { isFinal, type Payment } from '../../domain/payment.ts';
import { methodName } from '../../wording/format.ts';
import type { Language } from '../../wording/language.ts';
import type { Texts } from '../../wording/wording.ts';
import { layout } from '../layout.ts';
import { signMark } from '../marks.ts';
import { finalState } from '../page-state.ts';
import type { PaymentFacts } from '../payment-facts.ts';
import { details } from './order-summary.ts';
import { waitingSteps, whomToAsk } from './processing.ts';
import { resultClass, resultHead, resultText, resultTitle } from './result.ts';

interface OutcomeParts extends PaymentFacts {
  readonly texts: Texts;
  readonly language: Language;
  readonly hrefIn: (language: Language) => string;
  readonly link: string | undefined;
}

/** A payment's outcome in words, and the way back to the merchant: no amount, and nothing of the order. */
export function outcomePage(payment: Payment, parts: OutcomeParts): string {
  const { texts, language, hrefIn, merchant, link, taken } = parts;
  const outcome = { ...parts, payment };
  const isOver = isFinal(payment.status);
  return layout({
    language,
    hrefIn,
    title: `${isOver ? resultTitle(outcome) : texts.processing} · Peye`,
    state: isOver ? finalState(payment, taken) : 'waiting',
    content: html`<section class="${isOver ? resultClass(outcome) : 'sheet end processing'}">
!${isOver ? html`!${resultHead(outcome)}!${resultText(outcome)}` : waiting(payment, parts)}
!${link && html`<a class="button !${isOver ? '' : 'quiet'}" href="${link}" rel="noreferrer">${texts.returnToMerchant}</a>`}
</section>
<section class="sheet">!${details(whomToAsk(outcome))}</section>`,
    merchant,
    transactionId: payment.id,
    isTest: payment.mode === 'test',
  });
}

function waiting(payment: Payment, { texts, language, hrefIn, reloadSeconds }: OutcomeParts): string {
  return html`!${signMark('clock')}
<h1>${texts.processing}</h1>
<p>${texts.processingText(methodName(payment.method, texts))}</p>
!${waitingSteps({ texts, payment, reloadSeconds })}
<a class="button quiet" href="${hrefIn(language)}">${texts.checkNow}</a>`;
}
