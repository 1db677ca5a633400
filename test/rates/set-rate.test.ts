import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setRate } from '../../src/features/rates/set-rate.ts';
import { type OperatorStore, operatorStore } from '../operator/operator-store.ts';
import { onOneEngineByDay } from '../support/engines.ts';

const BOUNDS = { minE4: 1_000_000, maxE4: 2_000_000, maxChangePercent: 10 };

onOneEngineByDay('a manual rate', (engine) => {
  let store: OperatorStore;
  before(async () => {
    store = await operatorStore(engine);
  });
  after(() => store?.close());

  it('may be far from the rate in use only if the user has checked it, or if jumps of any size are allowed', async () => {
    let seen = 0;
    const set = async (rateE4: number, { isChecked = false, maxChangePercent = BOUNDS.maxChangePercent } = {}) => {
      const limits = { bounds: { ...BOUNDS, maxChangePercent }, inForceE4: 1_300_000 };
      seen = (await setRate(store.deps, { rateE4, isChecked, seen }, limits)).number;
    };
    await set(1_430_000);
    await assert.rejects(set(1_430_001), { code: 'invalid', field: 'checked', message: /more than 10%/ });
    await set(1_430_001, { isChecked: true });
    await set(1_900_000, { maxChangePercent: 0 });
    for (const outside of [999_999, 2_000_001]) {
      const work = set(outside, { isChecked: true, maxChangePercent: 0 });
      await assert.rejects(work, { code: 'invalid', field: 'rate', message: /100\.00.*200\.00/ });
    }
    assert.equal(seen, 3);
  });
});
