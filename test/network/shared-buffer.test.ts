import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { until } from '../support/gateway.ts';
import { guardedServer } from './guarded-server.ts';

const head = (line: string, length: number) =>
  `${line} HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`;

test('this Node has the internals that the shared buffer uses', async () => {
  const { server, sockets, open } = await guardedServer((_request, response) => void response.end('read'));
  assert.match(await text(open().end(head('GET /', 0))), /read$/);
  const symbols = Object.getOwnPropertySymbols(sockets[0]!);
  const buffer = symbols.find((symbol) => symbol.description === 'kBuffer');
  assert.equal((sockets[0] as unknown as Record<symbol, Buffer | null>)[buffer!]?.length, 64 * 1024);
  server.close();
});

test('bodies that arrive in pieces on several connections at once are not mixed', async () => {
  const { server, sockets, open } = await guardedServer((request, response) => {
    void text(request).then((sent) => response.end(sent));
  });
  const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(3_000));
  const clients = texts.map((body) => {
    const client = open().setNoDelay();
    client.write(head('POST /', body.length));
    return { client, answer: text(client) };
  });
  await until('all clients are connected', () => sockets.length === clients.length);
  for (let at = 0; at < 3_000; at += 300) {
    for (const [index, { client }] of clients.entries()) {
      const before = sockets.map((socket) => socket.bytesRead);
      client.write(texts[index]!.slice(at, at + 300));
      await until('the piece has arrived', () => sockets.some((socket, i) => socket.bytesRead > before[i]!));
    }
  }
  for (const [index, { answer }] of clients.entries()) assert.ok((await answer).endsWith(`\r\n\r\n${texts[index]}`));
  server.close();
});

test('waiting pipelined requests stay as they were sent, whatever other clients send in the meantime', async () => {
  const waiting: (() => void)[] = [];
  const { server, sockets, open } = await guardedServer(({ url }, response) => {
    waiting.push(() => response.end(`<${url}>`));
  });
  const paths = Array.from({ length: 100 }, (_, index) => `/${index}`);
  const client = open();
  let received = '';
  client.on('data', (part: string) => (received += part));
  client.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
  await until('some requests have been received', () => waiting.length >= 8);
  const other = open();
  other.write(`POST /other HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n${'x'.repeat(60_000)}`);
  await until(
    'the request of the other client has been read',
    () => sockets.length === 2 && sockets[1]!.bytesRead > 60_000,
  );
  await until('all requests have responses', () => {
    for (const answer of waiting.splice(0)) answer();
    return received.includes('</99>');
  });
  assert.deepEqual(
    [...received.matchAll(/<(.*?)>/g)].map((match) => match[1]),
    paths,
  );
  client.destroy();
  other.destroy();
  server.close();
});
