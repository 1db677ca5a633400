import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether a signature is the lower-case hex HMAC-SHA256 of the raw body under the website's secret. */
export function isSigned(body: Buffer, signature: string | string[] | undefined, secret: string): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('hex'));
  const given = Buffer.from(typeof signature === 'string' ? signature : '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
