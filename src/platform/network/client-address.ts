import { isIP, isIPv4, SocketAddress } from 'node:net';

/** The counting key shared by all clients whose address is not known. */
export const UNKNOWN_CLIENT = 'unknown';

/**
 * The key under which a client's address is counted. An IPv4 address, also one mapped into IPv6, counts as it is. An IPv6 address counts by
 * its /64, because an internet line usually gets a whole /64. Text that is not an address counts as UNKNOWN_CLIENT.
 */
export function clientAddress(reported: string): string {
  if (isIPv4(reported)) return reported;
  const groups = isIP(reported) ? expandIPv6(reported) : undefined;
  if (!groups) return UNKNOWN_CLIENT;
  return (
    mappedIPv4(groups) ??
    `${groups
      .slice(0, 4)
      .map((group) => group.toString(16))
      .join(':')}::/64`
  );
}

/**
 * The whole address, in one spelling: an IPv4 address, also one mapped into IPv6, as it is; an IPv6 address without its zone.
 * Undefined for text that is not an address.
 */
export function wholeAddress(reported: string): string | undefined {
  if (isIPv4(reported)) return reported;
  const groups = isIP(reported) ? expandIPv6(reported) : undefined;
  return groups && (mappedIPv4(groups) ?? spelled(groups));
}

/**
 * The client behind trusted proxies: the last address of the chain that is not a trusted proxy. An entry may have a port, and IPv6 may be
 * in brackets. Undefined when a trusted proxy names something that is not an address: the client is unknown, and never mistaken for
 * another.
 *
 * @param forwarded the `X-Forwarded-For` header; undefined when the request has none
 */
export function forwardedClient(
  peer: string,
  forwarded: string | undefined,
  isTrusted: (address: string) => boolean,
): string | undefined {
  let client = wholeAddress(peer);
  const chain = forwarded?.split(',') ?? [];
  while (client !== undefined && chain.length > 0 && isTrusted(client)) {
    client = wholeAddress(withoutPort(chain.pop()?.trim() ?? ''));
  }
  return client;
}

/** `203.0.113.5:4711`, `[2001:db8::1]` and `[2001:db8::1]:4711` without port and brackets; any other text as it is. */
function withoutPort(entry: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/.exec(entry) ?? [];
  return bracketed ?? plain ?? entry;
}

/** The usual short spelling of an IPv6 address. */
function spelled(groups: readonly number[]): string {
  const address = groups.map((group) => group.toString(16)).join(':');
  return new SocketAddress({ address, family: 'ipv6' }).address;
}

function mappedIPv4(groups: readonly number[]): string | undefined {
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped) return undefined;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}

/** The eight 16-bit groups of an IPv6 address in any of its spellings. */
function expandIPv6(text: string): number[] | undefined {
  const address = SocketAddress.parse(`[${text.split('%')[0]}]`)?.address;
  if (address === undefined) return undefined;
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const plain = dotted
    ? `${dotted[1]}${((Number(dotted[2]) << 8) | Number(dotted[3])).toString(16)}:${((Number(dotted[4]) << 8) | Number(dotted[5])).toString(16)}`
    : address;
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array(zeros).fill('0'), ...right].map((group) => Number.parseInt(group, 16));
}
