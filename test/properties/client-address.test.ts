import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import { clientAddress, wholeAddress } from '../../src/lib/client-address.ts';
import { sharedBits } from '../../src/lib/subnet.ts';

const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
const ipv6 = fc.array(group, { minLength: 8, maxLength: 8 }).filter((groups) => !isMapped(groups));
const ipv4 = fc.ipV4();

test('an IPv4 address counts as it is, also when it is mapped into IPv6', () => {
  fc.assert(
    fc.property(ipv4, fc.boolean(), (address, inHex) => {
      const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
      const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
      assert.equal(clientAddress(address, 'x'), address);
      assert.equal(clientAddress(`::ffff:${inHex ? hex : address}`, 'x'), address);
      assert.equal(clientAddress(`0:0:0:0:0:FFFF:${inHex ? hex : address}`, 'x'), address);
    }),
  );
});

test('an IPv6 address counts by its first 64 bits, in whatever spelling it comes', () => {
  fc.assert(
    fc.property(ipv6, fc.nat(), fc.boolean(), fc.boolean(), (groups, pick, upperCase, padded) => {
      const expected = `${groups
        .slice(0, 4)
        .map((value) => value.toString(16))
        .join(':')}::/64`;
      const text = spell(groups, { pick, upperCase, padded });
      assert.equal(clientAddress(text, 'x'), expected, text);
      assert.equal(clientAddress(`${text}%eth0`, 'x'), expected, text);
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
      assert.equal(clientAddress(one.map(hex).join(':'), 'x') === clientAddress(other.map(hex).join(':'), 'x'), same);
    }),
  );
});

test('what is no address counts under the one of the socket', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'0123456789abcf:./[]% x'), maxLength: 20 }),
      ipv4,
      (text, socket) => {
        const counted = clientAddress(text, socket);
        assert.match(counted, /^(\d+\.\d+\.\d+\.\d+|([0-9a-f]{1,4}:){4}:\/64)$/);
      },
    ),
    { numRuns: 2000 },
  );
  assert.equal(clientAddress('unix:', 'unknown'), 'unknown');
  assert.equal(clientAddress('1.2.3.4, 5.6.7.8', '9.9.9.9'), '9.9.9.9');
});

function hex(value: number): string {
  return value.toString(16);
}

function isMapped(groups: readonly number[]): boolean {
  return groups.slice(0, 5).every((value) => value === 0) && groups[5] === 0xffff;
}

/** One of an address's spellings; `pick` chooses which run of zeros is left out, if any. */
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

test('a whole address is the same in whatever spelling it comes, and is the one that is counted', () => {
  fc.assert(
    fc.property(ipv6, fc.nat(), fc.boolean(), fc.boolean(), (groups, pick, upperCase, padded) => {
      const text = spell(groups, { pick, upperCase, padded });
      const whole = groups.map((value) => value.toString(16)).join(':');
      assert.equal(wholeAddress(text, 'x'), whole, text);
      assert.equal(wholeAddress(`${text}%eth0`, 'x'), whole, text);
      assert.equal(clientAddress(whole, 'x'), clientAddress(text, 'x'));
    }),
  );
  fc.assert(
    fc.property(ipv4, (address) => {
      assert.equal(wholeAddress(address, 'x'), address);
      assert.equal(wholeAddress(`::ffff:${address}`, 'x'), address);
      assert.equal(wholeAddress('nonsense', address), address);
    }),
  );
  assert.equal(wholeAddress('nonsense', ''), undefined);
});

describe('how wide a subnet is', () => {
  const cases: [string, number][] = [
    ['10.0.0.0/8', 8],
    ['10.1.2.3', 32],
    ['0.0.0.0/0', 0],
    ['fd00::/8', 8],
    ['2001:db8::1', 128],
    ['::/0', 0],
    // All of IPv4 is in these.
    ['::/8', 0],
    ['::ffff:0:0/96', 0],
    ['::ffff:10.0.0.0/104', 8],
    ['::fffe:0:0/95', 0],
  ];
  for (const [subnet, bits] of cases) it(`${subnet}: ${bits} bits`, () => assert.equal(sharedBits(subnet), bits));
});
