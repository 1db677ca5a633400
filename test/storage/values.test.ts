import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Column, Row, Value } from '../../src/database/database.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { onBothEngines } from '../support/engines.ts';
import { openTestStore, seed, type TestStore } from '../support/store.ts';

const COLUMNS: readonly Column[] = [
  { name: 'id', type: 'bigint' },
  { name: 'words', type: 'text' },
  { name: 'amount', type: 'bigint' },
];

/** Texts that a careless array literal, quoting or encoding would change. */
const WORDS: readonly (string | null)[] = [
  null,
  '',
  ' ',
  'NULL',
  'null',
  '{}',
  '{"a",b}',
  'a,b,,c',
  '"quoted"',
  "it's; DROP TABLE thing; --",
  'back\\slash \\n \\" \\\\',
  '$1 $2 ?1 ?',
  'line\nbreak\r\n\ttab',
  'kreyòl: à è ò, é decomposed: e\u0301',
  '日本語 العربية 😀👩‍👩‍👧',
  '\u0001\u007f\uffff',
];

onBothEngines('stored values', (engine) => {
  let store: TestStore;
  before(async () => {
    store = await openTestStore(engine);
    await store.db.transaction((tx) =>
      tx.query('CREATE TABLE thing (id BIGINT PRIMARY KEY, words TEXT, amount BIGINT)'),
    );
  });
  after(() => store.close());

  const insert = (rows: readonly (readonly Value[])[], suffix?: string) =>
    store.db.transaction(async (tx) => {
      await tx.query('DELETE FROM thing');
      return tx.insertRows<Row>({ table: 'thing', columns: COLUMNS, rows, ...(suffix && { suffix }) });
    });
  const stored = async () =>
    (await store.db.query('SELECT id, words, amount FROM thing ORDER BY id')).map((row) => Object.values(row));

  it('insertRows accepts an empty list of rows', async () => {
    assert.deepEqual(await insert([], 'RETURNING id'), []);
    assert.deepEqual(await stored(), []);
  });

  it('insertRows accepts one row', async () => {
    const [returned] = await insert([[1, 'one', null]], 'RETURNING id, words');
    assert.deepEqual({ ...returned }, { id: 1, words: 'one' });
    assert.deepEqual(await stored(), [[1, 'one', null]]);
  });

  it('insertRows accepts a thousand rows, and returns each', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => [
      index,
      WORDS[index % WORDS.length]!,
      index % 7 === 0 ? null : index * 9_000_000_000_000,
    ]);
    const returned = await insert(rows, 'RETURNING id');
    assert.deepEqual(new Set(returned.map((row) => row.id)), new Set(rows.map((row) => row[0])));
    assert.deepEqual(await stored(), rows);
  });

  it('insertRows changes no text, in one row or among many', async () => {
    const rows = WORDS.map((text, index) => [index, text, null]);
    await insert(rows);
    assert.deepEqual(await stored(), rows);
    for (const row of rows) {
      await insert([row]);
      assert.deepEqual(await stored(), [row]);
    }
  });

  it('a parameter changes no text', async () => {
    for (const text of WORDS) {
      await store.db.transaction((tx) => tx.query('DELETE FROM thing'));
      await store.db.transaction((tx) => tx.query('INSERT INTO thing (id, words) VALUES (1, $1)', [text]));
      assert.deepEqual(await stored(), [[1, text, null]]);
    }
  });

  it('integers come back exactly up to 2^53 - 1 on both sides of zero', async () => {
    const numbers = [0, 1, -1, 2 ** 31, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER];
    const rows = [...numbers, Number.MIN_SAFE_INTEGER].map((number, index) => [index, null, number]);
    await insert(rows);
    assert.deepEqual(await stored(), rows);
  });

  it('an integer beyond 2^53 is an error, not a number nearby', async () => {
    await insert([]);
    await store.db.transaction((tx) => tx.query('INSERT INTO thing (id, amount) VALUES (1, 9007199254740993)'));
    await assert.rejects(store.db.query('SELECT amount FROM thing'), RangeError);
    await store.db.transaction((tx) => tx.query('DELETE FROM thing'));
  });

  it('a payment comes back as it was stored, every field', async () => {
    const owner = await seed(store.db);
    const payment = owner.payment({
      method: 'lakaypay_card',
      amountMinor: Number.MAX_SAFE_INTEGER,
      originalAmountMinor: 12_345,
      rateE4: 1_305_000,
      reference: 'commande {1},"2"\\3',
      description: "l'achat\n😀",
      customerName: ' Jean-Élie ',
      customerEmail: 'jean@example.ht',
      customerPhone: '+509 3700 0001',
      metadata: '{"b":1,"a":{"n":12345678901234567890.10,"é":"\\u00e9"}}',
      recurringInterval: 'monthly',
      recurringIntervalCount: 12,
      providerData: '{"slow":true}',
      providerRef: 'ref-1',
    });
    await store.db.transaction((tx) => insertPayments(tx, [payment, owner.payment()]));
    assert.deepEqual(await findPayment(store.db, payment.id), payment);
  });
});
