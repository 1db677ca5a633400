import assert from 'node:assert/strict';
import { request } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { LostResponseError, Peye, TlsError } from '../../../sdk/typescript/src/index.ts';
import { selfSigned } from '../../../simulators/merchant/certificate.ts';

const CERTIFICATE = selfSigned('127.0.0.1', 'localhost');
const FIELDS = { amount: '500.00', currency: 'HTG', payment_method: 'moncash', customer_name: 'Marie' } as const;

/** A `fetch` that a merchant might supply, which passes errors of the connection on. */
const viaHttps: typeof fetch = (url, { method = 'GET', headers, body, signal } = {}) =>
  new Promise((done, fail) => {
    const options = { method, headers: headers as Record<string, string>, ca: CERTIFICATE.cert, agent: false as const };
    const sent = request(String(url), { ...options, ...(signal && { signal }) }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', fail);
      response.on('end', () => done(new Response(Buffer.concat(chunks), { status: response.statusCode ?? 500 })));
    });
    sent.on('error', fail).end(body as string | undefined);
  });

describe('the SDK for TypeScript, when its connection gets bytes that are not TLS', () => {
  const arrived: string[] = [];
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const listen = async (server: Server) => {
    servers.push(server);
    server.on('connection', (socket) => sockets.add(socket.on('error', () => {})));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return (server.address() as AddressInfo).port;
  };
  let [broken, plain] = [0, 0];
  before(async () => {
    let client: Socket | undefined;
    // A creation arrives over TLS, and then a broken proxy responds without TLS. With TLS 1.2 this is an error of a wrong version.
    const behind = await listen(
      createTlsServer({ ...CERTIFICATE, maxVersion: 'TLSv1.2' }, (socket) => {
        socket
          .on('error', () => {})
          .on('data', (bytes) => {
            const [line = ''] = String(bytes).split('\r\n', 1);
            arrived.push(line);
            if (line.startsWith('POST')) client?.write('HTTP/1.1 502 Bad Gateway\r\n\r\n');
            else socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
          });
      }),
    );
    broken = await listen(
      createServer((socket) => {
        client = socket;
        const onwards = connect(behind, '127.0.0.1').on('error', () => {});
        sockets.add(onwards);
        socket.pipe(onwards).pipe(socket);
      }),
    );
    plain = await listen(createServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
  });
  after(async () => {
    for (const socket of sockets) socket.destroy();
    await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  });
  const create = (port: number, reference: string | null) =>
    new Peye({
      apiKey: `tk_test_${'a'.repeat(32)}`,
      baseUrl: `https://127.0.0.1:${port}`,
      fetch: viaHttps,
      timeoutMs: 5_000,
      lookupWaitMs: 100,
    }).payments.create({ ...FIELDS, reference });

  for (const reference of ['order-1', null]) {
    it(`treats a creation ${reference === null ? 'without' : 'with'} a reference as lost if the server does use TLS`, async () => {
      arrived.length = 0;
      const error = await create(broken, reference).catch((thrown: unknown) => thrown);
      assert.equal(arrived[0], 'POST /api/gateway/v1/payments HTTP/1.1');
      assert.ok(error instanceof LostResponseError, String(error));
      assert.equal(error.found, null);
      assert.equal(arrived.filter((line) => line.startsWith('POST')).length, 1);
    });
  }

  it('reports a server without TLS, and that nothing was sent', async () => {
    const error = await create(plain, 'order-1').catch((thrown: unknown) => thrown);
    assert.ok(error instanceof TlsError, String(error));
    assert.equal(error.sent, 'nothing');
  });
});
