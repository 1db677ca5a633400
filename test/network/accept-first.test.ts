import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as round } from 'node:timers/promises';
import { acceptFirst } from '../../src/http/connections/accept-first.ts';
import { gateReading } from '../../src/http/connections/gate-reading.ts';
import { until } from '../support/gateway.ts';

test('reading waits while connections arrive, and continues after a round without a new one', async () => {
  const first = acceptFirst();
  let passed = 0;
  const passOn = () => void passed++;
  assert.equal(first.hold(passOn), false, 'reading does not wait while no client connects');
  first.noteConnection();
  assert.equal(first.hold(passOn), true);
  assert.equal(first.hold(passOn), true);
  await until('reading continues', async () => {
    await round();
    return passed > 0;
  });
  assert.equal(passed, 1);
  assert.equal(first.hold(passOn), false);
});

test('reading continues after a while, even if new connections keep arriving', async () => {
  const first = acceptFirst();
  const startedMs = performance.now();
  let passedMs: number | undefined;
  first.noteConnection();
  first.hold(() => {
    passedMs = performance.now();
  });
  while (passedMs === undefined) {
    await round();
    if (passedMs === undefined) first.noteConnection();
  }
  assert.ok(passedMs - startedMs >= 10, 'not before waiting connections had time to arrive');
});

test('the waiting data of a closed connection is dropped, because another connection may use its parser by then', async () => {
  const server = createServer({ allowHalfOpen: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  try {
    const [socket] = (await once(server, 'connection')) as [Socket];
    const passed: Buffer[] = [];
    let isOpen = false;
    let asked = 0;
    socket.on('data', (chunk) => passed.push(chunk));
    const passOn = gateReading(socket, () => {
      asked++;
      return isOpen;
    });
    client.write('GET / HTTP/1.1\r\n\r\n');
    await until('the request was read', () => asked > 0);
    socket.destroy();
    isOpen = true;
    passOn();
    assert.deepEqual(passed, []);
  } finally {
    client.destroy();
    server.close();
  }
});
