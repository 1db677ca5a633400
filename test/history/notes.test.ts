import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { addNote } from '../../src/features/payments/history/add-note.ts';
import { listNotes } from '../../src/features/payments/history/store/list-payment-history.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { assertRefused, type OperatorStore, operatorStore } from '../operator/operator-store.ts';
import { onBothEngines } from '../support/engines.ts';
import { type Seed, seed } from '../support/store.ts';

onBothEngines('notes on a payment', (engine) => {
  let store: OperatorStore;
  let shop: Seed;
  before(async () => {
    store = await operatorStore(engine);
    shop = await seed(store.db);
  });
  after(() => store?.close());

  const newPayment = async () => {
    const payment = shop.payment();
    await store.db.transaction((tx) => insertPayments(tx, [payment]));
    return payment.id;
  };

  it('are shown with their author, oldest first, and the audit log has an entry for each, without its text', async () => {
    const id = await newPayment();
    const actor = { kind: 'user', id: 'usr_1', name: 'Jan', address: '192.0.2.7' } as const;
    await addNote(
      { ...store.deps, actor },
      String(id),
      '  The customer called.\r\nPaid <b>twice</b>, one goes back 🙂 ',
    );
    await addNote(store.deps, String(id), 'x'.repeat(2000));
    const [first, second, ...others] = await listNotes(store.db, id);
    assert.deepEqual(others, []);
    assert.equal(first?.text, 'The customer called.\nPaid <b>twice</b>, one goes back 🙂');
    assert.deepEqual(first?.author, { kind: 'user', id: 'usr_1', name: 'Jan' });
    assert.equal(second?.author.kind, 'system');
    const audited = (await store.rows('audit_log')).filter((row) => String(row).includes('payment.note'));
    assert.equal(audited.length, 2);
    assert.ok(!audited.some((row) => String(row).includes('called')));
  });

  it('are refused, and nothing is written, if they are empty, too long, invalid or for an unknown payment', async () => {
    const id = String(await newPayment());
    const before = await store.rows('payment_history');
    for (const text of ['', ' \n\t ', '\u200b\u2060', 'x'.repeat(2001), 'a\0b', 'a\u001b[2Jb', 'a\ud800b']) {
      await assertRefused(addNote(store.deps, id, text), 'invalid', 'note', /1 to 2000 characters/);
    }
    for (const other of ['100000000000000', 'x', '']) {
      await assertRefused(addNote(store.deps, other, 'good'), 'not_found', 'transaction_id');
    }
    assert.deepEqual(await store.rows('payment_history'), before);
  });

  it('are written once when the form is sent twice, but twice when another user writes the same', async () => {
    const id = await newPayment();
    const writeAs = (userId: string) => {
      const actor = { kind: 'user', id: userId, name: 'Jan', address: null } as const;
      return addNote({ ...store.deps, actor }, String(id), 'The customer called.');
    };
    const first = await writeAs('usr_1');
    assert.deepEqual(await writeAs('usr_1'), first);
    await writeAs('usr_2');
    assert.deepEqual(
      (await listNotes(store.db, id)).map(({ author }) => author.id),
      ['usr_1', 'usr_2'],
    );
  });

  it('are limited to two hundred', async () => {
    const id = await newPayment();
    for (let n = 0; n < 200; n++) await addNote(store.deps, String(id), `note ${n}`);
    await assertRefused(addNote(store.deps, String(id), 'one more'), 'conflict', 'note', /200 notes/);
    assert.equal((await listNotes(store.db, id)).length, 200);
  });
});
