import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PAYMENT_METHODS, type PaymentMethod } from '../../src/core/payment.ts';
import { REFUND_ROUTES } from '../../src/core/refund.ts';
import { logTelemetry } from '../../src/platform/log/log-telemetry.ts';
import { secretBox } from '../../src/platform/secrets/secrets.ts';
import { settingsReader } from '../../src/platform/settings-reader.ts';
import { LIVE_METHODS, type LiveMethod } from '../../src/providers/live-settings.ts';
import type { Provider } from '../../src/providers/provider.ts';
import { sandboxProvider } from '../../src/providers/sandbox/provider.ts';
import { testPayment } from '../support/store.ts';

const DEPS = {
  clock: () => 1_800_000_000_000_000,
  box: secretBox(Buffer.alloc(32)),
  publicUrl: 'https://pay.example',
  telemetry: logTelemetry,
  http: () => Promise.reject(new Error('no call is expected')),
};

async function live(method: PaymentMethod, settings: Readonly<Record<string, string>>): Promise<Provider> {
  const definition: LiveMethod<unknown> = LIVE_METHODS[method];
  const credentials = Object.fromEntries(definition.credentials.map((name) => [name, credentialOf(name)]));
  const { settings: read } = definition.read(settingsReader({ ...credentials, ...settings }, []));
  assert.ok(read, method);
  return definition.connect(read, DEPS);
}

function credentialOf(name: string): string {
  return (
    { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }[name] ?? Buffer.alloc(32).toString('base64')
  );
}

const paymentOf = (method: PaymentMethod) =>
  testPayment({ websiteId: 'web_1', apiKeyId: 'key_1' }, { method, status: 'completed', providerRef: '7000000001' });

/** The value of a setting that makes the provider refund, and one that does not. */
const SWITCHES: Readonly<Record<string, readonly [on: string, off: string]>> = { NATCASH_REFUNDS: ['true', 'false'] };

describe('the table of refund routes', () => {
  for (const method of PAYMENT_METHODS) {
    const route = REFUND_ROUTES[method];
    const payment = paymentOf(method);

    it(`says what the adapter of ${method} does`, async () => {
      const values = (at: 0 | 1) =>
        Object.fromEntries(route.settings.map((name) => [name, (SWITCHES[name] ?? ['set', ''])[at]]));
      const calls = (await live(method, values(0))).refunds?.(payment);
      assert.equal(calls !== undefined, route.live !== 'hand');
      if (calls) assert.equal(calls.canRefundParts, route.parts !== 'none');
      const without = (await live(method, values(1))).refunds?.(payment);
      assert.equal(without !== undefined, route.live !== 'hand' && route.settings.length === 0);
    });

    it(`says what the sandbox does for ${method}`, () => {
      const sandbox = sandboxProvider({ expirySeconds: 900, autoCompleteSeconds: null } as never, DEPS);
      const calls = sandbox.refunds?.(payment);
      assert.equal(calls !== undefined, route.isSimulated);
      if (calls) assert.equal(calls.canRefundParts, route.parts !== 'none');
    });
  }
});
