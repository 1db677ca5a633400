import type { Keeping } from '../kept-fields.ts';
import type { KeptExchange } from '../tell-exchange.ts';

const SUMMARIES = '_embedded.transactionSummaries';
const APPLICATIONS = 'applicationInformation.applications';

/** What of CyberSource's calls may be kept: nothing of the card or its token, and nobody's name or address. */
export const KEPT_EXCHANGE: KeptExchange = {
  request: {
    fields: {
      save: 'word',
      name: 'word',
      timezone: 'word',
      query: 'ours',
      offset: 'amount',
      limit: 'amount',
      sort: 'word',
      'clientReferenceInformation.code': 'id',
      'processingInformation.capture': 'word',
      'processingInformation.commerceIndicator': 'word',
      'processingInformation.authorizationOptions.initiator.type': 'word',
      'processingInformation.authorizationOptions.initiator.storedCredentialUsed': 'word',
      'orderInformation.amountDetails.totalAmount': 'amount',
      'orderInformation.amountDetails.currency': 'word',
    },
  },
  response: {
    fields: {
      id: 'id',
      submitTimeUtc: 'time',
      status: 'word',
      reason: 'word',
      message: 'text',
      totalCount: 'amount',
      rootId: 'id',
      'errorInformation.reason': 'word',
      'errorInformation.message': 'text',
      'processorInformation.responseCode': 'word',
      'processorInformation.merchantAdvice.code': 'word',
      'processorInformation.merchantAdvice.codeRaw': 'word',
      ...transactionFields(''),
      ...transactionFields(`${SUMMARIES}.`),
      [`${SUMMARIES}.id`]: 'id',
      [`${SUMMARIES}.submitTimeUtc`]: 'time',
    },
  },
};

/** What of a result may be kept, which a browser or the page's server has posted. */
export const KEPT_MESSAGE: Keeping = {
  fields: {
    decision: 'word',
    reason_code: 'word',
    message: 'text',
    transaction_id: 'id',
    auth_amount: 'amount',
    auth_time: 'time',
    auth_response: 'word',
    req_reference_number: 'id',
    req_transaction_type: 'word',
    req_transaction_uuid: 'id',
    req_amount: 'amount',
    req_currency: 'word',
    signed_date_time: 'time',
  },
};

function transactionFields(at: string): Keeping['fields'] {
  return {
    [`${at}clientReferenceInformation.code`]: 'id',
    [`${at}${APPLICATIONS}.name`]: 'word',
    [`${at}${APPLICATIONS}.reasonCode`]: 'word',
    [`${at}${APPLICATIONS}.rCode`]: 'word',
    [`${at}${APPLICATIONS}.rFlag`]: 'word',
    [`${at}${APPLICATIONS}.rMessage`]: 'text',
    [`${at}orderInformation.amountDetails.totalAmount`]: 'amount',
    [`${at}orderInformation.amountDetails.authorizedAmount`]: 'amount',
    [`${at}orderInformation.amountDetails.currency`]: 'word',
  };
}
