import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { ProviderRefused, ProviderUnavailable } from '../../../src/providers/provider.ts';
import { type NatcashRig, orderNumberOf, startNatcashRig } from './rig.ts';

const EXPIRED = { status: 'failed', failureReason: 'expired' };

/** Responses that the simulator never sends, because no sane server does. */
describe('responses of NatCash that make no sense', () => {
  let rig: NatcashRig;
  let canned: { status?: number; body: unknown; headers?: Record<string, string>; before?: () => void };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      canned.before?.();
      response.writeHead(canned.status ?? 200, { 'content-type': 'application/json', ...canned.headers });
      response.end(typeof canned.body === 'string' ? canned.body : JSON.stringify(canned.body));
    });
  });
  let settings: Record<string, string>;
  before(async () => {
    rig = await startNatcashRig();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    settings = { NATCASH_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api` };
  });
  after(async () => {
    await rig.stop();
    server.close();
    server.closeAllConnections();
  });

  const create = async () => rig.provider(settings).create?.(rig.payment(), rig.log);
  const payment = () => rig.payment();

  it('create: a success without an address of a page counts as unavailable', async () => {
    for (const url of [
      undefined,
      '',
      'nowhere',
      '/pay',
      'javascript:alert(1)',
      7,
      `https://x.example/${'x'.repeat(2048)}`,
    ]) {
      canned = { body: { status: 0, url, expiredAt: 900 } };
      await assert.rejects(create(), ProviderUnavailable, String(url));
    }
    canned = { body: { status: '0', url: 'https://merchantpay.example/?token=1' } };
    assert.equal((await create())?.fields.payment_url, 'https://merchantpay.example/?token=1');
  });

  it('create: an address is cleaned, so that a merchant can put it into a header', async () => {
    for (const [url, expected] of [
      [' https://merchantpay.example/?token=1\r\n', 'https://merchantpay.example/?token=1'],
      [
        'https://merchantpay.example/?token=1\r\nSet-Cookie: a=b',
        'https://merchantpay.example/?token=1Set-Cookie:%20a=b',
      ],
      ['https://merchantpay.example/é', 'https://merchantpay.example/%C3%A9'],
    ]) {
      canned = { body: { status: 0, url } };
      assert.equal((await create())?.fields.payment_url, expected);
    }
  });

  it('create: a success with an HTTP status of an error or redirect counts as unavailable, and no redirect is followed', async () => {
    for (const status of [302, 404, 500, 503]) {
      canned = {
        status,
        headers: { location: `${rig.natcash.url}/` },
        body: { status: 0, url: 'https://merchantpay.example/?token=1' },
      };
      await assert.rejects(create(), ProviderUnavailable, String(status));
    }
  });

  it('create: a refusal counts with HTTP status 400 too, but not with 500', async () => {
    canned = { status: 400, body: { status: 3 } };
    await assert.rejects(create(), ProviderRefused);
    canned = { status: 500, body: { status: 3 } };
    await assert.rejects(create(), ProviderUnavailable);
  });

  it('create and verify: a response without a status counts as unavailable', async () => {
    for (const body of [
      '',
      'null',
      '[]',
      '0',
      '{}',
      '{"status":null}',
      '{"status":0.5}',
      '{"status":"ok"}',
      '{"status"',
    ]) {
      canned = { body };
      await assert.rejects(create(), ProviderUnavailable, body);
      await assert.rejects(rig.provider(settings).verify(payment(), rig.log), ProviderUnavailable, body);
    }
  });

  it('verify: a success about another order, or without data, counts as unavailable, also at the end', async () => {
    const asked = { ...payment(), expiresAtUs: rig.clock.now() };
    const paid = { transId: '1', amount: 500, responseCode: 1 };
    for (const data of [{ ...paid, orderNumber: 'NC1' }, { ...paid, orderNumber: 1 }, undefined, null, 'paid', 7]) {
      canned = { body: { status: 0, data } };
      await assert.rejects(rig.provider(settings).verify(asked, rig.log), ProviderUnavailable, JSON.stringify(data));
    }
    for (const data of [paid, { ...paid, orderNumber: orderNumberOf(asked) }, { ...paid, responseCode: '1' }]) {
      canned = { body: { status: 0, data } };
      assert.equal((await rig.provider(settings).verify(asked, rig.log)).outcome.status, 'completed');
    }
  });

  it('verify: paid with an amount that cannot be read is not completed, and not failed', async () => {
    const asked = { ...payment(), expiresAtUs: rig.clock.now() };
    for (const amount of [undefined, null, '', '1.000,00 HTG', '500 USD', 500.005, {}]) {
      canned = { body: { status: 0, data: { transId: '1', amount, responseCode: 1 } } };
      await assert.rejects(rig.provider(settings).verify(asked, rig.log), /amount cannot be read/, String(amount));
    }
  });

  it('verify: unpaid is expired only when the request was sent after the end, not when the response came after it', async () => {
    const verified = payment();
    rig.clock.forward((verified.expiresAtUs - rig.clock.now()) / 1e6 - 1);
    canned = { body: { status: 101 }, before: () => rig.clock.forward(2) };
    assert.deepEqual((await rig.provider(settings).verify(verified, rig.log)).outcome, { status: 'open' });
    assert.deepEqual((await rig.provider(settings).verify(verified, rig.log)).outcome, EXPIRED);
  });

  it('verify: "transaction expired" means unpaid: open until our own end, then expired, and the log does not blame the clock', async () => {
    const verified = payment();
    canned = { body: { status: 2, code: 'ERR_TRANSACTION_EXPIRED' } };
    rig.lines.length = 0;
    assert.deepEqual((await rig.provider(settings).verify(verified, rig.log)).outcome, { status: 'open' });
    const ended = { ...verified, expiresAtUs: rig.clock.now() };
    assert.deepEqual((await rig.provider(settings).verify(ended, rig.log)).outcome, EXPIRED);
    assert.doesNotMatch(rig.lines.join(''), /clock/);
  });

  // Contract: LIVE-14
  it('verify: a transId that cannot be stored is dropped, and the payment is completed', async () => {
    for (const transId of [
      'a\0b',
      'a\ud800',
      'x'.repeat(65),
      'x'.repeat(640),
      'x'.repeat(10_000),
      'two words',
      '',
      {},
      true,
    ]) {
      canned = { body: { status: 0, data: { transId, amount: 500, responseCode: 1 } } };
      const { outcome, providerRef } = await rig.provider(settings).verify(payment(), rig.log);
      assert.equal(outcome.status, 'completed');
      assert.equal(providerRef, undefined, String(transId).slice(0, 20));
    }
    for (const transId of [170_000_000_001, '170000000001', 'TX-1/2:3', 'x'.repeat(64)]) {
      canned = { body: { status: 0, data: { transId, amount: 500, responseCode: 1 } } };
      const { providerRef } = await rig.provider(settings).verify(payment(), rig.log);
      assert.equal(providerRef, String(transId));
    }
  });

  it('verify: with a responseCode that is not a number the payment stays open', async () => {
    for (const responseCode of [undefined, null, '', 'SUCCESS', true, 1.5, [1], '1 ', '01x']) {
      canned = { body: { status: 0, data: { amount: 500, responseCode } } };
      const { outcome } = await rig.provider(settings).verify(payment(), rig.log);
      assert.deepEqual(outcome, { status: 'open' }, String(responseCode));
    }
  });
});
