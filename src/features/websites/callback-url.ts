import { isIP } from 'node:net';
import { type Refusal, refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { isInSubnets, isPublicAddress } from '../../platform/network/public-address.ts';

const MAX_LENGTH = 2048;

/**
 * Checks the text of a callback URL when it is set, without resolving its name. Returns the reason for a rejection, or undefined when it is
 * accepted; a name that resolves to a non-public address is only detected at delivery. Contract: WEBHOOK-17.
 *
 * @param allowedSubnets subnets that may be delivered to although they are not public
 */
export function checkCallbackUrl(text: string, allowedSubnets: readonly string[]): Refusal | undefined {
  const url = readUrl(text);
  if (!(url instanceof URL)) return url;
  if (url.protocol !== 'https:') return refusal('urlNotHttps');
  const address = url.hostname.replace(/^\[|\]$/g, '');
  // The parser has converted every notation of an IPv4 address (decimal, octal, hexadecimal, shortened) to the usual one.
  if (isIP(address) !== 0) {
    if (isPublicAddress(address) || isInSubnets(address, allowedSubnets)) return undefined;
    return refusal('urlNotPublic', { address });
  }
  const name = url.hostname.replace(/\.+$/, '');
  const isLocal = name === 'localhost' || name.endsWith('.localhost');
  if (isLocal && !LOOPBACK.some((loopback) => isInSubnets(loopback, allowedSubnets))) {
    return refusal('urlThisMachine', { name });
  }
  return undefined;
}

/** Checks a return URL: any web URL, including one on a developer's own machine. */
export function checkReturnUrl(text: string): Refusal | undefined {
  const url = readUrl(text);
  if (!(url instanceof URL)) return url;
  return ['http:', 'https:'].includes(url.protocol) ? undefined : refusal('urlNotWeb');
}

const LOOPBACK = ['127.0.0.1', '::1'];

/** The parsed URL, or why it cannot be used. */
function readUrl(text: string): URL | Refusal {
  if ([...text].length > MAX_LENGTH) return refusal('urlTooLong', { most: MAX_LENGTH });
  // The parser would drop or encode them silently, and the gateway would call another URL than the given one.
  if (!text.isWellFormed() || /[\s\p{Cc}]/u.test(text)) return refusal('urlSpaces');
  if (!URL.canParse(text)) return refusal('urlIncomplete');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return refusal('urlCredentials');
  return url;
}
