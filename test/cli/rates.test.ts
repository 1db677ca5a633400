import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { noFaults } from '../../simulators/rates/rates-faults.ts';
import { type RatesSimulator, startRatesSimulator } from '../../simulators/rates/rates-simulator.ts';
import { peye } from '../support/cli.ts';
import { type EmptyStore, newStore, onSqliteByDay } from '../support/engines.ts';
import { freePort } from '../support/gateway.ts';

onSqliteByDay('peye rates', (engine) => {
  let simulator: RatesSimulator;
  let store: EmptyStore;
  before(async () => {
    simulator = await startRatesSimulator();
  });
  after(() => simulator.stop());
  beforeEach(async () => {
    Object.assign(simulator.faults, noFaults());
    store = await newStore(engine);
    assert.equal((await run(['migrate'])).code, 0);
  });
  afterEach(() => store.drop());

  const run = (args: string[], settings: Record<string, string> = simulator.settings) =>
    peye(args, { settings: { ...store.settings, ...settings }, cwd: store.folder });
  const json = async (args: string[], settings?: Record<string, string>) =>
    JSON.parse((await run([...args, '--json'], settings)).stdout);

  it('requests the source, and lists its rates, newest first', async () => {
    assert.deepEqual(await json(['rates', 'list']), []);
    simulator.faults.date = '2026-11-20';
    const first = await json(['rates', 'refresh']);
    assert.deepEqual([first.result, first.reason, first.rate.rate], ['new', null, 130.5549]);
    assert.equal((await json(['rates', 'refresh'])).result, 'unchanged');
    Object.assign(simulator.faults, { date: '2026-11-21', rate: '131.25' });
    assert.match(
      (await run(['rates', 'refresh'])).stdout,
      /^New rate\. In use: 131\.25 HTG for 1 USD, brh, of 2026-11-21T00:00:00\.000000Z\.\n$/,
    );
    const rates = await json(['rates', 'list']);
    assert.deepEqual(
      rates.map((rate: Record<string, unknown>) => [rate.source, rate.rate, rate.published_at, rate.in_use]),
      [
        ['brh', 131.25, '2026-11-21T00:00:00.000000Z', true],
        ['brh', 130.5549, '2026-11-20T00:00:00.000000Z', false],
      ],
    );
    assert.ok(rates[1].confirmed_at > rates[1].fetched_at);
    assert.equal((await json(['rates', 'list', '--limit', '1'])).length, 1);
    const text = (await run(['rates', 'list'])).stdout;
    assert.match(
      text,
      /^RATE +SOURCE +PUBLISHED +FIRST SEEN +LAST SEEN +IN USE\n131\.25 +brh .* yes\n130\.5549 +brh .*Z\n$/,
    );
  });

  it('fails with the reason when there is no good response, and accepts a jump once when allowed to', async () => {
    await run(['rates', 'refresh']);
    simulator.faults.rate = '190.5';
    const refused = await run(['rates', 'refresh', '--json']);
    assert.equal(refused.code, 1);
    assert.deepEqual([JSON.parse(refused.stdout).result, JSON.parse(refused.stdout).rate.rate], ['refused', 130.5549]);
    assert.match(refused.stderr, /^peye: no rate from brh: 190\.50 differs by more than 20 %[^\n]+\n$/);
    const accepted = await run(['rates', 'refresh'], { ...simulator.settings, EXCHANGE_RATE_MAX_CHANGE_PERCENT: '0' });
    assert.equal(accepted.code, 0, accepted.stderr);
    assert.equal((await json(['rates', 'refresh'])).result, 'unchanged', 'the accepted rate is now the last good one');
  });

  it('sets a manual rate within the bounds until it is removed; a rate far from the current one needs --force', async () => {
    await run(['rates', 'refresh']);
    const { rate, set_by, set_at } = await json(['rates', 'set', '131.25', '--as', 'Marie']);
    assert.deepEqual([rate, set_by], [131.25, 'Marie']);
    assert.match(set_at, /^20/);
    assert.match((await run(['rates', 'list'])).stdout, /Manual rate: 131\.25 HTG for 1 USD, set by Marie at 20/);
    const far = await run(['rates', 'set', '200']);
    assert.equal(far.code, 1);
    assert.match(far.stderr, /^peye: 200\.00 differs by more than 20% from 131\.25[^\n]+ Then use --force\.\n$/);
    assert.match((await run(['rates', 'set', '200', '--force'])).stdout, /from 131\.25 to 200\.00 HTG/);
    const absurd = await run(['rates', 'set', '900', '--force']);
    assert.match(absurd.stderr, /enter a rate from 80\.00 to 300\.00, the limits of EXCHANGE_RATE_MIN/);
    assert.equal((await run(['rates', 'set', '131.123456'])).code, 2);
    assert.match((await run(['rates', 'unset'])).stdout, /^Manual rate removed: from 200\.00 to 130\.5549 HTG/);
    assert.match((await run(['rates', 'unset'])).stderr, /there is no manual rate/);
    assert.equal((await json(['audit', 'list', '--action', 'rate.set'])).length, 3);
  });

  it('says that a fixed rate has no source', async () => {
    const { code, stdout, stderr } = await run(['rates', 'refresh'], {});
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(
      stderr,
      /^peye: Fixed rate: 130\.50 HTG for 1 USD \(EXCHANGE_RATE\)\. Set EXCHANGE_RATE_SOURCE [^\n]+\n$/,
    );
    assert.match((await run(['rates', 'list'], {})).stdout, /^No rates yet\.\n\nFixed rate/);
    assert.match((await run(['rates', 'list'])).stdout, /No rate from brh yet\. In use: 130\.50/);
  });

  it('peye doctor requests the source, checks its rate, and says how old the rate in use is', async () => {
    const doctor = async (settings: Record<string, string> = simulator.settings) => {
      const { checks } = await json(['doctor'], { ...settings, PORT: String(await freePort()) });
      return (name: string) => {
        const { status, message } = checks.find(({ check }: { check: string }) => check === name) ?? {};
        return `${status}: ${message}`;
      };
    };
    const fixed = await doctor({});
    assert.match(fixed('rate_in_use'), /^ok: Fixed rate: 130\.50/);
    assert.match(fixed('rate_source'), /^undefined/);

    const unasked = await doctor();
    assert.match(unasked('rate_source'), /^ok: brh: 130\.5549$/);
    assert.match(unasked('rate_in_use'), /^warning: No rate from brh yet\. In use: 130\.50/);
    assert.deepEqual(await json(['rates', 'list']), [], 'the doctor stores no rate');

    simulator.faults.date = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    await run(['rates', 'refresh']);
    assert.match((await doctor())('rate_in_use'), /^ok: 130\.5549 HTG for 1 USD, brh, of .* \(2 days old\)$/);

    simulator.faults.rate = '79.5';
    assert.match(
      (await doctor())('rate_source'),
      /^problem: the rate of brh was rejected: 79\.50 is not between 80\.00/,
    );
    simulator.faults.layoutChanged = true;
    assert.match((await doctor())('rate_source'), /^problem: 127\.0\.0\.1:\d+ responded with no page with one plain/);
    simulator.faults.query = 'error_500';
    assert.match((await doctor())('rate_source'), /^problem: .* status 500$/);
    assert.match(
      (await doctor({ ...simulator.settings, EXCHANGE_RATE_URL: 'http://127.0.0.1:1/secret-path' }))('rate_source'),
      /^problem: 127\.0\.0\.1:1: (?!.*secret-path).*ECONNREFUSED/,
    );
  });

  it('peye doctor warns of a rate that was set by hand and is outside the bounds of today', async () => {
    await run(['rates', 'set', '290', '--force']);
    const inUse = async (settings: Record<string, string>) => {
      const { checks } = await json(['doctor'], { ...settings, PORT: String(await freePort()) });
      return checks.find(({ check }: { check: string }) => check === 'rate_in_use');
    };
    assert.equal((await inUse({})).status, 'ok');
    for (const bounds of [{ EXCHANGE_RATE_MAX: '200' }, { EXCHANGE_RATE_MIN: '295' }]) {
      const { status, message, fix } = await inUse(bounds);
      assert.equal(status, 'warning');
      assert.match(message, /Manual rate: 290\.00 HTG .* outside EXCHANGE_RATE_MIN \([\d.]+\) to EXCHANGE_RATE_MAX/);
      assert.match(fix, /peye rates set/);
    }
    await run(['rates', 'unset']);
  });

  it('peye doctor warns of a rate that is older than three days', async () => {
    simulator.faults.date = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
    await run(['rates', 'refresh']);
    const { ok, checks } = await json(['doctor'], { ...simulator.settings, PORT: String(await freePort()) });
    const inUse = checks.find(({ check }: { check: string }) => check === 'rate_in_use');
    assert.deepEqual([ok, inUse.status], [true, 'warning']);
    assert.match(inUse.message, /\(5 days old\)$/);
  });
});
