import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import type { PreparedExport } from '../../src/console/exports/exported-list.ts';
import { sendExport } from '../../src/console/exports/send-export.ts';

const PIECE = { text: `${'x'.repeat(99_999)}\n`, rows: 1 };

/** An export with this number of pieces, after which it fails or is complete. */
function made(pieces: number, { fails }: { fails: boolean }): PreparedExport {
  return {
    mediaType: 'text/csv',
    brokenOff: 'INCOMPLETE\n',
    async *pieces() {
      for (let at = 0; at < pieces; at++) yield PIECE;
      if (fails) throw new Error('the connection to the database is lost');
    },
  };
}

describe('sending an export', () => {
  let app: FastifyInstance;
  let url: string;
  let prepared: PreparedExport;
  let ended: PromiseWithResolvers<{ rows: number; isWhole: boolean }>;
  before(async () => {
    app = fastify();
    app.get('/', (_request, reply) =>
      sendExport(reply, prepared, { fileName: 'a.csv', stallMs: 300, onEnd: (each) => ended.resolve(each) }),
    );
    url = await app.listen({ port: 0, host: '127.0.0.1' });
  });
  after(() => app.close());
  const begin = (next: PreparedExport) => {
    prepared = next;
    ended = Promise.withResolvers();
  };

  it('reports at the end that the export was complete', async () => {
    begin(made(30, { fails: false }));
    const text = await (await fetch(url)).text();
    assert.equal(text, PIECE.text.repeat(30));
    assert.deepEqual(await ended.promise, { rows: 30, isWhole: true });
  });

  it('ends a failed export with a line that reports it, and breaks the connection', async () => {
    begin(made(30, { fails: true }));
    const { host, hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    let text = '';
    for await (const part of socket.setEncoding('latin1')) text += part;
    assert.match(text, /x\n\r\nb\r\nINCOMPLETE\n\r\n$/, 'the final chunk does not follow');
    assert.deepEqual(await ended.promise, { rows: 30, isWhole: false });
  });

  it('responds with an error when it fails before the first row', async () => {
    begin(made(0, { fails: true }));
    const response = await fetch(url);
    assert.equal(response.status, 500);
    assert.equal(response.headers.get('content-disposition'), null);
    assert.equal((await ended.promise).isWhole, false);
  });

  it('cuts off a reader that has stopped reading, and stops the database query', async () => {
    for (const fails of [false, true]) {
      begin(made(1_000, { fails }));
      const { host, hostname, port } = new URL(url);
      const socket = connect(Number(port), hostname);
      socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      await once(socket, 'readable');
      const { rows, isWhole } = await ended.promise;
      assert.equal(isWhole, false);
      assert.ok(rows < 1_000, String(rows));
      socket.destroy();
    }
  });

  it('stops reading once its reader has disconnected, even if there is nothing to send', async () => {
    let read = 0;
    const disconnected = Promise.withResolvers<void>();
    begin({
      mediaType: 'text/csv',
      brokenOff: '',
      async *pieces() {
        yield PIECE;
        for (;;) {
          read++;
          await new Promise((done) => setTimeout(done, 1));
          yield { text: '', rows: 0 };
        }
      },
    });
    const stop = new AbortController();
    const response = await fetch(url, { signal: stop.signal });
    await response.body!.getReader().read();
    void ended.promise.then(() => disconnected.resolve());
    stop.abort();
    await disconnected.promise;
    const then = read;
    await new Promise((done) => setTimeout(done, 50));
    assert.ok(read <= then + 1, `${read} after ${then}`);
  });
});
