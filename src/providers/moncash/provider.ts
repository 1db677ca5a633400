import type { Log } from '../../platform/log/log.ts';
import type { Provider } from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import { storedMessage } from '../stored-message.ts';
import { accessTokens } from './access-tokens.ts';
import { moncashApi } from './client.ts';
import { create, openPayment } from './create.ts';
import { findUnknown } from './find-unknown.ts';
import { readQueryResponse } from './found-payment.ts';
import { limitLookups } from './limit-lookups.ts';
import { readNotification } from './notification.ts';
import { hostedPage } from './page.ts';
import type { MoncashSettings } from './settings.ts';
import { STORED_MESSAGE } from './stored-exchange.ts';
import { verify } from './verify.ts';

/**
 * MonCash of Digicel, over its REST API: the customer pays on MonCash's own page, and only MonCash's response to our
 * own query proves the payment. Messages at the return and alert addresses are unsigned, and only a reason to query.
 */
export function moncashProvider(settings: MoncashSettings, deps: ProviderDeps): Provider {
  const { clock } = deps;
  const [unauthenticated, customers, unknown] = [limitLookups(clock), limitLookups(clock), limitLookups(clock)];
  const tokens = accessTokens(settings, deps);
  const api = moncashApi(settings, deps, tokens);
  const parts = { ...deps, api };
  return {
    name: 'moncash',
    takesWholeGourdes: settings.takesWholeGourdes,
    open: (payment) => openPayment(settings, payment),
    create: (payment, log) => create(settings, parts, payment, log),
    hostedPage: (payment) => hostedPage(deps, payment),
    verify: (payment, log) => verify(parts, payment, log),
    messageText: (incoming) => storedMessage(incoming, STORED_MESSAGE),
    notification: (incoming) =>
      readNotification(incoming, (transactionId, log, { isCustomer }) =>
        (isCustomer ? customers : unauthenticated)(() => lookUp(transactionId, log)),
      ),
    findUnknown: (paymentId, { isCustomer }, log) =>
      (isCustomer ? customers : unknown)(() => findUnknown(api, paymentId, log)),
    async checkCredentials(log) {
      await tokens.get(log);
      return `MonCash gave an access token (${settings.apiUrl})`;
    },
  };

  async function lookUp(transactionId: string, log: Log): Promise<number | undefined> {
    const operation = 'RetrieveTransactionPayment';
    return readQueryResponse(await api({ operation, fields: { transactionId } }, log), operation).found?.paymentId;
  }
}
