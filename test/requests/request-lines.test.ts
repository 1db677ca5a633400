import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type RequestLines, requestLines } from '../../src/features/requests/request-lines.ts';
import { createLog } from '../../src/platform/log/log.ts';
import type { RequestEnd } from '../../src/platform/log/telemetry.ts';

const END: RequestEnd = {
  route: '/api/gateway/v1/payments/:transaction_id',
  status: 200,
  ms: 1.5,
  error: undefined,
  websiteId: 'web_1',
  keyId: 'key_1',
  paymentId: 915_840_412_345_678,
  isHealthCheck: false,
  isShed: false,
};

function collect() {
  let dropped = 0;
  let id = 0;
  const log = createLog('silent');
  const lines = requestLines({
    clock: () => 1_000_000,
    log,
    telemetry: { request: () => undefined, requestLinesDropped: (count) => void (dropped += count) },
    polled: ['/api/gateway/v1/events'],
    pathOf: (route) => route.replace(':transaction_id', '{transaction_id}'),
  });
  const send = (end: Partial<RequestEnd> = {}) =>
    lines.request({ requestId: `req_${++id}`, method: 'GET' }, log)?.({ ...END, ...end });
  return { lines, send, dropped: () => dropped };
}

describe('the lines of the request log', () => {
  it('have the pattern of the route, the start and the duration', () => {
    const { lines, send } = collect();
    send();
    const line = {
      requestId: 'req_1',
      atUs: 998_500,
      method: 'GET',
      path: '/api/gateway/v1/payments/{transaction_id}',
      status: 200,
      error: null,
      paymentId: 915_840_412_345_678,
      durationUs: 1500,
    };
    assert.deepEqual(lines.take(), {
      batch: [{ keyId: 'key_1', lines: [line], droppedAtUs: null }],
      isMoreDue: false,
    });
    assert.deepEqual(lines.take(), { batch: [], isMoreDue: false });
  });

  it('do not include requests without a key, unknown addresses, and successful polls', () => {
    const { lines, send, dropped } = collect();
    send({ keyId: undefined });
    send({ route: 'none', status: 404 });
    send({ route: '/api/gateway/v1/events' });
    send({ route: '/api/gateway/v1/events', status: 429 });
    assert.deepEqual(
      lines.take().batch.flatMap((of) => of.lines.map(({ status }) => status)),
      [429],
    );
    assert.equal(dropped(), 0);
  });

  /** Takes until the round is over, and adds up what each key had. */
  const takeAll = (lines: RequestLines, between = () => {}) => {
    const sums = new Map<string, { count: number; droppedAtUs: number | null }>();
    for (let isMoreDue = true; isMoreDue; between()) {
      const taken = lines.take();
      ({ isMoreDue } = taken);
      const count = taken.batch.reduce((sum, each) => sum + each.lines.length, 0);
      assert.ok(count <= 50, `${count} lines in one transaction`);
      for (const { keyId, lines: of, droppedAtUs } of taken.batch) {
        const sum = sums.get(keyId) ?? { count: 0, droppedAtUs: null };
        sums.set(keyId, { count: sum.count + of.length, droppedAtUs: sum.droppedAtUs ?? droppedAtUs });
      }
    }
    return [...sums].map(([keyId, { count, droppedAtUs }]) => [keyId, count, droppedAtUs]).sort();
  };

  it('are bounded for each key and for all keys; what is dropped is counted, and its key knows when', () => {
    const { lines, send, dropped } = collect();
    for (let i = 0; i < 450; i++) send();
    assert.equal(dropped(), 50);
    for (let key = 2; key <= 9; key++) for (let i = 0; i < 150; i++) send({ keyId: `key_${key}` });
    // 1,000 in all: 400 of the first key, 150 each of the next four.
    assert.equal(dropped(), 50 + 4 * 150);
    assert.deepEqual(takeAll(lines), [
      ['key_1', 400, 1_000_000],
      ...[2, 3, 4, 5].map((key) => [`key_${key}`, 150, null]),
      ...[6, 7, 8, 9].map((key) => [`key_${key}`, 0, 1_000_000]),
    ]);
  });

  it('of a busy key do not make a round endless, and do not keep those of other keys waiting', () => {
    const { lines, send } = collect();
    const sendMany = () => {
      for (let i = 0; i < 500; i++) send();
    };
    sendMany();
    for (let key = 2; key <= 4; key++) send({ keyId: `key_${key}` });
    const sums = takeAll(lines, sendMany);
    assert.deepEqual(sums.slice(1), [
      ['key_2', 1, null],
      ['key_3', 1, null],
      ['key_4', 1, null],
    ]);
    const ofBusy = sums[0]![1] as number;
    assert.ok(ofBusy >= 350 && ofBusy <= 450, `${ofBusy} lines of the busy key in one round`);
  });

  it('that could not be written come first again, within the same bounds', () => {
    const { lines, send, dropped } = collect();
    for (let i = 0; i < 40; i++) send();
    const { batch: failed } = lines.take();
    for (let i = 0; i < 380; i++) send();
    lines.giveBack(failed);
    assert.equal(dropped(), 20);
    const [again] = lines.take().batch;
    assert.deepEqual([again?.lines.length, again?.lines[0]?.requestId], [50, 'req_1']);
    lines.drop([again!]);
    assert.equal(dropped(), 70);
    assert.deepEqual(takeAll(lines), [['key_1', 350, 1_000_000]]);
  });
});
