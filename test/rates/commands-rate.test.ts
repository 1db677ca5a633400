import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildVerbs } from '../../src/app/build-verbs.ts';
import { openStore } from '../../src/app/open-store.ts';
import { readConfig } from '../../src/config.ts';
import { recordRate } from '../../src/features/rates/store/exchange-rates.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { newStore, onOneEngineByDay } from '../support/engines.ts';

onOneEngineByDay('the rate that verbs use', (engine) => {
  test('is the current rate of the store, in commands as in the gateway, and not the rate of the settings', async () => {
    // Regression: commands that charge always used EXCHANGE_RATE, even if a source was set.
    const place = await newStore(engine);
    try {
      const store = await openStore(readConfig(place.settings), createLog('silent'), { migrate: true });
      try {
        const reading = { rateE4: 1_402_500, publishedAtUs: null };
        await store.db.transaction((tx) => recordRate(tx, 'brh', reading, store.clock()));
        for (const [source, rateE4] of [
          ['brh', 1_402_500],
          ['fixed', 1_200_000],
        ] as const) {
          const config = readConfig({ ...place.settings, EXCHANGE_RATE: '120', EXCHANGE_RATE_SOURCE: source });
          const verbs = await buildVerbs(config, store, createLog('silent'));
          assert.equal(verbs.rates.inForce().rateE4, rateE4);
          await verbs.close();
        }
      } finally {
        await store.db.close();
      }
    } finally {
      await place.drop();
    }
  });
});
