import type { Provider } from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import { toldMessage } from '../told-message.ts';
import { askStripe } from './ask-stripe.ts';
import { listCharges } from './books.ts';
import { stripeClient } from './client.ts';
import { create, openPayment } from './create.ts';
import { giveUp } from './give-up.ts';
import { KEPT_MESSAGE } from './kept-exchange.ts';
import { readNotification } from './notification.ts';
import { cardFields, cardWidget } from './page.ts';
import { seenCalls } from './seen-calls.ts';
import type { CardSettings } from './settings.ts';
import { verify } from './verify.ts';

/** Cards through Stripe's PaymentIntents. A payment is only ever where Stripe says it is when it is asked. */
export function cardProvider(settings: CardSettings, { clock, http, telemetry, isCertain }: ProviderDeps): Provider {
  const seen = seenCalls(http);
  const stripe = stripeClient(settings, seen.http);
  const ask = askStripe(stripe, telemetry, seen);
  const parts = { ask, clock, ...(isCertain && { isCertain }) };
  return {
    name: 'card',
    // It fails when Stripe has refused it, or has cancelled its intent.
    isFailureSure: true,
    cardFields: cardFields(settings),
    widget: cardWidget(settings),
    open: (payment, context) => openPayment(settings, payment, context),
    create: (payment, log) => create(settings, parts, payment, log),
    verify: (payment, log) => verify(parts, payment, log),
    giveUp: (payment, log) => giveUp(parts, payment, log),
    messageText: (incoming) => toldMessage(incoming, KEPT_MESSAGE),
    notification: (incoming, log) =>
      readNotification(stripe, settings, { incoming, nowMs: Math.floor(clock() / 1000), log }),
    list: (range, log) => listCharges(ask, range, log),
    async checkCredentials(log) {
      await ask(log, { operation: 'paymentIntents.list' }, (api) => api.paymentIntents.list({ limit: 1 }));
      const keys = settings.isLivemode === false ? "Stripe's test mode: no real money moves" : "Stripe's live mode";
      return `${settings.apiUrl} takes the secret key, of ${keys}`;
    },
  };
}
