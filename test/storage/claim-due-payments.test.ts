import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import type { Payment } from '../../src/core/payment.ts';
import type { Database } from '../../src/database/database.ts';
import { claimDuePayments } from '../../src/features/payments/store/claim-due-payments.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { onBothEngines } from '../support/engines.ts';
import { inStatus, openTestStore, type Seed, seed, type TestStore } from '../support/store.ts';

const NOW_US = 1_700_000_000_000_000;
const LEASE_UNTIL_US = NOW_US + 60_000_000;

onBothEngines('claimDuePayments', (engine) => {
  let store: TestStore;
  let owner: Seed;
  before(async () => {
    store = await openTestStore(engine);
    owner = await seed(store.db);
  });
  after(() => store.close());
  beforeEach(() => store.db.transaction((tx) => tx.query('DELETE FROM payments')));

  const insertDue = async (count: number) => {
    const payments = Array.from({ length: count }, (_, index) => owner.payment({ nextCheckAtUs: NOW_US - index }));
    await store.db.transaction((tx) => insertPayments(tx, payments));
    return payments;
  };
  const claim = (db: Database, limit: number, nowUs = NOW_US) =>
    claimDuePayments(db, { mode: 'test' }, { nowUs, leaseUntilUs: nowUs + 60_000_000, limit });
  const ids = (payments: readonly Payment[]) => payments.map((payment) => payment.id).sort();

  it('claims the payments that are due, the longest waiting first, and postpones them', async () => {
    const due = await insertDue(5);
    const later = owner.payment({ nextCheckAtUs: NOW_US + 1 });
    const final = owner.payment(inStatus('completed'));
    await store.db.transaction((tx) => insertPayments(tx, [later, final]));
    const first = await claim(store.db, 3);
    assert.deepEqual(ids(first), ids(due.slice(2)));
    assert.ok(first.every((payment) => payment.nextCheckAtUs === LEASE_UNTIL_US));
    assert.deepEqual(ids(await claim(store.db, 10)), ids(due.slice(0, 2)));
    assert.deepEqual(await claim(store.db, 10), []);
    assert.deepEqual(await findPayment(store.db, later.id), later);
    assert.deepEqual(await findPayment(store.db, final.id), final);
  });

  it('claims a payment again when its lease has expired, as after the death of a worker', async () => {
    const [payment] = await insertDue(1);
    assert.equal((await claim(store.db, 1)).length, 1);
    assert.deepEqual(await claim(store.db, 1, LEASE_UNTIL_US - 1), []);
    assert.deepEqual(ids(await claim(store.db, 1, LEASE_UNTIL_US)), [payment!.id]);
  });

  it('never claims one payment for two workers', async () => {
    const due = await insertDue(300);
    // The embedded store serves one process, so its workers share a handle; those of PostgreSQL are on two nodes.
    const nodes = engine === 'sqlite' ? [store.db, store.db] : [store.db, store.open()];
    const claimed: Payment[] = [];
    const work = async (db: Database) => {
      for (;;) {
        const batch = await claim(db, 7);
        assert.ok(batch.length <= 7, `${batch.length} were claimed, with a limit of 7`);
        if (batch.length === 0) return;
        claimed.push(...batch);
      }
    };
    await Promise.all([...nodes, ...nodes].map(work));
    assert.deepEqual(ids(claimed), ids(due));
  });

  if (engine === 'sqlite') return;

  it('waits for no row that another worker is claiming', async () => {
    const due = await insertDue(10);
    await store.db.transaction(async (tx) => {
      const [held] = await tx.query<{ id: number }>('SELECT id FROM payments WHERE id = $1 FOR UPDATE', [due[0]!.id]);
      const claimed = await claim(store.open(), 10);
      assert.deepEqual(ids(claimed), ids(due.filter((payment) => payment.id !== held!.id)));
    });
  });
});
