import { US_PER_SECOND } from '../../core/durations.ts';
import type { Provider } from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import { storedMessage } from '../stored-fields.ts';
import { chargeCard, findCharge } from './charge.ts';
import { restApi } from './client.ts';
import { openPayment } from './create.ts';
import { listCharges } from './list-charges.ts';
import { readNotification } from './notification.ts';
import { openForm } from './page.ts';
import { lakaypayCardRefunds } from './refunds.ts';
import { probeSearch } from './search-transactions.ts';
import type { LakaypayCardSettings } from './settings.ts';
import { STORED_MESSAGE } from './stored-exchange.ts';
import { lookUpPayment } from './verify.ts';

/**
 * Cards by CyberSource Secure Acceptance Hosted Checkout. No call of ours starts a payment: the customer's browser
 * posts a form that we have signed, and CyberSource sends the signed result by the browser and by its server. The
 * signature proves the result, because CyberSource's records lag behind. The records are searched when no result has
 * arrived.
 */
export function lakaypayCardProvider(settings: LakaypayCardSettings, deps: ProviderDeps): Provider {
  const { clock } = deps;
  const parts = { api: restApi(settings, deps), settings, clock };
  return {
    name: 'lakaypay_card',
    open: (payment, context) => openPayment(settings, deps, payment, context),
    verify: (payment, log) => lookUpPayment(parts, payment, log),
    messageText: (incoming) => storedMessage(incoming, STORED_MESSAGE),
    notification: (incoming) => readNotification(settings, incoming, clock()),
    hostedForm: (payment, language) => openForm(settings, deps, payment, language),
    chargeToken: (payment, cardToken, log) => chargeCard(parts, payment, cardToken, log),
    findCharge: (payment, log) => findCharge(parts, payment, log),
    refunds: (payment) => lakaypayCardRefunds(parts, payment),
    searchLagUs: settings.searchLagSeconds * US_PER_SECOND,
    list: (range, log) => listCharges(parts, range, log),
    async checkCredentials(log) {
      await probeSearch(parts.api, log);
      return `CyberSource responded to a search (${settings.apiUrl})`;
    },
  };
}
