import type { CardFields } from '../provider.ts';
import { isSecretOf, readCardData } from './provider-data.ts';
import type { CardSettings } from './settings.ts';

const STRIPE_JS_ORIGIN = 'https://js.stripe.com';
/** What Stripe says a page needs that uses its script for cards. */
const STRIPE_SOURCES: CardFields['sources'] = {
  script: [STRIPE_JS_ORIGIN, 'https://*.js.stripe.com'],
  frame: [STRIPE_JS_ORIGIN, 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
};

/** Stripe's card fields for the card widget: what is typed into them goes from the browser to Stripe alone. */
export function cardFields({ publishableKey, scriptUrl }: CardSettings): CardFields {
  const { origin } = new URL(scriptUrl);
  const own = [origin];
  return {
    publishableKey,
    scriptUrl,
    sources: origin === STRIPE_JS_ORIGIN ? STRIPE_SOURCES : { script: own, frame: own, connect: own },
    refOf: (clientSecret) => /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9_]+$/.exec(clientSecret)?.[1],
    chargeOf: (payment) => readCardData(payment).converted?.charged ?? payment,
    opens: isSecretOf,
  };
}
