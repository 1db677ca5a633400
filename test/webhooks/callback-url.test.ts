import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { checkCallbackUrl, checkReturnUrl } from '../../src/features/websites/website-rules.ts';
import { type Refusal, refusalText } from '../../src/platform/messages/refusals/refusal-messages.ts';
import { isInSubnets, isPublicAddress } from '../../src/platform/network/public-address.ts';

const ACCEPTED = [
  'https://shop.example/webhooks',
  'https://shop.example',
  'https://shop.example:8443/a/b?c=d#e',
  'HTTPS://SHOP.EXAMPLE/',
  'https://boutik.ayiti.example/peye?kle=1&kle=2',
  'https://mache.épis.example/',
  'https://localhost.example/',
  'https://notlocalhost/',
  'https://10.example/',
  'https://8.8.8.8/',
  'https://1.1.1.1:444/hook',
  'https://134744072/',
  'https://9.255.255.255/',
  'https://11.0.0.0/',
  'https://100.63.255.255/',
  'https://100.128.0.0/',
  'https://172.15.255.255/',
  'https://172.32.0.0/',
  'https://198.20.0.0/',
  'https://223.255.255.255/',
  'https://[2606:4700:4700::1111]/',
  'https://[2001:4860:4860::8888]/',
  'https://[2001:200::1]/',
  'https://[2003::1]/',
  `https://shop.example/${'a'.repeat(2048 - 'https://shop.example/'.length)}`,
];

const REFUSED: Record<string, RegExp> = {
  '': /a complete URL/,
  'shop.example/webhooks': /a complete URL/,
  'https://': /a complete URL/,
  'https://999.1.1.1/': /a complete URL/,
  'https://[fe80::1%25eth0]/': /a complete URL/,
  'http://shop.example/': /https/,
  'ftp://shop.example/': /https/,
  'javascript:alert(1)': /https/,
  'file:///etc/passwd': /https/,
  'https://user@shop.example/': /user name/,
  'https://user:secret@shop.example/': /user name/,
  'https://:secret@shop.example/': /user name/,
  'https://shop.example@10.0.0.1/': /user name/,
  ' https://shop.example/': /spaces/,
  'https://shop.example/a b': /spaces/,
  'https://shop.exa\nmple/': /spaces/,
  'https://shop.example/\0': /spaces/,
  [`https://shop.example/${'a'.repeat(2049 - 'https://shop.example/'.length)}`]: /2048/,
  'https://localhost/': /is the machine that runs/,
  'https://LOCALHOST/': /is the machine that runs/,
  'https://localhost./': /is the machine that runs/,
  'https://shop.localhost:8443/': /is the machine that runs/,
  'https://%6c%6fcalhost/': /is the machine that runs/,
  'https://ｌｏｃａｌｈｏｓｔ/': /is the machine that runs/,
  'https://0.0.0.0/': /public/,
  'https://0/': /public/,
  'https://10.0.0.1/': /public/,
  'https://10.255.255.255/': /public/,
  'https://100.64.0.1/': /public/,
  'https://100.127.255.255/': /public/,
  'https://127.0.0.1/': /public/,
  'https://127.0.0.1./': /public/,
  'https://127.1/': /public/,
  'https://127.255.255.254/': /public/,
  'https://2130706433/': /public/,
  'https://0x7f000001/': /public/,
  'https://0x7f.0.0.1/': /public/,
  'https://0177.0.0.1/': /public/,
  'https://017700000001/': /public/,
  'https://１２７.0.0.1/': /public/,
  'https://169.254.169.254/latest/meta-data/': /public/,
  'https://0xa9fea9fe/': /public/,
  'https://172.16.0.1/': /public/,
  'https://172.31.255.255/': /public/,
  'https://192.0.0.1/': /public/,
  'https://192.0.2.1/': /public/,
  'https://192.88.99.1/': /public/,
  'https://192.168.1.1/': /public/,
  'https://198.18.0.1/': /public/,
  'https://198.19.255.255/': /public/,
  'https://198.51.100.1/': /public/,
  'https://203.0.113.1/': /public/,
  'https://224.0.0.1/': /public/,
  'https://239.255.255.255/': /public/,
  'https://240.0.0.1/': /public/,
  'https://255.255.255.255/': /public/,
  'https://[::]/': /public/,
  'https://[::1]/': /public/,
  'https://[0:0:0:0:0:0:0:1]:8443/': /public/,
  'https://[::127.0.0.1]/': /public/,
  'https://[::ffff:127.0.0.1]/': /public/,
  'https://[::ffff:7f00:1]/': /public/,
  'https://[::ffff:8.8.8.8]/': /public/,
  'https://[64:ff9b::10.0.0.1]/': /public/,
  'https://[64:ff9b::808:808]/': /public/,
  'https://[64:ff9b:1::1]/': /public/,
  'https://[100::1]/': /public/,
  'https://[2001::1]/': /public/,
  'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/': /public/,
  'https://[2001:2::1]/': /public/,
  'https://[2001:10::1]/': /public/,
  'https://[2001:20::1]/': /public/,
  'https://[2001:1ff:ffff::1]/': /public/,
  'https://[2001:db8::1]/': /public/,
  'https://[2002:7f00:1::]/': /public/,
  'https://[2002:808:808::1]/': /public/,
  'https://[2620:4f:8000::1]/': /public/,
  'https://[3fff::1]/': /public/,
  'https://[4000::1]/': /public/,
  'https://[5f00::1]/': /public/,
  'https://[fc00::1]/': /public/,
  'https://[fd12:3456:789a::1]/': /public/,
  'https://[fe80::1]/': /public/,
  'https://[fec0::1]/': /public/,
  'https://[ff02::1]/': /public/,
};

function textOf(fault: Refusal | undefined): string {
  return fault === undefined ? 'accepted' : refusalText(fault, 'en');
}

describe('a callback URL, checked when it is set', () => {
  for (const url of ACCEPTED) {
    // Contract: WEBHOOK-17
    it(`accepts ${url.slice(0, 80)}`, () => assert.equal(checkCallbackUrl(url, []), undefined));
  }
  for (const [url, reason] of Object.entries(REFUSED)) {
    // Contract: WEBHOOK-17
    it(`refuses ${JSON.stringify(url.slice(0, 80))}`, () => assert.match(textOf(checkCallbackUrl(url, [])), reason));
  }

  it('accepts addresses in the allowed subnets, and no others', () => {
    const allowed = ['127.0.0.0/8', 'fd00::/8', '10.1.2.3'];
    for (const host of ['127.0.0.1', '2130706433', '[fd12::1]', '10.1.2.3', 'localhost', 'a.localhost']) {
      assert.equal(checkCallbackUrl(`https://${host}/`, allowed), undefined, host);
    }
    for (const host of ['10.1.2.4', '[::1]', '[fc00::1]', '[::ffff:127.0.0.1]', '192.168.0.1']) {
      assert.match(textOf(checkCallbackUrl(`https://${host}/`, allowed)), /public/, host);
    }
    assert.match(textOf(checkCallbackUrl('http://127.0.0.1/', allowed)), /https/);
    assert.match(textOf(checkCallbackUrl('https://localhost/', ['10.0.0.0/8'])), /is the machine that runs/);
  });
});

describe('a return URL', () => {
  it('may be any web address', () => {
    for (const url of ['https://shop.example/thanks', 'http://localhost:3000/', 'http://10.0.0.1/']) {
      assert.equal(checkReturnUrl(url), undefined, url);
    }
  });

  it('refuses other schemes, user info, incomplete URLs and URLs that are too long', () => {
    assert.match(textOf(checkReturnUrl('javascript:alert(1)')), /https:\/\/ or http:\/\//);
    assert.match(textOf(checkReturnUrl('https://a:b@shop.example/')), /user name/);
    assert.match(textOf(checkReturnUrl('/thanks')), /a complete URL/);
    assert.match(textOf(checkReturnUrl(`https://shop.example/${'a'.repeat(2048)}`)), /2048/);
  });
});

describe('isPublicAddress', () => {
  const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));

  it('agrees with the registry written as arithmetic, for any IPv4 address and in any notation', () => {
    const interesting = fc.oneof(
      octets,
      fc.tuple(
        fc.constantFrom(0, 9, 10, 100, 127, 128, 169, 172, 192, 198, 203, 223, 224),
        fc.nat(255),
        fc.nat(255),
        fc.nat(255),
      ),
      fc.tuple(fc.constant(192), fc.constantFrom(0, 31, 52, 88, 168, 175), fc.nat(255), fc.nat(255)),
    );
    fc.assert(
      fc.property(interesting, ([a, b, c, d]) => {
        const expected = isPublicIpv4(a, b, c);
        const dotted = `${a}.${b}.${c}.${d}`;
        const number = ((a * 256 + b) * 256 + c) * 256 + d;
        assert.equal(isPublicAddress(dotted), expected, dotted);
        for (const host of [dotted, String(number), `0x${number.toString(16)}`, `0${number.toString(8)}`]) {
          assert.equal(checkCallbackUrl(`https://${host}/`, []) === undefined, expected, host);
        }
        for (const prefix of ['::ffff:', '64:ff9b::', '::']) {
          assert.equal(isPublicAddress(`${prefix}${dotted}`), false, `${prefix}${dotted}`);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('agrees with the registry written as arithmetic, for any IPv6 address and in any spelling', () => {
    const group = fc.nat(0xffff);
    const first = fc.oneof(
      group,
      fc.constantFrom(0x2000, 0x2001, 0x2002, 0x2620, 0x3ffe, 0x3fff, 0x4000, 0xfc00, 0xfe80),
    );
    const second = fc.oneof(group, fc.constantFrom(0, 2, 0x1ff, 0x200, 0x4f, 0xdb8, 0xfff, 0x1000));
    const third = fc.oneof(group, fc.constant(0x8000));
    fc.assert(
      fc.property(first, second, third, fc.array(group, { minLength: 5, maxLength: 5 }), (a, b, c, rest) => {
        const groups = [a, b, c, ...rest];
        const full = groups.map((value) => value.toString(16).padStart(4, '0')).join(':');
        const expected = isPublicIpv6(a, b, c);
        assert.equal(isPublicAddress(full), expected, full);
        assert.equal(checkCallbackUrl(`https://[${full.toUpperCase()}]/`, []) === undefined, expected, full);
      }),
      { numRuns: 2000 },
    );
  });

  it('is false for text that is not an address', () => {
    for (const text of ['', 'shop.example', '1.2.3', '8.8.8.8 ', '2606:4700::1%eth0', '[2606:4700::1]']) {
      assert.equal(isPublicAddress(text), false, text);
      assert.equal(isInSubnets(text, ['0.0.0.0/0', '::/0']), false, text);
    }
  });
});

function isPublicIpv4(a: number, b: number, c: number): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return false;
  if (a === 100) return b < 64 || b > 127;
  if (a === 169) return b !== 254;
  if (a === 172) return b < 16 || b > 31;
  if (a === 198) return b !== 18 && b !== 19 && !(b === 51 && c === 100);
  if (a === 203) return !(b === 0 && c === 113);
  if (a !== 192) return true;
  if (b === 0) return c !== 0 && c !== 2;
  return b !== 168 && ![(31 << 8) | 196, (52 << 8) | 193, (88 << 8) | 99, (175 << 8) | 48].includes((b << 8) | c);
}

function isPublicIpv6(a: number, b: number, c: number): boolean {
  if (a < 0x2000 || a > 0x3fff || a === 0x2002) return false;
  if (a === 0x2001) return b > 0x1ff && b !== 0xdb8;
  if (a === 0x2620) return !(b === 0x4f && c === 0x8000);
  return !(a === 0x3fff && b < 0x1000);
}
