import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLog } from '../../src/lib/log.ts';
import { storeClock } from '../../src/storage/store-clock.ts';
import { onBothEngines } from '../support/engines.ts';
import { type TestMachine, testMachine } from '../support/set-clock.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

const US = 1_000_000;
const HOUR = 3_600;

onBothEngines('what a store knows of the time', (engine) => {
  let store: TestStore;
  before(async () => {
    store = await openTestStore(engine);
  });
  after(() => store.close());

  /** A node on a machine; PostgreSQL's time is that of another one when it is given. */
  const open = async (machine: TestMachine, { readStoreTime }: Pick<TestMachine, 'readStoreTime'> = machine) => {
    const { wall, elapsed } = machine;
    const sources = { elapsed, boot: machine.boot, readStoreTime };
    const clock = await storeClock({ db: store.db, log: createLog('silent') }, wall, sources);
    await clock.recall();
    await clock.compare();
    return clock;
  };
  const anchors = async () => {
    const rows = await store.db.query<{ machine: string; at_us: number }>(
      'SELECT * FROM clock_anchors ORDER BY machine',
    );
    return new Map(rows.map(({ machine, at_us }) => [machine, at_us]));
  };

  test('is kept once a minute while it is certain, of one row for a run of a machine, and forgotten after 30 days', async () => {
    const machine = testMachine({ name: 'kept', startUs: Date.UTC(2026, 10, 21) * 1000 });
    const clock = await open(machine);
    const firstUs = (await anchors()).get('kept-0') ?? 0;
    assert.ok(Math.abs(firstUs - machine.trueUs()) < US);
    machine.pass(30);
    await clock.compare();
    assert.equal((await anchors()).get('kept-0'), firstUs);
    machine.pass(31);
    await clock.compare();
    const secondUs = (await anchors()).get('kept-0') ?? 0;
    assert.ok(secondUs > firstUs);
    machine.set(40 * 24 * HOUR);
    machine.pass(61);
    await clock.compare();
    assert.equal((await anchors()).get('kept-0'), secondUs, 'not while it is in doubt');
    machine.set(0);
    machine.restart();
    machine.pass(31 * 24 * HOUR);
    await open(machine);
    machine.pass(6 * 60);
    const later = await open(machine);
    machine.pass(6 * 60);
    await later.compare();
    assert.deepEqual([...(await anchors()).keys()], ['kept-1']);
  });

  test('that was later than what is confirmed is forgotten', async () => {
    const wrong = testMachine({ name: 'wrong', startUs: Date.UTC(2028, 0, 1) * 1000 });
    const clock = await open(wrong);
    wrong.pass(6 * 60);
    await clock.compare();
    assert.ok((await anchors()).has('wrong-0'));
    wrong.set(-300 * 24 * HOUR);
    await clock.compare();
    assert.equal(clock.isCertain(), false);
    const saidUs = await clock.confirm();
    assert.equal(clock.isCertain(), true);
    assert.ok([...(await anchors()).values()].every((us) => us <= saidUs + 60 * US));
  });

  if (engine === 'sqlite') return;

  test('lets a machine that stood still take the time over from one that did not, and none from one that is in doubt', async () => {
    const startUs = Date.UTC(2029, 0, 1) * 1000;
    const server = testMachine({ name: 'server', startUs });
    const paused = testMachine({ name: 'paused', startUs });
    const [other, own] = [await open(server), await open(paused, server)];
    for (const clock of [other, own]) await clock.confirm();
    server.pass(2 * HOUR);
    assert.equal((await own.compare())?.kind, 'doubt');
    paused.pass(10);
    server.pass(10);
    await other.compare();
    assert.equal((await own.compare())?.kind, 'confirmed');
    assert.ok(Math.abs(own.clock() - server.trueUs()) < 2 * US);

    // The server's clock is set: nobody knows better.
    server.set(2 * HOUR);
    for (let seconds = 0; seconds < 600; seconds += 60) {
      for (const clock of [other, own, other, own]) assert.equal((await clock.compare())?.kind, 'doubt');
      for (const machine of [server, paused]) machine.pass(60);
    }
  });

  for (const [what, aheadSeconds, minutes] of [
    ['nine minutes', 9 * 60, 9],
    ['40 days', 40 * 24 * HOUR, 12 * 60],
  ] as const) {
    for (const isLate of [true, false]) {
      test(`is not taken for ${what} later by a node that starts ${isLate ? 'after' : 'before'} the others have doubted it`, async () => {
        const startUs = Date.UTC(2030, isLate ? 0 : 6, aheadSeconds > HOUR ? 1 : 15) * 1000;
        const server = testMachine({ name: 'server', startUs });
        const other = await open(server);
        await other.confirm();
        server.set(aheadSeconds);
        if (isLate) await other.compare();
        const started = testMachine({ name: `started ${startUs}`, startUs });
        const own = await open(started, server);
        if (!isLate && aheadSeconds < HOUR) return;
        for (let minute = 0; minute < minutes; minute++) {
          for (const clock of [other, own]) {
            assert.equal((await clock.compare())?.kind, 'doubt', `after ${minute} minutes`);
          }
          for (const machine of [server, started]) machine.pass(60);
        }
        assert.ok(other.clock() - server.trueUs() < 2 * US);
        assert.ok(own.clock() - server.trueUs() < 70 * US);

        // What the operator says counts for both, and for whoever starts then.
        await other.confirm();
        assert.equal((await own.compare())?.kind, 'confirmed');
        const last = await open(testMachine({ name: `last ${startUs}`, startUs }), server);
        assert.equal(last.isCertain(), true);
      });
    }
  }
});
