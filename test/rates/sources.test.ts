import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { noFaults, type RatesFaults } from '../../simulators/rates/rates-faults.ts';
import { type RatesSimulator, startRatesSimulator } from '../../simulators/rates/rates-simulator.ts';
import { readConfig } from '../../src/config.ts';
import { refreshRate } from '../../src/features/rates/refresh-rate.ts';
import { listRates } from '../../src/features/rates/store/exchange-rates.ts';
import { systemClock } from '../../src/platform/clock/clock.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { httpClient } from '../../src/platform/network/http.ts';
import { type EmptyStore, newStore, onOneEngineByDay } from '../support/engines.ts';
import { paymentRequest, startTestGateway, type TestGateway, until } from '../support/gateway.ts';

const HOUR_MS = 3_600_000;
/** The rate before any response of a source. It differs from every simulated rate. */
const FALLBACK = '125.25';

onOneEngineByDay('the exchange rate from a source', (engine) => {
  const clock = systemClock();
  let aheadMs = 0;
  let simulator: RatesSimulator;
  let store: EmptyStore;
  let gateways: TestGateway[];

  before(async () => {
    simulator = await startRatesSimulator({ now: () => Date.now() + aheadMs });
  });
  after(() => simulator.stop());
  beforeEach(async () => {
    aheadMs = 0;
    Object.assign(simulator.faults, noFaults());
    store = await newStore(engine);
    gateways = [];
  });
  afterEach(async () => {
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    await store.drop();
  });

  const start = async (settings: Record<string, string> = simulator.settings): Promise<TestGateway> => {
    const gateway = await startTestGateway(engine, {
      settings: { EXCHANGE_RATE: FALLBACK, ...settings },
      sharedStore: store,
      clock: () => clock() + aheadMs * 1000,
    });
    gateways.push(gateway);
    return gateway;
  };
  const stop = async (gateway: TestGateway) => {
    gateways.splice(gateways.indexOf(gateway), 1);
    await gateway.stop();
  };
  const shown = async ({ api }: TestGateway) => (await api.get('/exchange-rate')).json.data;
  const shows = (gateway: TestGateway, rate: number) =>
    until(`${rate} is shown`, async () => (await shown(gateway)).rate === rate);
  const history = async ({ store: { db } }: TestGateway) =>
    (await listRates(db, 100)).map((rate) => rate.rateE4).reverse();
  /** Lets time pass until the source is queried again, and waits until its response has been processed. */
  const askAgain = async (gateway: TestGateway, faults: Partial<RatesFaults>, passMs = HOUR_MS + 1) => {
    const next = async () =>
      Number((await gateway.store.db.query('SELECT next_fetch_at_us FROM exchange_rate_fetches'))[0]?.next_fetch_at_us);
    await until('the last query is finished', async () => (await next()) > gateway.store.clock() + 2 * 60_000_000);
    const [asked, before] = [simulator.calls.length, await next()];
    Object.assign(simulator.faults, faults);
    aheadMs += passMs;
    await until('the source got a request', () => simulator.calls.length > asked);
    await until('the response is processed', async () => (await next()) > before + 2 * 60_000_000);
  };

  /** Requests the rate alongside the gateway, as `peye rates refresh` does. */
  const changesNothing = async (gateway: TestGateway, settings: Readonly<Record<string, string>>, faults: string) => {
    const { db, clock } = gateway.store;
    const { http, close } = httpClient();
    const { source } = readConfig(settings).exchangeRate;
    assert.ok(source);
    const { result, reason } = await refreshRate({ db, clock, log: createLog('silent'), http }, source);
    await close();
    assert.ok(['away', 'unreadable', 'refused'].includes(result) && reason, `${faults}: ${result}`);
    assert.deepEqual(await history(gateway), [1_305_549], faults);
  };

  for (const source of ['brh', 'open_er_api'] as const) {
    it(`${source}: is shown with the time of its publication, and follows the source`, async () => {
      simulator.faults.date = new Date().toISOString().slice(0, 10);
      const gateway = await start(simulator.settingsFor(source));
      await shows(gateway, 130.5549);
      const second = source === 'brh' ? '00:00:00' : '00:00:01';
      const data = await shown(gateway);
      assert.equal(data.updated_at, `${simulator.faults.date}T${second}.000000Z`);
      assert.deepEqual(data.card_minimum, { HTG: 65.28, USD: 0.5 });
      assert.equal(
        /Rates By Exchange Rate API \(https:\/\/www\.exchangerate-api\.com\)/.test(data.note),
        source !== 'brh',
      );
      await askAgain(gateway, { rate: '131.25', accents: 'letters', decimalComma: true });
      await shows(gateway, 131.25);
      assert.deepEqual(await history(gateway), [1_305_549, 1_312_500]);
    });
  }

  it('has the time at which it was last seen, if the source names no time', async () => {
    simulator.faults.date = '1999-02-30';
    const gateway = await start();
    await shows(gateway, 130.5549);
    const first = Date.parse((await shown(gateway)).updated_at);
    assert.ok(Math.abs(first - Date.now()) < 60_000);
    await askAgain(gateway, {});
    await until('seen again', async () => Date.parse((await shown(gateway)).updated_at) >= first + HOUR_MS);
    assert.deepEqual(await history(gateway), [1_305_549], 'the same rate is one observation');
  });

  it("is the rate of the settings while the source has been unavailable since the start, and the source's rate once it responds", async () => {
    simulator.faults.query = 'error_500';
    const asked = simulator.calls.length;
    const gateway = await start();
    await until('the source got a request', () => simulator.calls.length > asked);
    const data = await shown(gateway);
    assert.deepEqual([data.rate, data.updated_at], [125.25, null]);
    await askAgain(gateway, { query: 'none' }, HOUR_MS / 6 + 1);
    await shows(gateway, 130.5549);
  });

  // Contract: RATE-16
  it('stays the last good one, with its age, while the source is unavailable or returns nonsense, also after a restart', async () => {
    simulator.faults.date = new Date(Date.now() - 24 * HOUR_MS).toISOString().slice(0, 10);
    const gateway = await start();
    await shows(gateway, 130.5549);
    const good = await shown(gateway);
    const nonsense: Partial<RatesFaults>[] = [
      { query: 'error_500' },
      { query: 'garbage' },
      { query: 'endless' },
      { query: 'none', layoutChanged: true },
      { layoutChanged: false, missingHtg: true },
      { missingHtg: false, rate: '0' },
      { rate: '1e9' },
      { rate: '1000000000.0000' },
      { rate: '-130.5549' },
      { rate: '1,305.49' },
      { rate: '79.9999' },
      { rate: '300.0001' },
      { rate: 'abc' },
      { rate: '<script>130.5549</script>' },
      { rate: '130.5549', date: '2020-01-01' },
    ];
    for (const faults of nonsense) {
      Object.assign(simulator.faults, faults);
      await changesNothing(gateway, simulator.settings, JSON.stringify(faults));
    }
    await askAgain(gateway, {});
    assert.deepEqual(await shown(gateway), good);
    await stop(gateway);
    simulator.faults.query = 'error_500';
    const restarted = await start();
    assert.deepEqual(await shown(restarted), good);
  });

  it('from JSON is checked like one from the page', async () => {
    const gateway = await start(simulator.settingsFor('open_er_api'));
    await shows(gateway, 130.5549);
    const nonsense: Partial<RatesFaults>[] = [
      { query: 'garbage' },
      { query: 'endless' },
      { query: 'none', layoutChanged: true },
      { layoutChanged: false, missingHtg: true },
      ...['0', '1e9', '-130.5549', '1,305.49', '130.5549x', '300.0001'].map((rate) => ({ missingHtg: false, rate })),
    ];
    for (const faults of nonsense) {
      Object.assign(simulator.faults, faults);
      await changesNothing(gateway, simulator.settingsFor('open_er_api'), JSON.stringify(faults));
    }
    await askAgain(gateway, {});
    assert.equal((await shown(gateway)).rate, 130.5549);
  });

  it('follows a step up to the set limit, refuses a larger one, and follows it if the limit is off', async () => {
    const gateway = await start();
    await shows(gateway, 130.5549);
    await askAgain(gateway, { rate: '156.6658' });
    await shows(gateway, 156.6658);
    await askAgain(gateway, { rate: '188.0' });
    assert.equal((await shown(gateway)).rate, 156.6658);
    await stop(gateway);
    const without = await start({ ...simulator.settings, EXCHANGE_RATE_MAX_CHANGE_PERCENT: '0' });
    assert.equal((await shown(without)).rate, 156.6658);
    await askAgain(without, {});
    await shows(without, 188);
    assert.deepEqual(await history(without), [1_305_549, 1_566_658, 1_880_000]);
  });

  it('is no longer used if a tighter bound does not allow it', async () => {
    const gateway = await start();
    await shows(gateway, 130.5549);
    await askAgain(gateway, { rate: '140.5' });
    await shows(gateway, 140.5);
    await stop(gateway);
    const tighter = await start({ ...simulator.settings, EXCHANGE_RATE_MAX: '140' });
    assert.equal((await shown(tighter)).rate, 130.5549);
  });

  it('is the rate of the settings again, or comes from another source, after the settings were changed', async () => {
    const gateway = await start();
    await shows(gateway, 130.5549);
    await stop(gateway);
    const fixed = await start({});
    const data = await shown(fixed);
    assert.deepEqual([data.rate, data.updated_at], [125.25, null]);
    await stop(fixed);
    simulator.faults.query = 'error_500';
    const other = await start(simulator.settingsFor('open_er_api'));
    assert.equal(
      (await shown(other)).rate,
      130.5549,
      'the last good one of any source, until the new one has responded',
    );
  });

  // Contract: RATE-17
  it('converts new payments, and each payment keeps the rate of its creation', async () => {
    const gateway = await start();
    await shows(gateway, 130.5549);
    const create = async () =>
      (await gateway.api.post('/payments', paymentRequest({ amount: 10, currency: 'USD' }))).json;
    const first = await create();
    assert.deepEqual(first.conversion, {
      original_amount: 10,
      original_currency: 'USD',
      exchange_rate: 130.5549,
      charged_amount: 1305.55,
      charged_currency: 'HTG',
    });
    await askAgain(gateway, { rate: '131.0001' });
    await shows(gateway, 131.0001);
    const second = await create();
    assert.deepEqual([second.conversion.exchange_rate, second.amount], [131.0001, '1310.00']);
    assert.equal((await gateway.api.get(`/payments/${first.transaction_id}`)).json.data.amount, '1305.55');
    const stored = await gateway.store.db.query(
      'SELECT rate_e4, original_amount_minor FROM payments ORDER BY created_at_us',
    );
    assert.deepEqual(
      stored.map((row) => ({ ...row })),
      [
        { rate_e4: 1_305_549, original_amount_minor: 1000 },
        { rate_e4: 1_310_001, original_amount_minor: 1000 },
      ],
    );
  });

  it('delays neither responses nor a stop when the source never responds', async () => {
    const gateway = await start();
    await shows(gateway, 130.5549);
    const asked = simulator.calls.length;
    simulator.faults.query = 'hang';
    await until(
      'it gets no request before its time',
      async () => (await gateway.store.db.query('SELECT 1 FROM exchange_rates')).length > 0,
    );
    aheadMs += HOUR_MS + 60_000;
    await until('the source got a request', () => simulator.calls.length > asked);
    const started = performance.now();
    assert.equal((await shown(gateway)).rate, 130.5549);
    await stop(gateway);
    assert.ok(performance.now() - started < 3_000, 'the stop waited for the source');
  });

  if (engine === 'postgres') {
    it('is requested once in a period by many workers, and known to every node within ten seconds', async () => {
      const asked = simulator.calls.length;
      const [api, ...workers] = await Promise.all([
        start({ ...simulator.settings, ROLES: 'api' }),
        start({ ...simulator.settings, ROLES: 'api,worker' }),
        start({ ...simulator.settings, ROLES: 'api,worker' }),
        start({ ...simulator.settings, ROLES: 'api,worker' }),
      ]);
      const nodes = [api, ...workers] as TestGateway[];
      await Promise.all(nodes.map((node) => shows(node, 130.5549)));
      assert.equal(simulator.calls.length, asked + 1);
      for (const rate of ['131.5', '132.5']) {
        await askAgain(api as TestGateway, { rate });
        await Promise.all(nodes.map((node) => shows(node, Number(rate))));
      }
      assert.equal(simulator.calls.length, asked + 3);
      assert.deepEqual(await history(api as TestGateway), [1_305_549, 1_315_000, 1_325_000]);
    });

    it('is read before a node serves', async () => {
      const worker = await start();
      await shows(worker, 130.5549);
      const late = await start({ ...simulator.settings, ROLES: 'api' });
      assert.equal((await shown(late)).rate, 130.5549);
    });
  }
});
