import { BlockList, isIP } from 'node:net';

/**
 * Whether an IP address belongs to the public internet: it is outside every range of IANA's special-purpose registries,
 * multicast and reserved space. Strict: a whole range is refused even when the registry lists an anycast service or a
 * relay in it that can be reached. IPv6 that carries an IPv4 address (mapped, NAT64, 6to4, Teredo) is refused too,
 * because other networks decide where it leads. Text that is not an address, or an address with a zone, is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false;
  if (isIP(address) === 4) return !NOT_PUBLIC_IPV4().check(address, 'ipv4');
  if (isIP(address) === 6) return GLOBAL_IPV6().check(address, 'ipv6') && !NOT_PUBLIC_IPV6().check(address, 'ipv6');
  return false;
}

/** Whether an address is in one of the subnets: `10.0.0.0/8`, or a single address. Families never match each other. */
export function isInSubnets(address: string, subnets: readonly string[]): boolean {
  const family = isIP(address);
  if ((family !== 4 && family !== 6) || address.includes('%')) return false;
  return listOf(subnets, family).check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** Created once for each list of a setting: creating one takes longer than checking it. */
const LISTS = { 4: new WeakMap<readonly string[], BlockList>(), 6: new WeakMap<readonly string[], BlockList>() };

function listOf(subnets: readonly string[], family: 4 | 6): BlockList {
  let list = LISTS[family].get(subnets);
  if (!list) {
    list = blockList(subnets.filter((subnet) => isIP(subnet.split('/')[0] ?? '') === family));
    LISTS[family].set(subnets, list);
  }
  return list;
}

/**
 * One BlockList holds one family: it treats an IPv4 address as its IPv6 mapping, so `::ffff:0:0/96` in it would
 * match all of IPv4.
 */
function blockList(subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', prefix] = subnet.split('/');
    const isV4 = isIP(address) === 4;
    list.addSubnet(address, prefix === undefined ? (isV4 ? 32 : 128) : Number(prefix), isV4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

/** Created on first use: startup without it is five milliseconds faster. */
function lazyBlockList(subnets: readonly string[]): () => BlockList {
  let list: BlockList | undefined;
  return () => (list ??= blockList(subnets));
}

const NOT_PUBLIC_IPV4 = lazyBlockList([
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared between a carrier and its customers
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, and the metadata services of clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // multicast tunnelling
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and the broadcast address
]);

/**
 * The range that IANA allocates for global unicast. Loopback, unspecified, mapped (::ffff:0:0/96), NAT64 (64:ff9b::/96
 * and 64:ff9b:1::/48), discard (100::/64), segment routing (5f00::/16), unique local (fc00::/7), link-local
 * (fe80::/10), site-local (fec0::/10) and multicast (ff00::/8) all lie outside.
 */
const GLOBAL_IPV6 = lazyBlockList(['2000::/3']);

const NOT_PUBLIC_IPV6 = lazyBlockList([
  '2001::/23', // protocol assignments: Teredo, benchmarks, AMT, AS112, ORCHID, drone ids
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
]);
