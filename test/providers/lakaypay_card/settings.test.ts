import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError, settingsReader } from '../../../src/platform/settings-reader.ts';
import { LAKAYPAY_CARD_CREDENTIALS, readLakaypayCardSettings } from '../../../src/providers/lakaypay_card/settings.ts';

const GIVEN = {
  LAKAYPAY_CARD_PROFILE_ID: 'profile',
  LAKAYPAY_CARD_ACCESS_KEY: 'access',
  LAKAYPAY_CARD_SECRET_KEY: 'secret',
  LAKAYPAY_CARD_MERCHANT_ID: 'merchant',
  LAKAYPAY_CARD_REST_KEY_ID: 'key',
  LAKAYPAY_CARD_REST_SHARED_SECRET: 'c2hhcmVk',
};
const read = (environment: Record<string, string>) =>
  readLakaypayCardSettings(settingsReader(environment, LAKAYPAY_CARD_CREDENTIALS));

describe("LakayPay card's settings", () => {
  it('have the live hosts by default', () => {
    assert.deepEqual(read(GIVEN).settings, {
      profileId: 'profile',
      accessKey: 'access',
      secretKey: 'secret',
      merchantId: 'merchant',
      restKeyId: 'key',
      restSharedSecret: 'c2hhcmVk',
      pageUrl: 'https://secureacceptance.cybersource.com/pay',
      apiUrl: 'https://api.cybersource.com',
      expirySeconds: 3600,
      searchLagSeconds: 900,
      tokenField: 'customer',
    });
  });

  it('can have the test hosts, or any other addresses', () => {
    const test = read({ ...GIVEN, LAKAYPAY_CARD_ENVIRONMENT: 'test' }).settings;
    assert.equal(test?.pageUrl, 'https://testsecureacceptance.cybersource.com/pay');
    assert.equal(test?.apiUrl, 'https://apitest.cybersource.com');
    const other = read({
      ...GIVEN,
      LAKAYPAY_CARD_PAGE_URL: 'http://127.0.0.1:1/pay',
      LAKAYPAY_CARD_API_URL: 'http://127.0.0.1:2/',
    }).settings;
    assert.equal(other?.pageUrl, 'http://127.0.0.1:1/pay');
    assert.equal(other?.apiUrl, 'http://127.0.0.1:2');
  });

  it('are null while a credential is missing, and the missing credential is named', () => {
    for (const name of LAKAYPAY_CARD_CREDENTIALS) {
      const { settings, missing } = read({ ...GIVEN, [name]: '' });
      assert.equal(settings, null);
      assert.deepEqual(missing, [name]);
    }
  });

  it('refuse a shared secret that is not base64, and do not quote it', () => {
    for (const secret of ['not base64!', 'abc', 'c2hhcmVk c2hhcmVk']) {
      assert.throws(
        () => read({ ...GIVEN, LAKAYPAY_CARD_REST_SHARED_SECRET: secret }),
        (error: Error) =>
          error instanceof ConfigError &&
          error.message.includes('LAKAYPAY_CARD_REST_SHARED_SECRET') &&
          !error.message.includes(secret),
      );
    }
  });
});
