import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { webhookHeaders } from '../../../src/features/webhooks/sign.ts';
import { until } from '../../support/gateway.ts';
import { installSdk } from './installed-sdk.ts';
import { startWebhookApps, type WebhookApps } from './webhook-programs.ts';

const SECRET = 'whsec_Example0Example1Example2Example3';
const RIGHT = [
  'express',
  'express.raw',
  'express.text',
  'express with rawBody',
  'node:http',
  'fastify',
  'fastify with a parser',
  'hono',
  'hono that has read it',
  'next route',
];

describe("the SDK's handlers of webhooks", () => {
  const sdk = installSdk();
  let apps: WebhookApps;
  let lines: string[];
  let ports: WebhookApps['ports'];
  before(async () => {
    apps = await startWebhookApps(sdk, process.execPath, SECRET);
    ({ lines, ports } = apps);
  });
  after(() => {
    apps?.program.kill();
    sdk.remove();
  });

  /** Posts a webhook as the gateway does. Its body is not only ASCII, and is not spelled as JSON.stringify would spell it. */
  const post = async (
    name: string,
    { reference = 'órdèn-1', secret = SECRET, body = bodyOf(reference), mode = 'test' } = {},
  ) => {
    const facts = { event: 'payment.success', mode: 'test', body, timestampS: 1795269991 } as const;
    const { 'X-Gateway-Mode': _, ...others } = webhookHeaders(facts, secret);
    const headers = { ...others, ...(mode !== '' && { 'X-Gateway-Mode': mode }) };
    const response = await fetch(`http://127.0.0.1:${ports[name]}/webhooks`, { method: 'POST', headers, body });
    const text = await response.text();
    // The program prints a line for every webhook.
    await until('the program has printed a line', () => lines.length > 0);
    return { status: response.status, text, lines: lines.splice(0) };
  };

  for (const name of RIGHT) {
    it(`take the raw body in ${name}, and respond with 204, 400 and 500`, async () => {
      const accepted = await post(name);
      assert.deepEqual([accepted.status, accepted.text], [204, ''], accepted.lines.join());
      assert.deepEqual(accepted.lines, ['{"event":"payment.success","reference":"órdèn-1"}']);
      const refused = await post(name, { secret: 'whsec_another' });
      assert.equal(refused.status, 400);
      assert.match(refused.text, /^The signature does not match: the secret belongs to another website/);
      assert.deepEqual(refused.lines, [JSON.stringify({ error: refused.text })]);
      const failed = await post(name, { reference: 'the shop fails' });
      assert.deepEqual([failed.status, failed.lines], [500, ['{"error":"planted"}']]);
    });
  }

  for (const name of [...RIGHT, 'express 4', 'express 4 with raw']) {
    it(`refuse an event of the other mode, or of none, in ${name}`, async () => {
      const live = await post(name, { mode: 'live' });
      assert.deepEqual([live.status, live.lines.length], [400, 1]);
      assert.match(live.text, /^This is a "live" event, and this server expects events of test payments/);
      const unknown = await post(name, { mode: '' });
      assert.deepEqual([unknown.status, unknown.lines.length], [400, 1]);
      assert.match(unknown.text, /^The header X-Gateway-Mode is missing/);
    });
  }

  for (const name of [
    'express',
    'express 4',
    'node:http',
    'fastify',
    'hono',
    'next route',
    'next route on node:http',
  ]) {
    it(`accept at most a megabyte in ${name}, even with a valid signature`, async () => {
      const body = `{"event":"payment.success","data":"${'x'.repeat(2_000_000)}"}`;
      const headers = webhookHeaders({ event: 'payment.success', mode: 'test', body, timestampS: 1795269991 }, SECRET);
      const { status } = await fetch(`http://127.0.0.1:${ports[name]}/webhooks`, { method: 'POST', headers, body });
      assert.equal(status, 413);
      lines.splice(0);
      assert.equal((await post(name)).status, 204);
    });
  }

  it('report the required change if a framework has already parsed the body', async () => {
    const { status, text } = await post('express.json before');
    assert.equal(status, 400);
    assert.match(text, /^A framework has parsed the body, but the signature covers its raw bytes.*express\.raw/);
  });

  for (const name of ['express', 'fastify']) {
    it(`do not change the JSON of other routes in ${name}`, async () => {
      const other = await fetch(`http://127.0.0.1:${ports[name]}/other`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"a":1}',
      });
      assert.deepEqual(await other.json(), { a: 1 });
    });
  }
});

function bodyOf(reference: string): string {
  return `{"event":"payment.success","timestamp":1795269991,"data":{"transaction_id":"915840412345678","reference":"${reference}","metadata":{"n": 1.50}}}`;
}
