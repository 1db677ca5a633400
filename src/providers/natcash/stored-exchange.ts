import type { StoredExchange } from '../report-exchange.ts';
import type { FieldRules } from '../stored-fields.ts';
import type { NatcashSettings } from './settings.ts';

/**
 * The fields of NatCash's calls that may be stored: no credential, no signature, no address of its page, and only the ends of phone
 * numbers.
 */
export function storedExchange({
  partnerCode,
  username,
  password,
  privateKey,
  functionCode,
}: NatcashSettings): StoredExchange {
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

/** The fields of a customer's return that may be stored: not the signature, which is valid forever. */
export const STORED_MESSAGE: FieldRules = { fields: { payment: 'id', code: 'word', orderNumber: 'id' } };
