import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as round } from 'node:timers/promises';
import { acceptFirst } from '../../src/http/connections/accept-first.ts';
import { gateReading } from '../../src/http/connections/gate-reading.ts';
import { until } from '../support/gateway.ts';

test('what is read waits while connections come, and has its turn after the round that brings none', async () => {
  const first = acceptFirst();
  let passed = 0;
  const passOn = () => void passed++;
  assert.equal(first.hold(passOn), false, 'nothing waits while no client connects');
  first.noteConnection();
  assert.equal(first.hold(passOn), true);
  assert.equal(first.hold(passOn), true);
  await until('it had its turn', async () => {
    await round();
    return passed > 0;
  });
  assert.equal(passed, 1);
  assert.equal(first.hold(passOn), false);
});

test('what is read has its turn although new connections keep coming', async () => {
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
  assert.ok(passedMs - startedMs >= 10, 'not before those that wait had time to come');
});

test('the waiting data of a closed connection is dropped: its parser may be that of another by then', async () => {
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
    await until('it was read', () => asked > 0);
    socket.destroy();
    isOpen = true;
    passOn();
    assert.deepEqual(passed, []);
  } finally {
    client.destroy();
    server.close();
  }
});
