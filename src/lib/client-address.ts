import { isIP, isIPv4, SocketAddress } from 'node:net';

/**
 * The key under which a client's address is counted: an IPv4 address, also one mapped into IPv6, as it is; an IPv6 address
 * by its /64, which is what one customer line gets. Text that is no address at all counts under `fallback`.
 */
export function clientAddress(reported: string, fallback: string): string {
  if (isIPv4(reported)) return reported;
  const address = isIP(reported) ? reported : fallback;
  if (isIPv4(address)) return address;
  const groups = expandIPv6(address);
  if (!groups) return fallback;
  return (
    mappedIPv4(groups) ??
    `${groups
      .slice(0, 4)
      .map((group) => group.toString(16))
      .join(':')}::/64`
  );
}

/**
 * The same client's address whole, to compare it with lists: an IPv4 address, also one mapped into IPv6, as it is; an IPv6 address without
 * its zone. Undefined when there is none.
 */
export function wholeAddress(reported: string, fallback: string): string | undefined {
  const address = isIP(reported) ? reported : fallback;
  if (isIPv4(address)) return address;
  const groups = expandIPv6(address);
  return groups && (mappedIPv4(groups) ?? groups.map((group) => group.toString(16)).join(':'));
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
