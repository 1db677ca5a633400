import assert from 'node:assert/strict';
import { it } from 'node:test';
import fastify from 'fastify';
import { pino } from 'pino';
import { noticeUntrustedForwarding } from '../../src/http/untrusted-forwarding.ts';

// Regression: no test checked this log line. Nothing else shows that all customers behind the proxy share one rate limit.
it('X-Forwarded-For from an address that is not trusted is a warning, once an hour, that names no public address', async (t) => {
  let nowMs = 1_000_000;
  t.mock.method(performance, 'now', () => nowMs);
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const app = fastify();
  const seen = noticeUntrustedForwarding(app, { trustProxy: ['10.9.9.9'], log });
  app.get('/', () => 'ok');
  t.after(() => app.close());
  const from = (remoteAddress: string, headers: Record<string, string> = { 'x-forwarded-for': '203.0.113.5' }) =>
    app.inject({ url: '/', remoteAddress, headers });

  await from('10.9.9.9');
  await from('10.9.9.8', {});
  assert.deepEqual(
    [lines.length, seen.isSeen()],
    [0, false],
    'no warning for a trusted proxy, or for a peer that forwards nothing',
  );
  await from('10.9.9.8');
  await from('10.9.9.8');
  assert.equal(seen.isSeen(), true);
  assert.deepEqual(
    lines.map(({ level, requests, peer }) => ({ level, requests, peer })),
    [{ level: 40, requests: 1, peer: '10.9.9.8' }],
  );
  assert.match(String(lines[0]?.msg), /^X-Forwarded-For comes from an address that TRUST_PROXY does not list: /);

  nowMs += 3_599_000;
  await from('10.9.9.8');
  assert.equal(lines.length, 1, 'no second warning within the hour');
  nowMs += 1_000;
  await from('8.8.8.8');
  assert.deepEqual([lines.length, lines[1]?.requests, 'peer' in (lines[1] ?? {})], [2, 3, false]);
  nowMs += 3_600_000;
  assert.equal(seen.isSeen(), false, 'nothing was seen in the last hour');
});
