import { asObject, type JsonObject } from '../../platform/text/json-object.ts';
import type { StoredExchange } from '../report-exchange.ts';
import type { FieldRules } from '../stored-fields.ts';

/**
 * The fields of Stripe's calls that may be stored: no client secret, no card data, and none of Stripe's sentences, which may quote the
 * request.
 */
export const STORED_EXCHANGE: StoredExchange = {
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

/** The fields of an event that may be stored. */
export const STORED_MESSAGE: FieldRules = {
  fields: { id: 'id', object: 'word', type: 'word', created: 'time', livemode: 'word', ...intent('data.object.') },
};

/**
 * A list contains the PaymentIntents of all payments of a period, so nothing of it is stored with a payment. Refunds
 * and disputes are listed for one payment alone.
 */
function isOwn(item: JsonObject, paymentId: number): boolean {
  if (item.object === 'refund' || item.object === 'dispute') return true;
  return asObject(item.metadata).transaction_id === String(paymentId);
}

function charge(at: string): FieldRules['fields'] {
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

function intent(at: string): FieldRules['fields'] {
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
