import type { CardFields, CardWidget } from '../card-widget.ts';
import { isSecretOf, readCardData } from './provider-data.ts';
import type { CardSettings } from './settings.ts';

const STRIPE_JS_ORIGIN = 'https://js.stripe.com';
/** The sources that Stripe's documentation requires for its card script. */
const STRIPE_SOURCES: CardFields['sources'] = {
  script: [STRIPE_JS_ORIGIN, 'https://*.js.stripe.com'],
  frame: [STRIPE_JS_ORIGIN, 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
};

/** Stripe's card fields for the card widget: the browser sends their content to Stripe alone. */
export function cardFields({ publishableKey, scriptUrl }: CardSettings): CardFields {
  const { origin } = new URL(scriptUrl);
  const own = [origin];
  return {
    publishableKey,
    scriptUrl,
    sources: origin === STRIPE_JS_ORIGIN ? STRIPE_SOURCES : { script: own, frame: own, connect: own },
    chargeOf: (payment) => readCardData(payment).converted?.charged ?? payment,
  };
}

/** Opens the widget for a payment at Stripe. Only a hash of its client secret is stored, to recognise it. */
export function cardWidget({ publishableKey }: CardSettings): CardWidget {
  return {
    paymentOf(clientSecret) {
      const providerRef = /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9_]+$/.exec(clientSecret)?.[1];
      return providerRef === undefined ? undefined : { providerRef };
    },
    opens: (payment, given) => isSecretOf(payment, given.clientSecret) && given.publishableKey === publishableKey,
  };
}
