import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { API, until } from '../support/gateway.ts';
import { IS_LONG, type WatchedGateway, watchGateway } from './watched-gateway.ts';

const CONNECTIONS = 200;
const REQUESTS_EACH = 2_000;
/** Without limits the responses take a gigabyte. Most of the growth is garbage that V8 has not collected yet, some 200 MB. */
const GROWTH_LIMIT_MB = 400;
/** How many requests other clients send in the meantime. */
const OTHERS = 100;
/** The index of the flood that requests the documentation. */
const LARGE = 1;

describe('requests whose responses are never read', () => {
  let gateway: WatchedGateway;
  const attackers: Socket[] = [];
  before(async () => {
    gateway = await watchGateway();
  });
  after(async () => {
    for (const socket of attackers) socket.destroy();
    await gateway.stop();
  });

  test(`${CONNECTIONS} connections with ${REQUESTS_EACH} each take little memory, and others get responses in the meantime`, {
    timeout: 5 * 60_000,
  }, async (context) => {
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${gateway.key}\r\n\r\n`;
    const floods = [`${API}/health`, '/docs/en', '/pay/1/x', `${API}/payments`, '/nothing'].map((path) =>
      Buffer.from(get(path).repeat(REQUESTS_EACH)),
    );
    floods.push(Buffer.from('GET / HTTP/1.1\r\n\r\n'.repeat(REQUESTS_EACH)));
    for (let i = 0; i < 5; i++) await gateway.responds();
    const beforeMb = gateway.memoryMb();
    const sockets = gateway.sockets();
    let peakMb = 0;
    let slowestMs = 0;
    for (let i = 0; i < CONNECTIONS; i++) {
      const socket = connect(gateway.port, '127.0.0.1').pause();
      socket.on('error', () => {});
      socket.write(floods[i % floods.length] as Buffer);
      attackers.push(socket);
    }
    for (let i = 0; i < OTHERS; i++) {
      slowestMs = Math.max(slowestMs, await gateway.responds());
      peakMb = Math.max(peakMb, gateway.memoryMb());
    }
    if (IS_LONG) {
      const started = performance.now();
      // The connections whose responses are too large for the system's buffers. The others are idle, because their responses were sent.
      const large = () => attackers.filter((_, i) => i % floods.length === LARGE);
      await until('clients that read nothing are cut off', () => large().every(isReleased), 105_000);
      context.diagnostic(`cut off after ${Math.round((performance.now() - started) / 1000)} s`);
    }
    for (const socket of attackers) socket.destroy();
    await until('the gateway has closed these connections', () => gateway.sockets() <= sockets);
    await gateway.responds();
    const rounded = [beforeMb, peakMb, gateway.memoryMb()].map(Math.round);
    context.diagnostic(
      `MB before, at its peak, after: ${rounded}; the slowest other response took ${slowestMs | 0} ms`,
    );
    assert.ok(peakMb < beforeMb + GROWTH_LIMIT_MB, `${beforeMb | 0} MB grew to ${peakMb | 0}`);
    assert.deepEqual(gateway.failures(), []);
  });
});

/** Whether the server has released a connection. A paused socket is not notified, so this writes to it. */
function isReleased(socket: Socket): boolean {
  if (!socket.destroyed && socket.writableLength === 0) socket.write('x');
  return socket.destroyed;
}
