import { randomUUID } from 'node:crypto';
import type { Payment } from '../../core/payment.ts';
import type { Log } from '../../platform/log/log.ts';
import { type Provider, ProviderRefused } from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import { storedMessage } from '../stored-message.ts';
import { callAboutOrder, logRefusal } from './client.ts';
import { createOrder, openPayment } from './create.ts';
import { describeReply } from './describe-reply.ts';
import { readNotification } from './notification.ts';
import { orderNumberOf } from './order-number.ts';
import { requestIdOf } from './provider-data.ts';
import type { NatcashSettings } from './settings.ts';
import { describeStatus, NOT_FOUND, remedyFor, SUCCESS } from './status-codes.ts';
import { STORED_MESSAGE } from './stored-exchange.ts';
import { checkOrder, findUnknown } from './verify.ts';

export interface NatcashProvider extends Provider {
  /**
   * Returns all of a payment to the customer: `cancel-trans`, which has no partial amounts. Returns NatCash's response.
   * Throws ProviderRefused when NatCash refuses, ProviderUnavailable when no usable response came: the money may then
   * have been returned.
   */
  refund(payment: Payment, log: Log): Promise<Readonly<Record<string, unknown>>>;
}

/**
 * Live NatCash, with the protocol of Natcom's partners: the customer pays on NatCash's page, and returns with a signed
 * code.
 */
export function natcashProvider(settings: NatcashSettings, deps: ProviderDeps): NatcashProvider {
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
    async refund(payment, log) {
      const call = { operation: 'cancelTrans', transactionId: payment.id } as const;
      const order = { requestId: requestIdOf(payment), orderNumber: orderNumberOf(payment.id) };
      const reply = await callAboutOrder(api, log, { ...call, order });
      if (reply.status === SUCCESS) return describeReply(reply, settings);
      logRefusal(log, call, reply);
      const detail = `natcash cancel-trans: ${describeStatus(reply.status)}`;
      throw new ProviderRefused('NatCash did not give the money back.', 'provider_error', detail);
    },
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
