import { US_PER_MINUTE } from '../../core/durations.ts';
import type { Payment } from '../../core/payment.ts';
import type { Log } from '../../platform/log/log.ts';
import { asObject } from '../../platform/text/json-object.ts';
import { ProviderRefused, type RefundCalls, type RefundReport } from '../provider.ts';
import { type ApiDeps, callAboutOrder, logRefusal, uselessReply } from './client.ts';
import { orderNumberOf, requestIdOf } from './provider-data.ts';
import { describeStatus, isNotExecuted, SUCCESS } from './status-codes.ts';
import { readTransId } from './verify.ts';

/**
 * Refunds of NatCash payments: `cancel-trans` returns all of a payment. It is not known what NatCash's records show of a cancelled payment,
 * nor what a second cancellation does. So each refund is sent once, and one whose response was lost is ended by an operator with proof.
 */
export function natcashRefunds(api: ApiDeps): RefundCalls {
  return {
    canRefundParts: false,
    isRepeatable: false,
    hidesRefunds: true,
    lagUs: US_PER_MINUTE,
    send: (payment, _order, log) => cancelOrder(api, payment, log),
  };
}

/** The call has the form and the signature of a query. Its response may have no data: the status alone is the outcome. */
async function cancelOrder(api: ApiDeps, payment: Payment, log: Log): Promise<RefundReport> {
  const call = { operation: 'cancelTrans', transactionId: payment.id } as const;
  const order = { requestId: requestIdOf(payment), orderNumber: orderNumberOf(payment.id) };
  const reply = await callAboutOrder(api, log, { ...call, order });
  const word = describeStatus(reply.status);
  if (reply.status === SUCCESS) {
    const transId = readTransId(asObject(reply.body.data).transId);
    // The number of the payment itself is no number of its refund.
    return { status: 'succeeded', word, ...(transId !== payment.providerRef && { providerRef: transId }) };
  }
  logRefusal(log, call, reply);
  if (!isNotExecuted(reply.status)) throw uselessReply(call.operation, reply.status);
  throw new ProviderRefused('NatCash did not accept this refund.', 'declined', `natcash cancel-trans: ${word}`);
}
