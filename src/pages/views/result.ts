import { isSameMoney } from '../../core/money.ts';
import { isReturned } from '../../features/payments/discrepancies/discrepancy.ts';
import { backTexts, type MoneyBack, receiptLines } from '../../features/receipts/receipt.ts';
import { callbackUrlOf } from '../../features/websites/store/websites.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { formatMoney } from '../../platform/wording/format.ts';
import { type StateParts, TYPED_FORM } from '../layout.ts';
import { type Sign, signMark } from '../marks.ts';
import { pageHref } from '../page-href.ts';
import { finalState, type Title } from '../page-state.ts';
import { contactView } from './contact.ts';
import { details } from './order-summary.ts';
import { whomToAsk } from './processing.ts';
import type { PaymentView } from './view.ts';
import { wayBack } from './way-back.ts';

/** The data that determines an outcome's text. */
export type Outcome = Pick<
  PaymentView,
  'payment' | 'texts' | 'language' | 'taken' | 'received' | 'back' | 'charged' | 'isRevisit' | 'website'
>;

/**
 * The look of an outcome: `good`; `bad` for a refusal; `calm` if the customer or the clock ended the payment; `care` if money may have
 * moved and someone must check.
 */
const LOOKS: Readonly<Record<Title, readonly [tone: 'good' | 'bad' | 'calm' | 'care', sign: Sign]>> = {
  paid: ['good', 'check'],
  already_paid: ['good', 'check'],
  given_back: ['care', 'care'],
  paid_late: ['care', 'care'],
  amount_mismatch: ['care', 'care'],
  insufficient_balance: ['bad', 'cross'],
  declined: ['bad', 'cross'],
  expired_card: ['bad', 'cross'],
  cancelled: ['calm', 'dash'],
  expired: ['calm', 'clock'],
  provider_error: ['care', 'care'],
};

/**
 * Outcomes after which the customer can pay in another way. With a test card or number they are final on purpose. With
 * real money, the same page accepts another card or number.
 */
const REFUSALS: readonly Title[] = ['insufficient_balance', 'declined', 'expired_card'];

/** Whether the page of a final payment needs the script: for the button of a receipt. */
export function hasPageScript({ payment }: Pick<PaymentView, 'payment'>): boolean {
  return payment.status === 'completed';
}

/** The parts of a final payment's page. */
export function finalParts(view: PaymentView): StateParts {
  const hasForm = view.payment.status === 'completed' && view.receiptMail !== undefined;
  return { ...titleAndState(view), content: resultView(view), hasScript: hasPageScript(view), keepsTyped: hasForm };
}

/** The title of such a page, and its state. */
export function titleAndState(outcome: Outcome): Pick<StateParts, 'title' | 'state'> {
  return { title: resultTitle(outcome), state: finalState(outcome.payment, outcome.taken) };
}

/** A final payment: its outcome, its receipt if it was paid, and the way back. */
function resultView(view: PaymentView): Html {
  const { payment, texts, language } = view;
  const isPaid = payment.status === 'completed';
  return html`<section class="${resultClass(view)}">
${resultHead(view)}
${isPaid ? html`<p class="sum">${formatMoney(payment.amountMinor, payment.currency, language)}</p>` : ''}
${resultText(view)}
${wayOn(view)}
${wayBack(view) || html`<p class="soft screen">${texts.receipt.end}</p>`}
</section>
<section class="sheet">${isPaid ? receiptView(view) : whatItWas(view)}</section>`;
}

/** The order of an unpaid payment, and the money received for it: what the customer reports to the merchant. */
export function whatItWas(view: PaymentView): Html | '' {
  const { payment, website, texts, language, received } = view;
  const paid = received.map(
    ({ reported }) => reported && formatMoney(reported.amountMinor, reported.currency, language),
  );
  return details([
    [texts.merchant, website?.name ?? null],
    [texts.amountAsked, formatMoney(payment.amountMinor, payment.currency, language)],
    ...paid.map((sum) => [texts.amountPaid, sum] as const),
    [texts.reference, payment.reference],
    ...whomToAsk(view),
  ]);
}

/** The class of an outcome: `paid` or `failed`, as in the API, and its look. */
export function resultClass(outcome: Outcome): string {
  const [tone] = lookOf(outcome);
  return `sheet end ${outcome.payment.status === 'completed' ? 'paid' : 'failed'} ${tone}`;
}

/** The icon of an outcome, and its title. */
export function resultHead(outcome: Outcome): Html {
  return html`${signMark(lookOf(outcome)[1])}
<h1>${resultTitle(outcome)}</h1>`;
}

/** The outcome of a final payment, and what happened to the customer's money. */
export function resultText(outcome: Outcome): Html {
  const { payment, texts, language, taken, received, back, isRevisit, website } = outcome;
  const { status, failureReason } = payment;
  if (status === 'completed' && received.length > 0)
    return html`<p>${texts.paidTwice}</p><p>${texts.doNotPayAgain}</p>${backTexts(back, language).map((text) => html`<p>${text}</p>`)}`;
  if (back.length > 0)
    return html`${backTexts(back, language).map((text) => html`<p>${text}</p>`)}<p>${texts.receipt.backAsk}</p>`;
  if (status === 'completed') return html`<p>${isRevisit ? texts.alreadyPaidText : texts.paidText}</p>`;
  if (taken === 'late') {
    const isBack = received.every((each) => each.kind !== 'paid_after_failure' || isReturned(each));
    return html`<p>${texts.paidLate}</p><p>${isBack ? texts.paidLateBack : texts.doNotPayAgain}</p>`;
  }
  // The title already says that it was cancelled.
  const reason = failureReason === 'cancelled' ? '' : html`<p>${texts.reasons[failureReason ?? 'provider_error']}</p>`;
  if (failureReason === 'amount_mismatch') {
    return html`${reason}<p>${texts.doNotPayAgain}</p>${website && callbackUrlOf(website, payment.mode) && html`<p>${texts.merchantNotified}</p>`}`;
  }
  return html`${reason}
<p data-taken="${taken}">${taken === 'nothing' ? texts.nothingPaid : texts.perhapsPaid}</p>`;
}

/** The title of a final payment: never a failure if its money has arrived. */
function resultTitle(outcome: Outcome): string {
  return outcome.texts.titles[titleOf(outcome)];
}

function titleOf({ payment, taken, back, charged, isRevisit }: Outcome): Title {
  const state = finalState(payment, taken);
  // Only a single return of the whole amount is certain to be all of it, because a provider may report parts under
  // several numbers.
  const isWhole = ({ money }: MoneyBack) => isSameMoney(money, payment) || (charged && isSameMoney(money, charged));
  const refundedMinor = back.reduce((sum, { money, isRefund }) => sum + (isRefund ? money.amountMinor : 0), 0);
  const isBack = refundedMinor >= payment.amountMinor || back.some((each) => !each.isHeld && isWhole(each));
  if (state === 'paid' && isBack) return 'given_back';
  return state === 'paid' && isRevisit ? 'already_paid' : state;
}

/** A paid payment has the look `good` only while its merchant has the money, as far as is known. */
function lookOf(outcome: Outcome): (typeof LOOKS)[Title] {
  return LOOKS[outcome.back.length > 0 ? 'given_back' : titleOf(outcome)];
}

/** How to try again, if nothing was paid. */
export function wayOn(view: PaymentView): Html | '' {
  const { payment, texts, taken } = view;
  const title = titleOf(view);
  const isTest = payment.mode === 'test';
  if (isTest && REFUSALS.includes(title)) return html`<p class="soft">${texts.testEndIsFinal}</p>`;
  if (taken !== 'nothing') return '';
  if (view.session) return html`<p class="soft">${texts.checkout.tryAnother}</p>`;
  return html`<p class="soft">${view.linkHref === undefined ? texts.tryAtMerchant : texts.link.tryAgain}</p>`;
}

/** The receipt of a completed payment, and how to save it: the browser prints it, without a script. */
function receiptView(view: PaymentView): Html {
  const { language, texts } = view;
  const lines = receiptLines(view, language).map(
    ({ label, value, isTotal }) =>
      html`<div class="row${isTotal ? ' total' : ''}"><dt>${label}</dt><dd>${label === texts.receipt.contact ? contactView(value) : html`<bdi>${value}</bdi>`}</dd></div>`,
  );
  return html`<h2>${texts.receipt.title}</h2>
<dl class="receipt">${lines}</dl>
<p class="soft">${texts.receipt.fees}</p>
<p class="soft screen keep">${texts.receipt.keep}</p>
<button type="button" class="quiet screen print" hidden>${texts.receipt.print}</button>
${receiptMailView(view)}`;
}

/**
 * The form that sends the receipt by e-mail. What was typed is shown again only in the response to the language switch: this page's
 * address is known to others.
 */
function receiptMailView({ receiptMail, typedEmail, texts: { receipt }, language }: PaymentView): Html | '' {
  if (receiptMail === undefined) return '';
  const isWrong = receiptMail === 'wrong';
  const requested =
    receiptMail === 'requested' ? html`<p class="screen" role="status">${receipt.mailRequested}</p>` : '';
  return html`${requested}<details class="mail" ${isWrong || typedEmail !== '' ? 'open' : ''}><summary>${receipt.byMail}</summary>
<form id="${TYPED_FORM}" method="post" action="${pageHref(language, '')}" data-receipt novalidate><input type="hidden" name="action" value="receipt"><div>
<label for="field-email">${receipt.email}</label>
<input id="field-email" name="email" type="email" autocomplete="email" maxlength="254" required ${typedEmail && html`value="${typedEmail}"`} ${isWrong && html`aria-invalid="true" aria-describedby="field-email-error" autofocus`}>
${isWrong && html`<p class="error" id="field-email-error" role="alert">${receipt.emailWrong}</p>`}
</div><button class="quiet">${receipt.send}</button></form></details>`;
}
