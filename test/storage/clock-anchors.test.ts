import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SYSTEM } from '../../src/core/actor.ts';
import { storeClock } from '../../src/features/operations/store/store-clock.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { onBothEngines } from '../support/engines.ts';
import { type TestMachine, testMachine } from '../support/set-clock.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

const US = 1_000_000;
const HOUR = 3_600;

onBothEngines('the confirmed time in a store', (engine) => {
  let store: TestStore;
  before(async () => {
    store = await openTestStore(engine);
  });
  after(() => store.close());

  /** Opens a node's clock on a machine. PostgreSQL's time is that of the second machine, if one is given. */
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

  test('is stored once a minute while it is trusted, as one row for each run of a machine, and deleted after 30 days', async () => {
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
    assert.equal((await anchors()).get('kept-0'), secondUs, 'it is not stored while the clock is not trusted');
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

  test('is deleted if it is later than the time that an operator confirms', async () => {
    const wrong = testMachine({ name: 'wrong', startUs: Date.UTC(2028, 0, 1) * 1000 });
    const clock = await open(wrong);
    wrong.pass(6 * 60);
    await clock.compare();
    assert.ok((await anchors()).has('wrong-0'));
    wrong.set(-300 * 24 * HOUR);
    await clock.compare();
    assert.equal(clock.isCertain(), false);
    const clockReadingUs = await clock.confirm(SYSTEM);
    assert.equal(clock.isCertain(), true);
    assert.ok([...(await anchors()).values()].every((us) => us <= clockReadingUs + 60 * US));
  });

  if (engine === 'sqlite') return;

  test('is adopted by a machine that had stopped for hours, and by no machine while no clock is trusted', async () => {
    const startUs = Date.UTC(2029, 0, 1) * 1000;
    const server = testMachine({ name: 'server', startUs });
    const paused = testMachine({ name: 'paused', startUs });
    const [other, own] = [await open(server), await open(paused, server)];
    for (const clock of [other, own]) await clock.confirm(SYSTEM);
    server.pass(2 * HOUR);
    assert.equal((await own.compare())?.kind, 'doubt');
    paused.pass(10);
    server.pass(10);
    await other.compare();
    assert.equal((await own.compare())?.kind, 'confirmed');
    assert.ok(Math.abs(own.clock() - server.trueUs()) < 2 * US);

    // The server's clock is set: no node knows a better time.
    server.set(2 * HOUR);
    for (let seconds = 0; seconds < 600; seconds += 60) {
      for (const clock of [other, own, other, own]) assert.equal((await clock.compare())?.kind, 'doubt');
      for (const machine of [server, paused]) machine.pass(60);
    }
  });

  for (const [index, [what, when, aheadSeconds, minutes]] of (
    [
      ['nine minutes', 'after', 9 * 60, 9],
      ['40 days', 'after', 40 * 24 * HOUR, 12 * 60],
      ['40 days', 'before', 40 * 24 * HOUR, 12 * 60],
    ] as const
  ).entries()) {
    test(`is not ${what} ahead for a node that starts ${when} the others have stopped trusting their clock`, async () => {
      const startUs = Date.UTC(2030, 3 * index, 1) * 1000;
      const server = testMachine({ name: 'server', startUs });
      const other = await open(server);
      await other.confirm(SYSTEM);
      server.set(aheadSeconds);
      if (when === 'after') await other.compare();
      const started = testMachine({ name: `started ${startUs}`, startUs });
      const own = await open(started, server);
      for (let minute = 0; minute < minutes; minute++) {
        for (const clock of [other, own]) {
          assert.equal((await clock.compare())?.kind, 'doubt', `after ${minute} minutes`);
        }
        for (const machine of [server, started]) machine.pass(60);
      }
      assert.ok(other.clock() - server.trueUs() < 2 * US);
      assert.ok(own.clock() - server.trueUs() < 70 * US);

      // The operator's confirmation counts for both nodes, and for nodes that start later.
      await other.confirm(SYSTEM);
      assert.equal((await own.compare())?.kind, 'confirmed');
      const last = await open(testMachine({ name: `last ${startUs}`, startUs }), server);
      assert.equal(last.isCertain(), true);
    });
  }

  test('stays trusted by the other nodes when the counter of one node is wrong', async () => {
    const startUs = Date.UTC(2031, 0, 1) * 1000;
    const server = testMachine({ name: 'server', startUs });
    const other = await open(server);
    await other.confirm(SYSTEM);
    const wrong = testMachine({ name: 'wrong counter', startUs });
    const own = await open(wrong, server);
    for (const machine of [server, wrong]) machine.pass(2 * 60);
    await other.compare();
    wrong.pass(3 * HOUR);
    assert.equal((await own.compare())?.kind, 'doubt');
    server.pass(20);
    await other.compare();
    const started = await open(testMachine({ name: 'started', startUs: server.trueUs() }), server);
    assert.equal(started.isCertain(), true);
    assert.ok(Math.abs(started.clock() - server.trueUs()) < 2 * US);
  });

  test('is trusted again once the clock is right again', async () => {
    const startUs = Date.UTC(2031, 6, 1) * 1000;
    const server = testMachine({ name: 'server', startUs });
    const other = await open(server);
    await other.confirm(SYSTEM);
    server.pass(30 * 60);
    server.set(-10 * 60);
    assert.equal((await other.compare())?.kind, 'doubt');
    server.set(0);
    assert.equal((await other.compare())?.kind, 'returned');
    assert.equal((await anchors()).has('doubted'), false);
  });
});
