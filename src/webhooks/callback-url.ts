import { isIP } from 'node:net';
import { isInSubnets, isPublicAddress } from '../lib/public-address.ts';

const MAX_LENGTH = 2048;

/**
 * Checks a callback URL on its own, when it is set. Returns the reason for a refusal, for people, or undefined when it is
 * accepted; a name that resolves to a non-public address only shows at delivery. Contract: WEBHOOK-17.
 *
 * @param allowedSubnets subnets that may be delivered to although they are not public
 */
export function checkCallbackUrl(text: string, allowedSubnets: readonly string[]): string | undefined {
  const url = readUrl(text);
  if (typeof url === 'string') return url;
  if (url.protocol !== 'https:') return 'it must start with https://';
  const address = url.hostname.replace(/^\[|\]$/g, '');
  // The parser has turned every notation of an IPv4 address (decimal, octal, hexadecimal, shortened) into the usual one.
  if (isIP(address) !== 0) {
    if (isPublicAddress(address) || isInSubnets(address, allowedSubnets)) return undefined;
    return `${address} is not a public address`;
  }
  const name = url.hostname.replace(/\.+$/, '');
  const isLocal = name === 'localhost' || name.endsWith('.localhost');
  if (isLocal && !LOOPBACK.some((loopback) => isInSubnets(loopback, allowedSubnets))) {
    return `${name} is this machine, not a public address`;
  }
  return undefined;
}

/** Checks a return URL: any web address, a developer's own machine included. */
export function checkReturnUrl(text: string): string | undefined {
  const url = readUrl(text);
  if (typeof url === 'string') return url;
  return ['http:', 'https:'].includes(url.protocol) ? undefined : 'it must start with https:// or http://';
}

const LOOPBACK = ['127.0.0.1', '::1'];

/** The URL, or what is wrong with it for any use. */
function readUrl(text: string): URL | string {
  if ([...text].length > MAX_LENGTH) return `it must have at most ${MAX_LENGTH} characters`;
  // The parser would drop or encode them silently, and something else than was given would be called.
  if (!text.isWellFormed() || /[\s\p{Cc}]/u.test(text)) return 'it must not contain spaces or control characters';
  if (!URL.canParse(text)) return 'it is not a complete URL such as https://shop.example/webhooks';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'it must not contain a user name or password';
  return url;
}
