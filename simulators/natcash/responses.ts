const CODES: Readonly<Record<number, readonly [code: string, message: string]>> = {
  0: ['MSG_SUCCESS', 'Success'],
  1: ['ERR_COMMON', 'System error'],
  2: ['ERR_TRANSACTION_EXPIRED', 'The transaction has expired'],
  3: ['ERR_PARAMETERS_INVALID', 'Invalid parameters'],
  4: ['ERR_MISSING_PARAMETERS', 'Missing parameters'],
  100: ['ERR_MERCHANT_NOT_FOUND', 'Partner not found'],
  101: ['ERR_TRANSACTION_NOT_FOUND', 'Transaction not found'],
  102: ['ERR_DUPLICATE_REQUEST_ID', 'Duplicate request id'],
  10112: ['PARTNER_CODE_OR_SERVICE_CODE_NOT_FOUND', 'Partner code or service code not found'],
};

export type CallResponse = Readonly<Record<string, unknown>>;

/** NatCash's envelope: HTTP 200, whatever the status. */
export function response(status: number, more: CallResponse = {}): CallResponse {
  const [code, message] = CODES[status] ?? ['ERR_UNKNOWN', 'Unknown error'];
  return { status, code, message, ...more };
}
