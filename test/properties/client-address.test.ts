import assert from 'node:assert/strict';
import { SocketAddress } from 'node:net';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import { readConfig } from '../../src/config.ts';
import { clientAddress, forwardedClient, wholeAddress } from '../../src/platform/network/client-address.ts';
import { isInSubnets } from '../../src/platform/network/public-address.ts';
import { isSubnet, sharedBits } from '../../src/platform/network/subnet.ts';

const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
const ipv6 = fc.array(group, { minLength: 8, maxLength: 8 }).filter((groups) => !isMapped(groups));
const ipv4 = fc.ipV4();

test('an IPv4 address counts unchanged, also when it is mapped into IPv6', () => {
  fc.assert(
    fc.property(ipv4, fc.boolean(), (address, inHex) => {
      const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
      const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
      assert.equal(clientAddress(address), address);
      assert.equal(clientAddress(`::ffff:${inHex ? hex : address}`), address);
      assert.equal(clientAddress(`0:0:0:0:0:FFFF:${inHex ? hex : address}`), address);
    }),
  );
});

test('an IPv6 address counts by its first 64 bits, however it is spelled', () => {
  fc.assert(
    fc.property(ipv6, fc.nat(), fc.boolean(), fc.boolean(), (groups, pick, upperCase, padded) => {
      const expected = `${groups
        .slice(0, 4)
        .map((value) => value.toString(16))
        .join(':')}::/64`;
      const text = spell(groups, { pick, upperCase, padded });
      assert.equal(clientAddress(text), expected, text);
      assert.equal(clientAddress(`${text}%eth0`), expected, text);
    }),
    { numRuns: 2000 },
  );
});

test('two addresses count together exactly when their first 64 bits are equal', () => {
  fc.assert(
    fc.property(ipv6, ipv6, fc.boolean(), (one, two, sameLine) => {
      const other = sameLine ? [...one.slice(0, 4), ...two.slice(4)] : two;
      fc.pre(!isMapped(other));
      const same = one.slice(0, 4).join() === other.slice(0, 4).join();
      assert.equal(clientAddress(one.map(hex).join(':')) === clientAddress(other.map(hex).join(':')), same);
    }),
  );
});

test('a text that is not an address counts as unknown', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789abcf:./[]% x'), maxLength: 20 }), (text) => {
      assert.match(clientAddress(text), /^(\d+\.\d+\.\d+\.\d+|([0-9a-f]{1,4}:){4}:\/64|unknown)$/);
    }),
    { numRuns: 2000 },
  );
  for (const text of ['', 'unix:', 'unknown', '1.2.3.4, 5.6.7.8', '2001:db8:1:2::/64']) {
    assert.equal(clientAddress(text), 'unknown', text);
  }
});

function hex(value: number): string {
  return value.toString(16);
}

function isMapped(groups: readonly number[]): boolean {
  return groups.slice(0, 5).every((value) => value === 0) && groups[5] === 0xffff;
}

/** One of an address's spellings; `pick` chooses which run of zeros is omitted, if any. */
function spell(
  groups: readonly number[],
  { pick, upperCase, padded }: { pick: number; upperCase: boolean; padded: boolean },
): string {
  const write = (value: number) => (padded ? hex(value).padStart(4, '0') : hex(value));
  const runs = [undefined, ...zeroRuns(groups)];
  const run = runs[pick % runs.length];
  const text = run
    ? `${groups.slice(0, run[0]).map(write).join(':')}::${groups.slice(run[1]).map(write).join(':')}`
    : groups.map(write).join(':');
  return upperCase ? text.toUpperCase() : text;
}

function zeroRuns(groups: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (let start = 0; start < 8; start++) {
    for (let end = start + 1; end <= 8 && groups[end - 1] === 0; end++) runs.push([start, end]);
  }
  return runs;
}

test('every spelling of an address gives the same whole address, and counts as the same client', () => {
  fc.assert(
    fc.property(ipv6, fc.nat(), fc.boolean(), fc.boolean(), (groups, pick, upperCase, padded) => {
      const text = spell(groups, { pick, upperCase, padded });
      const whole = new SocketAddress({ address: groups.map(hex).join(':'), family: 'ipv6' }).address;
      assert.equal(wholeAddress(text), whole, text);
      assert.equal(wholeAddress(`${text}%eth0`), whole, text);
      assert.equal(clientAddress(whole), clientAddress(text));
    }),
  );
  fc.assert(
    fc.property(ipv4, (address) => {
      assert.equal(wholeAddress(address), address);
      assert.equal(wholeAddress(`::ffff:${address}`), address);
    }),
  );
  assert.equal(wholeAddress('nonsense'), undefined);
});

test('the client is the last address in the chain that is not a trusted proxy, with or without port and brackets', () => {
  const isTrusted = (address: string) => ['127.0.0.1', '10.0.0.2', '2001:db8::9'].includes(address);
  const client = (forwarded: string | undefined, peer = '127.0.0.1') => forwardedClient(peer, forwarded, isTrusted);
  for (const [forwarded, expected] of [
    [undefined, '127.0.0.1'],
    ['203.0.113.5', '203.0.113.5'],
    ['203.0.113.5:4711', '203.0.113.5'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:DB8:0::1]:65535', '2001:db8::1'],
    ['2001:db8:0:0:0:0:0:1', '2001:db8::1'],
    ['::ffff:203.0.113.5', '203.0.113.5'],
    ['[::ffff:203.0.113.5]:80', '203.0.113.5'],
    ['192.0.2.1, 203.0.113.5:1', '203.0.113.5'],
    ['203.0.113.5, 10.0.0.2:8080', '203.0.113.5'],
    ['203.0.113.5,[2001:db8::9]:443 ,10.0.0.2', '203.0.113.5'],
    ['10.0.0.2', '10.0.0.2'],
    ...[
      '',
      ' ',
      ',',
      'unknown',
      '_hidden',
      'a.example',
      '999.1.1.1',
      '[203.0.113.5',
      '203.0.113.5:',
      '2001:db8::1]:1',
    ].map((each) => [each, undefined] as const),
    // Entries that an untrusted client wrote never replace the entry of the proxy.
    ['127.0.0.1, unknown', undefined],
    ['127.0.0.1,', undefined],
    ['203.0.113.5, unknown, 10.0.0.2', undefined],
  ] as const) {
    assert.equal(client(forwarded), expected, String(forwarded));
  }
  assert.equal(client('192.0.2.1', '198.51.100.1'), '198.51.100.1', 'from a peer that is not trusted');
  assert.equal(client(undefined, ''), undefined);
});

describe('how wide a subnet is', () => {
  const cases: [string, number][] = [
    ['10.0.0.0/8', 8],
    ['10.1.2.3', 32],
    ['0.0.0.0/0', 0],
    ['fd00::/8', 8],
    ['2001:db8::1', 128],
    ['::/0', 0],
    // The next two subnets contain all of IPv4.
    ['::/8', 0],
    ['::ffff:0:0/96', 0],
    ['::ffff:10.0.0.0/104', 8],
    ['::fffe:0:0/95', 0],
  ];
  for (const [subnet, bits] of cases) it(`${subnet}: ${bits} bits`, () => assert.equal(sharedBits(subnet), bits));

  it('TRUST_PROXY accepts no subnet wider than a /8', () => {
    const trusted = (value: string) => readConfig({ TRUST_PROXY: value }).trustProxy;
    assert.deepEqual(trusted('40.0.0.0/8,fd00::/8'), ['40.0.0.0/8', 'fd00::/8']);
    for (const wide of ['40.0.0.0/7', '127.0.0.1/0', 'fc00::/7', '::ffff:40.0.0.0/103', '10.0.0.1,40.0.0.0/7']) {
      assert.throws(() => trusted(wide), /TRUST_PROXY .*none of them wider/, wide);
    }
  });
});

test('a proxy that TRUST_PROXY names as an IPv4 address in IPv6 is trusted', () => {
  const clientOf = (setting: string, peer: string) => {
    const { trustProxy } = readConfig({ TRUST_PROXY: setting });
    return forwardedClient(peer, '203.0.113.5', (address) => isInSubnets(address, trustProxy));
  };
  for (const setting of [
    '::ffff:172.18.0.2',
    '::FFFF:ac12:0/112',
    '0:0:0:0:0:ffff:172.18.0.0/112',
    '::1, ::ffff:172.18.0.2/128',
  ]) {
    for (const peer of ['172.18.0.2', '::ffff:172.18.0.2'])
      assert.equal(clientOf(setting, peer), '203.0.113.5', setting);
    assert.equal(clientOf(setting, '172.19.0.2'), '172.19.0.2', setting);
  }
});

test('METRICS_ALLOWED_SUBNETS accepts IPv4 addresses in IPv6', () => {
  const { metricsAllowedSubnets } = readConfig({ METRICS_ALLOWED_SUBNETS: '::ffff:10.0.0.0/104,2001:db8::/32,::/95' });
  assert.deepEqual(metricsAllowedSubnets, ['10.0.0.0/8', '2001:db8::/32', '::/95']);
});

test('a subnet is an address, with at most the bits of an address of its kind', () => {
  const whole = ['203.0.113.7', '203.0.113.7/32', '0.0.0.0/0', '2001:db8::1', '2001:db8::1/128', '::/0'];
  for (const text of whole) assert.equal(isSubnet(text), true, text);
  const none = [
    '203.0.113.7/33',
    '2001:db8::1/129',
    '203.0.113.7/',
    '203.0.113.7/8/8',
    '203.0.113.7/-1',
    'fe80::1%eth0',
  ];
  for (const text of ['', ...none]) assert.equal(isSubnet(text), false, text);
});
