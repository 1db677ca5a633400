import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { pino } from 'pino';
import { noFaults, type RatesFaults } from '../../simulators/rates/rates-faults.ts';
import { type RatesSimulator, startRatesSimulator } from '../../simulators/rates/rates-simulator.ts';
import { readConfig } from '../../src/config.ts';
import { SYSTEM } from '../../src/core/actor.ts';
import { rateVerbs } from '../../src/features/rates/rate-verbs.ts';
import { refreshDueRate, refreshRate } from '../../src/features/rates/refresh-rate.ts';
import { httpClient } from '../../src/platform/network/http.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

const MINUTE_US = 60_000_000;
const DAY_US = 24 * 60 * MINUTE_US;

onOneEngineByDay('a query to a rate source', (engine) => {
  let simulator: RatesSimulator;
  let store: TestStore;
  let nowUs: number;
  const client = httpClient();
  let lines: Record<string, unknown>[];
  before(async () => {
    simulator = await startRatesSimulator({ now: () => nowUs / 1000 });
  });
  after(() => Promise.all([simulator.stop(), client.close()]));
  beforeEach(async () => {
    nowUs = Date.parse('2026-11-20T15:00:00Z') * 1000;
    Object.assign(simulator.faults, noFaults());
    lines = [];
    store = await openTestStore(engine);
  });
  afterEach(() => store.close());

  const deps = () => ({
    db: store.db,
    clock: () => nowUs,
    http: client.http,
    log: pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) }) as never,
  });
  const settings = (more: Record<string, string> = {}) => {
    const { source } = readConfig({ ...simulator.settings, ...more }).exchangeRate;
    assert.ok(source);
    return source;
  };
  const ask = async (faults: Partial<RatesFaults> = {}) => {
    Object.assign(simulator.faults, faults);
    const { result } = await refreshRate(deps(), settings());
    const line = lines.at(-1) as { level: number; msg: string; result: string };
    assert.equal(line.result, result);
    return [result, pino.levels.labels[line.level]];
  };

  it('writes one line to the log: an error for a fault that a person must fix, a warning for an unavailable source or an old rate', async () => {
    assert.deepEqual(await ask({ query: 'error_500' }), ['away', 'warn']);
    assert.deepEqual(await ask({ query: 'none' }), ['new', 'info']);
    assert.deepEqual(await ask(), ['unchanged', 'info']);
    assert.deepEqual(await ask({ rate: '200.1' }), ['refused', 'error']);
    assert.deepEqual(await ask({ rate: '1000.1' }), ['refused', 'error']);
    assert.deepEqual(await ask({ layoutChanged: true }), ['unreadable', 'error']);
    assert.deepEqual(await ask({ layoutChanged: false, query: 'garbage' }), ['unreadable', 'error']);
    assert.deepEqual(await ask({ query: 'endless' }), ['away', 'warn']);
    assert.equal(lines.length, 8, 'one line each');
    const jump = String(lines[3]?.reason);
    assert.match(jump, /200\.10 differs by more than 20 %.*EXCHANGE_RATE_MAX_CHANGE_PERCENT=0 peye rates refresh/);
    assert.ok(!JSON.stringify(lines).includes('taux-du-jour'), 'an address may hold a key, and is not logged');

    Object.assign(simulator.faults, noFaults(), { date: '2026-11-20' });
    nowUs = Date.parse('2026-11-23T00:00:00Z') * 1000;
    assert.deepEqual(await ask(), ['unchanged', 'info']);
    nowUs++;
    assert.deepEqual(await ask(), ['unchanged', 'warn']);
    assert.match(String(lines.at(-1)?.msg), /older than 3 days/);
  });

  it('gets one request in an interval, another after ten minutes when it failed, and sooner when the interval is shorter', async () => {
    const due = (more?: Record<string, string>) => refreshDueRate(deps(), settings(more));
    assert.equal((await due())?.result, 'new');
    nowUs += 60 * MINUTE_US - 1;
    assert.equal(await due(), undefined);
    nowUs += 1;
    simulator.faults.query = 'error_500';
    assert.equal((await due())?.result, 'away');
    nowUs += 10 * MINUTE_US - 1;
    assert.equal(await due(), undefined);
    nowUs += 1;
    assert.equal((await due({ EXCHANGE_RATE_REFRESH_MINUTES: '2' }))?.result, 'away');
    nowUs += 2 * MINUTE_US;
    assert.equal((await due())?.result, 'away');
    simulator.faults.query = 'none';
    nowUs += 10 * MINUTE_US;
    assert.equal((await due({ EXCHANGE_RATE_REFRESH_MINUTES: '1440' }))?.result, 'unchanged');
    assert.equal((await due())?.result, 'unchanged', 'a shorter interval counts at once');
  });

  it('has its rate in use before the node serves', async () => {
    await ask();
    const { inForce } = await rateVerbs(
      { ...deps(), actor: SYSTEM, connect: () => client },
      readConfig(simulator.settings).exchangeRate,
    );
    assert.deepEqual(inForce(), { rateE4: 1_305_549, updatedAtUs: Date.parse('2026-11-20') * 1000, source: 'brh' });
  });

  it('follows no redirect, and accepts only a response with status 200', async () => {
    const address = { EXCHANGE_RATE_URL: `${simulator.url}/taux-du-jour` };
    const { result, reason } = await refreshRate(deps(), settings(address));
    assert.equal(result, 'unreadable');
    assert.match(String(reason), /status 301/);
    const missing = await refreshRate(deps(), settings({ EXCHANGE_RATE_URL: `${simulator.url}/nothing` }));
    assert.match(String(missing.reason), /status 404/);
    const away = await refreshRate(deps(), settings({ EXCHANGE_RATE_URL: 'http://127.0.0.1:1/' }));
    assert.equal(away.result, 'away');
  });

  it('to a source that was used before compares the rate with the last rate of any source, and the day with the last day of the same source', async () => {
    const report = async (source: 'brh' | 'open_er_api', rate: string, date: string) => {
      Object.assign(simulator.faults, { rate, date });
      const { result, inForce } = await refreshRate(deps(), settings(simulator.settingsFor(source)));
      nowUs += 100 * DAY_US;
      return [result, inForce?.rateE4];
    };
    assert.deepEqual(await report('brh', '130.0', '2026-11-20'), ['new', 1_300_000]);
    assert.deepEqual(await report('open_er_api', '150.0', '2027-02-28'), ['new', 1_500_000]);
    assert.deepEqual(await report('open_er_api', '165.0', '2027-06-08'), ['new', 1_650_000]);
    assert.deepEqual(await report('brh', '130.1', '2027-09-16'), ['refused', 1_650_000]);
    assert.deepEqual(await report('brh', '165.2', '2026-11-19'), ['refused', 1_650_000]);
    assert.deepEqual(await report('brh', '165.2', '2028-04-03'), ['new', 1_652_000]);
  });

  it('refuses an older page, which a cache of the source may still return', async () => {
    await ask({ date: '2026-11-20' });
    nowUs += DAY_US;
    assert.deepEqual(await ask({ date: '2026-11-21', rate: '131.0' }), ['new', 'info']);
    assert.deepEqual(await ask({ date: '2026-11-20', rate: '130.5549' }), ['refused', 'error']);
  });
});
