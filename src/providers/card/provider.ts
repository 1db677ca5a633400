import { amountNumber } from '../../domain/money.ts';
import type { Payment } from '../../domain/payment.ts';
import { nextCheck } from '../next-check.ts';
import { type Provider, ProviderSilent, type Verification } from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import { askStripe } from './ask-stripe.ts';
import { listCharges } from './books.ts';
import { stripeClient } from './client.ts';
import { convertedCharge } from './conversion.ts';
import { createIntent } from './create.ts';
import { findIntent } from './find-intent.ts';
import { giveUpIntent, isPayable } from './give-up.ts';
import type { Intent } from './intent.ts';
import { readWebhook } from './notification.ts';
import { outcomeOf } from './outcome.ts';
import { cardFields, cardWidget } from './page.ts';
import { readCardData, secretHash, writeCardData } from './provider-data.ts';
import type { CardSettings } from './settings.ts';

const US = 1_000_000;

/** Cards through Stripe's PaymentIntents. A payment is only ever where Stripe says it is when it is asked. */
export function cardProvider(
  settings: CardSettings,
  { clock, http, telemetry, isCertain = () => true }: ProviderDeps,
): Provider {
  const stripe = stripeClient(settings, http);
  const ask = askStripe(stripe, telemetry);
  const said = (payment: Payment, intent: Intent): Verification => ({
    outcome: outcomeOf(intent, payment),
    word: intent.status,
    response: responseOf(intent),
    nextCheckAtUs: nextCheck(payment, clock()),
    providerRef: intent.id,
    // A payment whose number is not known yet: the answer that held it was lost, or is still on its way.
    ...(payment.providerRef === null && { providerData: dataWith(payment, intent) }),
  });

  return {
    name: 'card',
    cardFields: cardFields(settings),
    widget: cardWidget(settings),

    open(payment, { rateE4 }) {
      const converted = convertedCharge(settings, payment, rateE4);
      const { createdAtUs } = payment;
      const expiresAtUs = createdAtUs + settings.expirySeconds * US;
      return {
        providerData: writeCardData(converted ? { converted } : {}),
        expiresAtUs,
        nextCheckAtUs: nextCheck({ createdAtUs, expiresAtUs }, createdAtUs),
        fields: {},
      };
    },

    async create(payment, log) {
      const intent = await createIntent(ask, payment, log);
      if (intent.clientSecret === null)
        throw new ProviderSilent('stripe gave no client secret with a new PaymentIntent');
      return {
        providerRef: intent.id,
        providerData: dataWith(payment, intent),
        expiresAtUs: payment.expiresAtUs,
        nextCheckAtUs: nextCheck(payment, clock()),
        fields: {
          client_secret: intent.clientSecret,
          publishable_key: settings.publishableKey,
          payment_intent_id: intent.id,
        },
      };
    },

    async verify(payment, log) {
      const intent = await findIntent(ask, payment, log);
      const isOver = (payment.expiresAtUs <= clock() && isCertain()) || payment.status === 'failed';
      if (!intent) return notFound(payment, clock());
      if (!isOver || !isPayable(intent)) return said(payment, intent);
      // Nothing may be paid at Stripe for what is over here, and only once nothing can be is it said to be over.
      return said(payment, await giveUpIntent(ask, { payment, intent, reason: 'abandoned' }, log));
    },

    async giveUp(payment, log) {
      const intent = await findIntent(ask, payment, log);
      if (!intent) throw new ProviderSilent('stripe has no PaymentIntent of this payment that could be cancelled');
      if (!isPayable(intent)) return said(payment, intent);
      return said(payment, await giveUpIntent(ask, { payment, intent, reason: 'requested_by_customer' }, log));
    },

    notification(incoming, log) {
      return readWebhook(stripe, settings, { incoming, nowMs: Math.floor(clock() / 1000), log });
    },

    list: (range, log) => listCharges(ask, range, log),

    async checkCredentials(log) {
      await ask(log, { operation: 'paymentIntents.list' }, (api) => api.paymentIntents.list({ limit: 1 }));
      const keys = settings.isLivemode === false ? "Stripe's test mode: no real money moves" : "Stripe's live mode";
      return `${settings.apiUrl} takes the secret key, of ${keys}`;
    },
  };
}

/** There never was one, or it is not of the account and mode of these keys: nobody can pay what Stripe does not have. */
function notFound(payment: Payment, nowUs: number): Verification {
  return {
    outcome: payment.expiresAtUs <= nowUs ? { status: 'failed', failureReason: 'expired' } : { status: 'open' },
    response: { provider: 'stripe', status: 'not_found' },
    nextCheckAtUs: nextCheck(payment, nowUs),
  };
}

function dataWith(payment: Payment, { clientSecret }: Intent): string {
  return writeCardData({ ...readCardData(payment), ...(clientSecret && { secretHash: secretHash(clientSecret) }) });
}

/** Without the client secret, and without anything about the customer or the card. */
function responseOf(intent: Intent): Record<string, unknown> {
  return {
    provider: 'stripe',
    payment_intent: intent.id,
    status: intent.status,
    amount: amountNumber(intent.amountMinor),
    amount_received: amountNumber(intent.receivedMinor),
    currency: intent.currency,
    livemode: intent.isLivemode,
    ...(intent.declineCode !== null && { last_decline_code: intent.declineCode }),
    ...(intent.cancellationReason !== null && { cancellation_reason: intent.cancellationReason }),
  };
}
