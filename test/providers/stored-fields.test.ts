import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ExchangeEntry } from '../../src/core/payment-history.ts';
import { createLog } from '../../src/platform/log/log.ts';
import type { Http } from '../../src/platform/network/http.ts';
import { STORED_EXCHANGE as CARD, STORED_MESSAGE as CARD_EVENT } from '../../src/providers/card/stored-exchange.ts';
import {
  STORED_EXCHANGE as LAKAYPAY,
  STORED_MESSAGE as LAKAYPAY_RESULT,
} from '../../src/providers/lakaypay_card/stored-exchange.ts';
import {
  STORED_MESSAGE as MONCASH_MESSAGE,
  storedExchange as moncashKept,
} from '../../src/providers/moncash/stored-exchange.ts';
import {
  STORED_MESSAGE as NATCASH_RETURN,
  storedExchange as natcashKept,
} from '../../src/providers/natcash/stored-exchange.ts';
import { callProvider } from '../../src/providers/provider-call.ts';
import { reportExchange, type StoredExchange } from '../../src/providers/report-exchange.ts';
import {
  type FieldRules,
  storedBody,
  storedCall,
  storedForm,
  storedMessage,
} from '../../src/providers/stored-fields.ts';

const ID = 911_607_750_261_429;
const MONCASH = moncashKept({ clientId: 'client-7f3a', clientSecret: 'moncash-secret-91' } as never);
const NATCASH = natcashKept({
  partnerCode: 'PARTNER77',
  username: 'peye-user',
  password: 'natcash-pass',
  privateKey: 'natcash-private',
  functionCode: 'natcash-function',
} as never);

/** Values that must never be stored, in whatever field a provider sends them. */
const PLANTED = [
  '4111111111111111',
  '4242 4242 4242 4242',
  '+509 37 00 72 94',
  'marie.joseph@example.com',
  'pi_1_secret_abcdefgh12345678',
  'sk_live_51abcdefghijklmnop',
  'eyJhbGciOiJIUzI1NiJ9.eyJyZWYiOiIxIn0.c2lnbmF0dXJl',
];

/** Returns an object with the value at every listed path, and an unlisted field next to each. */
function full(fields: FieldRules['fields'], value: string): object {
  const object: Record<string, unknown> = {
    unlisted: value,
    nested: { deeper: [{ unlisted: value }] },
    [value]: value,
  };
  for (const path of Object.keys(fields)) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let at = object;
    for (const name of names) at = (at[name] ??= { unlisted: value }) as Record<string, unknown>;
    if (typeof at === 'object') at[last] ??= value;
  }
  return object;
}

const LISTS: Record<string, FieldRules> = {
  ...Object.fromEntries(
    Object.entries({ MONCASH, NATCASH, LAKAYPAY, CARD }).flatMap(([name, { request, response }]) => [
      [`${name} request`, request],
      [`${name} response`, response],
    ]),
  ),
  MONCASH_MESSAGE,
  NATCASH_RETURN,
  LAKAYPAY_RESULT,
  CARD_EVENT,
};

describe('the stored fields of an exchange', () => {
  for (const [name, keeping] of Object.entries(LISTS)) {
    it(`${name}: a card number, a key, a token, an address or a phone number is stored in no field`, () => {
      for (const planted of [...PLANTED, ...(keeping.secrets ?? [])]) {
        // Peye's own texts contain no personal data.
        const fields = Object.fromEntries(Object.entries(keeping.fields).filter(([, kind]) => kind !== 'ours'));
        for (const text of [planted, `about ${planted} it is`]) {
          const kept = storedBody(JSON.stringify(full(fields, text)), { ...keeping, fields, paymentId: ID });
          assert.ok(!kept.includes(planted), `${planted} in ${kept}`);
        }
      }
    });

    it(`${name}: only the last digits of a phone number are stored, except in fields for ids, amounts and times`, () => {
      const numbers = ['id', 'amount', 'time', 'ours'];
      const fields = Object.fromEntries(Object.entries(keeping.fields).filter(([, kind]) => !numbers.includes(kind)));
      for (const text of ['50937007294', 'Customer 50937007294 has no account']) {
        const kept = storedBody(JSON.stringify(full(fields, text)), { ...keeping, fields });
        assert.ok(!kept.includes('370072'), kept);
      }
    });

    it(`${name}: of an unlisted field only the name is stored`, () => {
      const kept = storedBody(JSON.stringify({ secret_of_theirs: 'hidden', deep: { er: [{ pin: '1234' }] } }), keeping);
      assert.equal(kept, '{"secret_of_theirs":"…","deep":{"er":[{"pin":"…"}]}}');
    });
  }

  it("have the fields that support needs, and the last digits of the customer's phone number", () => {
    const body = {
      payment: {
        reference: String(ID),
        transaction_id: 2094329043,
        cost: 500,
        message: 'successful',
        payer: '50937007294',
      },
      timestamp: 1_790_000_000_000,
      status: 200,
    };
    assert.equal(
      storedBody(JSON.stringify(body), { ...MONCASH.response, paymentId: ID }),
      `{"payment":{"reference":"${ID}","transaction_id":2094329043,"cost":500,"message":"successful","payer":"…94"},"timestamp":1790000000000,"status":200}`,
    );
  });

  it('show a number that looks like a card number only if it is the payment id', () => {
    const own = 4_111_111_111_111_111;
    const body = JSON.stringify({ orderId: String(own) });
    assert.equal(storedBody(body, { ...MONCASH.request, paymentId: own }), body);
    assert.equal(storedBody(body, { ...MONCASH.request, paymentId: ID }), '{"orderId":"…"}');
    const order = JSON.stringify({ orderNumber: `NC${own}` });
    assert.equal(storedBody(order, { ...NATCASH.request, paymentId: own }), order);
  });

  it('show only the entry of this payment in a list of all payments', () => {
    const intent = (id: number) => ({ id: `pi_${id}`, status: 'succeeded', metadata: { transaction_id: String(id) } });
    const body = JSON.stringify({ object: 'list', data: [intent(1), intent(ID), intent(2)], has_more: false });
    assert.equal(
      storedBody(body, { ...CARD.response, paymentId: ID }),
      `{"object":"list","data":[{"id":"pi_${ID}","status":"succeeded","metadata":{"transaction_id":"${ID}"}},"2 more"],"has_more":false}`,
    );
  });

  it("show the fields of a form with the libraries' notation for nested names", () => {
    const form = new URLSearchParams([
      ['amount', '50000'],
      ['allowed_payment_method_types[0]', 'card'],
      ['description', 'A gift for Marie'],
      ['metadata[transaction_id]', String(ID)],
      ['metadata[reference]', 'marie@example.com'],
    ]);
    assert.deepEqual(JSON.parse(storedForm(form, { ...CARD.request, paymentId: ID })), {
      amount: '50000',
      allowed_payment_method_types: 'card',
      description: '…',
      'metadata.transaction_id': String(ID),
      'metadata.reference': '…',
    });
  });

  it('have a bounded length, whatever the exchange contains', () => {
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`name${n}`, { x: 'y' }])));
    const long = JSON.stringify({ message: 'word '.repeat(9000) });
    const list = JSON.stringify({ payment: Array.from({ length: 9000 }, () => ({ cost: 1 })) });
    for (const text of [deep, wide, long, list, 'x'.repeat(1_000_000), '\ud800', '[1]', 'null', '<html>']) {
      const kept = storedBody(text, MONCASH.response);
      assert.ok(kept.length <= 4_000 && kept.isWellFormed(), kept.slice(0, 100));
    }
    assert.equal(storedBody('<html>pin 1234</html>', MONCASH.response), '(21 characters, no JSON object)');
    assert.equal(storedBody('', MONCASH.response), '');
    assert.equal(
      storedBody('{"__proto__":{"cost":1},"constructor":1}', MONCASH.response),
      '{"__proto__":{"cost":"…"},"constructor":"…"}',
    );
  });

  it("have the path of a call without its query, and no unauthenticated client's text in place of a path", () => {
    assert.equal(storedCall('GET', '/v1/payment_intents/pi_1', ''), 'GET /v1/payment_intents/pi_1');
    assert.equal(storedCall('GET', '/a b@c', '{}'), 'GET … {}');
  });

  it('have only the known fields of a message, in a query, a form or JSON', () => {
    const incoming = (body: string, type: string, query = '') => ({
      path: 'return',
      method: 'POST' as const,
      query: new URLSearchParams(query),
      headers: { 'content-type': type },
      body: Buffer.from(body),
    });
    const form = 'decision=ACCEPT&req_card_number=xxxxxxxxxxxx1111&payment_token=tok_1&signature=abc&reason_code=100';
    const hidden =
      '{"decision":"ACCEPT","req_card_number":"…","payment_token":"…","signature":"…","reason_code":"100"}';
    assert.equal(
      storedMessage(incoming(form, 'application/x-www-form-urlencoded'), LAKAYPAY_RESULT),
      `POST return ${hidden}`,
    );
    const json = JSON.stringify({ orderId: String(ID), pin: '1234' });
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      assert.equal(storedMessage(incoming(json, type), MONCASH_MESSAGE), `POST return {"orderId":"${ID}","pin":"…"}`);
    }
    assert.equal(
      storedMessage(incoming('', '', `code=1&orderNumber=NC1&signature=f00`), NATCASH_RETURN),
      'POST return {"code":"1","orderNumber":"NC1","signature":"…"}',
    );
  });
});

describe('the recording of an exchange', () => {
  const request = {
    method: 'POST',
    url: 'http://127.0.0.1:1/v1/CreatePayment?token=abc',
    headers: { authorization: 'Bearer top-secret', 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 500, orderId: String(ID) }),
    timeoutMs: 1_000,
  } as const;
  const call = { provider: 'moncash', operation: 'CreatePayment', transactionId: ID };
  const answering =
    (text: string): Http =>
    async () => ({ status: 200, headers: {}, text });
  const ask = async (http: Http, given: Partial<typeof call> = {}, kept: StoredExchange | undefined = MONCASH) => {
    const recorded: Pick<ExchangeEntry, 'kind' | 'paymentId' | 'exchange'>[] = [];
    const telemetry = {
      providerCall: () => () => {},
      exchange: (one: (typeof recorded)[number]) => void recorded.push(one),
    };
    await callProvider({ http, telemetry, log: createLog('silent') }, { ...call, ...given }, request, {
      ...(kept && { kept }),
      credentials: [],
    });
    return recorded;
  };

  it('has the call, its response and nothing of a header', async () => {
    const [recorded, ...others] = await ask(answering('{"mode":"sandbox","payment_token":{"token":"abcdefgh"}}'));
    assert.deepEqual(others, []);
    assert.ok(recorded);
    const { ms, ...exchange } = recorded.exchange;
    assert.ok(ms !== null && ms >= 0);
    assert.deepEqual([recorded.kind, recorded.paymentId], ['asked', ID]);
    assert.deepEqual(exchange, {
      provider: 'moncash',
      operation: 'CreatePayment',
      status: 200,
      error: null,
      request: `POST /v1/CreatePayment {"token":"…"} {"amount":500,"orderId":"${ID}"}`,
      response: '{"mode":"sandbox","payment_token":{"token":"…"}}',
      isProven: null,
    });
  });

  it('is skipped where no payment is verified', async () => {
    assert.deepEqual(await ask(answering('{}'), { transactionId: undefined as never }), []);
  });

  it('never fails the call', () => {
    const telemetry = {
      providerCall: () => () => {},
      exchange: () => {
        throw new Error('planted');
      },
    };
    const ended = { request, response: undefined, error: 'none', ms: 1 };
    reportExchange({ telemetry, log: createLog('silent') }, call, MONCASH, ended);
  });
});
