import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cardProvider } from '../../src/providers/card/provider.ts';
import { CARD_CREDENTIALS, readCardSettings } from '../../src/providers/card/settings.ts';
import { lakaypayCardProvider } from '../../src/providers/lakaypay_card/provider.ts';
import { LAKAYPAY_CARD_CREDENTIALS, readLakaypayCardSettings } from '../../src/providers/lakaypay_card/settings.ts';
import { moncashProvider } from '../../src/providers/moncash/provider.ts';
import { MONCASH_CREDENTIALS, readMoncashSettings } from '../../src/providers/moncash/settings.ts';
import { natcashProvider } from '../../src/providers/natcash/provider.ts';
import { NATCASH_CREDENTIALS, readNatcashSettings } from '../../src/providers/natcash/settings.ts';
import { type DrivenAdapter, startDrivenAdapter } from '../support/drivers/driven-adapter.ts';

interface Case {
  readonly start: () => Promise<DrivenAdapter<'moncash' | 'natcash' | 'card' | 'lakaypay_card'>>;
  readonly operation: string;
  readonly wrong: Record<string, string>;
  /** The settings that a request to this provider checks. Settings for notifications of the provider are not among them. */
  readonly named: string;
  /** False for a request that several payments share. */
  readonly isOfPayment?: boolean;
}

const CASES: Record<string, Case> = {
  moncash: {
    start: () =>
      startDrivenAdapter('moncash', {
        credentials: MONCASH_CREDENTIALS,
        readSettings: readMoncashSettings,
        makeProvider: moncashProvider,
      }) as never,
    operation: 'token',
    wrong: { MONCASH_CLIENT_SECRET: 'not-the-secret' },
    named: 'MONCASH_CLIENT_ID, MONCASH_CLIENT_SECRET',
    isOfPayment: false,
  },
  natcash: {
    start: () =>
      startDrivenAdapter('natcash', {
        credentials: NATCASH_CREDENTIALS,
        readSettings: readNatcashSettings,
        makeProvider: natcashProvider,
      }) as never,
    operation: 'credential',
    wrong: { NATCASH_PRIVATE_KEY: 'not-the-secret' },
    named: 'NATCASH_PARTNER_CODE, NATCASH_USERNAME, NATCASH_PASSWORD, NATCASH_PRIVATE_KEY',
  },
  stripe: {
    start: () =>
      startDrivenAdapter('card', {
        credentials: CARD_CREDENTIALS,
        readSettings: readCardSettings,
        makeProvider: cardProvider,
      }) as never,
    operation: 'paymentIntents.create',
    wrong: { STRIPE_SECRET_KEY: 'sk_test_not-the-secret' },
    named: 'STRIPE_SECRET_KEY',
  },
  lakaypay_card: {
    start: () =>
      startDrivenAdapter('lakaypay_card', {
        credentials: LAKAYPAY_CARD_CREDENTIALS,
        readSettings: readLakaypayCardSettings,
        makeProvider: lakaypayCardProvider,
      }) as never,
    operation: 'search',
    wrong: { LAKAYPAY_CARD_REST_KEY_ID: 'not-the-secret' },
    named: 'LAKAYPAY_CARD_MERCHANT_ID, LAKAYPAY_CARD_REST_KEY_ID, LAKAYPAY_CARD_REST_SHARED_SECRET',
  },
};

// Regression: for NatCash the line named the function code, which is in no request, and no test noticed.
describe('the log line of rejected credentials', () => {
  for (const [provider, { start, operation, wrong, named, isOfPayment = true }] of Object.entries(CASES)) {
    it(`${provider}: names the settings to check and the payment, and shows no value`, async () => {
      const adapter = await start();
      try {
        const rejecting = adapter.another(wrong);
        const payment = adapter.newPayment({}, rejecting);
        await assert.rejects(
          rejecting.create ? adapter.create(payment, rejecting) : adapter.verify(payment, rejecting),
        );
        const lines = adapter.lines
          .map((line) => JSON.parse(line))
          .filter(({ msg }) => msg?.includes("rejected the gateway's credentials"));
        assert.equal(lines.length, 1);
        const [{ level, msg, ...facts }] = lines;
        assert.deepEqual(
          [level, facts.provider, facts.operation, facts.transaction_id, facts.settings],
          [50, provider, operation, isOfPayment ? String(payment.id) : undefined, named],
        );
        assert.equal(msg, `${provider} rejected the gateway's credentials: check ${named}, then run \`peye doctor\``);
        assert.ok(!adapter.lines.join('').includes('not-the-secret'));
      } finally {
        await adapter.stop();
      }
    });
  }
});
