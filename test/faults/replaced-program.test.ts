import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildVerbs } from '../../src/app/build-verbs.ts';
import { openStore } from '../../src/app/open-store.ts';
import { readConfig } from '../../src/config.ts';
import { isProgramIncomplete, ProgramIncomplete } from '../../src/platform/files/missing-files.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { startDriver } from '../support/drivers/start-driver.ts';
import { newStore, onOneEngineByDay } from '../support/engines.ts';
import { freePort, paymentRequest } from '../support/gateway.ts';
import { startNode } from '../support/node-process.ts';

const HOOK = fileURLToPath(new URL('../support/block-modules.mjs', import.meta.url));

onOneEngineByDay('packages that are replaced under a running gateway', (engine) => {
  // Contract: LIVE-11
  it('do not fail live payments, and /readyz shows that files are missing', async () => {
    // Regression: live MonCash creations failed with provider_error, because undici was loaded at the first creation.
    const folder = mkdtempSync(join(tmpdir(), 'replaced-'));
    const [store, port] = [await newStore(engine), await freePort()];
    const driver = await startDriver('moncash', { gatewayUrl: `http://127.0.0.1:${port}` });
    const flag = join(folder, 'replacing');
    const node = await startNode({
      ...store.settings,
      ...driver.settings,
      PORT: String(port),
      LOG_LEVEL: 'silent',
      NODE_OPTIONS: `--import=${HOOK}`,
      BLOCKED: '^(undici|@fastify/swagger)',
      BLOCKED_WHILE: flag,
    });
    try {
      writeFileSync(flag, '');
      const created = await node.client(node.seed.liveKey).post('/payments', paymentRequest());
      assert.deepEqual([created.status, created.json.status], [201, 'processing'], created.text);
      const open = await fetch(`${node.url}/readyz`);
      assert.equal(open.status, 200);
      // Packages that no payment needs are still loaded on first use.
      assert.equal((await fetch(`${node.url}/openapi.json`)).status, 500);
      const ready = await fetch(`${node.url}/readyz`);
      assert.deepEqual([ready.status, ((await ready.json()) as { program: string }).program], [503, 'incomplete']);
    } finally {
      await node.end('SIGTERM');
      await driver.stop();
      await store.drop();
      rmSync(folder, { recursive: true });
    }
  });

  // Contract: LIVE-11
  it('that calls to providers need: while one is missing, a live payment is refused before it is stored', async () => {
    const [store, port] = [await newStore(engine), await freePort()];
    const driver = await startDriver('moncash', { gatewayUrl: `http://127.0.0.1:${port}` });
    let isBlocked = true;
    const hooks = registerHooks({
      resolve(specifier, context, next) {
        // Node resolves each specifier only until it has found the module once.
        if (!isBlocked || !specifier.startsWith('undici')) return next(specifier, context);
        throw Object.assign(new Error(`Cannot find package '${specifier}'`), { code: 'ERR_MODULE_NOT_FOUND' });
      },
    });
    const config = readConfig({ ...store.settings, ...driver.settings, PORT: String(port), LOG_LEVEL: 'silent' });
    const log = createLog('silent');
    const opened = await openStore(config, log, { migrate: true });
    const verbs = await buildVerbs(config, opened, log);
    try {
      const { website } = await opened.operator.createWebsite({ name: 'Shop', returnUrl: null, callbackUrl: null });
      const { apiKey } = await opened.operator.createApiKey({ websiteId: website.id, mode: 'live' });
      const create = () =>
        verbs.payments.create(
          { apiKeyId: apiKey.id, mode: 'live', website },
          {
            amount: { amountMinor: 50_000, currency: 'HTG' },
            method: 'moncash',
            customerName: 'Marie',
            customerEmail: null,
            customerPhone: null,
            reference: null,
            description: null,
            metadata: null,
            recurringInterval: null,
            recurringIntervalCount: null,
          },
          log,
        );
      await assert.rejects(create, ProgramIncomplete);
      assert.ok(isProgramIncomplete());
      assert.deepEqual(await opened.db.query('SELECT id FROM payments'), []);
      assert.equal(driver.simulator.calls.length, 0);
      isBlocked = false;
      assert.equal((await create()).payment.status, 'processing');
    } finally {
      hooks.deregister();
      await verbs.close();
      await opened.db.close();
      await driver.stop();
      await store.drop();
    }
  });
});
