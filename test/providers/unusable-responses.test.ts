import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import type { PaymentMethod } from '../../src/core/payment.ts';
import { type Samples, scrapedWhen } from '../metrics/scrape.ts';
import { type DrivenGateway, startDrivenGateway } from '../support/drivers/driven-gateway.ts';
import { paymentRequest } from '../support/gateway.ts';

/** A gateway with one wrong credential, in front of a simulator that knows the right ones. */
async function withGateway<Method extends PaymentMethod>(
  method: Method,
  settings: Record<string, string>,
  act: (driven: DrivenGateway<Method>) => Promise<void>,
): Promise<void> {
  const driven = await startDrivenGateway('sqlite', method, { settings: { ROLES: 'api', ...settings } });
  try {
    await act(driven);
  } finally {
    await driven.stop();
  }
}

/** The number of calls for each result, over all operations of a provider. */
function calls(samples: Samples, provider: string): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, value] of samples) {
    const found = /^peye_provider_call_duration_seconds_count\{provider="(\w+)",.*result="(\w+)"\}$/.exec(name);
    if (found?.[1] === provider) sums[found[2] ?? ''] = (sums[found[2] ?? ''] ?? 0) + value;
  }
  return sums;
}

const rejected = (samples: Samples, provider: string) =>
  samples.get(`peye_provider_credentials_rejected_total{provider="${provider}"}`);

/** Waits until so many calls had this result, and so many of them rejected the credentials. */
async function counted(
  { url }: { url: string },
  provider: string,
  { result, calls: count, rejections }: { result: 'refused' | 'no_response'; calls: number; rejections: number },
): Promise<void> {
  await scrapedWhen(
    `${count} calls of ${provider} are ${result}, ${rejections} of them rejections`,
    url,
    (samples) => calls(samples, provider)[result] === count && rejected(samples, provider) === rejections,
  );
}

const REJECTED = /^The payment provider rejected the gateway's credentials\. /;

/** The setting that leads to a provider, and the provider's name in the metrics. */
const ADDRESSES = {
  moncash: { setting: 'MONCASH_API_URL', name: 'moncash' },
  natcash: { setting: 'NATCASH_API_URL', name: 'natcash' },
  card: { setting: 'STRIPE_API_URL', name: 'stripe' },
} as const;

/** A provider that forbids everything to these credentials. */
async function withForbidding(act: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => {
    request
      .resume()
      .on('end', () =>
        response
          .writeHead(403, { 'content-type': 'application/json' })
          .end('{"error":{"type":"invalid_request_error"}}'),
      );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await act(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
}

describe('a provider that rejects the credentials', () => {
  for (const method of ['moncash', 'natcash', 'card'] as const) {
    // Contract: LIVE-12
    it(`${method}, with 403: refused, counted as a rejection, and reported to the merchant`, async () => {
      await withForbidding(async (url) => {
        const { setting, name } = ADDRESSES[method];
        await withGateway(method, { [setting]: url }, async ({ gateway, api }) => {
          const { status, json } = await api.post('/payments', paymentRequest({ payment_method: method }));
          assert.notEqual(status, 201);
          if (method !== 'natcash') assert.match(json.message, REJECTED);
          await counted(gateway, name, { result: 'refused', calls: 1, rejections: 1 });
        });
      });
    });
  }

  // Regression: every such call counted as ok, and the merchant read that the provider gave no response.
  // Contract: LIVE-12
  it('moncash, at the token: refused, counted and reported to the merchant', async () => {
    await withGateway('moncash', { MONCASH_CLIENT_SECRET: 'wrong' }, async ({ gateway, api }) => {
      const { status, json } = await api.post('/payments', paymentRequest({ payment_method: 'moncash' }));
      assert.deepEqual([status, json.error], [500, 'internal_error']);
      assert.match(json.message, REJECTED);
      await counted(gateway, 'moncash', { result: 'refused', calls: 1, rejections: 1 });
    });
  });

  it('moncash, a bearer token: an ended one is no rejection, but a new one that is refused too is a rejection', async () => {
    await withGateway('moncash', {}, async ({ gateway, api, driver }) => {
      driver.simulator.faults.rejectBearers = 1;
      assert.equal((await api.post('/payments', paymentRequest({ payment_method: 'moncash' }))).status, 201);
      await counted(gateway, 'moncash', { result: 'refused', calls: 1, rejections: 0 });
      driver.simulator.faults.rejectBearers = 2;
      const { json } = await api.post('/payments', paymentRequest({ payment_method: 'moncash' }));
      assert.match(json.message, REJECTED);
      await counted(gateway, 'moncash', { result: 'refused', calls: 3, rejections: 1 });
    });
  });

  // Contract: LIVE-12
  it('card: a wrong secret key', async () => {
    await withGateway('card', { STRIPE_SECRET_KEY: 'sk_test_wrong' }, async ({ gateway, api }) => {
      const { status, json } = await api.post('/payments', paymentRequest({ payment_method: 'card' }));
      assert.deepEqual([status, json.error], [500, 'internal_error']);
      assert.match(json.message, REJECTED);
      await counted(gateway, 'stripe', { result: 'refused', calls: 1, rejections: 1 });
    });
  });

  it('lakaypay_card: a wrong REST key, when a payment is verified', async () => {
    await withGateway('lakaypay_card', { LAKAYPAY_CARD_REST_KEY_ID: 'wrong' }, async ({ gateway, api }) => {
      const { transaction_id: id } = (await api.post('/payments', paymentRequest({ payment_method: 'lakaypay_card' })))
        .json;
      const { status, json } = await api.post(`/payments/${id}/verify`);
      assert.equal(status, 500);
      assert.match(json.message, /rejected the gateway's credentials\. Nothing was changed; try again later\./);
      await counted(gateway, 'lakaypay_card', { result: 'refused', calls: 1, rejections: 1 });
    });
  });

  it('natcash: a partner that it does not know, which it says with HTTP 200', async () => {
    await withGateway('natcash', { NATCASH_PARTNER_CODE: 'WRONG' }, async ({ gateway, api }) => {
      const { status, json } = await api.post('/payments', paymentRequest({ payment_method: 'natcash' }));
      assert.deepEqual([status, json.error], [400, 'payment_processing_failed']);
      assert.equal(json.message, 'NatCash cannot be used right now. Please choose another payment method.');
      await counted(gateway, 'natcash', { result: 'refused', calls: 1, rejections: 1 });
    });
  });
});

// Regression: NatCash also rejects credentials with HTTP 200, and each such call counted as ok.
describe('natcash, which rejects credentials with HTTP 200', () => {
  for (const [name, settings] of [
    ['private key', { NATCASH_PRIVATE_KEY: 'wrong' }],
    ['username', { NATCASH_USERNAME: 'wrong' }],
    ['password', { NATCASH_PASSWORD: 'wrong' }],
  ] as const) {
    // Contract: LIVE-12
    it(`a wrong ${name}, and the common error that may mean one`, async () => {
      await withGateway('natcash', settings, async ({ gateway, api, driver }) => {
        const { status, json } = await api.post('/payments', paymentRequest({ payment_method: 'natcash' }));
        assert.deepEqual([status, json.error], [400, 'payment_processing_failed']);
        assert.equal(json.message, 'NatCash cannot be used right now. Please choose another payment method.');
        await counted(gateway, 'natcash', { result: 'refused', calls: 1, rejections: 1 });

        driver.simulator.faults.wrongSignatureStatus = 1;
        assert.equal((await api.post('/payments', paymentRequest({ payment_method: 'natcash' }))).status, 400);
        await counted(gateway, 'natcash', { result: 'refused', calls: 2, rejections: 1 });
      });
    });
  }

  // Contract: LIVE-12
  it('status 3 to a query about a payment: the merchant reads that the credentials are rejected', async () => {
    await withGateway('natcash', {}, async ({ gateway, api, driver: { simulator } }) => {
      const { transaction_id: id } = (await api.post('/payments', paymentRequest({ payment_method: 'natcash' }))).json;
      const partner: { password: string } = simulator.partner;
      const { password } = partner;
      partner.password = 'changed';
      try {
        const rejection = await api.post(`/payments/${id}/verify`);
        assert.equal(rejection.status, 500);
        assert.match(rejection.json.message, REJECTED);
        await counted(gateway, 'natcash', { result: 'refused', calls: 1, rejections: 1 });

        simulator.faults.wrongSignatureStatus = 1;
        const { status, json } = await api.post(`/payments/${id}/verify`);
        assert.equal(status, 500);
        assert.match(json.message, /^The payment provider cannot be used right now\. /);
        await counted(gateway, 'natcash', { result: 'refused', calls: 2, rejections: 1 });
      } finally {
        partner.password = password;
      }
    });
  });

  for (const [status, fault] of [
    [2, { clockAheadMs: 900_000 }],
    [4, { refuseCreate: 4 }],
  ] as const) {
    it(`status ${status} to a creation: refused, and no rejection`, async () => {
      await withGateway('natcash', {}, async ({ gateway, api, driver }) => {
        Object.assign(driver.simulator.faults, fault);
        assert.equal((await api.post('/payments', paymentRequest({ payment_method: 'natcash' }))).status, 400);
        await counted(gateway, 'natcash', { result: 'refused', calls: 1, rejections: 0 });
      });
    });
  }

  it('the status of an unpaid order does not count as a refusal', async () => {
    await withGateway('natcash', {}, async ({ gateway, api, driver }) => {
      const { transaction_id: id } = (await api.post('/payments', paymentRequest({ payment_method: 'natcash' }))).json;
      driver.simulator.faults.unpaidAs101 = true;
      assert.equal((await api.post(`/payments/${id}/verify`)).status, 200);
      await scrapedWhen('both calls are ok', gateway.url, (samples) => calls(samples, 'natcash').ok === 2);
    });
  });
});

describe('a provider without a usable response', () => {
  for (const [fault, result, sentence] of [
    ['garbage', 'refused', 'The payment provider cannot be used right now.'],
    ['error_500', 'refused', 'The payment provider cannot be used right now.'],
    ['drop', 'no_response', 'The payment provider did not respond.'],
  ] as const) {
    for (const method of ['moncash', 'card', 'natcash'] as const) {
      it(`${method}, ${fault}: ${result}, and the merchant reads why`, async () => {
        await withGateway(method, {}, async ({ gateway, api, driver }) => {
          driver.setFaults({ create: fault });
          const { status, json } = await api.post('/payments', paymentRequest({ payment_method: method }));
          assert.deepEqual([status, json.error], [500, 'internal_error']);
          assert.ok(json.message.startsWith(sentence), json.message);
          const provider = method === 'card' ? 'stripe' : method;
          await counted(gateway, provider, { result, calls: 1, rejections: 0 });
        });
      });
    }
  }
});
