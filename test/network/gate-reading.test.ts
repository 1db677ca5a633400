import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { gateReading } from '../../src/http/connections/gate-reading.ts';
import { until } from '../support/gateway.ts';

/** Far more than Node and the system buffer. */
const BODY_BYTES = 32 * 1024 * 1024;
/** What Node reads at once. */
const READ_BYTES = 64 * 1024;

// The gate takes the place of a socket's `push`, and restarts reading by `_read`: a Node that reads in another way fails here.
test('nothing passes a closed gate, and reading stops until it opens', { timeout: 60_000 }, async () => {
  const server = createServer((request, response) => {
    void text(request).then((sent) => response.end(String(sent.length)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  let checks = 0;
  let isOpen = false;
  let requests = 0;
  server.on('request', () => requests++);
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  try {
    const [socket] = await accepted;
    const passOn = gateReading(socket, () => {
      checks++;
      return isOpen;
    });
    client.write(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`);
    client.write(Buffer.alloc(BODY_BYTES, 'x'));
    await until('the gate was checked', () => checks > 0);
    // A turn of the event loop for each read that a Node without the gate would do.
    for (let turn = 0; turn < 100; turn++) await new Promise((done) => setImmediate(done));
    assert.equal(requests, 0);
    assert.ok(socket.bytesRead <= 2 * READ_BYTES, `${socket.bytesRead} bytes were read`);
    isOpen = true;
    passOn();
    const answer = await text(client);
    assert.ok(answer.endsWith(`\r\n\r\n${BODY_BYTES}`), answer);
    assert.equal(requests, 1);
  } finally {
    client.destroy();
    server.close();
  }
});
