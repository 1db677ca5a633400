import { createHmac, hash } from 'node:crypto';
import { formatAmount } from '../../core/money.ts';
import type { NatcashSettings, SignedAmount } from './settings.ts';

type Credentials = Pick<NatcashSettings, 'partnerCode' | 'username' | 'password' | 'privateKey'>;

/** Identifies one call to NatCash: our names for the call and for the order. */
export interface OrderCall {
  readonly requestId: string;
  readonly orderNumber: string;
}

/**
 * Signs the creation of an order. `amount` is its text as `signedAmountText` makes it. Lower-case hex, like all
 * signatures here.
 */
export function signCreation(
  credentials: Credentials,
  { requestId, orderNumber }: OrderCall,
  { timestampMs, amount }: { timestampMs: number; amount: string },
): string {
  return signRequest(credentials, requestId, [String(timestampMs), requestId, orderNumber, amount]);
}

/**
 * Signs a query about an order, and its cancellation. The order comes before the request id, and nothing else is
 * signed.
 */
export function signOrderCall(credentials: Credentials, { requestId, orderNumber }: OrderCall): string {
  return signRequest(credentials, requestId, [orderNumber, requestId]);
}

/** The text that NatCash signs for a customer's return: the order and its code. Not the amount, nor the time. */
export function signReturn(functionCode: string, { orderNumber, code }: { orderNumber: string; code: string }): string {
  const accessKey = hash('sha256', functionCode + orderNumber);
  return hmac(functionCode, [accessKey, orderNumber, code]);
}

/** An amount in its signed form: 25050 is "250.5" at its shortest, 25000 is "250", "250.0" or "250.00". */
export function signedAmountText(amountMinor: number, style: SignedAmount): string {
  const twoDecimals = formatAmount(amountMinor);
  if (style === 'two_decimals') return twoDecimals;
  const shortest = twoDecimals.replace(/\.?0+$/, '');
  return style === 'one_decimal' && !shortest.includes('.') ? `${shortest}.0` : shortest;
}

function signRequest(credentials: Credentials, requestId: string, fields: readonly string[]): string {
  const { privateKey, partnerCode, username, password } = credentials;
  const accessKey = hash('sha256', privateKey + requestId);
  return hmac(privateKey, [accessKey, partnerCode, username, password, ...fields]);
}

/** The fields follow each other without a separator, as NatCash's protocol requires. */
function hmac(key: string, fields: readonly string[]): string {
  return createHmac('sha256', key).update(fields.join('')).digest('hex');
}
