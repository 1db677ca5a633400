import type { Provider } from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import { storedMessage } from '../stored-fields.ts';
import { seenCalls, stripeCaller } from './call-stripe.ts';
import { stripeClient } from './client.ts';
import { create, openPayment } from './create.ts';
import { giveUp } from './give-up.ts';
import { listCharges } from './list-charges.ts';
import { readNotification } from './notification.ts';
import { cardFields, cardWidget } from './page.ts';
import { cardRefunds } from './refunds.ts';
import type { CardSettings } from './settings.ts';
import { STORED_MESSAGE } from './stored-exchange.ts';
import { verify } from './verify.ts';

/** Cards through Stripe's PaymentIntents. A payment's status only follows Stripe's responses to our own queries. */
export function cardProvider(settings: CardSettings, { clock, http, telemetry, isCertain }: ProviderDeps): Provider {
  const seen = seenCalls(http);
  const stripe = stripeClient(settings, seen.http);
  const ask = stripeCaller(stripe, telemetry, seen);
  const parts = { ask, clock, ...(isCertain && { isCertain }) };
  return {
    name: 'card',
    // A payment fails when Stripe has refused it, or has cancelled its intent.
    isFailureSure: true,
    cardFields: cardFields(settings),
    widget: cardWidget(settings),
    open: (payment, context) => openPayment(settings, payment, context),
    create: (payment, log) => create(settings, parts, payment, log),
    verify: (payment, log) => verify(parts, payment, log),
    giveUp: (payment, log) => giveUp(parts, payment, log),
    messageText: (incoming) => storedMessage(incoming, STORED_MESSAGE),
    notification: (incoming, log) =>
      readNotification(stripe, settings, { incoming, nowMs: Math.floor(clock() / 1000), log }),
    refunds: (payment) => cardRefunds(ask, clock, payment),
    list: (range, log) => listCharges(ask, range, log),
    async checkCredentials(log) {
      await ask(log, { operation: 'paymentIntents.list' }, (api) => api.paymentIntents.list({ limit: 1 }));
      const keys = settings.isLivemode === false ? "Stripe's test mode: no real money moves" : "Stripe's live mode";
      return `${settings.apiUrl} accepts the secret key, of ${keys}`;
    },
  };
}
