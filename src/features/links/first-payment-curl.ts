import { quotedWord } from '../../platform/text/printable.ts';

/**
 * A first payment with a new key, as a shell command that contains the key: the same payment as in the documentation.
 * The first start of a gateway prints the command, and the console shows it next to a new test key.
 *
 * @param baseUrl the address of the merchant API
 */
export function firstPaymentCurl(baseUrl: string, key: string): string {
  const body = '{"amount": 500, "currency": "HTG", "payment_method": "moncash", "customer_name": "Marie Joseph"}';
  return `curl -sS -X POST ${quotedWord(`${baseUrl}/payments`)} \\
  -H 'X-Api-Key: ${key}' -H 'Content-Type: application/json' \\
  -d '${body}'`;
}
