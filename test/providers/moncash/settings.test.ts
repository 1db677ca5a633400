import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError, settingsReader } from '../../../src/platform/settings-reader.ts';
import { MONCASH_CREDENTIALS, readMoncashSettings } from '../../../src/providers/moncash/settings.ts';

const GIVEN = { MONCASH_CLIENT_ID: 'id', MONCASH_CLIENT_SECRET: 'secret' };
const read = (environment: Record<string, string>) =>
  readMoncashSettings(settingsReader(environment, MONCASH_CREDENTIALS));

describe("MonCash's settings", () => {
  it('have the defaults of live payments in whole gourdes', () => {
    assert.deepEqual(read(GIVEN).settings, {
      clientId: 'id',
      clientSecret: 'secret',
      apiUrl: 'https://moncashbutton.digicelgroup.com/Api',
      gatewayUrl: 'https://moncashbutton.digicelgroup.com/Moncash-middleware',
      takesWholeGourdes: true,
      graceSeconds: 300,
      transfers: null,
    });
  });

  it("can have MonCash's own sandbox, or any other address", () => {
    const sandbox = read({ ...GIVEN, MONCASH_ENVIRONMENT: 'sandbox' }).settings;
    assert.equal(sandbox?.apiUrl, 'https://sandbox.moncashbutton.digicelgroup.com/Api');
    assert.equal(sandbox?.gatewayUrl, 'https://sandbox.moncashbutton.digicelgroup.com/Moncash-middleware');
    const other = read({
      ...GIVEN,
      MONCASH_API_URL: 'http://127.0.0.1:1/Api/',
      MONCASH_GATEWAY_URL: 'https://m.example/g',
    });
    assert.equal(other.settings?.apiUrl, 'http://127.0.0.1:1/Api');
    assert.equal(other.settings?.gatewayUrl, 'https://m.example/g');
  });

  it('are null while a credential is missing, and the missing credential is named', () => {
    assert.deepEqual(read({ MONCASH_CLIENT_ID: 'id' }), {
      settings: null,
      given: ['MONCASH_CLIENT_ID'],
      missing: ['MONCASH_CLIENT_SECRET'],
    });
  });

  it('have a prefunded account only with both of its credentials', () => {
    const both = { MONCASH_TRANSFER_CLIENT_ID: 'id2', MONCASH_TRANSFER_CLIENT_SECRET: 'secret2' };
    assert.deepEqual(read({ ...GIVEN, ...both }).settings?.transfers, { clientId: 'id2', clientSecret: 'secret2' });
    for (const name of ['MONCASH_TRANSFER_CLIENT_ID', 'MONCASH_TRANSFER_CLIENT_SECRET']) {
      const alone = () => read({ ...GIVEN, [name]: 'sensitive' });
      assert.throws(alone, (error: Error) => error instanceof ConfigError && !error.message.includes('sensitive'));
    }
  });

  for (const [name, value] of [
    ['MONCASH_ENVIRONMENT', 'test'],
    ['MONCASH_API_URL', 'moncash'],
    ['MONCASH_GATEWAY_URL', 'https://m.example/?x=1'],
    ['MONCASH_WHOLE_GOURDES', 'yes'],
    ['MONCASH_GRACE_SECONDS', '-1'],
  ] as const) {
    it(`refuse ${name}=${value}`, () => {
      assert.throws(() => read({ ...GIVEN, [name]: value }), ConfigError);
    });
  }
});
