import type { Payment } from '../../core/payment.ts';
import type { CheckoutSession } from '../../features/checkout/session.ts';
import type { OfferedMethod } from '../../features/links/offered-methods.ts';
import { type Html, html } from '../../platform/html/html.ts';
import type { Texts } from '../../platform/messages/customer/customer-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { formatMoney, methodTitle } from '../../platform/wording/format.ts';
import { methodChoices } from '../links/link-view.ts';
import { signMark } from '../marks.ts';
import type { SessionEnd } from '../page-state.ts';
import { errorList } from '../views/form.ts';
import { details } from '../views/order-summary.ts';

/** The data of a session's page. */
export interface SessionView {
  readonly session: CheckoutSession;
  readonly language: Language;
  readonly texts: Texts;
  /** An open payment of the session, and the address of its page. */
  readonly started: { readonly payment: Payment; readonly href: string } | undefined;
  /** The address to leave the order at, or to return to after paying. */
  readonly leaveHref: string | undefined;
}

/** The choice that the form shows again. */
export interface TypedChoice {
  readonly method: string;
  /** The text of an error. */
  readonly error?: string | undefined;
  /** An earlier payment may still be paid: the customer must confirm the choice. */
  readonly isUnsure?: boolean;
}

/** The order, and the form that starts a payment. */
export function choiceForm(view: SessionView, methods: readonly OfferedMethod[], typed: TypedChoice): Html {
  const { texts, language, started } = view;
  const { error, isUnsure = false } = typed;
  return html`${started ? (isUnsure ? warning(view) : notice(view)) : ''}${errorList(texts, error === undefined ? [] : [['field-method', error]])}
${order(view)}
<section class="sheet">
<form method="post" action="?lang=${language}" novalidate>
${methodChoices({ methods, texts, chosen: typed.method, error })}
${isUnsure ? html`<input type="hidden" name="sure" value="1"><button class="quiet">${texts.checkout.anyway}</button>` : html`<button>${texts.next}</button>`}
</form>
${leave(view, texts.checkout.leave)}
</section>`;
}

/** That the customer has started a payment, and the way to it. */
function notice({ texts, started }: SessionView): Html | '' {
  if (!started) return '';
  const method = methodTitle(started.payment.method, texts);
  return html`<section class="sheet"><p>${texts.checkout.started({ method })}</p><a class="button quiet" href="${started.href}">${texts.link.goOn}</a></section>
`;
}

/** That an earlier payment may still be paid: shown before another one starts. */
function warning({ texts, started }: SessionView): Html | '' {
  if (!started) return '';
  const method = methodTitle(started.payment.method, texts);
  return html`<section class="sheet" aria-labelledby="unsure" role="alert"><h2 id="unsure">${texts.checkout.unsure({ method })}</h2>
<p>${texts.checkout.unsureText({ method })}</p>
<a class="button" href="${started.href}">${texts.checkout.look}</a></section>
`;
}

/** The order: what it is for and its amount. */
function order({ session, texts, language }: SessionView): Html {
  const { description, reference, amountMinor, currency } = session;
  return html`<section class="sheet order">
<h1><bdi>${description ?? texts.checkout.order}</bdi></h1>
<p class="sum">${formatMoney(amountMinor, currency, language)}</p>
${details([[texts.reference, reference]])}
</section>`;
}

/** The words of each end, and its sign. */
const ENDS = {
  processing: ['processing', 'clock'],
  paid: ['paid', 'check'],
  expired: ['expired', 'clock'],
  cancelled: ['cancelled', 'dash'],
  used_up: ['usedUp', 'dash'],
  busy: ['busy', 'clock'],
} as const;

/** The page of a session that offers no method. */
export function sessionEnd(end: SessionEnd, view: SessionView): { title: string; content: Html } {
  const { texts, started } = view;
  const { title, text, sign } = endTexts(end, texts);
  const label = end === 'paid' ? texts.link.seeReceipt : texts.checkout.look;
  // Of a paid session, `started` is the payment that completed it.
  const way = started && html`<a class="button" href="${started.href}">${label}</a>`;
  const again = end === 'busy' ? html`<a class="button quiet" href="?lang=${view.language}">${texts.checkNow}</a>` : '';
  const alsoOpen = end === 'paid' && view.session.openPayments > 0 ? html`<p>${texts.checkout.alsoOpen}</p>` : '';
  const content = html`<section class="sheet end${end === 'paid' ? ' paid good' : ''}">
${signMark(sign)}
<h1>${title}</h1>
<p>${text}</p>
${alsoOpen}
${way}${again}
${leave(view, texts.returnToMerchant)}
</section>
${order(view)}`;
  return { title, content };
}

function endTexts(end: SessionEnd, texts: Texts) {
  if (end === 'closed') return { title: texts.link.closed, text: texts.link.closedText, sign: 'dash' } as const;
  const [word, sign] = ENDS[end];
  return { title: texts.checkout[word], text: texts.checkout[`${word}Text`], sign };
}

function leave({ leaveHref }: SessionView, label: string): Html | '' {
  return leaveHref === undefined ? '' : html`<a class="button quiet" href="${leaveHref}" rel="noreferrer">${label}</a>`;
}
