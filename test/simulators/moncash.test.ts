import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import {
  type MoncashSimulator,
  PREFUNDED_SETTINGS,
  startMoncashSimulator,
} from '../../simulators/moncash/moncash-simulator.ts';
import { until } from '../support/gateway.ts';

const START_MS = Date.UTC(2026, 0, 5, 17, 0, 0, 107);

describe('the MonCash simulator', () => {
  const received: { path: string; body: string }[] = [];
  const gateway = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      received.push({ path: `${request.method} ${request.url}`, body });
      response.end();
    });
  });
  let gatewayUrl: string;
  let nowMs: number;
  let simulator: MoncashSimulator;

  before(async () => {
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  });
  after(() => gateway.close());
  beforeEach(async () => {
    received.length = 0;
    nowMs = START_MS;
    simulator = await startMoncashSimulator({ gatewayUrl, now: () => nowMs });
  });
  afterEach(() => simulator.stop());

  const basic = () =>
    `Basic ${btoa(`${simulator.settings.MONCASH_CLIENT_ID}:${simulator.settings.MONCASH_CLIENT_SECRET}`)}`;
  const askToken = (authorization = basic(), body = 'scope=read,write&grant_type=client_credentials') =>
    fetch(`${simulator.url}/Api/oauth/token`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
  const newToken = async () => String((await read(await askToken())).access_token);
  const call = (operation: string, body: unknown, token: string, headers: Record<string, string> = {}) =>
    fetch(`${simulator.url}/Api/v1/${operation}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const create = async (orderId: string, amount: unknown = 500) =>
    call('CreatePayment', { amount, orderId }, await newToken());
  const page = async (orderId: string, form?: Record<string, string>) => {
    const response = await fetch(simulator.pageUrl(orderId), {
      redirect: 'manual',
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    return { status: response.status, location: response.headers.get('location'), text: await response.text() };
  };
  const typePin = async (orderId: string) => {
    const { text } = await page(orderId, { step: 'pay', phone: '37 00 72 94', pin: '1234' });
    return /name="session" value="([^"]+)"/.exec(text)?.[1] ?? '';
  };

  it('gives a token only for the right credentials', async () => {
    const good = await askToken();
    const body = await read(good);
    assert.equal(good.status, 200);
    assert.deepEqual(
      { type: body.token_type, life: body.expires_in, scope: body.scope },
      { type: 'bearer', life: 59, scope: 'read,write' },
    );
    const wrong = await askToken(`Basic ${btoa('somebody:else')}`);
    assert.equal(wrong.status, 401);
    assert.equal((await read(wrong)).error, 'Unauthorized');
    assert.equal((await askToken(basic(), 'scope=read,write')).status, 400);
    assert.equal((await askToken(basic(), 'scope=read&grant_type=client_credentials')).status, 400);
  });

  it('accepts a token for 59 seconds', async () => {
    const token = await newToken();
    nowMs += 58_999;
    assert.equal((await call('RetrieveOrderPayment', { orderId: 'a' }, token)).status, 404);
    nowMs += 1;
    const late = await call('RetrieveOrderPayment', { orderId: 'a' }, token);
    assert.equal(late.status, 401);
    assert.equal((await read(late)).error, 'invalid_token');
    assert.equal((await call('RetrieveOrderPayment', { orderId: 'a' }, 'made-up')).status, 401);
  });

  it('creates a payment with a signed token and times with a colon before the milliseconds', async () => {
    const response = await create('1559796839');
    const body = await read(response);
    assert.equal(response.status, 202);
    assert.equal(body.status, 202);
    const { created, expired, token } = body.payment_token as Record<string, string>;
    assert.equal(created, '2026-01-05 12:00:00:107');
    assert.equal(expired, '2026-01-05 12:10:00:107');
    const [header, payload, signature] = (token ?? '').split('.').map((part) => Buffer.from(part, 'base64url'));
    assert.equal(signature?.length, 256);
    assert.deepEqual(JSON.parse(String(header)), { alg: 'RS256', typ: 'JWT' });
    assert.deepEqual(JSON.parse(String(payload)), {
      id: '110825',
      ref: '1559796839',
      crt: START_MS,
      ext: START_MS + 600_000,
      api: true,
    });
  });

  const refused: [name: string, body: unknown, headers: Record<string, string>, status: number][] = [
    ['an amount in a string', { amount: '500', orderId: 'a' }, {}, 400],
    ['centimes', { amount: 500.5, orderId: 'a' }, {}, 400],
    ['an amount of 0', { amount: 0, orderId: 'a' }, {}, 400],
    ['an order id that is a number', { amount: 500, orderId: 1 }, {}, 400],
    ['a third field', { amount: 500, orderId: 'a', currency: 'HTG' }, {}, 400],
    ['text that is not JSON', '{', {}, 400],
    ['a form', 'amount=500', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a request for HTML', { amount: 500, orderId: 'a' }, { accept: 'text/html' }, 400],
  ];
  for (const [name, body, headers, status] of refused) {
    it(`refuses ${name}, in the error envelope`, async () => {
      const response = await call('CreatePayment', body, await newToken(), headers);
      assert.equal(response.status, status);
      const envelope = await read(response);
      assert.equal(envelope.status, status);
      assert.deepEqual(Object.keys(envelope), ['path', 'error', 'message', 'timestamp', 'status']);
      assert.deepEqual(simulator.book(), []);
    });
  }

  it('refuses an order id the second time, or creates a second payment if its switch says so', async () => {
    await create('a');
    assert.equal((await create('a')).status, 403);
    simulator.faults.duplicateOrder = 'accept';
    assert.equal((await create('a')).status, 202);
    assert.equal(simulator.book().length, 2);
  });

  it('does not find an order until it is paid, and then by both its ids', async () => {
    await create('a');
    const token = await newToken();
    const open = await call('RetrieveOrderPayment', { orderId: 'a' }, token);
    assert.equal(open.status, 404);
    assert.equal((await read(open)).message, 'Transaction Not Found');
    const transactionId = await simulator.pay('a');
    assert.match(transactionId, /^\d{8,10}$/);
    for (const [operation, body] of [
      ['RetrieveOrderPayment', { orderId: 'a' }],
      ['RetrieveTransactionPayment', { transactionId }],
    ] as const) {
      const paid = await call(operation, body, token);
      assert.equal(paid.status, 200);
      assert.deepEqual((await read(paid)).payment, {
        reference: 'a',
        transaction_id: transactionId,
        cost: 500,
        message: 'successful',
        payer: '50937007294',
      });
    }
    assert.deepEqual(simulator.book(), [
      { reference: 'a', providerRef: transactionId, amountMinor: 50_000, currency: 'HTG', status: 'paid' },
    ]);
  });

  it('leads a customer through number, PIN and code back to the gateway, with only the transaction id', async () => {
    await create('a', 868);
    assert.match((await page('a')).text, /Secure Payment[\s\S]*Total: 868 HTG/);
    assert.match((await page('a', { step: 'pay', phone: '3700', pin: '1234' })).text, /This is no MonCash number/);
    assert.match((await page('a', { step: 'pay', phone: '37007294', pin: '9999' })).text, /Wrong PIN/);
    const session = await typePin('a');
    assert.match((await page('a', { step: 'resend', session })).text, /Security Code/);
    assert.match((await page('a', { step: 'send', session, code: '1' })).text, /Wrong code/);
    assert.equal(simulator.book()[0]?.status, 'open');
    const paid = await page('a', { step: 'send', session, code: '123456' });
    assert.equal(paid.status, 302);
    const [entry] = simulator.book();
    assert.equal(paid.location, `${gatewayUrl}/providers/moncash/return?transactionId=${entry?.providerRef}`);
    assert.equal(paid.location, simulator.returnUrl('a'));
    await until('the alert was sent', () => received.length === 1);
    assert.deepEqual(received[0], {
      path: 'POST /providers/moncash/alert',
      body: `transactionId=${entry?.providerRef}`,
    });
    assert.match((await page('a', { step: 'send', session, code: '123456' })).text, /Session expired/);
  });

  it('transfers money from the prefunded account, with its own credentials, and accepts each reference once', async () => {
    const { MONCASH_TRANSFER_CLIENT_ID: id, MONCASH_TRANSFER_CLIENT_SECRET: secret } = PREFUNDED_SETTINGS;
    const token = String((await read(await askToken(`Basic ${btoa(`${id}:${secret}`)}`))).access_token);
    const sent = { amount: 250, receiver: '50937007294', desc: 'Refund 1', reference: 'ref1' };
    const status = async (reference: string) => read(await call('PrefundedTransactionStatus', { reference }, token));
    assert.deepEqual(
      [(await status('ref1')).error, (await status('ref1')).message],
      ['Not Found', "Can't find this transaction"],
    );
    assert.equal((await call('Transfert', sent, await newToken())).status, 403, 'the client that takes payments');
    assert.equal((await call('CreatePayment', { amount: 5, orderId: 'x' }, token)).status, 403);
    for (const wrong of [
      { amount: '250' },
      { amount: 2.5 },
      { receiver: '37007294' },
      { desc: '' },
      { reference: '' },
      { note: 'x' },
    ]) {
      assert.equal((await call('Transfert', { ...sent, ...wrong }, token)).status, 400, JSON.stringify(wrong));
    }
    const { transfer } = await read(await call('Transfert', sent, token));
    const { transaction_id: transactionId, ...rest } = transfer as Record<string, unknown>;
    assert.match(String(transactionId), /^\d{8,10}$/);
    assert.deepEqual(rest, { amount: 250, receiver: '50937007294', message: 'successful', desc: 'Refund 1' });
    assert.equal((await status('ref1')).transStatus, 'successful');
    assert.equal((await call('Transfert', sent, token)).status, 403, 'the reference is used');
    const balance = async () => {
      const url = `${simulator.url}/Api/v1/PrefundedBalance`;
      return read(await fetch(url, { headers: { authorization: `Bearer ${token}`, accept: 'application/json' } }));
    };
    assert.deepEqual((await balance()).balance, { balance: 99_750, message: 'successful' });
    simulator.faults.balanceAs = 'number';
    assert.equal((await balance()).balance, 99_750);
    simulator.faults.prefundedMinor = 100;
    assert.equal(
      (await read(await call('Transfert', { ...sent, reference: 'ref2' }, token))).message,
      'Insufficient balance',
    );
    simulator.repair();
    simulator.faults.doublesTransfer = true;
    assert.equal((await call('Transfert', { ...sent, reference: 'ref3' }, token)).status, 403);
    assert.deepEqual(
      simulator.transfers().map(({ reference }) => reference),
      ['ref1', 'ref3'],
    );
  });

  it('says that the session has expired after ten minutes, at every step', async () => {
    await create('a');
    const session = await typePin('a');
    nowMs += 599_999;
    assert.match((await page('a')).text, /Secure Payment/);
    nowMs += 1;
    assert.match((await page('a')).text, /Session expired/);
    assert.match((await page('a', { step: 'send', session, code: '123456' })).text, /Session expired/);
    assert.equal(simulator.book()[0]?.status, 'failed');
  });

  for (const [wallet, words] of [
    ['insufficient_balance', /insufficient/],
    ['declined', /declined/],
  ] as const) {
    it(`keeps the customer on its page after the result ${wallet}, and records no charge`, async () => {
      await create('a');
      simulator.faults.wallet = wallet;
      const response = await page('a', { step: 'send', session: await typePin('a'), code: '123456' });
      assert.equal(response.status, 200);
      assert.match(response.text, words);
      assert.equal(simulator.book()[0]?.status, 'open');
    });
  }

  for (const [alert, count] of [
    ['never', 0],
    ['before', 1],
    ['after', 1],
    ['twice', 2],
  ] as const) {
    it(`sends the alert ${alert}`, async () => {
      await create('a');
      simulator.faults.reports = alert;
      simulator.faults.alertFields = 'both';
      const transactionId = await simulator.pay('a');
      assert.equal(received.length, count);
      for (const { body } of received) assert.equal(body, `transactionId=${transactionId}&orderId=a`);
      assert.equal(simulator.sentAlerts().length, count);
    });
  }

  it('has switches for the responses to queries', async () => {
    await create('a');
    await simulator.pay('a', { costMinor: 40_050 });
    const payment = async () =>
      (await read(await call('RetrieveOrderPayment', { orderId: 'a' }, await newToken()))).payment as Record<
        string,
        unknown
      >;
    assert.equal((await payment()).cost, 400.5);
    Object.assign(simulator.faults, { costAs: 'string', wrongAmountMinor: 1_000, status: 'pending', reference: 'b' });
    const { cost, message, reference } = await payment();
    assert.deepEqual({ cost, message, reference }, { cost: '10', message: 'pending', reference: 'b' });
  });

  it('has every fault that its switches name, with or without the effect of the request', async () => {
    const token = await newToken();
    const body = { amount: 500, orderId: 'a' };
    const createUnder = (fault: typeof simulator.faults.create, timeoutMs = 300) => {
      simulator.faults.create = fault;
      return fetch(`${simulator.url}/Api/v1/CreatePayment`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      });
    };
    assert.equal((await createUnder('error_500')).status, 500);
    await assert.rejects(createUnder('hang'), { name: 'TimeoutError' });
    assert.deepEqual(simulator.book(), []);
    await assert.rejects(createUnder('hang_after_effect'), { name: 'TimeoutError' });
    assert.equal(simulator.book().length, 1);
    body.orderId = 'g';
    assert.match(await (await createUnder('garbage')).text(), /^<html><body>System Error/);
    assert.equal(simulator.book().length, 2);
    body.orderId = 'b';
    const endless = await createUnder('endless', 5_000);
    let bytes = 0;
    for await (const chunk of endless.body ?? []) if ((bytes += chunk.length) > 2_000_000) break;
    assert.ok(bytes > 2_000_000);
    assert.equal(simulator.book().length, 3);
    simulator.faults.create = 'none';
    simulator.faults.refuseCreate = 'Maximum Account Balance';
    const refusal = await create('c');
    assert.equal(refusal.status, 403);
    assert.equal((await read(refusal)).message, 'Maximum Account Balance');
  });

  it('is switched and read over HTTP too', async () => {
    const control = (path: string, body?: unknown) =>
      fetch(`${simulator.url}/_simulator/${path}`, {
        ...(body !== undefined && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
    assert.equal((await control('faults', { create: 'error_500' })).status, 200);
    assert.equal(simulator.faults.create, 'error_500');
    for (const wrong of [{ create: 'sometimes' }, { unknown: 1 }, { rejectBearers: -1, token: 'hang' }, [], 'x']) {
      assert.equal((await control('faults', wrong)).status, 400, JSON.stringify(wrong));
    }
    assert.deepEqual(await (await control('faults')).json(), simulator.faults);
    assert.equal(simulator.faults.token, 'none');
    simulator.faults.create = 'none';
    await create('a');
    assert.deepEqual(await (await control('book')).json(), simulator.book());
  });
});

async function read(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>;
}
