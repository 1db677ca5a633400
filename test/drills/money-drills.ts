import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRatesSimulator } from '../../simulators/rates/rates-simulator.ts';
import { peye, peyeJson } from '../support/cli.ts';
import { paymentRequest, until } from '../support/gateway.ts';
import { startMailServer } from '../support/mail-server.ts';
import { finishedPayment } from '../support/webhooks.ts';
import type { Drill } from './drill.ts';
import { moncash } from './gateway-drills.ts';
import { type Stage, startedPayment } from './stage.ts';

const HOUR_US = 3_600_000_000;

/** Faults of payments, and of their records. */
export const MONEY_DRILLS: readonly Drill[] = [
  {
    alert: 'PeyeProviderUnavailable',
    fault: 'MonCash closes every connection',
    async prepare(stage) {
      const provider = await moncash(stage);
      await stage.node(provider.settings);
      const creating = stage.repeat(2, () => startedPayment(stage.live()));
      return async () => {
        await provider.stop();
        return () => creating.stop();
      };
    },
  },
  {
    alert: 'PeyeCredentialsRejected',
    fault: 'MonCash rejects the access tokens of the next two requests',
    async prepare(stage) {
      const provider = await moncash(stage);
      await stage.node(provider.settings);
      await startedPayment(stage.live());
      return async () => {
        provider.faults.rejectBearers = 2;
        await stage.live().post('/payments', paymentRequest({ payment_method: 'moncash' }));
        return async () => {
          provider.faults.rejectBearers = 0;
        };
      };
    },
  },
  {
    alert: 'PeyePaymentsOverdue',
    fault: 'MonCash closes every connection, and two hours pass after a payment has expired',
    async prepare(stage) {
      const provider = await moncash(stage);
      await stage.node(provider.settings);
      const id = await startedPayment(stage.live());
      return async () => {
        await provider.stop();
        const overUs = Date.now() * 1000 - 2 * HOUR_US;
        await stage.sql(
          `UPDATE payments SET created_at_us = ${overUs - HOUR_US}, expires_at_us = ${overUs} WHERE id = ${id}`,
        );
        // Moves the payment's expiry into the future, so that the payment is no longer overdue.
        return () => stage.sql(`UPDATE payments SET expires_at_us = ${Date.now() * 1000 + HOUR_US} WHERE id = ${id}`);
      };
    },
  },
  {
    alert: 'PeyeNoPaymentsCompleted',
    fault: 'fifteen customers are sent to MonCash, and none comes back',
    async prepare(stage) {
      const provider = await moncash(stage);
      await stage.node(provider.settings);
      return async () => {
        const ids: string[] = [];
        for (let customer = 0; customer < 15; customer++) ids.push(await startedPayment(stage.live()));
        return async () => {
          await provider.pay(ids[0] as string);
          await stage.live().post(`/payments/${ids[0]}/verify`);
        };
      };
    },
  },
  {
    alert: 'PeyeOpenDiscrepancies',
    fault: 'a customer pays another amount at MonCash than requested',
    async prepare(stage) {
      const provider = await moncash(stage);
      const node = await stage.node(provider.settings);
      return async () => {
        const id = await startedPayment(stage.live());
        await provider.pay(id, { costMinor: 100 });
        await node.client(node.seed.liveKey).post(`/payments/${id}/verify`);
        return async () => {
          const settings = { ...stage.place.settings, LOG_LEVEL: 'silent' };
          const list = () => peyeJson(['discrepancies', 'list'], { settings });
          await until('the discrepancy is on the list', async () => (await list()).length > 0);
          for (const { id } of await list()) {
            const { code, stderr } = await peye(['discrepancies', 'resolve', id, '--note', 'a drill'], { settings });
            if (code !== 0) throw new Error(stderr);
          }
        };
      };
    },
  },
  {
    alert: 'PeyePayoutWork',
    fault: "a provider's statement names a payment that the gateway does not know",
    async prepare(stage) {
      await stage.node((await moncash(stage)).settings);
      const settings = { ...stage.place.settings, LOG_LEVEL: 'silent' };
      return async () => {
        const folder = await mkdtemp(join(tmpdir(), 'peye-drill-'));
        const file = join(folder, 'statement.csv');
        await writeFile(file, 'date,kind,reference,amount,fee,currency\n2026-01-05,payment,none,500,0,HTG\n');
        const names = ['--bank', 'bnc', '--reference', 'DRILL-1', '--date', '2026-01-05'];
        const [payout] = await peyeJson(
          ['payouts', 'import', file, '--method', 'moncash', '--format', 'peye', ...names],
          { settings },
        );
        await rm(folder, { recursive: true });
        return async () => {
          const { code, stderr } = await peye(['payouts', 'settle', payout.id, '2', '--note', 'a drill'], { settings });
          if (code !== 0) throw new Error(stderr);
        };
      };
    },
  },
  {
    alert: 'PeyeRefundUnknown',
    fault: 'the provider has not shown the outcome of a refund for two hours',
    async prepare(stage) {
      await stage.node((await moncash(stage)).settings);
      const id = await startedPayment(stage.live());
      return async () => {
        await storeRefund(stage, id, 'unknown', { hours: 2 });
        return () => stage.sql(`UPDATE refunds SET asked_at_us = ${Date.now() * 1000} WHERE payment_id = ${id}`);
      };
    },
  },
  {
    alert: 'PeyeRefundsWaiting',
    fault: 'no one approves a refund for three days',
    async prepare(stage) {
      await stage.node((await moncash(stage)).settings);
      const id = await startedPayment(stage.live());
      return async () => {
        await storeRefund(stage, id, 'requested', { hours: 72 });
        return async () => {
          const settings = { ...stage.place.settings, LOG_LEVEL: 'silent' };
          const { code, stderr } = await peye(['refunds', 'reject', `rfd_${id}`, '--note', 'a drill'], { settings });
          if (code !== 0) throw new Error(stderr);
        };
      };
    },
  },
  {
    alert: 'PeyeRefundReversed',
    fault: 'the money of a refund comes back',
    async prepare(stage) {
      await stage.node((await moncash(stage)).settings);
      const id = await startedPayment(stage.live());
      return async () => {
        await storeRefund(stage, id, 'reversed', { hours: 1 });
        const dayAgoUs = Date.now() * 1000 - 25 * HOUR_US;
        return () => stage.sql(`UPDATE refunds SET ended_at_us = ${dayAgoUs} WHERE payment_id = ${id}`);
      };
    },
  },
  {
    alert: 'PeyeDisputeWork',
    fault: 'the time for evidence in a dispute ends tomorrow',
    async prepare(stage) {
      await stage.node((await moncash(stage)).settings);
      const id = await startedPayment(stage.live());
      return async () => {
        const nowUs = Date.now() * 1000;
        await stage.sql(
          `INSERT INTO disputes (id, website_id, mode, payment_id, method, provider_ref, amount_minor, currency, state, opened_at_us,
             evidence_due_at_us, created_at_us)
            SELECT 'dsp_drill', website_id, mode, id, method, 'du_drill', amount_minor, currency, 'opened', ${nowUs},
              ${nowUs + 24 * HOUR_US}, ${nowUs} FROM payments WHERE id = ${id}`,
        );
        return () => stage.sql(`UPDATE disputes SET state = 'lost', decided_at_us = ${nowUs} WHERE id = 'dsp_drill'`);
      };
    },
  },
  {
    alert: 'PeyeExchangeRateOld',
    fault: 'the source of the exchange rate has published nothing for four days',
    async prepare(stage) {
      const rates = await startRatesSimulator();
      stage.defer(rates.stop);
      await stage.node(rates.settings);
      return async () => {
        const fourDaysUs = 4 * 24 * HOUR_US;
        await stage.sql(
          `UPDATE exchange_rates SET published_at_us = published_at_us - ${fourDaysUs},
             fetched_at_us = fetched_at_us - ${fourDaysUs}, confirmed_at_us = confirmed_at_us - ${fourDaysUs}`,
        );
        return () => stage.sql('UPDATE exchange_rate_fetches SET next_fetch_at_us = 0');
      };
    },
  },
  {
    alert: 'PeyeReceiptsFailed',
    fault: 'the mail server refuses the address of a customer',
    settings: { SMTP_FROM: 'receipts@shop.example', SMTP_TEST_PAYMENTS: 'true' },
    async prepare(stage) {
      const mail = await startMailServer();
      stage.defer(mail.close);
      mail.behaviour = 'unknown_recipient';
      await stage.node({ SMTP_URL: `smtp://127.0.0.1:${mail.port}` });
      await stage.sql('UPDATE websites SET sends_receipts = 1');
      return async () => {
        await finishedPayment(stage.test(), { customer_email: 'marie@example.com' });
        return () => stage.sql(`UPDATE receipts SET ended_at_us = ended_at_us - ${25 * HOUR_US}`);
      };
    },
  },
];

/** Stores a refund of a payment as it was some hours ago. */
async function storeRefund(
  stage: Stage,
  paymentId: string,
  status: 'requested' | 'unknown' | 'reversed',
  { hours }: { readonly hours: number },
): Promise<void> {
  const atUs = Date.now() * 1000 - hours * HOUR_US;
  const [isOpen, isSent] = [status !== 'reversed', status !== 'requested'];
  await stage.sql(
    `INSERT INTO refund_money (payment_id, currency, paid_minor, reserved_minor, refunded_minor)
      SELECT id, currency, amount_minor, ${isOpen ? 100 : 0}, 0 FROM payments WHERE id = ${paymentId}`,
  );
  await stage.sql(
    `INSERT INTO refunds (id, name, website_id, mode, payment_id, method, amount_minor, currency, is_whole, status, requested_by,
       approved_by, provider_ref, attempts, asked_at_us, created_at_us, ended_at_us)
      SELECT 'rfd_${paymentId}', 'a-drill', website_id, mode, id, method, 100, currency, 0, '${status}', 'a drill',
        ${isSent ? "'a drill', 'TX-1', 1" : 'NULL, NULL, 0'}, ${isSent ? atUs : 'NULL'}, ${atUs}, ${isOpen ? 'NULL' : atUs}
      FROM payments WHERE id = ${paymentId}`,
  );
}
