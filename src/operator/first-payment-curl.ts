import { quotedWord } from '../lib/shell-word.ts';

/**
 * A first payment with a key that has just been made, as a command of a shell with the key written into it: the same payment as the
 * documentation has. A first start prints it, and the console shows it beside a new test key.
 *
 * @param baseUrl where the merchant API is
 */
export function firstPaymentCurl(baseUrl: string, key: string): string {
  const body = '{"amount": 500, "currency": "HTG", "payment_method": "moncash", "customer_name": "Marie Joseph"}';
  return `curl -sS -X POST ${quotedWord(`${baseUrl}/payments`)} \\
  -H 'X-Api-Key: ${key}' -H 'Content-Type: application/json' \\
  -d '${body}'`;
}
