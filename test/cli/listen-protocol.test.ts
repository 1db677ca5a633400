import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type RunningCli, spawnPeye } from '../support/cli.ts';
import { until } from '../support/gateway.ts';
import { type MerchantServer, startMerchantServer } from './merchant-server.ts';

const KEY = `tk_test_${'k'.repeat(43)}`;

const event = (id: string, more = '') =>
  `{"id":"evt_${id}_success","event":"payment.success","created_at":"2026-03-01T10:00:00.999999Z","data":{"transaction_id":"${id}"${more}}}`;
const page = (events: string[], cursor: string | null, hasMore = false) =>
  `{"success":true,"data":[${events.join(',')}],"next_cursor":${JSON.stringify(cursor)},"has_more":${hasMore}}`;

/** Responses that the network may deliver, but that a real gateway does not give on demand. */
describe('peye listen and the feed of a gateway', () => {
  let gateway: MerchantServer;
  let merchant: MerchantServer;
  let stateFolder: string;
  let listener: RunningCli;
  beforeEach(async () => {
    gateway = await startMerchantServer();
    merchant = await startMerchantServer();
    stateFolder = mkdtempSync(join(tmpdir(), 'peye-listen-'));
  });
  afterEach(async () => {
    listener.child.kill('SIGKILL');
    await listener.ended;
    await Promise.all([gateway.close(), merchant.close()]);
    rmSync(stateFolder, { recursive: true, force: true });
  });

  const start = (...args: string[]) => {
    listener = spawnPeye(['listen', '--key', KEY, '--url', gateway.origin, '--forward', merchant.origin, ...args], {
      settings: { XDG_STATE_HOME: stateFolder },
    });
  };
  const output = () => listener.stdout() + listener.stderr();
  const json = (response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  const afterOf = (path: string) => new URL(path, gateway.origin).searchParams.get('after');

  it('polls at once while has_more is true, and pauses between requests to a gateway that does not wait for events', async () => {
    const polls: [after: string | null, at: number][] = [];
    gateway.respond = (response, { path, headers }) => {
      assert.equal(headers['x-api-key'], KEY);
      assert.equal(new URL(path, gateway.origin).pathname, '/api/refunds/v1/feed');
      const number = polls.push([afterOf(path), performance.now()]);
      json(response, 200, number <= 3 ? page([event(`10${number}`)], `c${number}`, number < 3) : page([], 'c3'));
    };
    start('--from-start');
    await until('listen has polled five times', () => polls.length === 5);
    assert.deepEqual(
      polls.map(([cursor]) => cursor),
      [null, 'c1', 'c2', 'c3', 'c3'],
    );
    const gaps = polls.slice(1).map(([, at], index) => at - (polls[index]?.[1] ?? 0));
    assert.ok(
      gaps.slice(0, 2).every((ms) => ms < 1_000),
      gaps.join(),
    );
    assert.ok(
      gaps.slice(3).every((ms) => ms > 1_900 && ms < 4_000),
      gaps.join(),
    );
    assert.deepEqual(
      merchant.received.map(({ body }) => body),
      ['101', '102', '103'].map(
        (id) => `{"event":"payment.success","timestamp":1772359200,"data":{"transaction_id":"${id}"}}`,
      ),
    );
  });

  it('waits at the gateway for the next event, and sends at most 20 requests a minute however busy the feed is', async () => {
    const waits: (string | null)[] = [];
    const startedMs = performance.now();
    gateway.respond = (response, { path }) => {
      waits.push(new URL(path, gateway.origin).searchParams.get('wait'));
      json(response, 200, page([event(`1${waits.length}`)], `c${waits.length}`));
    };
    start('--from-start');
    await until('20 events have arrived', () => merchant.received.length === 20, 30_000);
    assert.deepEqual(new Set(waits), new Set(['25']));
    await until('some seconds have passed', () => performance.now() - startedMs > 8_000, 30_000);
    assert.equal(waits.length, 20, 'the next one belongs to the next minute');
  });

  it('skips existing events on the first use, page by page, and forwards none of them', async () => {
    const asked: (string | null)[] = [];
    gateway.respond = (response, { path }) => {
      const after = afterOf(path);
      asked.push(after);
      if (after === null) json(response, 200, page([event('1')], 'c1', true));
      else if (after === 'c1') json(response, 200, page([event('2')], 'c2'));
      else json(response, 200, page(after === 'c2' ? [event('3')] : [], 'c3'));
    };
    start();
    await until('the new event arrives', () => merchant.received.length === 1);
    assert.equal(JSON.parse(merchant.received[0]?.body ?? '').data.transaction_id, '3');
    assert.deepEqual(asked.slice(0, 3), [null, 'c1', 'c2']);
  });

  it('waits as long as a 429 says, reports it once, and loses nothing', async () => {
    const asked: number[] = [];
    const limited = JSON.stringify({ success: false, error: 'rate_limit_exceeded', message: 'x', retry_after: 2 });
    gateway.respond = (response, { path }) => {
      asked.push(performance.now());
      if (asked.length <= 2) json(response, 429, limited, { 'retry-after': '2' });
      // The page with the event is sent once, as by a real feed: listen sends its next request right after an event.
      else json(response, 200, page(afterOf(path) === null ? [event('1')] : [], 'c1'));
    };
    start('--from-start');
    await until('the event arrives', () => merchant.received.length === 1);
    const [first = 0, second = 0, third = 0] = asked;
    assert.ok(second - first >= 1_990 && third - second >= 1_990, asked.join());
    assert.equal(output().match(/limits the request rate/g)?.length, 1);
  });

  it('survives 503, 502 from a proxy, a broken connection and half a response', async () => {
    let asked = 0;
    gateway.respond = (response, { path }) => {
      asked++;
      if (asked === 1) json(response, 503, '{}', { 'retry-after': '1' });
      else if (asked === 2) response.writeHead(502).end('<html>Bad Gateway</html>');
      else if (asked === 3) response.destroy();
      else if (asked === 4) {
        response.writeHead(200, { 'content-length': '1000' }).write('{"success":true,"data":[');
        setTimeout(() => response.destroy(), 50);
      } else json(response, 200, page(afterOf(path) === null ? [event('1')] : [], 'c1'));
    };
    start('--from-start');
    await until('the event arrives', () => merchant.received.length === 1, 20_000);
    assert.equal(asked >= 5, true);
    assert.equal(output().match(/Retrying/g)?.length, 1);
    assert.match(output(), /responded with 503\. Retrying[\s\S]*The gateway is available again/);
  });

  it('a stored position that the feed does not know is replaced by the end of the feed', async () => {
    gateway.respond = (response, { path }) =>
      json(response, 200, page(afterOf(path) === null ? [event('1')] : [], 'old'));
    start('--from-start');
    await until('the event arrives, after which its position is stored', () => merchant.received.length === 1);
    listener.child.kill('SIGINT');
    assert.equal(await listener.ended, 0);
    let isNew = false;
    gateway.respond = (response, { path }) => {
      const after = afterOf(path);
      if (after === 'old') json(response, 422, '{"success":false,"error":"invalid_cursor","message":"x"}');
      else if (after === null) json(response, 200, page([event('2')], 'c2'));
      else json(response, 200, isNew && after === 'c2' ? page([event('3')], 'c3') : page([], after));
    };
    start();
    await until('listen reports that the position is not in this feed', () => /is not in this feed/.test(output()));
    isNew = true;
    await until('the new event arrives', () => merchant.received.length === 2);
    assert.equal(JSON.parse(merchant.received[1]?.body ?? '').data.transaction_id, '3');
  });

  it('continues after events were deleted because of their age, and reports that once', async () => {
    gateway.respond = (response, { path }) => {
      const isFirst = afterOf(path) === null;
      const text = page(isFirst ? [event('7')] : [], 'c7');
      json(response, 200, isFirst ? text.replace(/\}$/, ',"events_removed":true}') : text);
    };
    start('--from-start');
    await until('the event arrives', () => merchant.received.length === 1);
    await until('listen polls again', () => gateway.received.length > 1);
    assert.equal(output().match(/were deleted because of their age/g)?.length, 1, output());
  });

  for (const [name, status, body, reason] of [
    ['another web server', 200, '<html></html>', /is not the events feed/],
    ['JSON of something else', 200, '[]', /is not the events feed/],
    ['null', 200, 'null', /is not the events feed/],
    ['invalid events', 200, '{"data":[1],"next_cursor":null,"has_more":false}', /is not the events/],
    [
      'an event that fits no header',
      200,
      page([event('1').replace('payment.success', 'a\\nb')], 'c'),
      /is not the events feed/,
    ],
    ['a redirect', 301, '', /is not the events feed of a Peye gateway \(301\)/],
    ['too many wrong keys', 429, '{"error":"too_many_attempts","message":"Too many."}', /rejects this key: Too many/],
    ['an unknown 403', 403, '', /rejects this key: status 403/],
  ] as const) {
    it(`ends with exit 1 and one line at ${name}`, async () => {
      gateway.respond = (response) => void response.writeHead(status, { location: '/other' }).end(body);
      start();
      assert.equal(await listener.ended, 1, output());
      assert.match(listener.stderr(), reason);
      assert.match(listener.stderr(), /^peye: [^\n]+\n$/);
      assert.equal(gateway.received.length, 1, 'listen polled once');
    });
  }

  it('text of the gateway cannot steer the terminal', async () => {
    const hostile = event('red\\u001b[31m\\u202e');
    gateway.respond = (response, { path }) => json(response, 200, page(afterOf(path) === null ? [hostile] : [], 'c1'));
    merchant.respond = (response) => void response.end();
    start('--from-start');
    await until('the text is shown', () => output().includes('\\u{1b}[31m'));
    assert.ok(!/\p{Cf}|\p{Cc}/u.test(output().replaceAll('\n', '')));
  });
});
