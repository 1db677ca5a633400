import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { webhookHeaders } from '../../../src/webhooks/sign.ts';
import { until } from '../../support/gateway.ts';
import { installSdk, toolsFolder } from './installed-sdk.ts';

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
  const said: string[] = [];
  let program: ChildProcess;
  let ports: Record<string, number>;
  before(async () => {
    for (const name of ['express', 'fastify', 'hono', '@hono']) {
      symlinkSync(join(toolsFolder(), name), join(sdk.folder, 'node_modules', name));
    }
    copyFileSync(new URL('webhook-apps.mjs', import.meta.url), join(sdk.folder, 'webhook-apps.mjs'));
    const env = { PATH: process.env.PATH, PEYE_WEBHOOK_SECRET: SECRET, NODE_ENV: 'production' };
    program = spawn(process.execPath, ['webhook-apps.mjs'], {
      cwd: sdk.folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    createInterface(program.stdout!).on('line', (line) => said.push(line));
    await until('the servers listen', () => said.length > 0 || program.exitCode !== null);
    ports = JSON.parse(said.shift() ?? '{}');
  });
  after(() => {
    program?.kill();
    sdk.remove();
  });

  /** Posts as the gateway does: its own signature, over what is not only ASCII and not as JSON.stringify would write it. */
  const post = async (name: string, { reference = 'órdèn-1', secret = SECRET, body = bodyOf(reference) } = {}) => {
    const headers = webhookHeaders({ event: 'payment.success', mode: 'live', body, timestampS: 1795269991 }, secret);
    const response = await fetch(`http://127.0.0.1:${ports[name]}/webhooks`, { method: 'POST', headers, body });
    const text = await response.text();
    // It says something of every webhook.
    await until('the program has said it', () => said.length > 0);
    return { status: response.status, text, said: said.splice(0) };
  };

  for (const name of RIGHT) {
    it(`take the raw body in ${name}, and answer 204, 400 and 500`, async () => {
      const accepted = await post(name);
      assert.deepEqual([accepted.status, accepted.text], [204, ''], accepted.said.join());
      assert.deepEqual(accepted.said, ['{"event":"payment.success","reference":"órdèn-1"}']);
      const refused = await post(name, { secret: 'whsec_another' });
      assert.equal(refused.status, 400);
      assert.match(refused.text, /^The signature does not match: the secret is of another website/);
      assert.deepEqual(refused.said, [JSON.stringify({ error: refused.text })]);
      const failed = await post(name, { reference: 'the shop fails' });
      assert.deepEqual([failed.status, failed.said], [500, ['{"error":"planted"}']]);
    });
  }

  for (const name of ['express', 'node:http', 'fastify']) {
    it(`take no more than a megabyte in ${name}, whatever it is signed with`, async () => {
      const body = `{"event":"payment.success","data":"${'x'.repeat(2_000_000)}"}`;
      const headers = webhookHeaders({ event: 'payment.success', mode: 'live', body, timestampS: 1795269991 }, SECRET);
      const { status } = await fetch(`http://127.0.0.1:${ports[name]}/webhooks`, { method: 'POST', headers, body });
      assert.ok([400, 413].includes(status), `${status}`);
      said.splice(0);
      assert.equal((await post(name)).status, 204);
    });
  }

  it('say what to change when a framework has parsed the body before', async () => {
    const { status, text } = await post('express.json before');
    assert.equal(status, 400);
    assert.match(text, /^A framework has parsed the body, but its raw bytes are signed.*express\.raw/);
  });

  for (const name of ['express', 'fastify']) {
    it(`leave the JSON of other routes alone in ${name}`, async () => {
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
