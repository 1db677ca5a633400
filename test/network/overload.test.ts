import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { API, paymentRequest, startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { startReceiver } from '../support/receiver.ts';
import { finishedPayment, newShop } from '../support/webhooks.ts';

/** More requests than may be in flight while the event loop is late. The body of each has not arrived. */
const IN_FLIGHT = 300;
/** Longer than a round of the event loop may take. */
const BUSY_MS = 600;

interface Exchange {
  readonly socket: Socket;
  text(): string;
}

async function openTo({ url }: TestGateway): Promise<Exchange> {
  const { hostname, port } = new URL(url);
  let text = '';
  const socket = connect(Number(port), hostname).on('error', () => {});
  socket.setEncoding('latin1').on('data', (part) => (text += part));
  await once(socket, 'connect');
  return { socket, text: () => text };
}

const head = (key: string, line: string, more = '') =>
  `${line} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\n${more}\r\n`;

/** Sends requests, and blocks the process for a while, as under too much load. Returns the responses. */
async function whileBusy(exchanges: readonly Exchange[], bytes: string): Promise<string[]> {
  const before = exchanges.map(({ text }) => text().length);
  await new Promise<void>((done) =>
    setImmediate(() => {
      for (const { socket } of exchanges) socket.write(bytes);
      const endMs = performance.now() + BUSY_MS;
      while (performance.now() < endMs);
      done();
    }),
  );
  const answers = () => exchanges.map(({ text }, i) => text().slice(before[i]));
  await until('every request has a response', () => answers().every((text) => text !== ''));
  return answers();
}

describe('an overloaded gateway', { timeout: 120_000 }, () => {
  // Contract: REQUEST-31
  test('refuses new requests at once, continues with all else, and accepts requests again as soon as it keeps up', async () => {
    const receiver = await startReceiver();
    const gateway = await startTestGateway('sqlite', {
      settings: { ...receiver.settings, LOG_LEVEL: 'silent', CREATE_WAIT_SECONDS: '60' },
    });
    const opened: Exchange[] = [];
    try {
      const shop = await newShop(gateway, `${receiver.origin}/hook`);
      const body = JSON.stringify(paymentRequest());
      const json = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
      const create = head(gateway.testKey, `POST ${API}/payments`, json);
      const read = head(gateway.testKey, `GET ${API}/health`);
      const check = head('none', 'GET /healthz');
      for (let i = 0; i < 4; i++) opened.push(await openTo(gateway));
      const others = opened.slice(0, 4);
      const [first, second, third, health] = others as [Exchange, Exchange, Exchange, Exchange];

      // A late event loop alone is not overload: another process may have used the processor.
      for (const text of await whileBusy([first, second, third], read)) assert.match(text, /^HTTP\/1\.1 200 /);

      const waiting = await Promise.all(Array.from({ length: IN_FLIGHT }, () => openTo(gateway)));
      opened.push(...waiting);
      for (const { socket } of waiting) socket.write(create.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n'));
      await until('all requests are in flight', () => waiting.every(({ text }) => text().startsWith('HTTP/1.1 100 ')));
      // Many requests in flight alone are not overload either.
      first.socket.write(read);
      const served = first.text().length;
      await until('the request is served', () => first.text().length > served);
      assert.match(first.text().slice(served), /^HTTP\/1\.1 200 /);

      const unknown = await whileBusy([first], head('tk_test_none', `GET ${API}/payments`));
      const [answer] = unknown;
      assert.match(answer!, /^HTTP\/1\.1 503 /);
      assert.match(answer!, /\r\nretry-after: 1\r\n/i);
      assert.match(answer!, /\r\nx-request-id: req_/i);
      assert.match(answer!, /"error":"service_unavailable"/);
      // An announced body is skipped, and the connection serves further requests.
      const [posted] = await whileBusy([second], `${create}${body}`);
      assert.match(posted!, /^HTTP\/1\.1 503 /);
      const [healthy] = await whileBusy([health], check);
      assert.match(healthy!, /^HTTP\/1\.1 200 /);

      let status = 0;
      await until('the gateway accepts requests again', async () => {
        ({ status } = await gateway.api.get('/health'));
        return status === 200;
      });
      const id = await finishedPayment(shop.api);
      await until('its event was delivered', () => receiver.received('/hook').some((r) => String(r.body).includes(id)));

      // Requests that were accepted before are completed, and the refused ones had no effect.
      for (const { socket } of waiting) socket.write(body);
      await until('all have a response', () => waiting.every(({ text }) => text().endsWith('}')), 60_000);
      for (const { text } of waiting) assert.match(text(), /\r\nHTTP\/1\.1 201 /);
      const { json: list } = await gateway.api.get('/payments?per_page=1');
      assert.equal(list.pagination.total, IN_FLIGHT);
    } finally {
      for (const { socket } of opened) socket.destroy();
      await gateway.stop();
      await receiver.close();
    }
  });
});
