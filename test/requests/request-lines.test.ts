import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { requestLines } from '../../src/features/requests/request-lines.ts';
import { createLog } from '../../src/platform/log/log.ts';
import type { RequestEnd } from '../../src/platform/log/telemetry.ts';

const END: RequestEnd = {
  route: '/api/gateway/v1/payments/:transaction_id',
  status: 200,
  ms: 1.5,
  error: undefined,
  websiteId: 'web_1',
  keyId: 'key_1',
  transactionId: '915840412345678',
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
    assert.deepEqual(lines.take(), [{ keyId: 'key_1', lines: [line], droppedAtUs: null }]);
    assert.deepEqual(lines.take(), []);
  });

  it('do not include requests without a key, unknown addresses, and successful polls', () => {
    const { lines, send, dropped } = collect();
    send({ keyId: undefined });
    send({ route: 'none', status: 404 });
    send({ route: '/api/gateway/v1/events' });
    send({ route: '/api/gateway/v1/events', status: 429 });
    assert.deepEqual(
      lines.take().flatMap((batch) => batch.lines.map(({ status }) => status)),
      [429],
    );
    assert.equal(dropped(), 0);
  });

  it('are bounded for each key and for all keys; what is dropped is counted, and its key knows when', () => {
    const { lines, send, dropped } = collect();
    for (let i = 0; i < 250; i++) send();
    assert.equal(dropped(), 50);
    for (let key = 2; key <= 9; key++) for (let i = 0; i < 150; i++) send({ keyId: `key_${key}` });
    // 1,000 in all: 200 of the first key, 150 each of the next five, and 50 of the seventh.
    assert.equal(dropped(), 50 + 100 + 150 + 150);
    const batches: { keyId: string; count: number; droppedAtUs: number | null }[] = [];
    for (let batch = lines.take(); batch.length > 0; batch = lines.take()) {
      const count = batch.reduce((sum, each) => sum + each.lines.length, 0);
      assert.ok(count <= 200, `${count} lines in one transaction`);
      for (const { keyId, lines: taken, droppedAtUs } of batch)
        batches.push({ keyId, count: taken.length, droppedAtUs });
    }
    assert.deepEqual(
      batches.map(({ keyId, count, droppedAtUs }) => [keyId, count, droppedAtUs]),
      [
        ['key_1', 200, 1_000_000],
        ...[2, 3, 4, 5, 6].map((key) => [`key_${key}`, 150, null]),
        ['key_7', 50, 1_000_000],
        ['key_8', 0, 1_000_000],
        ['key_9', 0, 1_000_000],
      ],
    );
  });

  it('that could not be written come first again, within the same bounds', () => {
    const { lines, send, dropped } = collect();
    for (let i = 0; i < 150; i++) send();
    const failed = lines.take();
    for (let i = 0; i < 100; i++) send();
    lines.giveBack(failed);
    assert.equal(dropped(), 50);
    const [again] = lines.take();
    assert.deepEqual([again?.lines.length, again?.lines[0]?.requestId], [200, 'req_1']);
    lines.drop([again!]);
    assert.equal(dropped(), 250);
    assert.deepEqual(lines.take(), [{ keyId: 'key_1', lines: [], droppedAtUs: 1_000_000 }]);
  });
});
