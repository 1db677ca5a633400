import { randomUUID } from 'node:crypto';
import type { Provider } from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import { storedMessage } from '../stored-fields.ts';
import { callAboutOrder } from './client.ts';
import { createOrder, openPayment } from './create.ts';
import { readNotification } from './notification.ts';
import { orderNumberOf } from './provider-data.ts';
import { natcashRefunds } from './refunds.ts';
import type { NatcashSettings } from './settings.ts';
import { describeStatus, NOT_FOUND, remedyFor, SUCCESS } from './status-codes.ts';
import { STORED_MESSAGE } from './stored-exchange.ts';
import { checkOrder, findUnknown } from './verify.ts';

/**
 * Live NatCash, with the protocol of Natcom's partners: the customer pays on NatCash's page, and returns with a signed
 * code.
 */
export function natcashProvider(settings: NatcashSettings, deps: ProviderDeps): Provider {
  const api = { settings, ...deps };
  return {
    name: 'natcash',
    takesWholeGourdes: settings.wholeGourdes,
    open: (payment) => openPayment(settings, deps, payment),
    create: (payment, log) => createOrder(api, payment, log),
    verify: (payment, log) => checkOrder(api, payment, log),
    messageText: (incoming) => storedMessage(incoming, STORED_MESSAGE),
    notification: (incoming) => readNotification(settings, incoming),
    findUnknown: (paymentId, _sender, log) => findUnknown(api, paymentId, log),
    refunds: () => (settings.sendsRefunds ? natcashRefunds(api) : undefined),
    async checkCredentials(log) {
      // No payment has this number: NatCash's response about it proves that NatCash knows us, and has accepted our
      // signature.
      const order = { requestId: randomUUID(), orderNumber: orderNumberOf(0) };
      const { status, clockAheadMs } = await callAboutOrder(api, log, { operation: 'checkTransaction', order });
      if (status === NOT_FOUND || status === SUCCESS) {
        const clock =
          clockAheadMs === undefined
            ? ''
            : `, its clock ${Math.abs(clockAheadMs) / 1000} s ${clockAheadMs < 0 ? 'behind' : 'ahead of'} ours`;
        return `${settings.apiUrl} accepted the signature and responded with ${describeStatus(status)}${clock}`;
      }
      throw new Error(`${settings.apiUrl} responded with ${describeStatus(status)}. ${remedyFor(status) ?? ''}`.trim());
    },
  };
}
