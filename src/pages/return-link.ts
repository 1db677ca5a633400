import type { Payment } from '../core/payment.ts';
import { webUrl } from '../platform/network/web-url.ts';

/**
 * The address of "return to merchant": the website's own return URL with its query unchanged, followed by the payment's id and reference.
 * Never a status, because a returning customer proves nothing. Undefined if there is no address that a browser should follow.
 */
export function returnLink(
  returnUrl: string | null,
  { id, reference }: Pick<Payment, 'id' | 'reference'>,
): string | undefined {
  const url = webUrl(returnUrl);
  if (!url) return undefined;
  const added = new URLSearchParams({ transaction_id: String(id), ...(reference !== null && { reference }) });
  url.search = url.search === '' ? `?${added}` : `${url.search}&${added}`;
  return url.href;
}
