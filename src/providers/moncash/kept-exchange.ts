import type { Keeping } from '../kept-fields.ts';
import type { KeptExchange } from '../tell-exchange.ts';
import type { MoncashSettings } from './settings.ts';

/** What of MonCash's calls may be kept: no token, which opens the page or the account, and of the payer's number its end. */
export function keptExchange({ clientId, clientSecret }: MoncashSettings): KeptExchange {
  const secrets = [clientId, clientSecret];
  return {
    request: { fields: { amount: 'amount', orderId: 'id' }, secrets },
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
        'payment_token.created': 'time',
        'payment_token.expired': 'time',
      },
      secrets,
    },
  };
}

/** What of its messages may be kept, which anybody can send: the names by which they name a payment. */
export const KEPT_MESSAGE: Keeping = {
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
