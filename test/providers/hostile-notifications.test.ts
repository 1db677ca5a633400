import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { returnSignature } from '../../simulators/natcash/signatures.ts';
import { signatureOf } from '../../simulators/secure-acceptance/sign-fields.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../src/core/payment.ts';
import { head, sendRaw } from '../contract/raw-http.ts';
import { type AllSimulators, startAllSimulators } from '../support/all-simulators.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { freePort, paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { assertSound } from '../support/soundness.ts';
import { byTier } from '../support/tier.ts';
import { changeWebsite } from '../support/websites.ts';

/** Stripe's events may be larger than the messages of other providers. */
const bodyLimitOf = (method: PaymentMethod) => (method === 'card' ? 64 : 16) * 1024;
/** The maximum size of a page. */
const PAGE_LIMIT_BYTES = 14 * 1024;
const PATHS = [
  'return',
  'alert',
  'notify',
  'cancel',
  'webhook',
  '',
  'return/x/y',
  '..%2fpay',
  '%00',
  '%zz',
  'x'.repeat(4_000),
];
/** A well-formed id without a payment. */
const UNKNOWN = '999999999999999';
const FORM = 'application/x-www-form-urlencoded';
const TYPES = [
  ...[
    FORM,
    'application/json',
    'text/plain',
    'application/xml',
    'application/octet-stream',
    'multipart/form-data; boundary=x',
  ],
  ...[
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded; charset=nonsense',
    'x',
    '/',
    ';;;',
    `a/${'b'.repeat(2_000)}`,
  ],
];

interface Message {
  readonly method?: string;
  readonly query?: string;
  readonly type?: string;
  readonly body?: string | Buffer;
  readonly headers?: Record<string, string>;
}

onOneEngineByDay('hostile messages below /providers', (engine) => {
  let gateway: TestGateway;
  let providers: AllSimulators;
  /** An unpaid payment of each method, live and test. */
  const live = {} as Record<PaymentMethod, string>;
  const sandbox = {} as Record<PaymentMethod, string>;
  before(async () => {
    const port = String(await freePort());
    providers = await startAllSimulators(`http://127.0.0.1:${port}`);
    gateway = await startTestGateway(engine, { settings: { ...providers.settings, ROLES: 'api', PORT: port } });
    await changeWebsite(gateway.store.db, gateway.website.id, { cardLiveApproved: true });
    const create = async (key: string, method: PaymentMethod) => {
      const response = await gateway.client(key).post('/payments', paymentRequest({ payment_method: method }));
      assert.equal(response.status, 201, response.text);
      return response.json.transaction_id;
    };
    for (const method of PAYMENT_METHODS) {
      live[method] = await create(gateway.liveKey, method);
      sandbox[method] = await create(gateway.testKey, method);
    }
  });
  after(async () => {
    await gateway.stop();
    await providers.stop();
  });

  const send = async (method: PaymentMethod, path: string, message: Message) => {
    const { method: verb = 'POST', query = '', type, body, headers } = message;
    const response = await fetch(`${gateway.url}/providers/${method}/${path}${query}`, {
      method: verb,
      redirect: 'manual',
      // Thousands of pages are sent, and compression would take a fifth of the time.
      headers: { 'accept-encoding': 'identity', ...(type !== undefined && { 'content-type': type }), ...headers },
      ...(body !== undefined && { body }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  /** Asserts that the response is not an internal error, is small, and shows nothing internal. */
  const assertInOrder = async (method: PaymentMethod, path: string, message: Message) => {
    const { status, text, headers } = await send(method, path, message);
    const what = `${method}/${path.slice(0, 20)} ${message.type} ${String(message.body).slice(0, 60)}: ${status}`;
    // With 503 the gateway requests a repetition, because it could not look the payment up.
    assert.ok(status < 500 || (status === 503 && headers.has('retry-after')), what);
    assert.ok(text.length <= PAGE_LIMIT_BYTES, what);
    assert.doesNotMatch(text, /\bat .+:\d+:\d+|node_modules|SQLITE|FST_ERR/, what);
    return status;
  };
  /** Everything about the payments, except the times of their next provider checks. */
  const state = async () => {
    const { db } = gateway.store;
    const tables = ['events', 'deliveries', 'discrepancies', 'late_checks', 'subscriptions', 'feeds'];
    return {
      payments: await db.query(
        'SELECT id, status, amount_minor, failure_reason, provider_ref, provider_data, finished_at_us, expires_at_us FROM payments ORDER BY id',
      ),
      others: await Promise.all(tables.map((table) => db.query(`SELECT * FROM ${table}`))),
      pages: await Promise.all(
        Object.values(live).map(async (id) => (await gateway.client(gateway.liveKey).get(`/payments/${id}`)).text),
      ),
    };
  };
  /** Adds a test for each method that an attack changes nothing. */
  const changesNothing = (name: string, attack: (method: PaymentMethod) => Promise<void>) => {
    for (const method of PAYMENT_METHODS) {
      // Contract: LIVE-4
      test(`${method}: ${name}`, { timeout: 240_000 }, async () => {
        const before = await state();
        await attack(method);
        assert.deepEqual(await state(), before);
        await assertSound(gateway.store.db);
        assert.equal((await gateway.api.get('/health')).status, 200);
      });
    }
  };

  changesNothing(
    'a body of a byte more than the limit gets 413 and a short page, whatever its type, in one piece or in chunks',
    async (method) => {
      for (const path of ['return', 'alert', 'notify', 'cancel', 'webhook', 'nothing']) {
        for (const type of [FORM, 'application/json', 'text/plain', 'application/xml']) {
          const body = Buffer.alloc(bodyLimitOf(method) + 1, 'a');
          const { status, headers, text } = await send(method, path, { type, body });
          assert.equal(status, 413, `${path} ${type}`);
          assert.match(headers.get('content-type') ?? '', /^text\/html/);
          assert.ok(text.length <= PAGE_LIMIT_BYTES);
          assert.ok(!text.includes('aaaa'));
          await assertInOrder(method, path, { type, body: body.subarray(1) });
        }
      }
      const chunk = `${(8192).toString(16)}\r\n${'a'.repeat(8192)}\r\n`;
      const line = `POST /providers/${method}/return HTTP/1.1`;
      const headers = { 'content-type': FORM, 'transfer-encoding': 'chunked' };
      const { responses } = await sendRaw(gateway.url, [head(line, headers), ...Array(9).fill(chunk), '0\r\n\r\n']);
      assert.equal(responses[0]?.status, 413);
    },
  );

  changesNothing('bodies that end too early, or have invalid headers', async (method) => {
    for (const path of ['return', 'notify', 'webhook']) {
      const line = `POST /providers/${method}/${path} HTTP/1.1`;
      const half = [head(line, { 'content-type': FORM, 'content-length': '10', connection: 'close' }), 'orderI'];
      await breakOff(gateway.url, half);
      const { responses } = await sendRaw(gateway.url, [head(line, { 'content-type': FORM, 'content-length': '-1' })]);
      assert.ok((responses[0]?.status ?? 400) < 500);
    }
    const bodies = [
      '',
      '{',
      '"',
      'null',
      '[]',
      '<xml/>',
      '--x\r\n',
      `{"orderId":"${live[method]}"`,
      '\u0000\u0001',
      '\ufeff{}',
    ];
    for (const [nthPath, path] of PATHS.entries()) {
      for (const [nthType, type] of TYPES.entries()) {
        // By day each method gets another quarter, in which there is every pair of a path, a type and a body.
        const isSent = (nthBody: number) =>
          (nthPath + nthType + nthBody) % PAYMENT_METHODS.length === PAYMENT_METHODS.indexOf(method);
        for (const body of byTier({ day: bodies.filter((_, nthBody) => isSent(nthBody)), night: bodies })) {
          await assertInOrder(method, path, { type, body });
        }
      }
      await assertInOrder(method, path, { body: Buffer.from([0xff, 0xfe, 0x00, 0xd8]), type: FORM });
      await assertInOrder(method, path, { body: 'x', type: FORM, headers: { 'content-encoding': 'gzip' } });
    }
  });

  changesNothing('thousands of fields, deep JSON, NUL bytes and broken percent-encoding', async (method) => {
    const id = live[method];
    const names = [
      'orderId',
      'transactionId',
      'reference',
      'payment',
      'orderNumber',
      'code',
      'signature',
      'signed_field_names',
    ];
    const bodies: [type: string, body: string | Buffer][] = [
      [FORM, Array.from({ length: 5_000 }, (_, i) => `f${i}=${i % 10}`).join('&')],
      [FORM, Array.from({ length: 2_000 }, () => `orderId=${id}x`).join('&')],
      [FORM, '&'.repeat(60_000)],
      [FORM, '='.repeat(60_000)],
      [FORM, `signed_field_names=${Array.from({ length: 6_000 }, (_, i) => i).join(',')}&signature=x&decision=ACCEPT`],
      ['application/json', `{${Array.from({ length: 4_000 }, (_, i) => `"f${i}":${i % 10}`).join(',')}}`],
      ['application/json', '['.repeat(60_000)],
      ['application/json', `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`],
      ['application/json', `{"data":${'{"object":'.repeat(4_000)}{}${'}'.repeat(4_001)}`],
      ['application/json', '{"__proto__":{"paymentId":1},"constructor":null,"toString":"x","orderId":{"toString":1}}'],
      [FORM, '__proto__=1&constructor=x&toString=y&hasOwnProperty=z&orderId[]=1&orderId[a][b]=2'],
      [FORM, Buffer.alloc(60_000)],
      ...names.flatMap((name): [string, string][] => [
        [FORM, `${name}=%00`],
        [FORM, `${name}=${id}%00`],
        [FORM, `${name}=%`],
        [FORM, `${name}=%zz%ff%fe%C3%28`],
        [FORM, `${name}=%u0000`],
        ['application/json', JSON.stringify({ [name]: `${id}\u0000` })],
        ['application/json', JSON.stringify({ [name]: [id, { [name]: id }] })],
        ['application/json', JSON.stringify({ [name]: 1e308 })],
        ['application/json', `{"${name}":{"toString":1}}`],
        ['application/json', `{"${name}":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
        ['application/json', `{"${name}":"\\ud83d"}`],
      ]),
    ];
    for (const path of ['return', 'alert', 'notify', 'cancel', 'webhook']) {
      for (const [type, body] of bodies) {
        await assertInOrder(method, path, { type, body });
        const query = `?${String(body)
          .slice(0, 8_000)
          .replaceAll(/[^!-~]|["<>#]/g, '%00')}`;
        await assertInOrder(method, path, { method: 'GET', query, headers: { accept: 'text/html' } });
      }
      for (const signature of ['t=1,v1=', `t=${'9'.repeat(400)},v1=${'a'.repeat(4_000)}`, ',,,=,']) {
        await assertInOrder(method, path, {
          type: 'application/json',
          body: '{}',
          headers: { 'stripe-signature': signature },
        });
      }
    }
  });

  changesNothing(
    'numbers of test payments, of other methods, and of no payment, signed by the provider where it signs',
    async (method) => {
      const others = PAYMENT_METHODS.filter((one) => one !== method).map((one) => live[one]);
      const odd = [
        '0',
        '-1',
        '1e15',
        UNKNOWN,
        '9007199254740993',
        ' ',
        `${live[method]} `,
        `0${live[method]}`,
        '٩'.repeat(15),
        "1'--",
      ];
      for (const id of [...Object.values(sandbox), ...others, ...odd]) {
        // Signed messages about a payment that is not stored have their own test: test/faults/unknown-payments.test.ts.
        const signed =
          id === UNKNOWN ? signedBy(providers, method, id, 'another key') : signedBy(providers, method, id);
        for (const message of signed) await assertInOrder(method, ...message);
        const lies = { orderId: id, transactionId: id, payment: id, reference: id, orderNumber: `NC${id}`, code: '1' };
        const form = new URLSearchParams(lies).toString();
        for (const path of ['return', 'alert', 'notify', 'cancel', 'webhook']) {
          await assertInOrder(method, path, { type: FORM, body: form });
          await assertInOrder(method, path, { type: 'application/json', body: JSON.stringify(lies) });
          await assertInOrder(method, path, { method: 'GET', query: `?${form}`, headers: { accept: 'text/html' } });
        }
      }
    },
  );

  changesNothing('a hundred at once, while the provider responds and while it does not', async (method) => {
    const id = live[method];
    const storm = () =>
      Promise.all(
        Array.from({ length: 100 }, (_, i) => {
          const messages: [path: string, message: Message][] = [
            ...signedBy(providers, method, id, 'another key'),
            // A signed result of the card page would be accepted, so it is omitted.
            ...signedBy(providers, method, id).filter(() => method !== 'lakaypay_card'),
            ['return', { method: 'GET', query: `?orderId=${id}&transactionId=${12_874_820 + i}` }],
            ['alert', { type: FORM, body: `transactionId=${12_874_820 + i}` }],
            ['notify', { type: FORM, body: `req_reference_number=${id}&decision=ACCEPT&signature=${i}` }],
            ['webhook', { type: 'application/json', body: '{}', headers: { 'stripe-signature': `t=1,v1=${i}` } }],
          ];
          const [path, message] = messages[i % messages.length]!;
          return assertInOrder(method, path, message);
        }),
      );
    await storm();
    providers.moncash.faults.query = 'error_500';
    providers.natcash.faults.query = 'garbage';
    providers.acceptance.faults.query = 'drop';
    providers.stripe.faults.query = 'drop';
    try {
      await storm();
    } finally {
      for (const driver of providers.drivers) driver.repair();
    }
  });

  test('unknown providers and unused HTTP methods get 4xx, and an unknown HTTP method gets 501', async () => {
    for (const address of [
      'paypal/return',
      'sandbox/return',
      'MONCASH/return',
      '',
      'moncash',
      '%00/x',
      '__proto__/x',
      'toString/x',
    ]) {
      for (const method of ['GET', 'POST']) {
        const { status } = await fetch(`${gateway.url}/providers/${address}`, { method });
        assert.equal(status, 404, address);
      }
    }
    const statusOf = async (method: string) => {
      const { responses } = await sendRaw(gateway.url, [head(`${method} /providers/moncash/return HTTP/1.1`)]);
      return responses[0]?.status ?? 0;
    };
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const status = await statusOf(method);
      assert.ok(status >= 400 && status < 500, `${method}: ${status}`);
    }
    assert.equal(await statusOf('TRACE_IT'), 501);
  });
});

/** Messages about a payment, signed with the provider's key or another one. Empty if the provider signs nothing. */
function signedBy(
  { natcash, acceptance, stripe, clock }: AllSimulators,
  method: PaymentMethod,
  id: string,
  key?: string,
): [string, Message][] {
  switch (method) {
    case 'moncash':
      return [];
    case 'natcash': {
      const orderNumber = `NC${id}`;
      const signature = returnSignature(key ?? natcash.partner.functionCode, orderNumber, 1);
      const query = `?${new URLSearchParams({ payment: id, code: '1', transId: '1', orderNumber, signature })}`;
      return [['return', { method: 'GET', query, headers: { accept: 'text/html' } }]];
    }
    case 'lakaypay_card': {
      const { settings } = acceptance;
      const fields: Record<string, string> = {
        decision: 'ACCEPT',
        reason_code: '100',
        transaction_id: '7000000000000000000009',
        req_access_key: settings.LAKAYPAY_CARD_ACCESS_KEY ?? '',
        req_profile_id: settings.LAKAYPAY_CARD_PROFILE_ID ?? '',
        req_reference_number: id,
        req_amount: '500.00',
        req_currency: 'HTG',
        auth_amount: '500.00',
        signed_field_names: '',
      };
      fields.signed_field_names = Object.keys(fields).join(',');
      fields.signature = signatureOf(key ?? settings.LAKAYPAY_CARD_SECRET_KEY ?? '', fields);
      const message = { type: FORM, body: new URLSearchParams(fields).toString() };
      return ['notify', 'return', 'cancel'].map((path) => [path, message]);
    }
    case 'card': {
      const object = {
        id: 'pi_1',
        object: 'payment_intent',
        livemode: false,
        status: 'succeeded',
        metadata: { transaction_id: id },
      };
      const event = {
        id: 'evt_1',
        object: 'event',
        type: 'payment_intent.succeeded',
        livemode: false,
        created: clock.nowMs() / 1000,
      };
      const body = JSON.stringify({ ...event, data: { object } });
      return [
        [
          'webhook',
          {
            type: 'application/json',
            body,
            headers: stripe.webhooks.sign(body, key === undefined ? {} : { secret: key }),
          },
        ],
      ];
    }
  }
}

/** Sends the first part of a request and disconnects. */
async function breakOff(url: string, chunks: readonly string[]): Promise<void> {
  const { hostname, port } = new URL(url);
  await new Promise<void>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.end(chunks.join('')));
    socket
      .on('error', reject)
      .on('close', () => resolve())
      .resume();
  });
}
