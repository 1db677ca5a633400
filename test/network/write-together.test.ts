import assert from 'node:assert/strict';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { guardedServer } from './guarded-server.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

test('a response is sent at the end of the round of the event loop that wrote it', async () => {
  const pending: number[] = [];
  const { server, open } = await guardedServer((_request, response) => {
    const { socket } = response;
    response.end('body');
    pending.push(socket!.writableLength);
    // The gateway has scheduled its sending before this callback, so the sending runs first.
    setImmediate(() => pending.push(socket!.writableLength));
  });
  const client = open();
  client.write(REQUEST);
  await once(client, 'data');
  assert.ok(pending[0]! > 0);
  assert.equal(pending[1], 0);
  client.destroy();
  server.close();
});

test('a response that waits to be sent is not lost when the server closes in the same round', async () => {
  const { server, open } = await guardedServer((_request, response) => {
    response.end('body');
    // The request is complete by then, so that the connection counts as idle.
    process.nextTick(() => server.close());
  });
  const client = open();
  client.write(REQUEST);
  assert.match(await text(client), /^HTTP\/1\.1 200 .*body$/s);
});

test('a response in parts, headers before its body, arrives whole', async () => {
  const { server, port } = await guardedServer((_request, response) => {
    response.write('first ');
    response.write(Buffer.alloc(100_000, 'x'));
    setImmediate(() => response.end(' last'));
  });
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
  assert.equal(await response.text(), `first ${'x'.repeat(100_000)} last`);
  server.close();
});
