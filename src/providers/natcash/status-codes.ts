/** NatCash's name for each top-level `status`. Any other status is unknown to us. */
const NAMES: Readonly<Record<number, string>> = {
  0: 'MSG_SUCCESS',
  1: 'ERR_COMMON',
  2: 'ERR_TRANSACTION_EXPIRED',
  3: 'ERR_PARAMETERS_INVALID',
  4: 'ERR_MISSING_PARAMETERS',
  100: 'ERR_MERCHANT_NOT_FOUND',
  101: 'ERR_TRANSACTION_NOT_FOUND',
  102: 'ERR_DUPLICATE_REQUEST_ID',
  10112: 'PARTNER_CODE_OR_SERVICE_CODE_NOT_FOUND',
};

export const SUCCESS = 0;
/**
 * In the response to a creation, this status means that our time stamp has expired. A query has no time stamp: in its response, the
 * status can only mean that the order has expired.
 */
export const EXPIRED = 2;
export const NOT_FOUND = 101;

/** An unknown partner or service, or invalid parameters, which include a wrong signature, user or password. */
const REJECTIONS: readonly number[] = [3, 100, 10_112];
/** The statuses for "no reason" and for missing parameters. */
const UNUSABLE: readonly number[] = [1, 4];

/** Whether NatCash rejects the gateway's credentials. Such a response has HTTP status 200. */
export function isRejection(status: number): boolean {
  return REJECTIONS.includes(status);
}

/** Whether the status is an error of the service or of the configuration, and so no response to the request. */
export function isUnusable(status: number, operation: string): boolean {
  return UNUSABLE.includes(status) || (status === EXPIRED && operation === 'credential');
}

/**
 * The statuses of a request that NatCash certainly did not execute: a field is missing, or the partner or its service is unknown. Every
 * other refusal of a cancellation may be the response to an order that is cancelled already.
 */
const NOT_EXECUTED: readonly number[] = [4, 100, 10_112];

/** Whether the status proves that NatCash did not execute the request. */
export function isNotExecuted(status: number): boolean {
  return NOT_EXECUTED.includes(status);
}

/**
 * What the operator has to check after such a status: the gateway's configuration causes it, and no customer can fix
 * it.
 */
const REMEDIES: Readonly<Record<number, string>> = {
  1: 'NatCash gives no reason. Its service may be down; a wrong signature is possible too: check the credentials.',
  2: "NatCash takes our time stamp for stale: set this machine's clock, then NATCASH_TIMESTAMP_OFFSET_MS.",
  3: 'Check NATCASH_PRIVATE_KEY, NATCASH_USERNAME and NATCASH_PASSWORD, then try NATCASH_SIGNED_AMOUNT.',
  4: 'NatCash misses a field that we do not send: its protocol has changed, or NATCASH_API_URL leads elsewhere.',
  100: 'NatCash does not know the partner: check NATCASH_PARTNER_CODE, and that NATCASH_ENVIRONMENT is theirs.',
  102: 'NatCash has seen this request id before, but we send each once: is something between us repeating requests?',
  10112: 'NatCash does not know the partner or its service: check NATCASH_PARTNER_CODE, and what Natcom has activated.',
};

/** A status for people, such as `status 2 (ERR_TRANSACTION_EXPIRED)`. */
export function describeStatus(status: number): string {
  return `status ${status} (${NAMES[status] ?? 'unknown'})`;
}

/** What the operator can do about a status; undefined when there is nothing to do. */
export function remedyFor(status: number): string | undefined {
  return REMEDIES[status];
}
