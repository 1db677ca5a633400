import type { StoredExchange } from '../report-exchange.ts';
import type { FieldRules } from '../stored-fields.ts';

const SUMMARIES = '_embedded.transactionSummaries';
const APPLICATIONS = 'applicationInformation.applications';

/** The fields of CyberSource's calls that may be stored: nothing of the card or its token, and no name or address. */
export const STORED_EXCHANGE: StoredExchange = {
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
      'buyerInformation.merchantCustomerId': 'id',
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
      'refundAmountDetails.refundAmount': 'amount',
      'refundAmountDetails.currency': 'word',
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

/** The fields that may be stored of a result that a browser or the page's server has posted. */
export const STORED_MESSAGE: FieldRules = {
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

function transactionFields(at: string): FieldRules['fields'] {
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
