import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { findFeeRule, listFeeRules } from '../../src/features/fees/store/fee-rules.ts';
import { haitiDate } from '../../src/platform/clock/haiti-time.ts';
import { type ConsolePerson, consolePerson } from '../support/console.ts';
import { onBothEngines } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const HOUR_US = 3_600_000_000;

onBothEngines('fee rules in the console', (engine) => {
  let gateway: TestGateway;
  let operator: ConsolePerson;
  let path: string;
  before(async () => {
    gateway = await startTestGateway(engine, { settings: { ROLES: 'api,console' } });
    operator = await consolePerson(gateway, 'operator');
    path = `/websites/${gateway.website.id}/fees`;
  });
  after(() => gateway?.stop());

  const ruleAt = (atUs: number, currency: 'HTG' | 'USD' = 'HTG') =>
    findFeeRule(gateway.store.db, { websiteId: gateway.website.id, mode: 'live', method: 'card', currency }, atUs);
  const set = (fields: Readonly<Record<string, string>>) =>
    operator.submit(`${path}/set?mode=live`, '/fees/set', { method: 'card', ...fields });
  const rules = () => listFeeRules(gateway.store.db, { websiteId: gateway.website.id, limit: 50 });

  it('are set for payments from three minutes on, and are in the history', async () => {
    assert.match((await operator.get(`${path}?mode=live`)).text, /No fee rules yet/);
    const nowUs = gateway.store.clock();
    const done = await set({ currency: 'USD', percent: '2,9', fixed: '0.30', minimum: '1' });
    assert.match(done.location ?? '', /\/fees\?mode=live&done=set$/);
    assert.equal(await ruleAt(nowUs, 'USD'), undefined, 'past payments do not change');
    const rule = await ruleAt(nowUs + HOUR_US, 'USD');
    assert.deepEqual([rule?.percentE3, rule?.fixedMinor, rule?.minimumMinor], [2_900, 30, 100]);
    const { text } = await operator.get(`${path}?mode=live`);
    assert.match(text, /Starting later/);
    assert.match(text, /2\.9.%/);
    assert.doesNotMatch((await operator.get(`${path}?mode=test`)).text, /2\.9.%/, 'test payments have their own rules');
    const later = `${haitiDate(nowUs + 30 * 24 * HOUR_US)}T00:00`;
    await set({ percent: '3', valid_from: later });
    assert.equal(await ruleAt(nowUs + HOUR_US), undefined);
    assert.equal((await ruleAt(nowUs + 31 * 24 * HOUR_US))?.percentE3, 3_000);
  });

  it('are refused at the field that is wrong', async () => {
    const before = (await rules()).length;
    for (const [name, value] of [
      ['percent', '101'],
      ['percent', 'x'],
      ['fixed', '-1'],
      ['minimum', '1e3'],
      ['valid_from', '2020-01-01T00:00'],
      ['valid_from', 'soon'],
    ] as const) {
      const refused = await set({ [name]: value });
      assert.equal(refused.status, 422, value);
      assert.match(refused.text, new RegExp(`id="e-${name}"`), `${name} ${value}`);
    }
    const dollars = await set({ method: 'moncash', currency: 'USD' });
    assert.match(dollars.text, /id="e-currency">Payments by MonCash are in gourdes only/i);
    assert.equal((await rules()).length, before);
  });

  it('are removed by a rule of zeros, once', async () => {
    await gateway.store.operator.setFee({
      ...{ websiteId: gateway.website.id, mode: 'live', method: 'natcash', currency: 'HTG' },
      ...{ percentE3: 1_500, fixedMinor: 0, minimumMinor: 0, validFromUs: gateway.store.clock() + HOUR_US },
    });
    const page = `${path}/end?method=natcash&currency=HTG&mode=live`;
    const { text } = await operator.get(page);
    assert.match(text, /payments by NatCash in HTG that complete have no fee/);
    assert.match(text, /A later rule is set: from .* on, these payments have fees again/);
    const before = (await rules()).length;
    const [sent] = [await operator.submit(page, '/fees/end')];
    assert.match(sent.location ?? '', /done=ended$/);
    assert.deepEqual([(await rules()).length, (await rules())[0]?.percentE3], [before + 1, 0]);
    assert.equal((await operator.get(`${path}/end?method=cash&currency=HTG&mode=live`)).status, 422);
  });

  it('are read by a merchant, who cannot set them', async () => {
    const merchant = await consolePerson(gateway, 'merchant_owner', { websiteIds: [gateway.website.id] });
    const { text } = await merchant.get(`${path}?mode=live`);
    assert.match(text, /2\.9.%/);
    assert.doesNotMatch(text, /fees\/(?:set|end)/);
    assert.doesNotMatch(text, new RegExp(operator.user.name ?? '-'), 'nor see who of the operator set them');
    assert.equal((await merchant.get(`${path}/set`)).status, 404);
  });
});
