import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Payment } from '../../../src/core/payment.ts';
import { settingsReader } from '../../../src/platform/settings-reader.ts';
import { readNatcashSettings } from '../../../src/providers/natcash/settings.ts';
import { describeStatus } from '../../../src/providers/natcash/status-codes.ts';
import { ProviderRefused, ProviderUnavailable } from '../../../src/providers/provider.ts';
import { type NatcashRig, orderNumberOf, startNatcashRig } from './rig.ts';

describe('a refund at NatCash', () => {
  let rig: NatcashRig;
  before(async () => {
    rig = await startNatcashRig();
  });
  afterEach(() => rig.natcash.repair());
  after(() => rig.stop());

  const refund = async (payment: Payment) =>
    rig
      .provider()
      .refunds?.(payment)
      ?.send(payment, { id: 'rfd_1', money: payment, reason: null, attempts: 1 }, rig.log);
  const paid = async () => {
    const payment = await rig.created();
    rig.natcash.pay(orderNumberOf(payment));
    return payment;
  };

  it('is one call of the whole payment, and succeeds with status 0 alone', async () => {
    const payment = await paid();
    assert.deepEqual(await refund(payment), {
      status: 'succeeded',
      word: 'status 0 (MSG_SUCCESS)',
      providerRef: undefined,
    });
    const { operation, subject } = rig.natcash.calls.at(-1) ?? {};
    assert.deepEqual([operation, subject], ['cancelTrans', orderNumberOf(payment)]);
    assert.equal(rig.natcash.returns(orderNumberOf(payment)), 1);
    const { canRefundParts, isRepeatable, hidesRefunds, find } = rig.provider().refunds?.(payment) ?? {};
    assert.deepEqual([canRefundParts, isRepeatable, hidesRefunds, find], [false, false, true, undefined]);
  });

  it('is refused only by a status that proves that nothing was executed', async () => {
    for (const status of [4, 100, 10112]) {
      rig.natcash.faults.refuseCancel = status;
      await assert.rejects(refund(await paid()), ProviderRefused, String(status));
    }
    for (const status of [1, 2, 3, 101, 102, 999]) {
      rig.natcash.faults.refuseCancel = status;
      await assert.rejects(refund(await paid()), ProviderUnavailable, String(status));
    }
  });

  it('has no outcome without a response, or if a proxy sends it twice', async () => {
    for (const fault of ['error_500', 'garbage', 'drop', 'drop_after_effect'] as const) {
      rig.natcash.faults.cancel = fault;
      await assert.rejects(refund(await paid()), ProviderUnavailable, fault);
    }
    rig.natcash.repair();
    rig.natcash.faults.doublesCancel = true;
    const payment = await paid();
    await assert.rejects(refund(payment), ProviderUnavailable);
    assert.equal(
      rig.natcash.returns(orderNumberOf(payment)),
      1,
      'the second response says that there is no such order',
    );
  });

  it('is paid by a person where the operator has switched the calls off', async () => {
    assert.equal(rig.provider({ NATCASH_REFUNDS: 'false' }).refunds?.(await paid()), undefined);
  });

  it('checkCredentials: with valid credentials, NatCash responds that the order does not exist', async () => {
    const response = await rig.provider().checkCredentials?.(rig.log);
    assert.match(
      response ?? '',
      /^http.* accepted the signature and responded with status 101 \(ERR_TRANSACTION_NOT_FOUND\)/,
    );
    assert.match(response ?? '', /its clock \d+ s/);
    for (const secret of Object.values(rig.natcash.partner)) assert.ok(!response?.includes(secret));
    assert.equal(rig.natcash.book().filter(({ reference }) => reference === 'NC0').length, 0);
  });

  it('checkCredentials: a wrong partner or key is reported with its fix', async () => {
    const check = (settings: Record<string, string>) => rig.provider(settings).checkCredentials?.(rig.log);
    await assert.rejects(async () => check({ NATCASH_PARTNER_CODE: 'x' }), /status 100 .*NATCASH_PARTNER_CODE/);
    await assert.rejects(async () => check({ NATCASH_PRIVATE_KEY: 'x' }), /status 3 .*NATCASH_PRIVATE_KEY/);
    rig.natcash.faults.query = 'garbage';
    await assert.rejects(async () => check({}), ProviderUnavailable);
  });
});

describe('settings of NatCash', () => {
  const credentials = {
    NATCASH_PARTNER_CODE: 'p',
    NATCASH_USERNAME: 'u',
    NATCASH_PASSWORD: 'w',
    NATCASH_PRIVATE_KEY: 'k',
    NATCASH_FUNCTION_CODE: 'f',
  };
  const read = (settings: Record<string, string>) => readNatcashSettings(settingsReader(settings, []));

  it('require all five credentials, and name the missing ones', () => {
    assert.equal(read({}).settings, null);
    const { NATCASH_PASSWORD: _, ...rest } = credentials;
    assert.deepEqual(read(rest).missing, ['NATCASH_PASSWORD']);
    assert.equal(read(rest).settings, null);
  });

  it('have defaults that are safe', () => {
    const { partnerCode, username, password, privateKey, functionCode, ...rest } = read(credentials).settings ?? {};
    assert.deepEqual([partnerCode, username, password, privateKey, functionCode], ['p', 'u', 'w', 'k', 'f']);
    assert.deepEqual(rest, {
      apiUrl: 'https://merchantpay.natcom.com.ht/api',
      timestampOffsetMs: 0,
      enableFee: false,
      wholeGourdes: true,
      signedAmount: 'shortest',
      language: 'ht',
      skipPhoneInput: false,
      graceSeconds: 300,
      timeoutMs: 15_000,
      sendsRefunds: true,
    });
  });

  it('can have the test host, or any other address', () => {
    const apiUrl = (settings: Record<string, string>) => read({ ...credentials, ...settings }).settings?.apiUrl;
    assert.equal(apiUrl({ NATCASH_ENVIRONMENT: 'test' }), 'https://testmerchantpay.natcom.com.ht/api');
    const own = { NATCASH_ENVIRONMENT: 'test', NATCASH_API_URL: 'http://127.0.0.1:4000/api/' };
    assert.equal(apiUrl(own), 'http://127.0.0.1:4000/api');
  });

  it('accept an offset of up to a day in both directions', () => {
    const offset = (value: string) =>
      read({ ...credentials, NATCASH_TIMESTAMP_OFFSET_MS: value }).settings?.timestampOffsetMs;
    assert.equal(offset('900000'), 900_000);
    assert.equal(offset('-900000'), -900_000);
    assert.equal(offset('-0'), 0);
    for (const wrong of ['86400001', '-86400001', '1.5', 'x', '--1']) {
      assert.throws(() => offset(wrong), /NATCASH_TIMESTAMP_OFFSET_MS is set to .* from -86400000 to 86400000/);
    }
  });
});

describe('the page of NatCash in the documentation', () => {
  const page = readFileSync(new URL('../../../docs/providers/natcash.md', import.meta.url), 'utf8');

  it('names every setting and every status', () => {
    const names = new Set<string>();
    const environment = new Proxy({}, { get: (_target, name) => void names.add(String(name)) });
    readNatcashSettings(settingsReader(environment, []));
    assert.ok(names.size > 10);
    for (const name of names) assert.ok(page.includes(`\`${name}\``), name);
    for (const status of [1, 2, 3, 4, 100, 101, 102, 10112]) {
      const name = /\((\w+)\)$/.exec(describeStatus(status))?.[1] ?? '';
      assert.match(page, new RegExp(`\\| ${status} +\\| \`${name}\``));
    }
  });
});
