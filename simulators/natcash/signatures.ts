import { createHash, createHmac } from 'node:crypto';

export interface Partner {
  readonly partnerCode: string;
  readonly username: string;
  readonly password: string;
  readonly privateKey: string;
  readonly functionCode: string;
}

/** The signature that a creation must carry: access key, partner, user, password, time, request, order, amount. */
export function creationSignature(
  partner: Partner,
  sent: { timestamp: number; requestId: string; orderNumber: string; amountText: string },
): string {
  const { privateKey, partnerCode, username, password } = partner;
  const accessKey = sha256(`${privateKey}${sent.requestId}`);
  return hmacSha256(
    privateKey,
    `${accessKey}${partnerCode}${username}${password}${sent.timestamp}${sent.requestId}${sent.orderNumber}${sent.amountText}`,
  );
}

/** The signature of a query and of a cancellation: access key, partner, user, password, order, request. */
export function orderSignature(partner: Partner, sent: { requestId: string; orderNumber: string }): string {
  const { privateKey, partnerCode, username, password } = partner;
  const accessKey = sha256(`${privateKey}${sent.requestId}`);
  return hmacSha256(privateKey, `${accessKey}${partnerCode}${username}${password}${sent.orderNumber}${sent.requestId}`);
}

/** The signature of a customer's return, over the access key of the function code and the order, then the order and the code. */
export function returnSignature(functionCode: string, orderNumber: string, code: number): string {
  return hmacSha256(functionCode, `${sha256(`${functionCode}${orderNumber}`)}${orderNumber}${code}`);
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

function hmacSha256(key: string, text: string): string {
  return createHmac('sha256', key).update(text, 'utf8').digest('hex');
}
