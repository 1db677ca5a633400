import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { type NatcashSimulator, startNatcashSimulator } from '../../simulators/natcash/natcash-simulator.ts';
import { signCreation, signOrderCall } from '../../src/providers/natcash/signatures.ts';
import { until } from '../support/gateway.ts';

type Body = Record<string, unknown>;

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('the simulator of NatCash', () => {
  let natcash: NatcashSimulator;
  /** The addresses to which customers came back. */
  const returns: URL[] = [];
  const shop = createServer((request, response) => {
    returns.push(new URL(request.url ?? '', 'http://shop.test'));
    response.end('welcome back');
  });
  let shopUrl: string;
  let number = 0;
  before(async () => {
    await new Promise<void>((listening) => shop.listen(0, '127.0.0.1', listening));
    shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    natcash = await startNatcashSimulator({ gatewayUrl: shopUrl });
  });
  afterEach(() => {
    natcash.repair();
    returns.length = 0;
  });
  after(async () => {
    await natcash.stop();
    shop.close();
  });

  const post = async (path: string, body: unknown, type = 'application/json') => {
    const response = await fetch(`${natcash.url}/api/online-payment/${path}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(5000),
    });
    const text = await response.text();
    return { http: response.status, ...(text.startsWith('{') ? JSON.parse(text) : {}) };
  };
  /** A valid creation request, signed after `changes` and before `tampering`. */
  const creation = (changes: Body = {}, tampering: Body = {}): Body => {
    const { partnerCode, username, password } = natcash.partner;
    const body: Body & { requestId: string; orderNumber: string } = {
      requestId: randomUUID(),
      partnerCode,
      username,
      password,
      orderNumber: `ORDER-${++number}`,
      amount: 250,
      timestamp: Date.now(),
      callbackUrl: `${shopUrl}/back?payment=7&x=%26`,
      skipPhoneInput: false,
      language: 'en',
      enableFee: false,
      ...changes,
    };
    const signed = { timestampMs: body.timestamp as number, amount: String(body.amount) };
    return { ...body, signature: signCreation(natcash.partner, body, signed), ...tampering };
  };
  const question = ({ requestId, orderNumber }: Body, changes: Body = {}): Body => {
    const { partnerCode, username, password } = natcash.partner;
    const order = { requestId: String(requestId), orderNumber: String(orderNumber) };
    return { ...order, partnerCode, username, password, signature: signOrderCall(natcash.partner, order), ...changes };
  };
  const check = (order: Body, changes?: Body) => post('merchant/checkTransaction', question(order, changes));
  const create = async (changes: Body = {}) => {
    const body = creation(changes);
    const response = await post('credential', body);
    assert.equal(response.status, 0, JSON.stringify(response));
    const { requestId, orderNumber } = body;
    return { url: response.url as string, requestId: String(requestId), orderNumber: String(orderNumber) };
  };
  const creates = async (body: Body) => (await post('credential', body)).status;
  const submit = (url: string, action: string, fields: Record<string, string> = {}) => {
    const { origin, search } = new URL(url);
    const body = new URLSearchParams(fields).toString();
    return fetch(`${origin}/${action}${search}`, { method: 'POST', headers: FORM, body, redirect: 'manual' });
  };

  it('accepts an order, and responds with url and expiredAt at the top level', async () => {
    const { signature: _, ...response } = await post('credential', creation());
    const { url, ...rest } = response;
    assert.deepEqual(rest, { http: 200, status: 0, code: 'MSG_SUCCESS', message: 'Success', expiredAt: 900 });
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/\?token=[0-9a-f]{32}$/);
    natcash.faults.expiredAtAsEpoch = true;
    const { expiredAt } = await post('credential', creation());
    assert.ok(Math.abs(expiredAt - Date.now() - 900_000) < 5000);
  });

  it('accepts every signed order, and none with a changed signed character', async () => {
    const orderNumber = fc.string({ minLength: 1, maxLength: 30 }).map((text) => `${text}-${++number}`);
    const signed = ['partnerCode', 'username', 'password', 'timestamp', 'requestId', 'orderNumber', 'amount'];
    await fc.assert(
      fc.asyncProperty(
        orderNumber,
        fc.integer({ min: 1, max: 100_000 }),
        fc.constantFrom(...signed, 'signature'),
        fc.nat(),
        async (order, amount, name, pick) => {
          const body = creation({ orderNumber: order, amount });
          const changed = { ...body, [name]: changeCharacter(body[name], pick) };
          assert.ok([3, 100].includes(await creates(changed)), `${name}: ${changed[name]}`);
          assert.equal(await creates(body), 0);
          for (const part of ['orderNumber', 'requestId', 'signature']) {
            const asked = question(body);
            assert.ok([3, 100].includes((await check(body, { [part]: changeCharacter(asked[part], pick) })).status));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('responds to a wrong signature, user or password with the status that is set', async () => {
    natcash.faults.wrongSignatureStatus = 1;
    assert.equal(await creates(creation({}, { signature: '0'.repeat(64) })), 1);
    assert.equal(await creates(creation({ password: 'other' })), 1);
    assert.equal((await check(await create(), { signature: 'x' })).status, 1);
  });

  it('responds with 102 to a repeated requestId, and with 3 to a repeated order', async () => {
    const first = await create();
    assert.equal(await creates(creation({ requestId: first.requestId })), 102);
    assert.equal(await creates(creation({ orderNumber: first.orderNumber })), 3);
  });

  it('responds with 2 to a time stamp too far from its own clock, which can be set', async () => {
    assert.equal(await creates(creation({ timestamp: Date.now() - 4 * 60_000 })), 0);
    assert.equal(await creates(creation({ timestamp: Date.now() - 6 * 60_000 })), 2);
    assert.equal(await creates(creation({ timestamp: Date.now() + 6 * 60_000 })), 2);
    natcash.faults.clockToleranceMinutes = 10;
    assert.equal(await creates(creation({ timestamp: Date.now() - 6 * 60_000 })), 0);
    natcash.faults.clockAheadMs = 900_000;
    assert.equal(await creates(creation()), 2);
    assert.equal(await creates(creation({ timestamp: Date.now() + 900_000 })), 0);
  });

  it('responds with 100 to an unknown partner, and with 101 to an unknown order', async () => {
    assert.equal(await creates(creation({ partnerCode: 'OTHER' })), 100);
    assert.equal((await check({ requestId: randomUUID(), orderNumber: 'NONE' })).status, 101);
  });

  it("responds with 101 to a request id that differs from the creation's, unless this check is switched off", async () => {
    const { orderNumber } = await create();
    natcash.faults.unpaidAs101 = false;
    const asked = { requestId: randomUUID(), orderNumber };
    assert.equal((await check(asked)).status, 101);
    natcash.faults.originalRequestIdOnly = false;
    assert.equal((await check(asked)).data.responseCode, -3);
  });

  it('responds with 4 to a missing field, and with 3 to a field of a wrong type', async () => {
    const needed = ['requestId', 'partnerCode', 'username', 'password', 'orderNumber', 'amount', 'timestamp'];
    for (const name of [...needed, 'callbackUrl', 'signature']) {
      assert.equal(await creates(creation({}, { [name]: undefined })), 4, name);
    }
    assert.equal(await creates(creation({ skipPhoneInput: true })), 4);
    const wrong: Body[] = [
      { amount: '250' },
      { amount: 0 },
      { amount: -5 },
      { amount: 100_001 },
      { amount: 10.005 },
      { timestamp: String(Date.now()) },
      { requestId: 'not-a-uuid' },
      { callbackUrl: 'javascript:alert(1)' },
      { callbackUrl: '/back' },
      { msisdn: '34101234' },
      { language: 'es' },
      { enableFee: 'false' },
      { skipPhoneInput: 'no' },
      { orderNumber: 'x'.repeat(41) },
    ];
    for (const changes of wrong) assert.equal(await creates(creation(changes)), 3, JSON.stringify(changes));
  });

  it('responds with 415 to other content than JSON, and with 400 to broken JSON', async () => {
    const body = JSON.stringify(creation());
    assert.equal((await post('credential', body, 'text/plain')).http, 415);
    assert.equal((await post('credential', body, FORM['content-type'])).http, 415);
    assert.equal((await post('credential', '{"broken')).http, 400);
  });

  it('reports an unpaid order as 101 or as -3, a paid one with number, amount and phone', async () => {
    const order = await create({ amount: 1000 });
    assert.equal((await check(order)).status, 101);
    natcash.faults.unpaidAs101 = false;
    assert.equal((await check(order)).data.responseCode, -3);
    natcash.pay(order.orderNumber, { phone: '50932000000' });
    const { data } = await check(order);
    assert.match(data.transId, /^\d{12}$/);
    const { transId: _, ...rest } = data;
    assert.deepEqual(rest, {
      orderNumber: order.orderNumber,
      amount: 1000,
      toPhone: '50932000000',
      responseCode: 1,
    });
    natcash.faults.amountAsText = true;
    assert.equal((await check(order)).data.amount, '1,000.00 HTG');
    natcash.faults.wrongAmountMinor = 12_345_67;
    assert.equal((await check(order)).data.amount, '12,345.67 HTG');
    natcash.faults.status = 77;
    assert.equal((await check(order)).data.responseCode, 77);
  });

  it('refunds a paid order once', async () => {
    const order = await create();
    const cancel = (changes?: Body) => post('merchant/cancel-trans', question(order, changes));
    assert.equal((await cancel()).status, 101);
    natcash.pay(order.orderNumber);
    assert.equal((await cancel({ signature: '0'.repeat(64) })).status, 3);
    natcash.faults.refuseCancel = 10112;
    assert.equal((await cancel()).status, 10112);
    natcash.faults.refuseCancel = null;
    assert.equal((await cancel()).status, 0);
    assert.equal((await cancel()).status, 101);
    assert.equal(natcash.returns(order.orderNumber), 1);
    assert.equal((await check(order)).data.responseCode, -1);
    natcash.faults.cancelledAs = 'not_found';
    assert.equal((await check(order)).status, 101);
    natcash.faults.cancelledAs = 'paid';
    assert.equal((await check(order)).data.responseCode, 1);
    natcash.faults.cancelsAgain = true;
    assert.equal((await cancel()).status, 0);
    assert.equal(natcash.returns(order.orderNumber), 2);
  });

  it('responds as to the second of two cancellations if a proxy sends each twice', async () => {
    const order = await create();
    natcash.pay(order.orderNumber);
    natcash.faults.doublesCancel = true;
    assert.equal((await post('merchant/cancel-trans', question(order))).status, 101);
    assert.equal(natcash.returns(order.orderNumber), 1);
  });

  it('leads a customer through number and code, and back to the address of the payment with its query', async () => {
    const order = await create();
    assert.match(await (await fetch(order.url)).text(), /Simulator: no real money.*ORDER-\d+.*name="phone"/s);
    const wrongNumber = await submit(order.url, 'phone', { phone: '1234' });
    assert.match(await wrongNumber.text(), /role="alert"/);
    assert.equal((await submit(order.url, 'phone', { phone: '40 12 3456' })).status, 303);
    assert.match(await (await fetch(order.url)).text(), /name="code"/);
    assert.match(await (await submit(order.url, 'code', { code: '111111' })).text(), /role="alert"/);
    const paid = await submit(order.url, 'code', { code: '123456' });
    assert.equal(paid.status, 302);
    const back = new URL(paid.headers.get('location') ?? '');
    assert.equal(back.href, natcash.returnUrl(order.orderNumber));
    const { signature, transId, ...rest } = Object.fromEntries(back.searchParams);
    assert.deepEqual(rest, { payment: '7', x: '&', code: '1', orderNumber: order.orderNumber });
    assert.match(`${signature} ${transId}`, /^[0-9a-f]{64} \d{12}$/);
    assert.match(await (await fetch(order.url)).text(), /This payment is finished/);
    assert.equal((await check(order)).data.toPhone, '50940123456');
  });

  it('skips its page for the number if requested, and otherwise shows the number of the request there', async () => {
    const skipped = await create({ msisdn: '50934101234', skipPhoneInput: true });
    assert.match(await (await fetch(skipped.url)).text(), /name="code"/);
    const given = await create({ msisdn: '50934101234' });
    assert.match(await (await fetch(given.url)).text(), /value="34101234"/);
    await submit(given.url, 'code', { code: '123456' });
    assert.equal((await check(given)).status, 101);
  });

  it('a declined and a cancelled payment come back with -1', async () => {
    const declined = await create({ msisdn: '50934101234', skipPhoneInput: true });
    const cancelled = await create();
    const responses = [await submit(declined.url, 'code', { code: '000000' }), await submit(cancelled.url, 'cancel')];
    for (const { headers } of responses) {
      assert.equal(new URL(headers.get('location') ?? '').searchParams.get('code'), '-1');
    }
    assert.equal((await check(declined)).data.responseCode, -1);
    assert.equal((await check(cancelled)).data.responseCode, -1);
  });

  it('an order can be reported as -3 first, and as paid later', async () => {
    const order = await create();
    natcash.faults.unknownChecks = 1;
    natcash.pay(order.orderNumber);
    assert.equal(await natcash.comeBack(order.orderNumber), 200);
    assert.equal((await check(order)).data.responseCode, -3);
    assert.equal((await check(order)).data.responseCode, 1);
    await natcash.comeBack(order.orderNumber);
    assert.deepEqual(
      returns.map(({ searchParams }) => searchParams.get('code')),
      ['-3', '1'],
    );
  });

  it('delivers the return twice, by clicking and by shortcut', async () => {
    natcash.faults.returns = 'twice';
    const clicked = await create({ msisdn: '50934101234', skipPhoneInput: true });
    const { headers } = await submit(clicked.url, 'code', { code: '123456' });
    assert.equal(returns.length, 1);
    assert.equal(new URL(headers.get('location') ?? '').search, returns[0]?.search);
    natcash.pay((await create()).orderNumber);
    await natcash.comeBack(`ORDER-${number}`);
    assert.equal(returns.length, 3);
  });

  it('an order that has expired cannot be paid', async () => {
    natcash.faults.lifetimeSeconds = 0;
    const order = await create({ msisdn: '50934101234', skipPhoneInput: true });
    assert.match(await (await fetch(order.url)).text(), /Session expired/);
    assert.equal((await submit(order.url, 'code', { code: '123456' })).status, 200);
    assert.equal((await check(order)).status, 101);
    assert.throws(() => natcash.pay(order.orderNumber), /expired/);
    assert.equal((await fetch(`${natcash.url}/?token=unknown`)).status, 404);
  });

  it('escapes the values that a partner sends', async () => {
    const order = await create({ orderNumber: '<script>alert(1)</script>' });
    assert.doesNotMatch(await (await fetch(order.url)).text(), /<script>/);
  });

  it('can fail before or after the effect of a request', async () => {
    const hasOrder = (body: Body) => natcash.book().some(({ reference }) => reference === body.orderNumber);
    for (const [fault, hasEffect] of [
      ['error_500', false],
      ['drop', false],
      ['drop_after_effect', true],
      ['garbage', true],
    ] as const) {
      natcash.faults.create = fault;
      const body = creation();
      const response = await post('credential', body).catch(() => ({ http: 0, status: undefined }));
      assert.notEqual(response.status, 0);
      assert.equal(hasOrder(body), hasEffect, fault);
      assert.equal(natcash.creations(String(body.orderNumber)), 1);
    }
  });

  it('can hang before or after the effect of a request, and responds once it is repaired if there was an effect', async () => {
    for (const [fault, hasEffect] of [
      ['hang', false],
      ['hang_after_effect', true],
    ] as const) {
      natcash.faults.create = fault;
      const body = creation();
      const pending = post('credential', body).catch(() => ({ status: 'broken' }));
      await until('the request has arrived', () => natcash.creations(String(body.orderNumber)) === 1);
      assert.equal(
        natcash.book().some(({ reference }) => reference === body.orderNumber),
        hasEffect,
      );
      natcash.repair();
      assert.equal((await pending).status, hasEffect ? 0 : 'broken');
    }
  });

  it('can send an endless body', async () => {
    natcash.faults.query = 'endless';
    const response = await fetch(`${natcash.url}/api/online-payment/merchant/checkTransaction`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(question(await create())),
    });
    let bytes = 0;
    for await (const chunk of response.body ?? []) if ((bytes += (chunk as Uint8Array).length) > 2 ** 21) break;
    assert.ok(bytes > 2 ** 21);
  });

  it('shows its switches and records over HTTP, and refuses unknown switches', async () => {
    const faults = async (body?: unknown) => {
      const response = await fetch(`${natcash.url}/_simulator/faults`, {
        ...(body !== undefined && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
      return { http: response.status, ...((await response.json()) as Body) };
    };
    assert.deepEqual(await faults(), { http: 200, ...natcash.faults });
    assert.equal((await faults({ refuseCreate: 555, amountAsText: true })).http, 200);
    assert.equal(natcash.faults.refuseCreate, 555);
    assert.equal(await creates(creation()), 555);
    for (const wrong of [
      { refuseCreate: 1, unknown: true },
      { refuseCreate: 'x' },
      { amountAsText: 1 },
      { create: 'explode' },
      { lifetimeSeconds: null },
      { signedAmount: 'words' },
      { constructor: 1 },
      [],
    ]) {
      assert.equal((await faults(wrong)).http, 400, JSON.stringify(wrong));
    }
    assert.equal(natcash.faults.refuseCreate, 555);
    const book = await (await fetch(`${natcash.url}/_simulator/book`)).json();
    assert.deepEqual(book, natcash.book());
    assert.ok(natcash.book().length > 0);
  });

  it('listens on loopback only, and stops even while a request hangs', async () => {
    const other = await startNatcashSimulator({ gatewayUrl: shopUrl });
    assert.match(other.url, /^http:\/\/127\.0\.0\.1:/);
    other.faults.create = 'hang';
    const pending = fetch(`${other.url}/api/online-payment/credential`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(creation({ orderNumber: 'HANGING' })),
    }).catch(() => 'broken');
    await until('it hangs', () => other.creations('HANGING') === 1);
    await other.stop();
    assert.equal(await pending, 'broken');
  });
});

/** Returns the value with one character or digit changed, as the same type. */
function changeCharacter(value: unknown, pick: number): unknown {
  const characters = [...String(value)];
  const at = pick % characters.length;
  characters[at] = characters[at] === '7' ? '8' : '7';
  return typeof value === 'number' ? Number(characters.join('')) : characters.join('');
}
