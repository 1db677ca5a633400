import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { Payment } from '../../../src/core/payment.ts';
import { haitianMsisdn, lifetimeMs } from '../../../src/providers/natcash/create.ts';
import { ProviderRefused, ProviderUnavailable } from '../../../src/providers/provider.ts';
import { CALL_MS, SILENCE_MS } from '../../support/drivers/driven-adapter.ts';
import { type NatcashRig, orderNumberOf, PUBLIC_URL, startNatcashRig } from './rig.ts';

const SECOND_US = 1_000_000;

describe('creating a payment at NatCash', () => {
  let rig: NatcashRig;
  before(async () => {
    rig = await startNatcashRig();
  });
  afterEach(() => {
    rig.natcash.repair();
    rig.lines.length = 0;
  });
  after(() => rig.stop());

  const create = async (payment: Payment, settings: Record<string, string> = {}) => {
    const creation = await rig.provider(settings).create?.(payment, rig.log);
    assert.ok(creation);
    return creation;
  };
  const refused = async (settings: Record<string, string> = {}): Promise<ProviderRefused> => {
    const error = await create(rig.payment(), settings).then(
      () => assert.fail('it was created'),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof ProviderRefused, String(error));
    return error;
  };
  const errors = () =>
    rig.lines.map((line) => JSON.parse(line) as { level: number; msg: string }).filter(({ level }) => level >= 50);

  it('returns the address of the page and the order number, and uses the request id that was stored before', async () => {
    const payment = rig.payment();
    const creation = await create(payment);
    assert.equal(creation.fields.natcash_reference, orderNumberOf(payment));
    assert.match(creation.fields.payment_url ?? '', /^http:\/\/127\.0\.0\.1:\d+\/\?token=/);
    assert.equal(creation.providerRef, null);
    assert.equal(creation.providerData, payment.providerData);
    assert.match(payment.providerData ?? '', /^\{"requestId":"[0-9a-f-]{36}"\}$/);
    assert.deepEqual(
      rig.natcash.book().find(({ reference }) => reference === orderNumberOf(payment)),
      { reference: orderNumberOf(payment), providerRef: null, amountMinor: 500_00, currency: 'HTG', status: 'open' },
    );
    const returned = new URL(rig.natcash.returnUrl(orderNumberOf(payment)));
    assert.equal(returned.origin + returned.pathname, `${PUBLIC_URL}/providers/natcash/return`);
    assert.equal(returned.searchParams.get('payment'), String(payment.id));
  });

  it('has another request id for every payment', () => {
    assert.notEqual(rig.payment().providerData, rig.payment().providerData);
  });

  it('is accepted for any amount and any phone, with centimes where they are allowed', async () => {
    const phone = fc.option(fc.oneof(fc.string(), fc.constant('+509 34 10 1234')));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 20_00, max: 100_000_00 }), phone, async (amountMinor, customerPhone) => {
        const payment = rig.payment({ amountMinor, customerPhone });
        await create(payment);
        const entry = rig.natcash.book().find(({ reference }) => reference === orderNumberOf(payment));
        assert.equal(entry?.amountMinor, amountMinor);
      }),
      { numRuns: 50 },
    );
  });

  it('is accepted however NatCash writes amounts, once NATCASH_SIGNED_AMOUNT says so, and refused before', async () => {
    for (const style of ['one_decimal', 'two_decimals'] as const) {
      rig.natcash.faults.signedAmount = style;
      assert.match((await refused()).message, /status 3/);
      await create(rig.payment(), { NATCASH_SIGNED_AMOUNT: style });
    }
    assert.ok(errors().some(({ msg }) => /NATCASH_SIGNED_AMOUNT/.test(msg)));
  });

  it('accepts only whole gourdes, unless the setting is off', () => {
    assert.equal(rig.provider().takesWholeGourdes, true);
    assert.equal(rig.provider({ NATCASH_WHOLE_GOURDES: 'false' }).takesWholeGourdes, false);
  });

  it("sends a phone number only if it is Haitian, and skips NatCash's page for the number only then", async () => {
    const page = async (customerPhone: string | null) => {
      const { fields } = await create(rig.payment({ customerPhone }), { NATCASH_SKIP_PHONE_INPUT: 'true' });
      return (await fetch(fields.payment_url ?? '')).text();
    };
    assert.match(await page('34 10 1234'), /name="code"/);
    assert.match(await page('+1 305 555 0100'), /name="phone"/);
    assert.match(await page(null), /name="phone"/);
    const { fields } = await create(rig.payment({ customerPhone: '(509) 34-10-1234' }));
    assert.match(await (await fetch(fields.payment_url ?? '')).text(), /name="phone"[^>]*value="34101234"/);
  });

  it('with wrong settings, is refused without internal details, and the log shows the operator how to fix it', async () => {
    const cases: [settings: Record<string, string>, faults: object, remedy: RegExp][] = [
      [{ NATCASH_PARTNER_CODE: 'SOMEBODY' }, {}, /status 100 .*NATCASH_PARTNER_CODE/],
      [{ NATCASH_PRIVATE_KEY: 'wrong' }, {}, /status 3 .*NATCASH_PRIVATE_KEY/],
      [{ NATCASH_PASSWORD: 'wrong' }, { wrongSignatureStatus: 1 }, /status 1 .*credentials/],
      [{}, { clockAheadMs: 900_000 }, /status 2 .*NATCASH_TIMESTAMP_OFFSET_MS/],
      [{}, { refuseCreate: 4 }, /status 4 .*NATCASH_API_URL/],
      [{}, { refuseCreate: 102 }, /status 102 .*request id/],
      [{}, { refuseCreate: 10112 }, /status 10112 .*Natcom/],
    ];
    for (const [settings, faults, remedy] of cases) {
      rig.natcash.repair();
      rig.lines.length = 0;
      Object.assign(rig.natcash.faults, faults);
      const { publicMessage, failureReason } = await refused(settings);
      assert.equal(failureReason, 'provider_error');
      assert.doesNotMatch(publicMessage, /\d|sign|clock|partner|credential|status/i);
      // Rejected credentials have their own line, the same for every provider.
      const lines = errors().filter(({ msg }) => !/rejected the gateway's credentials/.test(msg ?? ''));
      assert.equal(lines.length, 1);
      assert.match(lines[0]?.msg ?? '', remedy);
    }
  });

  it('logs how far the clocks are apart, and the offset setting fixes it', async () => {
    rig.natcash.faults.clockAheadMs = 900_000;
    await refused();
    const [line] = errors() as unknown as [{ natcash_clock_ahead_ms: number }];
    assert.ok(Math.abs(line.natcash_clock_ahead_ms - 900_000) <= 2000, String(line.natcash_clock_ahead_ms));
    await create(rig.payment(), { NATCASH_TIMESTAMP_OFFSET_MS: '900000' });
    rig.natcash.faults.clockAheadMs = -900_000;
    await create(rig.payment(), { NATCASH_TIMESTAMP_OFFSET_MS: '-900000' });
  });

  it('an unknown status is a refusal too, and is not logged as an error', async () => {
    rig.natcash.faults.refuseCreate = 555;
    assert.match((await refused()).message, /status 555 \(unknown\)/);
    assert.deepEqual(errors(), []);
  });

  it('is refused the second time for one payment: NatCash knows the request id', async () => {
    const payment = rig.payment();
    await create(payment);
    await assert.rejects(create(payment), { name: 'ProviderRefused', message: /status 102/ });
  });

  // Only the first three faults wait for the time limit. The others must fail long before it, so theirs is longer.
  for (const [fault, timeoutMs] of [
    ['hang', SILENCE_MS],
    ['hang_after_effect', SILENCE_MS],
    ['endless', SILENCE_MS],
    ['drop_after_effect', CALL_MS],
    ['error_500', CALL_MS],
    ['garbage', CALL_MS],
  ] as const) {
    it(`${fault}: no usable response, in bounded time`, async () => {
      rig.natcash.faults.create = fault;
      const started = performance.now();
      const silent = create(rig.payment(), { NATCASH_TIMEOUT_MS: String(timeoutMs) });
      await assert.rejects(silent, ProviderUnavailable);
      assert.ok(performance.now() - started < CALL_MS);
    });
  }

  it('logs one line for each call, without credentials, phone number or address of the page', async () => {
    const payment = rig.payment({ customerPhone: '34101234' });
    const { fields } = await create(payment);
    assert.equal(rig.lines.length, 1);
    const line = JSON.parse(rig.lines[0] ?? '');
    assert.equal(line.provider, 'natcash');
    assert.equal(line.operation, 'credential');
    assert.equal(line.transaction_id, String(payment.id));
    assert.equal(line.status_code, 200);
    const token = new URL(fields.payment_url ?? '').searchParams.get('token') ?? '';
    const hidden = [...Object.values(rig.natcash.partner), '34101234', token];
    for (const text of hidden) assert.ok(!rig.lines[0]?.includes(text), text);
  });

  it('expires at the time that NatCash returns, in whatever unit, plus the grace period', async () => {
    const lifeSeconds = async (settings: Record<string, string> = {}) => {
      const { expiresAtUs } = await create(rig.payment(), settings);
      return Math.round((expiresAtUs - rig.clock.now()) / SECOND_US);
    };
    rig.natcash.faults.lifetimeSeconds = 600;
    assert.equal(await lifeSeconds({ NATCASH_GRACE_SECONDS: '0' }), 600);
    assert.equal(await lifeSeconds(), 900);
    rig.natcash.faults.expiredAtAsEpoch = true;
    assert.equal(await lifeSeconds(), 900);
    rig.natcash.faults.clockAheadMs = 900_000;
    assert.equal(await lifeSeconds({ NATCASH_TIMESTAMP_OFFSET_MS: '900000' }), 900);
  });

  it('is first verified soon after its creation, and never later than its end', async () => {
    const payment = rig.payment();
    const { nextCheckAtUs, expiresAtUs } = await create(payment);
    assert.ok(nextCheckAtUs > rig.clock.now() && nextCheckAtUs < rig.clock.now() + 60 * SECOND_US);
    assert.ok(expiresAtUs > nextCheckAtUs);
    assert.equal(payment.expiresAtUs - payment.createdAtUs, 1200 * SECOND_US);
  });
});

describe('lifetimeMs', () => {
  const now = 1_767_225_600_000;
  const cases: [expiredAt: unknown, seconds: number][] = [
    [600, 600],
    ['600', 600],
    [now + 600_000, 600],
    [now / 1000 + 600, 600],
    [undefined, 900],
    [null, 900],
    ['soon', 900],
    [0, 900],
    [-600, 900],
    [30, 900],
    [now - 600_000, 900],
    [600.5, 900],
    [900_000, 86_400],
    [now + 864_000_000, 86_400],
  ];
  for (const [expiredAt, seconds] of cases) {
    it(`${JSON.stringify(expiredAt)} is ${seconds} s`, () => assert.equal(lifetimeMs(expiredAt, now), seconds * 1000));
  }
});

describe('haitianMsisdn', () => {
  const cases: [phone: string | null, msisdn: string | undefined][] = [
    ['34101234', '50934101234'],
    ['+509 34 10 1234', '50934101234'],
    ['00509-4101-2345', '50941012345'],
    ['(509) 55.12.34.56', '50955123456'],
    ['50912345', '50950912345'],
    ['22123456', undefined],
    ['3410123', undefined],
    ['+1 305 555 0100', undefined],
    ['34101234x', undefined],
    ['', undefined],
    [null, undefined],
  ];
  for (const [phone, msisdn] of cases) {
    it(`${JSON.stringify(phone)} is ${msisdn ?? 'none'}`, () => assert.equal(haitianMsisdn(phone), msisdn));
  }
});
