import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { refuseCall } from '../../../simulators/secure-acceptance/check-rest-signature.ts';
import { type RestRequest, signedHeaders } from '../../../src/providers/lakaypay_card/client.ts';
import type { LakaypayCardSettings } from '../../../src/providers/lakaypay_card/settings.ts';
import vectors from './vectors.json' with { type: 'json' };

const { merchantId, keyId, sharedSecret, date, requests } = vectors.rest;
const settings = { merchantId, restKeyId: keyId, restSharedSecret: sharedSecret } as LakaypayCardSettings;
const NOW_MS = Date.parse(date);

for (const { method, url, body, headers, signature } of requests) {
  test(`a ${method} has the signature of the test vector`, () => {
    const request = { method: method as 'GET', url: new URL(url), body: body ?? undefined };
    assert.equal(
      signedHeaders(settings, request, NOW_MS).signature,
      `keyid="${keyId}", algorithm="HmacSHA256", headers="${headers}", signature="${signature}"`,
    );
  });
}

const profile = { ...settings, profileId: '', accessKey: '', secretKey: '' };
const request = fc.record({
  method: fc.constant('POST' as const),
  url: fc.webPath().map((path) => new URL(`https://apitest.cybersource.com${path}`)),
  body: fc.json(),
});

/** Why the simulator refuses a request with these headers; undefined if it accepts. `sent` overrides the request that arrives. */
const refusal = (
  { method, url, body = '' }: RestRequest,
  headers: Record<string, string>,
  sent: { body?: string; target?: string; nowMs?: number } = {},
) =>
  refuseCall(
    profile,
    { method, target: sent.target ?? url.pathname + url.search, headers, body: Buffer.from(sent.body ?? body) },
    sent.nowMs ?? NOW_MS,
  );

test('every request is accepted by the check of the simulator, which shares no code with the adapter', () => {
  fc.assert(fc.property(request, (one) => assert.equal(refusal(one, signedHeaders(settings, one, NOW_MS)), undefined)));
});

test('any character changed in a header, the path or the body is refused', () => {
  fc.assert(
    fc.property(request, fc.nat(), fc.nat(), fc.constantFrom(...'Aa0+/ "'), (one, which, at, character) => {
      const headers = signedHeaders(settings, one, NOW_MS);
      const change = (text: string) => {
        const place = at % Math.max(text.length, 1);
        return text.slice(0, place) + character + text.slice(place + 1);
      };
      const name = Object.keys(headers)[which % Object.keys(headers).length] ?? '';
      const changed = change(headers[name] ?? '');
      if (changed !== headers[name]) {
        assert.notEqual(refusal(one, { ...headers, [name]: changed }), undefined, `${name}: ${changed}`);
      }
      const body = change(one.body);
      if (body !== one.body) assert.notEqual(refusal(one, headers, { body }), undefined);
      const target = change(one.url.pathname + one.url.search);
      if (target !== one.url.pathname + one.url.search) assert.notEqual(refusal(one, headers, { target }), undefined);
    }),
  );
});

test('a request is accepted for five minutes', () => {
  const one = { method: 'POST', url: new URL('https://apitest.cybersource.com/tss/v2/searches'), body: '{}' } as const;
  const headers = signedHeaders(settings, one, NOW_MS);
  assert.equal(refusal(one, headers, { nowMs: NOW_MS + 300_000 }), undefined);
  for (const nowMs of [NOW_MS + 301_000, NOW_MS - 301_000])
    assert.match(refusal(one, headers, { nowMs }) ?? '', /date/);
});
