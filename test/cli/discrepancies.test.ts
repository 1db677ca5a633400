import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { DiscrepancyReport } from '../../src/features/payments/discrepancies/discrepancy.ts';
import { recordDiscrepancy } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { peye } from '../support/cli.ts';
import { onSqliteByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { inStatus, testPayment } from '../support/store.ts';

const NOW_US = Date.parse('2026-11-21T12:00:00Z') * 1000;

onSqliteByDay('peye discrepancies', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine, { settings: { ROLES: 'api' } });
  });
  after(() => gateway.stop());

  const run = (...args: string[]) => peye(['discrepancies', ...args], { settings: gateway.settings });
  const record = async (id: string, changes: Partial<DiscrepancyReport> = {}): Promise<string> => {
    const { db } = gateway.store;
    const [key] = await db.query<{ id: string }>("SELECT id FROM api_keys WHERE mode = 'live'");
    const owner = { websiteId: gateway.website.id, apiKeyId: key!.id };
    const payment = testPayment(owner, { ...inStatus('failed'), mode: 'live' });
    await db.transaction(async (tx) => {
      await insertPayments(tx, [payment]);
      await recordDiscrepancy(
        tx,
        id,
        {
          kind: 'paid_after_failure',
          method: 'moncash',
          paymentId: payment.id,
          providerRef: `ref-${id}`,
          reported: { amountMinor: 50_000, currency: 'HTG' },
          ...changes,
        },
        NOW_US,
      );
    });
    return String(payment.id);
  };

  // Contract: OPERATOR-12
  it('reports when there is no discrepancy, lists open ones, and resolves each once, with a note', async () => {
    assert.match((await run('list')).stdout, /No open discrepancies/);
    const id = await record('dsc_one');
    await record('dsc_two', {
      kind: 'unknown_payment',
      paymentId: null,
      reported: { amountMinor: 101, currency: 'USD' },
    });

    const listed = JSON.parse((await run('list', '--json')).stdout);
    assert.deepEqual(listed.map((one: { id: string }) => one.id).sort(), ['dsc_one', 'dsc_two']);
    assert.deepEqual(
      listed.find((one: { id: string }) => one.id === 'dsc_one'),
      {
        id: 'dsc_one',
        kind: 'paid_after_failure',
        method: 'moncash',
        transaction_id: id,
        provider_ref: 'ref-dsc_one',
        payment: { status: 'failed', amount: '500.00', currency: 'HTG' },
        reported: { amount: '500.00', currency: 'HTG' },
        word: null,
        may_be_archived: null,
        times_seen: 1,
        first_seen_at: '2026-11-21T12:00:00.000000Z',
        last_seen_at: '2026-11-21T12:00:00.000000Z',
        settled_at: null,
        note: null,
        order_paid_by: null,
        refund: null,
      },
    );
    assert.match((await run('list')).stdout, /unknown_payment.*1\.01 USD[\s\S]*\n2 open\./);
    assert.match(
      (await run('list', '--limit', '1')).stdout,
      /\n2 open\.\n$/,
      'the count is of all open ones, not only of those listed',
    );
    assert.match((await run('show', 'dsc_one')).stdout, /Payment +failed, 500\.00 HTG/);

    const doctor = await peye(['doctor', '--json'], { settings: gateway.settings });
    assert.match(doctor.stdout, /2 open discrepancies/);

    const settled = await run('resolve', 'dsc_one', '--note', '500 HTG returned', '--json');
    assert.equal(settled.code, 0, settled.stderr);
    assert.equal(JSON.parse(settled.stdout).note, '500 HTG returned');
    assert.match(JSON.parse(settled.stdout).settled_at, /^20/);
    assert.deepEqual(
      JSON.parse((await run('list', '--json')).stdout).map((one: { id: string }) => one.id),
      ['dsc_two'],
    );
    assert.equal(JSON.parse((await run('list', '--all', '--json')).stdout).length, 2);

    const again = await run('resolve', 'dsc_one', '--note', 'twice');
    assert.equal(again.code, 1);
    assert.match(again.stderr, /^peye: discrepancy dsc_one was already resolved, at 20[^\n]+\n$/);
  });

  // Contract: OPERATOR-12
  it('a discrepancy that is seen again is counted again, and stays resolved', async () => {
    const id = await record('dsc_again');
    const { db } = gateway.store;
    await run('resolve', 'dsc_again', '--note', 'done');
    const isNew = await db.transaction((tx) =>
      recordDiscrepancy(
        tx,
        'dsc_other',
        {
          kind: 'paid_after_failure',
          method: 'moncash',
          paymentId: Number(id),
          providerRef: 'ref-dsc_again',
          reported: { amountMinor: 50_000, currency: 'HTG' },
        },
        NOW_US + 1,
      ),
    );
    assert.equal(isNew, false);
    const shown = JSON.parse((await run('show', 'dsc_again', '--json')).stdout);
    assert.equal(shown.times_seen, 2);
    assert.notEqual(shown.settled_at, null);
  });

  it('exits 1 for an unknown discrepancy, 2 for a missing or empty note', async () => {
    const unknown = await run('show', 'dsc_none');
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /^peye: there is no discrepancy dsc_none\./);
    assert.equal((await run('resolve', 'dsc_two')).code, 2);
    assert.equal((await run('resolve', 'dsc_two', '--note', ' ')).code, 2);
  });
});
