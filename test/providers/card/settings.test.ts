import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError, settingsReader } from '../../../src/platform/settings-reader.ts';
import { CARD_CREDENTIALS, readCardSettings } from '../../../src/providers/card/settings.ts';

const GIVEN = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const read = (environment: Record<string, string>) => readCardSettings(settingsReader(environment, CARD_CREDENTIALS));

describe("Stripe's settings", () => {
  it("have defaults: Stripe's own addresses, an expiry of a day, and the currency of the payment", () => {
    assert.deepEqual(read(GIVEN).settings, {
      secretKey: 'sk_live_1',
      publishableKey: 'pk_live_1',
      webhookSecret: 'whsec_1',
      isLivemode: true,
      apiUrl: 'https://api.stripe.com',
      scriptUrl: 'https://js.stripe.com/v3/',
      chargeCurrency: 'as_asked',
      expirySeconds: 86_400,
    });
  });

  it('are null while a credential is missing, and the missing credential is named', () => {
    const { STRIPE_WEBHOOK_SECRET: _secret, ...rest } = GIVEN;
    const { settings, missing } = read(rest);
    assert.equal(settings, null);
    assert.deepEqual(missing, ['STRIPE_WEBHOOK_SECRET']);
  });

  it('have the mode of the key, also of a restricted key; for a key without a mode it is undefined', () => {
    const mode = (key: string) =>
      read({ ...GIVEN, STRIPE_SECRET_KEY: key, STRIPE_PUBLISHABLE_KEY: 'pk_1' }).settings?.isLivemode;
    assert.equal(mode('rk_live_1'), true);
    assert.equal(mode('sk_test_1'), false);
    assert.equal(mode('something'), undefined);
  });

  it('refuse keys of two modes, and quote neither', () => {
    assert.throws(
      () => read({ ...GIVEN, STRIPE_PUBLISHABLE_KEY: 'pk_test_abc' }),
      (error) => error instanceof ConfigError && !/abc|sk_live_1/.test(error.message),
    );
  });

  // The publishable key is sent with every payment, to merchants and to customers' browsers.
  for (const secret of ['sk_live_abc', 'rk_live_abc', 'whsec_abc']) {
    it(`refuse a secret in place of the publishable key, ${secret.replace('abc', '…')}, and do not quote it`, () => {
      const expected = (error: unknown) =>
        error instanceof ConfigError &&
        /^STRIPE_PUBLISHABLE_KEY is set to something else, but must be .*pk_/.test(error.message);
      assert.throws(() => read({ ...GIVEN, STRIPE_PUBLISHABLE_KEY: secret }), expected);
      assert.throws(() => read({ STRIPE_PUBLISHABLE_KEY: secret }), expected);
    });
  }

  for (const [name, value] of [
    ['STRIPE_API_URL', 'stripe'],
    ['STRIPE_API_URL', 'https://api.stripe.com/v1'],
    ['STRIPE_JS_URL', 'javascript:alert(1)'],
    ['CARD_CHARGE_CURRENCY', 'EUR'],
    ['CARD_EXPIRY_SECONDS', '59'],
  ] as const) {
    it(`refuse ${name}=${value}`, () => {
      assert.throws(() => read({ ...GIVEN, [name]: value }), ConfigError);
    });
  }
});
