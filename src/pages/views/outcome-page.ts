import { html } from 'ghtml';
import { isFinal, type Payment } from '../../domain/payment.ts';
import { methodName } from '../../wording/format.ts';
import type { Language } from '../../wording/language.ts';
import type { Texts } from '../../wording/wording.ts';
import { layout } from '../layout.ts';
import type { Merchant } from '../merchant.ts';
import { finalState } from '../page-state.ts';
import type { Taken } from '../taken-for.ts';
import { details } from './order-summary.ts';
import { resultText, resultTitle } from './result.ts';

const SIGNS = { completed: '✓', failed: '✕', pending: '…', processing: '…' };

/** A payment's outcome in words, and the way back to the merchant. */
export function outcomePage(
  payment: Payment,
  given: {
    texts: Texts;
    language: Language;
    hrefIn: (language: Language) => string;
    merchant: Merchant | undefined;
    link: string | undefined;
    taken: Taken;
  },
): string {
  const { texts, language, hrefIn, merchant, link, taken } = given;
  const name = methodName(payment.method, texts);
  const isOver = isFinal(payment.status);
  const title = isOver ? resultTitle(payment, texts) : texts.processing;
  return layout({
    language,
    hrefIn,
    title: `${title} · Peye`,
    state: isOver ? finalState(payment, taken) : 'waiting',
    content: html`<section class="sheet end ${payment.status === 'completed' ? 'paid' : payment.status}">
<div class="sign" aria-hidden="true">${SIGNS[payment.status]}</div>
<h1>${title}</h1>
!${isOver ? resultText(payment, texts, taken) : html`<p>${texts.processingText(name)}</p>`}
!${details([[texts.merchant, merchant?.name ?? null]])}
!${link && html`<a class="button" href="${link}" rel="noreferrer">${texts.returnToMerchant}</a>`}
</section>`,
    theme: payment.method,
    brand: name,
    merchant,
    isTest: payment.mode === 'test',
  });
}
