import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { PaymentMethod } from '../../src/core/payment.ts';
import { listEntriesAbout } from '../../src/features/ledger/store/postings.ts';
import { resolveShown } from '../../src/features/payments/discrepancies/resolve-discrepancies.ts';
import { recordDiscrepancy } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { peye, peyeJson } from '../support/cli.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { openRefundStage, type RefundStage } from './live-stage.ts';

const NOTE = 'the provider shows its full amount again';

/** What the provider owes for a payment, according to the ledger. Minor units. */
async function dueOf(stage: RefundStage, method: PaymentMethod, id: string): Promise<number> {
  const entries = await listEntriesAbout(stage.gateway.store.db, Number(id));
  const due = entries.flatMap(({ lines }) => lines).filter(({ account }) => account === `due:${method}`);
  return due.reduce((sum, { money }) => sum + money.amountMinor, 0);
}

/** The kinds of all discrepancies, and the notes of those that are resolved. */
async function cases(stage: RefundStage): Promise<unknown[][]> {
  return (await stage.discrepancies()).map(({ kind, note }) => [kind, note]);
}

onOneEngineByDay('a completed payment that its provider shows with another amount, or not as paid', (engine) => {
  const withStage = async (method: PaymentMethod, act: (stage: RefundStage) => Promise<void>) => {
    const stage = await openRefundStage(engine, method);
    try {
      await act(stage);
      assert.equal((await peyeJson(['verify-books'], { settings: stage.gateway.settings })).ok, true);
    } finally {
      await stage.stop();
    }
  };

  for (const method of ['natcash', 'moncash'] as const) {
    it(`${method}: has its money in the ledger and can be refunded once it is shown as paid again`, () =>
      withStage(method, async (stage) => {
        const id = await stage.paid();
        const reconcile = () => stage.reconcile(['--method', method]);
        const hide = () => {
          if (method === 'natcash') stage.natcash.faults.status = -3;
          if (method === 'moncash') stage.moncash.faults.status = 'pending';
        };
        const show = () => {
          stage.natcash.repair();
          stage.moncash.repair();
        };
        for (const times of [1, 2]) {
          hide();
          assert.equal((await reconcile()).code, 1, `hidden ${times}`);
          assert.deepEqual(await cases(stage), [['not_paid', null]]);
          assert.equal(await dueOf(stage, method, id), 0);
          show();
          assert.equal((await reconcile()).code, 0, `shown ${times}`);
          assert.deepEqual(await cases(stage), [['not_paid', NOTE]]);
          assert.equal(await dueOf(stage, method, id), 50_000);
        }
        assert.equal((await stage.put('all', { transaction_id: id })).status, 201);
      }));
  }

  it('counts again also if an operator has resolved the case, whose note stays', () =>
    withStage('moncash', async (stage) => {
      const id = await stage.paid();
      stage.moncash.faults.status = 'pending';
      await stage.reconcile(['--method', 'moncash']);
      const [found] = await stage.discrepancies();
      const resolve = ['discrepancies', 'resolve', String(found?.id), '--note', 'MonCash had an outage'];
      assert.equal((await peye(resolve, { settings: stage.gateway.settings })).code, 0);
      assert.equal(await dueOf(stage, 'moncash', id), 0);
      stage.moncash.repair();
      assert.equal(await stage.verify(id), 'completed');
      assert.deepEqual(await cases(stage), [['not_paid', `MonCash had an outage; ${NOTE}`]]);
      assert.equal(await dueOf(stage, 'moncash', id), 50_000);
    }));

  it('does not count because an operator writes the note of the gateway, which is refused', () =>
    withStage('moncash', async (stage) => {
      const id = await stage.paid();
      stage.moncash.faults.status = 'pending';
      await stage.reconcile(['--method', 'moncash']);
      const [found] = await stage.discrepancies();
      const resolve = (note: string) =>
        peye(['discrepancies', 'resolve', String(found?.id), '--note', note], { settings: stage.gateway.settings });
      for (const note of [`I have looked: ${NOTE}`, 'all of it was returned in the provider portal']) {
        const { code, stderr } = await resolve(note);
        assert.equal(code, 1, stderr);
        assert.match(stderr, /note is reserved for discrepancies that Peye resolves/);
      }
      assert.equal((await resolve(NOTE.toUpperCase())).code, 0);
      assert.equal(await dueOf(stage, 'moncash', id), 0);
      stage.moncash.repair();
      await stage.verify(id);
      assert.equal(await dueOf(stage, 'moncash', id), 50_000);
    }));

  it('has its money again also if the number of the payment was never known', () =>
    withStage('natcash', async (stage) => {
      const id = await stage.paid();
      await stage.gateway.store.db.transaction((tx) =>
        tx.query('UPDATE payments SET provider_ref = NULL WHERE id = $1', [Number(id)]),
      );
      stage.natcash.faults.wrongAmountMinor = 5_000;
      await stage.verify(id);
      assert.equal(await dueOf(stage, 'natcash', id), 5_000);
      stage.natcash.repair();
      await stage.verify(id);
      assert.equal(await dueOf(stage, 'natcash', id), 50_000);
    }));

  it('is one open case, whether the provider names the number of a wrong amount or not', () =>
    withStage('moncash', async ({ gateway: { store }, paid, discrepancies, ...stage }) => {
      const id = await paid();
      const [row] = await store.db.query('SELECT provider_ref FROM payments WHERE id = $1', [Number(id)]);
      const number = String(row?.provider_ref);
      let reports = 0;
      const wrong = (providerRef: string) =>
        store.db.transaction((tx) =>
          recordDiscrepancy(
            tx,
            `dsc_${++reports}`,
            {
              ...({ kind: 'amount_mismatch', method: 'moncash', paymentId: Number(id), providerRef } as const),
              reported: { amountMinor: 5_000, currency: 'HTG' },
            },
            store.clock(),
          ),
        );
      await wrong(number);
      await resolveShown(store, { id: Number(id), method: 'moncash', providerRef: number });
      await wrong(id);
      await wrong(number);
      const open = (await discrepancies()).filter(({ note }) => note === null);
      assert.equal(open.length, 1);
      assert.equal(await dueOf({ gateway: { store }, ...stage } as RefundStage, 'moncash', id), 5_000);
    }));

  it('proves nothing while the charge is not listed yet, and the report follows from the gateway’s own record', () =>
    withStage('lakaypay_card', async (stage) => {
      const id = await stage.paid();
      const [row] = await stage.gateway.store.db.query('SELECT provider_ref FROM payments WHERE id = $1', [Number(id)]);
      const report = {
        ...({ kind: 'amount_mismatch', method: 'lakaypay_card', paymentId: Number(id) } as const),
        ...{ providerRef: String(row?.provider_ref), reported: { amountMinor: 5_000, currency: 'HTG' } as const },
      };
      await stage.gateway.store.db.transaction((tx) => recordDiscrepancy(tx, 'dsc_wrong', report, stage.clock.now()));
      stage.acceptance.faults.indexLagMs = 3_000_000;
      await stage.verify(id);
      assert.deepEqual(await cases(stage), [['amount_mismatch', null]]);
      assert.equal(await dueOf(stage, 'lakaypay_card', id), 5_000);
    }));

  it('has its own amount in the ledger again after a wrong one', () =>
    withStage('moncash', async (stage) => {
      const id = await stage.paid();
      stage.moncash.faults.wrongAmountMinor = 5_000;
      await stage.verify(id);
      assert.deepEqual(await cases(stage), [['amount_mismatch', null]]);
      assert.equal(await dueOf(stage, 'moncash', id), 5_000);
      stage.moncash.repair();
      await stage.verify(id);
      await stage.verify(id);
      assert.deepEqual(await cases(stage), [['amount_mismatch', NOTE]]);
      assert.equal(await dueOf(stage, 'moncash', id), 50_000);
      stage.moncash.faults.wrongAmountMinor = 5_000;
      await stage.verify(id);
      assert.deepEqual(await cases(stage), [['amount_mismatch', null]], 'open again');
      assert.equal(await dueOf(stage, 'moncash', id), 5_000);
    }));

  it('natcash: was cancelled in the portal for a refund by hand: no discrepancy, and its money moves once', async () => {
    const stage = await openRefundStage(engine, 'natcash', { NATCASH_REFUNDS: 'false' });
    try {
      const id = await stage.paid();
      const name = await stage.approved(id);
      assert.equal(await stage.statusOf(name), 'manual');
      stage.natcash.cancelInPortal(`NC${id}`);
      const [row] = await stage.gateway.store.db.query('SELECT provider_ref FROM payments WHERE id = $1', [Number(id)]);
      await stage.refunds.complete(stage.idOf(name), String(row?.provider_ref), { isUnclaimed: true });
      assert.equal((await stage.reconcile(['--method', 'natcash'])).code, 0);
      assert.deepEqual(await cases(stage), []);
      assert.equal(await dueOf(stage, 'natcash', id), 0);
      const transferred = await stage.paid();
      const other = await stage.approved(transferred);
      await stage.refunds.complete(stage.idOf(other), 'WALLET-1', { isUnclaimed: true });
      stage.natcash.cancelInPortal(`NC${transferred}`);
      assert.equal((await stage.reconcile(['--method', 'natcash'])).code, 1, 'the customer has the money twice');
      assert.deepEqual(await cases(stage), [['not_paid', null]]);
    } finally {
      await stage.stop();
    }
  });
});
