import { US_PER_SECOND } from '../../lib/durations.ts';
import type { Provider } from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import { toldMessage } from '../told-message.ts';
import { listCharges } from './books.ts';
import { chargeCard, findCharge } from './charge.ts';
import { restApi } from './client.ts';
import { openPayment } from './create.ts';
import { KEPT_MESSAGE } from './kept-exchange.ts';
import { readNotification } from './notification.ts';
import { openForm } from './page.ts';
import { probeSearch } from './search-transactions.ts';
import type { LakaypayCardSettings } from './settings.ts';
import { lookUpPayment } from './verify.ts';

/**
 * Cards by CyberSource Secure Acceptance Hosted Checkout. No call of ours begins a payment: the customer's browser posts a form
 * that we have signed, and the result comes back signed, by the browser and by their server. It proves itself, because their
 * books, which are asked when nothing came, lag behind.
 */
export function lakaypayCardProvider(settings: LakaypayCardSettings, deps: ProviderDeps): Provider {
  const { clock } = deps;
  const parts = { api: restApi(settings, deps), settings, clock };
  return {
    name: 'lakaypay_card',
    open: (payment, context) => openPayment(settings, deps, payment, context),
    verify: (payment, log) => lookUpPayment(parts, payment, log),
    messageText: (incoming) => toldMessage(incoming, KEPT_MESSAGE),
    notification: (incoming) => readNotification(settings, incoming, clock()),
    hostedForm: (payment, language) => openForm(settings, deps, payment, language),
    chargeToken: (payment, cardToken, log) => chargeCard(parts, payment, cardToken, log),
    findCharge: (payment, log) => findCharge(parts, payment, log),
    searchLagUs: settings.searchLagSeconds * US_PER_SECOND,
    list: (range, log) => listCharges(parts, range, log),
    async checkCredentials(log) {
      await probeSearch(parts.api, log);
      return `CyberSource answered a search (${settings.apiUrl})`;
    },
  };
}
