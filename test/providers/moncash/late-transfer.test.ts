import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createLog } from '../../../src/platform/log/log.ts';
import { moncashRefunds } from '../../../src/providers/moncash/refunds.ts';
import { ProviderUnavailable } from '../../../src/providers/provider.ts';
import { testPayment } from '../../support/store.ts';

const MINUTE_US = 60_000_000;

// Contract: REFUND-3
it('a process that slept between the query of a MonCash payment and its transfer does not send the transfer', async () => {
  const log = createLog('silent');
  const payment = testPayment({ websiteId: 'web_1', apiKeyId: 'key_1' });
  let nowUs = 1_800_000_000_000_000;
  let sleepsUs = 0;
  const calls: string[] = [];
  const refunds = moncashRefunds(
    { takesWholeGourdes: true },
    {
      clock: () => nowUs,
      api: async () => {
        nowUs += sleepsUs;
        const record = { reference: String(payment.id), cost: payment.amountMinor / 100, message: 'successful' };
        return { status: 200, headers: {}, text: JSON.stringify({ payment: { ...record, payer: '50937007294' } }) };
      },
      transferApi: async ({ operation }) => {
        calls.push(operation);
        const transfer = { message: 'successful', transaction_id: '2284013977' };
        return { status: 200, headers: {}, text: JSON.stringify({ transfer }) };
      },
    },
  );
  const { amountMinor, currency } = payment;
  const send = () =>
    refunds.send(payment, { id: 'rfd_1', money: { amountMinor, currency }, reason: null, attempts: 0 }, log);
  sleepsUs = 20 * MINUTE_US;
  await assert.rejects(send(), ProviderUnavailable);
  assert.deepEqual(calls, []);
  sleepsUs = 0;
  assert.equal((await send()).status, 'succeeded');
  assert.deepEqual(calls, ['Transfert']);
});
