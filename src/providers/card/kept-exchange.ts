import { asObject, type JsonObject } from '../../lib/json-object.ts';
import type { Keeping } from '../kept-fields.ts';
import type { KeptExchange } from '../tell-exchange.ts';

/** What of Stripe's calls may be kept: no client secret, nothing of the card, and none of its sentences, which may quote what was sent. */
export const KEPT_EXCHANGE: KeptExchange = {
  request: {
    fields: {
      amount: 'amount',
      currency: 'word',
      allowed_payment_method_types: 'word',
      cancellation_reason: 'word',
      limit: 'amount',
      'created.gte': 'time',
      'created.lt': 'time',
      'metadata.transaction_id': 'id',
      'metadata.asked': 'word',
      'metadata.charged': 'word',
      'metadata.rate': 'amount',
    },
  },
  response: {
    fields: {
      object: 'word',
      has_more: 'word',
      'error.type': 'word',
      'error.code': 'word',
      'error.decline_code': 'word',
      'error.param': 'word',
      ...intent(''),
      ...intent('data.'),
      ...charge('latest_charge.'),
    },
    isOwn,
  },
};

/** What of an event may be kept. */
export const KEPT_MESSAGE: Keeping = {
  fields: { id: 'id', object: 'word', type: 'word', created: 'time', livemode: 'word', ...intent('data.object.') },
};

/** A list has the PaymentIntents of all payments of its time. Refunds and disputes are listed for one alone. */
function isOwn(item: JsonObject, paymentId: number): boolean {
  if (item.object === 'refund' || item.object === 'dispute') return true;
  return asObject(item.metadata).transaction_id === String(paymentId);
}

function charge(at: string): Keeping['fields'] {
  return {
    [`${at}id`]: 'id',
    [`${at}object`]: 'word',
    [`${at}amount_captured`]: 'amount',
    [`${at}amount_refunded`]: 'amount',
    [`${at}refunded`]: 'word',
    [`${at}disputed`]: 'word',
    [`${at}refunds.data.id`]: 'id',
    [`${at}refunds.data.object`]: 'word',
    [`${at}refunds.data.amount`]: 'amount',
    [`${at}refunds.data.currency`]: 'word',
    [`${at}refunds.data.status`]: 'word',
  };
}

function intent(at: string): Keeping['fields'] {
  return {
    [`${at}id`]: 'id',
    [`${at}object`]: 'word',
    [`${at}status`]: 'word',
    [`${at}amount`]: 'amount',
    [`${at}amount_received`]: 'amount',
    [`${at}currency`]: 'word',
    [`${at}created`]: 'time',
    [`${at}canceled_at`]: 'time',
    [`${at}cancellation_reason`]: 'word',
    [`${at}livemode`]: 'word',
    [`${at}payment_method_types`]: 'word',
    [`${at}last_payment_error.type`]: 'word',
    [`${at}last_payment_error.code`]: 'word',
    [`${at}last_payment_error.decline_code`]: 'word',
    [`${at}metadata.transaction_id`]: 'id',
  };
}
