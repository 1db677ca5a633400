import { randomUUID } from 'node:crypto';
import type { Payment } from '../../domain/payment.ts';
import type { Log } from '../../lib/log.ts';
import { type Provider, ProviderRefused } from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import { toldMessage } from '../told-message.ts';
import { callAboutOrder, logRefusal } from './client.ts';
import { createOrder, openPayment } from './create.ts';
import { describeReply } from './describe-reply.ts';
import { KEPT_MESSAGE } from './kept-exchange.ts';
import { readNotification } from './notification.ts';
import { orderNumberOf } from './order-number.ts';
import { requestIdOf } from './provider-data.ts';
import type { NatcashSettings } from './settings.ts';
import { describeStatus, NOT_FOUND, remedyFor, SUCCESS } from './status-codes.ts';
import { checkOrder, findUnknown } from './verify.ts';

export interface NatcashProvider extends Provider {
  /**
   * Gives the customer all of a payment back: `cancel-trans`, which knows no part of an amount. Returns NatCash's words.
   * Throws ProviderRefused when NatCash will not, ProviderUnavailable when no usable response came: then it may have happened.
   */
  refund(payment: Payment, log: Log): Promise<Readonly<Record<string, unknown>>>;
}

/** Live NatCash, as Natcom's partners speak to it: the customer pays on NatCash's page, and comes back with a signed word. */
export function natcashProvider(settings: NatcashSettings, deps: ProviderDeps): NatcashProvider {
  const api = { settings, ...deps };
  return {
    name: 'natcash',
    takesWholeGourdes: settings.wholeGourdes,
    open: (payment) => openPayment(settings, deps, payment),
    create: (payment, log) => createOrder(api, payment, log),
    verify: (payment, log) => checkOrder(api, payment, log),
    messageText: (incoming) => toldMessage(incoming, KEPT_MESSAGE),
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
      // No payment has this number: that NatCash says so proves that it knows us, and has taken our signature.
      const order = { requestId: randomUUID(), orderNumber: orderNumberOf(0) };
      const { status, clockAheadMs } = await callAboutOrder(api, log, { operation: 'checkTransaction', order });
      if (status === NOT_FOUND || status === SUCCESS) {
        const clock =
          clockAheadMs === undefined
            ? ''
            : `, its clock ${Math.abs(clockAheadMs) / 1000} s ${clockAheadMs < 0 ? 'behind' : 'ahead of'} ours`;
        return `${settings.apiUrl} took the signature and answered ${describeStatus(status)}${clock}`;
      }
      throw new Error(`${settings.apiUrl} answered ${describeStatus(status)}. ${remedyFor(status) ?? ''}`.trim());
    },
  };
}
