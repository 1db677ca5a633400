import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onOneEngineByDay } from '../support/engines.ts';
import type { Client } from '../support/gateway.ts';
import { Recorder } from '../support/recorder.ts';
import { type RunningGateway, startRunningGateway } from '../support/running-gateway.ts';
import { byTier } from '../support/tier.ts';

const ROUNDS = byTier({ day: 3, night: 20 });
const WRITERS = 6;
/** The promise is two seconds; a machine that runs other tests alongside this one gets more. */
const START_LIMIT_MS = 10_000;

onOneEngineByDay(`kill -9, ${ROUNDS} times under load`, (engine) => {
  let gateway: RunningGateway;
  before(async () => {
    gateway = await startRunningGateway(engine);
  });
  after(() => gateway.close());

  // Contract: STATE-10
  test('nothing acknowledged is lost or changed, and the store is sound', { timeout: 240_000 }, async (context) => {
    const starts: number[] = [];
    let kept = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const recorder = new Recorder(() => gateway.api());
      context.after(() => recorder.stop());
      recorder.start(WRITERS);
      const enough = 10 + Math.floor(Math.random() * 60);
      await gateway.killAt('payments are acknowledged', () => recorder.acknowledged >= enough);
      await recorder.stop();

      const { startMs } = await gateway.restart();
      starts.push(startMs);
      kept += await recorder.assertKept();
      assert.deepEqual(
        recorder.unexpected(() => false),
        [],
      );
      await gateway.assertSound();
    }
    await assertFeedIsWhole(gateway.api());
    const slowest = Math.round(Math.max(...starts));
    context.diagnostic(
      `${kept} acknowledged payments survived; the slowest of ${ROUNDS} starts after a kill took ${slowest} ms`,
    );
    assert.ok(slowest < START_LIMIT_MS);
  });
});

/** Every final payment of the list is in the feed exactly once, and nothing else is. */
async function assertFeedIsWhole(api: Client): Promise<void> {
  const events: string[] = [];
  for (let cursor = '', more = true; more; ) {
    const { json } = await api.get(`/events?limit=100${cursor && `&after=${cursor}`}`);
    events.push(...json.data.map((event: { id: string }) => event.id));
    cursor = json.next_cursor;
    more = json.has_more;
  }
  const expected: string[] = [];
  for (const [status, word] of [
    ['completed', 'success'],
    ['failed', 'failed'],
  ]) {
    for (let page = 1, last = 1; page <= last; page++) {
      const { json } = await api.get(`/payments?status=${status}&per_page=100&page=${page}`);
      last = json.pagination.last_page;
      expected.push(...json.data.map((payment: { transaction_id: string }) => `evt_${payment.transaction_id}_${word}`));
    }
  }
  assert.deepEqual(events.sort(), expected.sort());
}
