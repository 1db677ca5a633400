import type { Log } from '../../lib/log.ts';
import type { Provider } from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import { toldMessage } from '../told-message.ts';
import { accessTokens } from './access-tokens.ts';
import { moncashApi } from './client.ts';
import { create, openPayment } from './create.ts';
import { findUnknown } from './find-unknown.ts';
import { readQueryResponse } from './found-payment.ts';
import { KEPT_MESSAGE } from './kept-exchange.ts';
import { limitLookups } from './limit-lookups.ts';
import { readNotification } from './notification.ts';
import { hostedPage } from './page.ts';
import type { MoncashSettings } from './settings.ts';
import { verify } from './verify.ts';

/**
 * MonCash of Digicel, over its REST API: the customer pays on MonCash's own page, and only MonCash's response to our own
 * query says that it happened. What arrives at the return and alert addresses is unsigned, and only a reason to ask.
 */
export function moncashProvider(settings: MoncashSettings, deps: ProviderDeps): Provider {
  const { clock } = deps;
  const [strangers, payers, unknown] = [limitLookups(clock), limitLookups(clock), limitLookups(clock)];
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
    messageText: (incoming) => toldMessage(incoming, KEPT_MESSAGE),
    notification: (incoming) =>
      readNotification(incoming, (transactionId, log, { isPayer }) =>
        (isPayer ? payers : strangers)(() => lookUp(transactionId, log)),
      ),
    findUnknown: (paymentId, { isPayer }, log) => (isPayer ? payers : unknown)(() => findUnknown(api, paymentId, log)),
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
