import type { Keeping } from '../kept-fields.ts';
import type { KeptExchange } from '../tell-exchange.ts';
import type { NatcashSettings } from './settings.ts';

/** What of NatCash's calls may be kept: no credential, no signature, no address of its page, and of phone numbers their ends. */
export function keptExchange({
  partnerCode,
  username,
  password,
  privateKey,
  functionCode,
}: NatcashSettings): KeptExchange {
  const secrets = [partnerCode, username, password, privateKey, functionCode];
  return {
    request: {
      fields: {
        requestId: 'id',
        orderNumber: 'id',
        amount: 'amount',
        timestamp: 'time',
        msisdn: 'phone',
        skipPhoneInput: 'word',
        language: 'word',
        enableFee: 'word',
      },
      secrets,
    },
    response: {
      fields: {
        status: 'word',
        code: 'word',
        message: 'text',
        expiredAt: 'time',
        'data.transId': 'id',
        'data.orderNumber': 'id',
        'data.amount': 'amount',
        'data.toPhone': 'phone',
        'data.responseCode': 'word',
      },
      secrets,
    },
  };
}

/** What of a customer's return may be kept: not the signature, which holds for ever. */
export const KEPT_MESSAGE: Keeping = { fields: { payment: 'id', code: 'word', orderNumber: 'id' } };
