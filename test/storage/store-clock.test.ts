import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, before, it } from 'node:test';
import pino from 'pino';
import { storeClock } from '../../src/features/operations/store/store-clock.ts';
import { systemClock } from '../../src/platform/clock/clock.ts';
import { startLoop } from '../../src/platform/tasks/loop.ts';
import { onBothEngines } from '../support/engines.ts';
import { until } from '../support/gateway.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

const SECOND_US = 1_000_000;
const HOUR_US = 3_600 * SECOND_US;

onBothEngines("the store's clock", (engine) => {
  const system = systemClock();
  let store: TestStore;
  const lines: string[] = [];
  const log = pino(
    new Writable({
      write(line, _, done) {
        lines.push(String(line));
        done();
      },
    }),
  );
  before(async () => {
    // In this test PostgreSQL runs on the same machine, and has its time.
    store = await openTestStore(engine, { migrated: false });
  });
  after(() => store.close());

  const open = (skewUs: () => number) => storeClock({ db: store.db, log }, () => system() + skewUs());
  const errorOf = (clock: () => number) => Math.abs(clock() - system());

  if (engine === 'sqlite') {
    it('is the machine’s clock, whatever time that shows', async () => {
      const { clock, followClock } = await open(() => HOUR_US);
      assert.ok(Math.abs(clock() - system() - HOUR_US) < SECOND_US);
      assert.deepEqual(await followClock(), { isMoreWaiting: false });
      assert.deepEqual(lines, []);
    });
    return;
  }

  for (const hours of [-2, 1, 30_000]) {
    it(`is right on a machine whose clock is ${hours} hours ahead, and the log reports it once`, async () => {
      lines.length = 0;
      const { clock } = await open(() => hours * HOUR_US);
      assert.ok(errorOf(clock) < SECOND_US, `${errorOf(clock)} µs`);
      assert.equal(lines.length, 1);
      assert.match(lines[0] ?? '', /Set both by NTP/);
      assert.equal(Math.round(JSON.parse(lines[0] ?? '').storeAheadSeconds), -hours * 3600);
    });
  }

  it('is the machine’s clock while that is right, and no two readings are equal', async () => {
    lines.length = 0;
    const skewUs = 200_000;
    const { clock } = await open(() => skewUs);
    const readings = Array.from({ length: 10_000 }, clock);
    assert.ok(readings.every((reading, index) => index === 0 || reading > readings[index - 1]!));
    assert.ok(Math.abs(errorOf(clock) - skewUs) < 100_000);
    assert.deepEqual(lines, []);
  });

  it('stays right when the machine’s clock is set wrong, and when it is set right again', async (context) => {
    lines.length = 0;
    let skewUs = 0;
    const { clock, followClock } = await open(() => skewUs);
    const loop = startLoop(followClock, { name: 'the clock', pollMs: 10_000, retryMs: 10_000, log });
    context.after(() => loop.stop());
    for (const [index, next] of [HOUR_US, -HOUR_US, 0].entries()) {
      skewUs = next;
      loop.wake();
      await until('the clock is right', () => errorOf(clock) < SECOND_US);
      await until('the log says so', () => lines.length === index + 1);
    }
    assert.match(lines[2] ?? '', /agrees with PostgreSQL's again/);
  });

  it('is compared again when the machine’s clock is set back in the meantime', async (context) => {
    lines.length = 0;
    let skewUs = 0;
    let isBeingSet = false;
    const { clock, followClock } = await open(() => {
      const readUs = skewUs;
      if (isBeingSet) [skewUs, isBeingSet] = [-HOUR_US, false];
      return readUs;
    });
    isBeingSet = true;
    const loop = startLoop(followClock, { name: 'the clock', pollMs: 10_000, retryMs: 10_000, log });
    context.after(() => loop.stop());
    await until('the log says so', () => lines.length === 1);
    assert.equal(Math.round(JSON.parse(lines[0] ?? '').storeAheadSeconds), 3600);
    assert.ok(errorOf(clock) < SECOND_US, `${errorOf(clock)} µs`);
  });
});
