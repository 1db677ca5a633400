import { isFinal } from '../../core/payment.ts';
import { type Html, html } from '../../platform/html/html.ts';
import type { Texts } from '../../platform/messages/customer/customer-messages.ts';
import { formatMoney, methodName } from '../../platform/wording/format.ts';
import type { CardFields } from '../../providers/card-widget.ts';
import type { StateParts } from '../layout.ts';
import { cancelForm } from '../views/form.ts';
import { payLabel, recurringTerms } from '../views/order-summary.ts';
import type { PaymentView } from '../views/view.ts';
import { cardScripts } from './card-scripts.ts';
import { widgetLayout } from './widget-layout.ts';
import { widgetFinal, widgetSummary, widgetWaiting } from './widget-states.ts';

/** The languages of the provider's fields. Kreyòl is not available, and most Kreyòl readers read French. */
const LOCALES = { ht: 'fr', fr: 'fr', en: 'en' } as const;

export interface LiveCard {
  readonly fields: CardFields;
  /** The customer has submitted, and only the provider's result is missing. */
  readonly isWaiting: boolean;
  /** The page with the card fields. */
  readonly startHref: string;
}

/** The card widget's page of a live payment in its current state. */
export function liveCardPage(view: PaymentView, card: LiveCard): Html {
  const { payment, language } = view;
  return widgetLayout({
    ...partsOf(view, card),
    language,
    payment,
    ...(!isFinal(payment.status) && { scripts: cardScripts(card.fields.scriptUrl) }),
  });
}

function partsOf(view: PaymentView, card: LiveCard): StateParts {
  const { payment, texts } = view;
  if (isFinal(payment.status)) return widgetFinal(view);
  if (card.isWaiting) return widgetWaiting(view, texts.cardWaiting, dataOf(view, card));
  return {
    content: fieldsView(view, card),
    title: texts.payWith({ method: methodName('card', texts) }),
    state: 'form',
  };
}

function fieldsView(view: PaymentView, card: LiveCard): Html {
  const { texts, action } = view;
  const pay = payLabel(view);
  return html`<h1 class="unseen">${texts.payWith({ method: methodName('card', texts) })}</h1>
<noscript><p>${texts.needsScript}</p></noscript>
${widgetSummary(view)}
<section ${dataOf(view, card)}>
<form data-pays aria-busy="true">
<p class="label" id="card-label">${texts.cardDetails}</p>
<div id="card-fields" role="group" aria-labelledby="card-label"></div>
<p class="error" id="card-error" role="alert" hidden></p>
${chargedOtherwise(view)}
${recurringTerms(view)}
<button disabled data-label="${pay}" data-busy="${texts.oneMoment}">${texts.oneMoment}</button>
</form>
<button type="button" data-retry hidden>${texts.widget.tryAgain}</button>
<form method="post" action="${action}" data-checks><input type="hidden" name="action" value="check"></form>
${cancelForm(view)}
<p class="soft">${texts.cardPrivacy}</p>
${messages(texts)}
</section>`;
}

/** The data for the page's script. It does not contain the client secret, which stays with the page around the frame. */
function dataOf({ payment, language }: PaymentView, { fields, startHref }: LiveCard): Html {
  return html`data-intent="${payment.providerRef}" data-key="${fields.publishableKey}" data-locale="${LOCALES[language]}" data-fresh="${startHref}"`;
}

/** A card may be charged in a currency other than the payment's: the page says so before the bank does. */
function chargedOtherwise({ charged, texts, language }: PaymentView): Html | '' {
  return charged
    ? html`<p>${texts.cardCharged({ amount: formatMoney(charged.amountMinor, charged.currency, language) })}</p>`
    : '';
}

/** The script's messages, in the page's language. */
function messages({ errors, reasons, cardTryAgain, cardNotLoaded, cardNotConfirmed, connectionLost }: Texts): Html {
  const again = (text: string) => `${text} ${cardTryAgain}`;
  const all = {
    cardNumber: errors.cardNumber,
    expiryFormat: errors.expiryFormat,
    expiryPast: errors.expiryPast,
    cvc: errors.cvc,
    insufficient_balance: again(reasons.insufficient_balance),
    expired_card: again(reasons.expired_card),
    declined: again(reasons.declined),
    provider_error: again(reasons.provider_error),
    notConfirmed: again(cardNotConfirmed),
    connection: connectionLost,
    notLoaded: cardNotLoaded,
  };
  return html`${Object.entries(all).map(([name, text]) => html`<p hidden data-message="${name}">${text}</p>`)}`;
}
