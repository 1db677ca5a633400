import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { type LeasedPoints, leasedPoints } from '../../src/platform/limits/leased-points.ts';
import { type SharedPoints, sharePoints } from '../../src/platform/limits/share-points.ts';

const SECONDS = 60;
const NOW_MS = Date.parse('2026-11-20T12:00:00Z');

/** Processes and their supervisor. `deliver` passes on one message between them; the messages of each queue stay in order. */
function processesOf(count: number) {
  const wires: { readonly to: (() => void)[]; readonly from: (() => void)[] }[] = [];
  const processes: LeasedPoints[] = [];
  const dead = new Set<number>();
  let messages = 0;
  let shared: SharedPoints;
  for (let n = 0; n < count; n++) {
    const wire = { to: [] as (() => void)[], from: [] as (() => void)[] };
    wires.push(wire);
    processes.push(
      leasedPoints({
        ask: (ask) => void wire.from.push(() => shared.ask(n, ask)),
        giveBack: (back) => void wire.from.push(() => shared.giveBack(n, back)),
      }),
    );
  }
  shared = sharePoints({
    processes: count,
    grant: (n, grant) => !dead.has(n) && wires[n]?.to.push(() => processes[n]?.granted(grant)),
    recall: (n, recall) => !dead.has(n) && wires[n]?.to.push(() => processes[n]?.recalled(recall)),
  });
  const waiting = () => wires.flatMap(({ to, from }) => [to, from]).filter((queue) => queue.length > 0);
  return {
    shared,
    processes,
    messages: () => messages,
    /** Delivers the first message of the queue that the number selects. */
    deliver(pick: number): boolean {
      const queues = waiting();
      const message = queues[pick % queues.length]?.shift();
      if (message) messages++;
      message?.();
      return message !== undefined;
    },
    kill(n: number) {
      wires[n]?.to.splice(0);
      wires[n]?.from.splice(0);
      dead.add(n);
      shared.removeProcess(n);
    },
  };
}

function holdTime(t: TestContext): (seconds: number) => void {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: NOW_MS });
  return (seconds) => t.mock.timers.tick(seconds * 1000);
}

describe('shared points', () => {
  it('exactly the allowed number passes, whichever process gets a request and in whatever order messages arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 300 }),
        fc.array(fc.tuple(fc.nat(4), fc.boolean(), fc.nat(9)), { minLength: 200, maxLength: 300 }),
        async (count, points, steps) => {
          const { processes, deliver } = processesOf(count);
          const counters = processes.map((each) => each.counter({ name: 'requests', points, seconds: SECONDS }));
          const results: (number | Promise<number>)[] = [];
          for (const [process, asks, pick] of steps) {
            if (asks) results.push(counters[process % count]!.consume('client'));
            else deliver(pick);
          }
          // Then one process gets requests until it has all remaining points, also those that were granted to other processes.
          const last = counters[steps.length % count]!;
          for (let i = 0; i < points; i++) {
            results.push(last.consume('client'));
            while (deliver(i));
          }
          const passed = (await Promise.all(results)).filter((seconds) => seconds === 0).length;
          assert.equal(passed, points);
        },
      ),
    );
  });

  it('a process that dies loses its points until the window ends, and no other process waits for it', async () => {
    const { processes, deliver, kill } = processesOf(3);
    const counters = processes.map((each) => each.counter({ name: 'requests', points: 60, seconds: SECONDS }));
    const first = counters[0]!.consume('client');
    while (deliver(0));
    assert.equal(await first, 0);
    // The other processes use up the free points, and one of them requests the points of the first process.
    const passed: (number | Promise<number>)[] = [];
    for (let i = 0; i < 60; i++) {
      passed.push(counters[1 + (i % 2)]!.consume('client'));
      if (i < 50) while (deliver(1));
    }
    kill(0);
    while (deliver(0));
    const seconds = await Promise.all(passed);
    const through = seconds.filter((each) => each === 0).length;
    assert.ok(through >= 50 && through < 60, `${through} passed`);
    assert.ok(seconds.every((each) => each >= 0 && each <= SECONDS));
  });

  it('a process that dies while it waits for points is granted none, so that no other process waits for them', async () => {
    const { processes, deliver, kill } = processesOf(3);
    const counters = processes.map((each) => each.counter({ name: 'requests', points: 60, seconds: SECONDS }));
    const holder = counters[2]!.consume('client');
    while (deliver(0));
    assert.equal(await holder, 0);
    // The first process uses up the free points. Then it waits for those of the last process, and dies.
    for (let isCounted = true; isCounted; ) {
      isCounted = false;
      void Promise.resolve(counters[0]!.consume('client')).then(
        () => (isCounted = true),
        () => {},
      );
      // Deliver the request of the first process, and the response.
      deliver(0);
      deliver(0);
      await new Promise(setImmediate);
    }
    kill(0);
    const results = Array.from({ length: 60 }, () => counters[1]!.consume('client'));
    while (deliver(0));
    const nothing = new Promise((done) => setImmediate(done, 'some wait'));
    assert.notEqual(await Promise.race([Promise.all(results), nothing]), 'some wait');
  });

  it('requests beyond the limit are refused without messages until the window ends, and a new one starts for all', async (t) => {
    const forward = holdTime(t);
    const { processes, deliver, messages } = processesOf(2);
    const counters = processes.map((each) => each.counter({ name: 'requests', points: 3, seconds: SECONDS }));
    const consume = async (process: number) => {
      const result = counters[process]!.consume('client');
      while (deliver(0));
      return result;
    };
    assert.deepEqual([await consume(0), await consume(1), await consume(0)], [0, 0, 0]);
    assert.deepEqual([await consume(0), await consume(1)], [60, 60]);
    const before = messages();
    forward(20);
    for (let i = 0; i < 100; i++) assert.equal(counters[i % 2]!.consume('client'), 40);
    assert.equal(messages(), before);
    forward(40);
    assert.deepEqual([await consume(1), await consume(0), await consume(1)], [0, 0, 0]);
    assert.equal(await consume(0), 60);
  });

  it('a point that is given back in one window is not used in the next window', async (t) => {
    const forward = holdTime(t);
    const held = leasedPoints({ ask: () => {}, giveBack: () => {} });
    const counter = held.counter({ name: 'requests', points: 1, seconds: SECONDS });
    const grant = (endsInSeconds: number) =>
      held.granted({
        limit: 'requests',
        client: 'client',
        points: 1,
        isSpent: false,
        endsAtMs: Date.now() + endsInSeconds * 1000,
      });
    const first = counter.consume('client');
    grant(1);
    assert.equal(await first, 0);
    // The process requests a second point, and gives the first one back. The response arrives in the next window.
    const second = counter.consume('client');
    counter.giveBack('client');
    forward(1.5);
    grant(SECONDS);
    assert.equal(await second, 0);
    assert.notEqual(counter.consume('client'), 0, 'only one point is allowed');
  });

  it('few messages are needed for a high limit', async () => {
    const { processes, deliver, messages } = processesOf(4);
    const counters = processes.map((each) => each.counter({ name: 'requests', points: 10_000, seconds: SECONDS }));
    for (let i = 0; i < 12_000; i++) {
      const result = counters[i % 4]!.consume('client');
      while (deliver(0));
      assert.equal(typeof (await result), 'number');
    }
    assert.ok(messages() < 500, `${messages()} messages`);
  });

  it('without a response of the supervisor a request is refused with an error', async (t) => {
    const forward = holdTime(t);
    const { processes } = processesOf(1);
    const counter = processes[0]!.counter({ name: 'requests', points: 3, seconds: SECONDS });
    const result = counter.consume('client');
    const refused = assert.rejects(Promise.resolve(result), { code: 'service_unavailable' });
    forward(2);
    await refused;
  });
});
