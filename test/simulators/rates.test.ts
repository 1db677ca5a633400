import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { noFaults } from '../../simulators/rates/rates-faults.ts';
import { type RatesSimulator, startRatesSimulator } from '../../simulators/rates/rates-simulator.ts';

describe('the simulator of exchange rates', () => {
  let simulator: RatesSimulator;
  before(async () => {
    simulator = await startRatesSimulator({ now: () => Date.parse('2026-11-20T15:00:00Z') });
  });
  after(() => simulator.stop());
  beforeEach(() => void Object.assign(simulator.faults, noFaults()));

  const get = (path: string) => fetch(`${simulator.url}${path}`, { redirect: 'manual' });
  const text = async (path: string) => (await get(path)).text();
  const page = () => text('/taux-du-jour/');
  const json = async () => JSON.parse(await text('/v6/latest/USD'));

  it('listens on loopback and leads a gateway to both sources', () => {
    assert.match(simulator.url, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.deepEqual(simulator.settings, simulator.settingsFor('brh'));
    assert.deepEqual(simulator.settingsFor('open_er_api'), {
      EXCHANGE_RATE_SOURCE: 'open_er_api',
      EXCHANGE_RATE_URL: `${simulator.url}/v6/latest/USD`,
    });
  });

  it('shows a French page with the rate and its day, and redirects to its address with a slash at the end', async () => {
    const html = await page();
    assert.match(html, /Taux du Jour : 20 novembre 2026/);
    assert.match(html, /TAUX DE R&Eacute;F&Eacute;RENCE<\/strong><\/td><td>&nbsp;130\.5549</);
    assert.match(html, /Simulator: no real money/);
    const redirect = await get('/taux-du-jour');
    assert.deepEqual([redirect.status, redirect.headers.get('location')], [301, '/taux-du-jour/']);
  });

  it('writes accents and decimals in each way that its switches name', async () => {
    simulator.faults.accents = 'letters';
    assert.match(await page(), /TAUX DE RÉFÉRENCE/);
    simulator.faults.accents = 'none';
    simulator.faults.decimalComma = true;
    const html = await page();
    assert.match(html, /TAUX DE REFERENCE.*130,5549/);
    assert.ok([...html.replace('–', '')].every((letter) => letter < '\u0300'));
  });

  it('responds in JSON with the moment of publication', async () => {
    const { result, base_code, rates, time_last_update_unix } = await json();
    assert.deepEqual([result, base_code, rates.HTG], ['success', 'USD', 130.5549]);
    assert.equal(time_last_update_unix, Date.parse('2026-11-20T00:00:01Z') / 1000);
  });

  it('has switches for the rate, the day, a missing rate and a changed layout', async () => {
    Object.assign(simulator.faults, { rate: '1,305.49', date: '2026-08-01' });
    assert.match(await page(), /1er ao&ucirc;t 2026/);
    assert.equal((await json()).rates.HTG, '1,305.49');
    for (const rate of ['0', '1e9', '-130.55']) {
      simulator.faults.rate = rate;
      assert.equal((await json()).rates.HTG, Number(rate));
    }
    simulator.faults.missingHtg = true;
    assert.ok(!('HTG' in (await json()).rates));
    assert.doesNotMatch(await page(), /<strong>TAUX DE/);
    simulator.faults.layoutChanged = true;
    assert.equal((await json()).rates, undefined);
  });

  it('has switches for errors, no response, nonsense and endless responses', async () => {
    simulator.faults.query = 'error_500';
    assert.equal((await get('/v6/latest/USD')).status, 500);
    Object.assign(simulator.faults, { query: 'garbage' });
    assert.equal((await get('/taux-du-jour/')).headers.get('content-type'), 'application/octet-stream');
    Object.assign(simulator.faults, { query: 'endless' });
    let bytes = 0;
    for await (const chunk of (await get('/taux-du-jour/')).body ?? []) if ((bytes += chunk.length) > 2_000_000) break;
    assert.ok(bytes > 2_000_000);
    Object.assign(simulator.faults, { query: 'hang' });
    const hanging = fetch(`${simulator.url}/v6/latest/USD`, { signal: AbortSignal.timeout(300) });
    await assert.rejects(hanging, { name: 'TimeoutError' });
  });

  it('is switched over HTTP, by JSON and by a form, and refuses unknown switches', async () => {
    const post = (path: string, type: string, body: string) =>
      fetch(`${simulator.url}${path}`, { method: 'POST', headers: { 'content-type': type }, body });
    const changed = await post('/_simulator/faults', 'application/json', '{"rate":"140.25","hang":false}');
    assert.deepEqual([changed.status, simulator.faults.rate], [200, '140.25']);
    for (const body of [
      '{"speed":1}',
      '{"hang":"yes"}',
      '{"rate":140}',
      '{"date":"today"}',
      '{"accents":"x"}',
      '[]',
      '{"rate":"1","hang":0}',
    ]) {
      assert.equal((await post('/_simulator/faults', 'application/json', body)).status, 400, body);
    }
    assert.equal(simulator.faults.rate, '140.25', 'a refused change changes nothing');
    assert.deepEqual(await (await get('/_simulator/faults')).json(), simulator.faults);
    const form = await post('/', 'application/x-www-form-urlencoded', 'rate=131.5&date=&accents=none&query=error_500');
    assert.match(await form.text(), /Changed\./);
    assert.deepEqual(simulator.faults, { ...noFaults(), rate: '131.5', accents: 'none', query: 'error_500' });
    assert.match(await text('/'), /<title>.*Simulator: no real money<\/title>/);
  });

  it('counts the requests and has no records', async () => {
    const before = simulator.calls.length;
    await page();
    await json();
    assert.equal(simulator.calls.length, before + 2);
    const asked = await (await get('/_simulator/calls')).json();
    assert.equal((asked as unknown[]).length, before + 2);
    assert.deepEqual([simulator.book(), await (await get('/_simulator/book')).json()], [[], []]);
  });
});
