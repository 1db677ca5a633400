import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createLog } from '../../src/platform/log/log.ts';
import { logTelemetry } from '../../src/platform/log/log-telemetry.ts';
import { type Http, httpClient, LONG_RESPONSE_BYTES, NoResponse } from '../../src/platform/network/http.ts';
import { settingsReader } from '../../src/platform/settings-reader.ts';
import { seenCalls, stripeCaller } from '../../src/providers/card/call-stripe.ts';
import { stripeClient } from '../../src/providers/card/client.ts';
import { listIntents } from '../../src/providers/card/intent-calls.ts';
import { CARD_CREDENTIALS, readCardSettings } from '../../src/providers/card/settings.ts';
import { ProviderUnavailable } from '../../src/providers/provider.ts';

const KIB = 1024;

describe('the size of a provider’s response', () => {
  let server: Server;
  let url: string;
  let body = '';
  let http: Http;
  let close: () => Promise<void>;
  before(async () => {
    server = createServer((_request, response) => response.end(body));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    ({ http, close } = httpClient());
  });
  after(async () => {
    await close();
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });

  const ask = (maxBytes?: number) => http({ method: 'GET', url, headers: {}, timeoutMs: 5_000, maxBytes });

  it('is 16 KiB at most, and half a megabyte for a list', async () => {
    body = 'x'.repeat(16 * KIB);
    assert.equal((await ask()).text.length, body.length);
    body += 'x';
    await assert.rejects(ask(), NoResponse);
    body = 'x'.repeat(LONG_RESPONSE_BYTES);
    assert.equal((await ask(LONG_RESPONSE_BYTES)).text.length, body.length);
    body += 'x';
    await assert.rejects(ask(LONG_RESPONSE_BYTES), NoResponse);
  });

  it('leaves room for a page of Stripe’s list, and not for one object as large', async () => {
    const read = readCardSettings(
      settingsReader(
        {
          STRIPE_SECRET_KEY: 'sk_test_x',
          STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
          STRIPE_WEBHOOK_SECRET: 'whsec_x',
          STRIPE_API_URL: url,
        },
        CARD_CREDENTIALS,
      ),
    );
    assert.ok(read.settings);
    const stripe = stripeClient(read.settings, http);
    const intent = (id: number) => ({
      id: `pi_${id}`,
      object: 'payment_intent',
      status: 'succeeded',
      amount: 500,
      amount_received: 500,
      created: 1,
      currency: 'htg',
      metadata: { note: 'x'.repeat(5_000) },
    });
    body = JSON.stringify({ object: 'list', has_more: false, data: Array.from({ length: 50 }, (_, id) => intent(id)) });
    assert.ok(body.length > 250 * KIB);
    const ask = stripeCaller(stripe, logTelemetry, seenCalls(http));
    const found: string[] = [];
    for await (const { id } of listIntents(ask, { fromUs: 0, toUs: 2e6 }, createLog('silent'))) found.push(id);
    assert.equal(found.length, 50);
    await assert.rejects(stripe.paymentIntents.retrieve('pi_1'));
    body = JSON.stringify(intent(1));
    assert.equal((await stripe.paymentIntents.retrieve('pi_1')).id, 'pi_1');
    body = '{';
    const list = listIntents(ask, { fromUs: 0, toUs: 2e6 }, createLog('silent'));
    await assert.rejects(async () => void (await list.next()), ProviderUnavailable);
  });
});
