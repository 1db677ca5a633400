import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { cutAfterEveryByte, webhookRequest } from '../support/cut-requests.ts';
import { installSdk } from './installed-sdk.ts';
import { runtimes } from './runtimes.ts';
import { startWebhookApps, type WebhookApps } from './webhook-programs.ts';

const SECRET = 'whsec_Example0Example1Example2Example3';
const ADAPTERS = [
  'express',
  'express 4',
  'express 4 with raw',
  'node:http',
  'an onError that throws',
  'an onError that rejects',
  'fastify',
  'hono',
  'next route',
  'next route on node:http',
];

describe("the SDK's webhook handlers, after requests that were cut off at any byte", () => {
  const sdk = installSdk();
  after(() => sdk.remove());

  for (const name of ['Node 20', 'Node 24']) {
    describe(`in ${name}`, () => {
      let apps: WebhookApps;
      before(async () => {
        apps = await startWebhookApps(sdk, runtimes()[name]!.program, SECRET);
      });
      after(() => void apps?.program.kill());

      for (const adapter of ADAPTERS) {
        it(`continue to serve in ${adapter}`, async () => {
          const port = apps.ports[adapter]!;
          const unsigned = webhookRequest('whsec_another');
          assert.equal(await cutAfterEveryByte(port, unsigned.bytes), unsigned.bytes.length - 1);
          const { body, headers } = webhookRequest(SECRET);
          // Send two: when the second one is accepted, the server has noticed that the earlier connections ended.
          for (let i = 0; i < 2; i++) {
            const response = await fetch(`http://127.0.0.1:${port}/webhooks`, {
              method: 'POST',
              headers: { ...headers, connection: 'close' },
              body,
            }).catch((error) => assert.fail(`${adapter} has ended: ${error.cause ?? error} ${apps.errors()}`));
            assert.equal(response.status, 204, await response.text());
          }
          assert.equal(apps.program.exitCode, null, apps.errors());
        });
      }

      for (const adapter of ['an onError that throws', 'an onError that rejects']) {
        it(`respond with 400 to a wrong signature with ${adapter}`, async () => {
          const { body, headers } = webhookRequest('whsec_another');
          const url = `http://127.0.0.1:${apps.ports[adapter]}/webhooks`;
          for (let i = 0; i < 2; i++) assert.equal((await fetch(url, { method: 'POST', headers, body })).status, 400);
          assert.equal(apps.program.exitCode, null, apps.errors());
        });
      }
    });
  }
});
