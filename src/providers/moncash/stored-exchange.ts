import type { StoredExchange } from '../report-exchange.ts';
import type { FieldRules } from '../stored-fields.ts';
import type { MoncashSettings } from './settings.ts';

/**
 * The fields of MonCash's calls that may be stored: no token, because tokens open the page or the account, and only the end of the
 * customer's number.
 */
export function storedExchange({ clientId, clientSecret, transfers }: MoncashSettings): StoredExchange {
  const secrets = [clientId, clientSecret, ...(transfers ? [transfers.clientId, transfers.clientSecret] : [])];
  return {
    request: {
      fields: { amount: 'amount', orderId: 'id', receiver: 'phone', desc: 'text', reference: 'id' },
      secrets,
    },
    response: {
      fields: {
        path: 'word',
        error: 'text',
        error_description: 'text',
        message: 'text',
        status: 'word',
        timestamp: 'time',
        mode: 'word',
        'payment.reference': 'id',
        'payment.transaction_id': 'id',
        'payment.cost': 'amount',
        'payment.message': 'text',
        'payment.payer': 'phone',
        'transfer.transaction_id': 'id',
        'transfer.amount': 'amount',
        'transfer.receiver': 'phone',
        'transfer.message': 'text',
        'transfer.desc': 'text',
        transStatus: 'word',
        'payment_token.created': 'time',
        'payment_token.expired': 'time',
      },
      secrets,
    },
  };
}

/** The fields of MonCash's messages that may be stored. Anyone can send these; only the names that identify a payment are stored. */
export const STORED_MESSAGE: FieldRules = {
  fields: {
    transactionId: 'id',
    transaction_id: 'id',
    transNumber: 'id',
    trans_number: 'id',
    trans: 'id',
    orderId: 'id',
    order_id: 'id',
    reference: 'id',
    ref: 'id',
  },
};
