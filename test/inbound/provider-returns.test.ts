import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type MoncashSimulator, startMoncashSimulator } from '../../simulators/moncash/moncash-simulator.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { type EmptyStore, type Engine, newStore, onOneEngineByDay } from '../support/engines.ts';
import { freePort, paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { type ShiftedClock, shiftedClock } from '../support/shifted-clock.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const THANKS = /<h1>Mèsi<\/h1>/;
const PAID = /Peman an reyisi/;

onOneEngineByDay('a customer who returns from MonCash', (engine) => {
  let place: EmptyStore;
  let gateway: TestGateway;
  let simulator: MoncashSimulator;
  let clock: ShiftedClock;
  /** The last part of the client's IP address, which is different in each test. */
  let address = 0;
  before(async () => {
    const port = await freePort();
    clock = shiftedClock();
    place = await newStore(engine);
    simulator = await startMoncashSimulator({ gatewayUrl: `http://127.0.0.1:${port}`, now: clock.nowMs });
    simulator.faults.reports = 'never';
    const limits = { PAGE_LIMIT_PER_MINUTE: '100000', VERIFY_LIMIT_PER_MINUTE: '10', TRUST_PROXY: '127.0.0.1' };
    const settings = { ...simulator.settings, ...limits, PORT: String(port), ROLES: 'api' };
    gateway = await startTestGateway(engine, { clock: clock.now, sharedStore: place, settings });
  });
  beforeEach(() => {
    address++;
  });
  after(async () => {
    await gateway.stop();
    await simulator.stop();
    await place.drop();
  });

  const get = async (url: string, headers: Record<string, string> = {}) => {
    const from = { 'x-forwarded-for': `198.51.100.${address}` };
    const response = await fetch(url, { redirect: 'manual', headers: { ...BROWSER, ...from, ...headers } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const create = async () => {
    const response = await gateway.client(gateway.liveKey).post('/payments', paymentRequest({ reference: 'ORDER-9' }));
    assert.equal(response.status, 201, response.text);
    return { id: response.json.transaction_id as string, link: response.json.payment_url as string };
  };
  /** Opens the link. Returns the cookie that the browser receives. */
  const setOut = async ({ id, link }: { id: string; link: string }) => {
    const { status, headers } = await get(link);
    assert.equal(status, 303);
    assert.equal(headers.get('location'), simulator.pageUrl(id));
    return (headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  };
  const returned = (query: string, cookie?: string) =>
    get(`${gateway.url}/providers/moncash/return?${query}`, cookie === undefined ? {} : { cookie });
  const stored = async (id: string) => {
    const payment = await findPayment(gateway.store.db, Number(id));
    assert.ok(payment);
    return payment;
  };
  const asked = (operation: string, subject?: string) =>
    simulator.calls.filter((call) => call.operation === operation && (subject ?? call.subject) === call.subject).length;

  // Contract: PAGE-8
  test('but was not redirected by us is thanked and learns nothing: the page is the same for every number', async () => {
    const { id } = await create();
    const number = await simulator.pay(id);
    const made = await returned('transactionId=99999999');
    assert.equal(made.status, 200);
    assert.match(made.text, THANKS);
    for (const query of [`transactionId=${number}`, `orderId=${id}`, `transactionId=${number}&orderId=${id}`]) {
      for (const cookie of [undefined, 'peye_payer_1=2.3', `peye_payer_${id}=9999999999.${'0'.repeat(32)}`]) {
        const response = await returned(query, cookie);
        assert.equal(response.text, made.text, query);
        assert.deepEqual([...response.headers.keys()], [...made.headers.keys()]);
      }
    }
    // The returns did cause a query to MonCash, which completed the payment.
    assert.equal((await stored(id)).status, 'completed');
  });

  // Contract: PAGE-8
  test('after our redirect sees the outcome, but only of payments that this browser was redirected to pay', async () => {
    const [mine, other] = [await create(), await create()];
    const cookie = await setOut(mine);
    const [number, theirs] = [await simulator.pay(mine.id), await simulator.pay(other.id)];
    assert.match((await returned(`transactionId=${number}`, cookie)).text, PAID);
    assert.match((await returned(`orderId=${mine.id}`, cookie)).text, PAID);
    assert.match((await returned(`orderId=${other.id}`, cookie)).text, THANKS);
    // Whatever number is in the address, the page shows only the outcome of the customer's own payment.
    const guessed = await returned(`transactionId=${theirs}`, cookie);
    assert.doesNotMatch(guessed.text, new RegExp(other.id));
    // A tag is valid for one payment only, and only for one hour.
    const [, tag] = /\.(\w+)$/.exec(cookie) ?? [];
    const end = /=(\d+)\./.exec(cookie)?.[1];
    for (const forged of [`peye_payer_${other.id}=${end}.${tag}`, cookie.replace(`=${end}`, `=${Number(end) + 1}`)])
      assert.match((await returned(`orderId=${forged.includes(other.id) ? other.id : mine.id}`, forged)).text, THANKS);
    clock.forward(3_000);
    // A customer who returns so late may believe that the payment is still unpaid.
    assert.match((await returned(`orderId=${mine.id}`, cookie)).text, /Peman sa a te fèt deja/);
    clock.forward(601);
    assert.match((await returned(`orderId=${mine.id}`, cookie)).text, THANKS);
  });

  test('with several payments in one browser sees the payment of the number', async () => {
    const [first, second] = [await create(), await create()];
    const cookies = `theme=dark; ${await setOut(first)}; ${await setOut(second)}`;
    const number = await simulator.pay(first.id);
    const { text } = await returned(`transactionId=${number}`, cookies);
    assert.match(text, PAID);
    assert.match(text, new RegExp(`transaction_id(=|&#61;)${first.id}`));
    assert.equal((await stored(second.id)).status, 'processing');
  });

  test('is recognized by a cookie that no script and no other site gets, and that has no personal data', async () => {
    const { id, link } = await create();
    const cookie = (await get(link)).headers.get('set-cookie') ?? '';
    assert.match(cookie, new RegExp(`^peye_payer_${id}=\\d{10}\\.[0-9a-f]{32}; `));
    assert.deepEqual(cookie.split('; ').slice(1), [
      'Path=/providers/moncash',
      'Max-Age=3600',
      'HttpOnly',
      'SameSite=Lax',
    ]);
    const settings = { ...simulator.settings, PUBLIC_URL: 'https://pay.example/peye', ROLES: 'api' };
    const behindTls = await startTestGateway(engine, { settings });
    try {
      const direct = `http://127.0.0.1:${behindTls.settings.PORT}`;
      const api = `${direct}/api/gateway/v1/payments`;
      const created = await behindTls.client(behindTls.liveKey).post(api, paymentRequest());
      const { payment_url: its } = created.json;
      assert.ok(its.startsWith('https://pay.example/peye/pay/'), its);
      const secure = (await get(its.replace('https://pay.example/peye', direct))).headers.get('set-cookie') ?? '';
      assert.match(secure, /; Path=\/peye\/providers\/moncash; .*; Secure$/);
    } finally {
      await behindTls.stop();
    }
  });

  test('and opens the link again is redirected to MonCash only while the payment can be paid there', async () => {
    const [unpaid, paid] = [await create(), await create()];
    await setOut(paid);
    await simulator.pay(paid.id);
    clock.forward(61);
    const over = await get(paid.link);
    assert.equal(over.status, 200);
    assert.match(over.text, PAID);
    assert.equal(over.headers.get('set-cookie'), null);
    await setOut(unpaid);
    clock.forward(600);
    const late = await get(unpaid.link);
    assert.equal(late.status, 200);
    assert.match(late.text, /Tan pou peye a fini/);
    clock.forward(300);
    // MonCash does not guarantee that a page that was already open refuses the payment.
    assert.match((await get(unpaid.link)).text, /Peman an pa t fèt alè.*Si yo pran lajan nan men ou kanmenm/s);
    assert.equal((await stored(unpaid.id)).failureReason, 'expired');
  });

  test('many times causes no write to the payment, and postpones no check', async () => {
    const { id, link } = await create();
    const cookie = await setOut({ id, link });
    clock.forward(10);
    const [before, due] = [await paymentWrites(engine, gateway), (await stored(id)).nextCheckAtUs];
    // Returns without and with the customer's cookie. Those beyond the limit cause no request.
    for (let i = 0; i < 15; i++) {
      await returned(`orderId=${id}`);
      await returned(`orderId=${id}`, cookie);
    }
    assert.equal((await stored(id)).nextCheckAtUs, due);
    assert.equal(await paymentWrites(engine, gateway), before);
    const requests = asked('RetrieveOrderPayment', id);
    assert.ok(requests >= 10 && requests <= 20, `${requests} requests`);
  });

  test('while MonCash gives no response causes an earlier check once, and never postpones it', async () => {
    const { id } = await create();
    await gateway.store.db.transaction((tx) =>
      tx.query('UPDATE payments SET next_check_at_us = $2 WHERE id = $1', [Number(id), clock.now() + 3_600_000_000]),
    );
    simulator.faults.query = 'error_500';
    try {
      await returned(`orderId=${id}`);
      const sooner = (await stored(id)).nextCheckAtUs ?? 0;
      assert.ok(sooner <= clock.now() + 5_000_000);
      clock.forward(3);
      const before = await paymentWrites(engine, gateway);
      for (let i = 0; i < 20; i++) await returned(`orderId=${id}`);
      assert.equal((await stored(id)).nextCheckAtUs, sooner);
      assert.equal(await paymentWrites(engine, gateway), before);
    } finally {
      simulator.faults.query = 'none';
    }
  });

  test('invented numbers cause few requests to MonCash, and do not use up those of redirected customers', async () => {
    const [one, several, alongside] = [await create(), await create(), await create()];
    const cookie = await setOut(one);
    const cookies = `${await setOut(several)}; ${await setOut(alongside)}`;
    const operation = 'RetrieveTransactionPayment';
    clock.forward(60);
    const before = asked(operation);
    for (let i = 0; i < 150; i++) await returned(`transactionId=${30_000_000 + i}`);
    assert.equal(asked(operation) - before, 60, 'one address gets at most its share');
    // Many addresses at once use up the shared limit of unauthenticated clients.
    for (let i = 0; i < 300; i++) {
      await get(`${gateway.url}/providers/moncash/alert?transactionId=${40_000_000 + i}`, {
        'x-forwarded-for': `203.0.113.${i % 200}`,
      });
    }
    const all = asked(operation) - before;
    assert.ok(all >= 90 && all < 200, `${all} requests`);
    // The cookie of a redirected customer names the payment without a request.
    const numbers = [await simulator.pay(one.id), await simulator.pay(several.id)];
    assert.match((await returned(`transactionId=${numbers[0]}`, cookie)).text, PAID);
    assert.equal(asked(operation) - before, all);
    assert.match((await returned(`transactionId=${numbers[1]}`, cookies)).text, PAID);
  });

  test('still sees the outcome when unauthenticated clients have sent many returns for the same payment', async () => {
    const { id, link } = await create();
    const cookie = await setOut({ id, link });
    for (let i = 0; i < 30; i++) await returned(`orderId=${id}`);
    await simulator.pay(id);
    assert.match((await returned(`orderId=${id}`, cookie)).text, PAID);
  });
});

/** A text that changes with every write to `payments`, on PostgreSQL even if the values stay. Exchanges are in another table. */
async function paymentWrites(engine: Engine, { store }: TestGateway): Promise<string> {
  const written = engine === 'postgres' ? 'xmin::text, payments.*' : '*';
  return JSON.stringify(await store.db.query(`SELECT ${written} FROM payments ORDER BY id`));
}
