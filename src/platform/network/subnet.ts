import { BlockList, isIP, isIPv4 } from 'node:net';
import { wholeAddress } from './client-address.ts';

/** Whether a text is an IP address or a subnet such as `10.0.0.0/8` or `2001:db8::/32`. */
export function isSubnet(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = address.includes('%') ? 0 : isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

/** The first of the IPv6 addresses that carry an IPv4 address. */
const FIRST_MAPPED = '::ffff:0.0.0.0';
const MAPPED_BITS = 96;

/**
 * How many leading bits the addresses of a subnet share. They are counted as in IPv4 for an IPv4 subnet, and for an
 * IPv6 subnet that contains all of IPv4 in its mapped form: 8 for `10.0.0.0/8`, 0 for `::/0` and for `::ffff:0:0/96`.
 * Accepts what `isSubnet` accepts.
 */
export function sharedBits(subnet: string): number {
  const [address = '', prefix] = subnet.split('/');
  const isSix = isIP(address) === 6;
  const bits = Number(prefix ?? (isSix ? 128 : 32));
  if (!isSix) return bits;
  const isMapped = isIPv4(wholeAddress(address) ?? '');
  if (isMapped && bits >= MAPPED_BITS) return bits - MAPPED_BITS;
  if (bits === 0) return 0;
  const list = new BlockList();
  list.addSubnet(address, bits, 'ipv6');
  return list.check(FIRST_MAPPED, 'ipv6') ? 0 : bits;
}

/**
 * An IPv4 subnet written as IPv6, in its IPv4 form: `10.0.0.0/8` for `::ffff:10.0.0.0/104`. Addresses of clients and proxies are
 * compared in that form. Any other subnet is returned unchanged. Accepts what `isSubnet` accepts.
 */
export function unmappedSubnet(subnet: string): string {
  const [address = '', prefix] = subnet.split('/');
  const whole = wholeAddress(address) ?? '';
  const bits = Number(prefix ?? 128) - MAPPED_BITS;
  if (isIP(address) !== 6 || !isIPv4(whole) || bits < 0) return subnet;
  return prefix === undefined ? whole : `${whole}/${bits}`;
}
