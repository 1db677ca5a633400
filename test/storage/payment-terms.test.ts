import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Payment } from '../../src/core/payment.ts';
import { fillPaymentTerms } from '../../src/features/payments/fill-payment-terms.ts';
import { isMeant, searchTerms, wantedTerms } from '../../src/features/payments/search-terms.ts';
import { findPaymentsByText } from '../../src/features/payments/store/find-by-text.ts';
import { type FoundPage, findPayments, type ListFilter } from '../../src/features/payments/store/find-payments.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { deletePayments } from '../../src/features/payments/store/old-payments.ts';
import { changeCounts } from '../../src/features/payments/store/payment-counts.ts';
import { readTermFill } from '../../src/features/payments/store/payment-terms.ts';
import { onBothEngines } from '../support/engines.ts';
import { type AskedStatement, recording } from '../support/query-plans.ts';
import { inStatus, openTestStore, type Seed, seed, type TestStore } from '../support/store.ts';

describe('search terms', () => {
  const customer = {
    customerName: 'Marie-Ange JOSÉPH',
    customerEmail: 'Marie@Example.com',
    customerPhone: '3700 0001',
  };

  it('are the rest of the name from each word, the phone number with its country code, and the e-mail address', () => {
    assert.deepEqual(searchTerms(customer), [
      'name:marie ange joseph',
      'name:ange joseph',
      'name:joseph',
      'phone:50937000001',
      'email:marie@example.com',
    ]);
  });

  const meant = [
    'marie',
    'MARIE-AN',
    'josé',
    'ange j',
    '+509 37 00 00 01',
    '0050937000001',
    '37000001',
    'marie@example.com',
  ];
  for (const text of meant) it(`match ${text}`, () => assert.ok(isMeant(customer, wantedTerms(text))));
  const others = ['oseph', 'ange marie', '3700000', 'marie@example', 'example.com', '  ', '%', '-'];
  for (const text of others) it(`do not match “${text}”`, () => assert.ok(!isMeant(customer, wantedTerms(text))));

  it('are short, however long the name is', () => {
    const name = '𝔐𝔞𝔯𝔦𝔢 '.repeat(50);
    for (const term of searchTerms({ ...customer, customerName: name })) {
      assert.ok([...term].length <= 66 && term.isWellFormed() && !term.includes('\\'), term);
    }
    assert.deepEqual(searchTerms({ customerName: '—', customerEmail: null, customerPhone: null }), []);
  });
});

onBothEngines('finding payments', (engine) => {
  let store: TestStore;
  let shop: Seed;
  let other: Seed;
  before(async () => {
    store = await openTestStore(engine);
    shop = await seed(store.db);
    other = await seed(store.db, { mode: 'live' });
  });
  after(() => store?.close());

  const insert = async (...payments: readonly Payment[]) => {
    await store.db.transaction(async (tx) => {
      await insertPayments(tx, payments);
      await changeCounts(
        tx,
        payments.map((payment) => ({ payment, status: payment.status, by: 1 as const })),
      );
    });
    return payments;
  };
  /** Fills in the search terms of all payments, as after the migration of a store that has payments. */
  const fillAgain = async () => {
    await store.db.transaction((tx) =>
      tx.query('UPDATE payment_term_fill SET before_id = (SELECT MAX(id) + 1 FROM payments)'),
    );
    let steps = 1;
    while ((await fillPaymentTerms(store)).isMoreWaiting) steps++;
    return steps;
  };
  const idsOf = ({ payments }: FoundPage) => payments.map(({ id }) => id);
  const byText = async (text: string, filter: Partial<ListFilter> = {}) =>
    idsOf(await findPaymentsByText(store.db, { websiteIds: [shop.websiteId], limit: 50, ...filter }, text));
  /** Reads all pages, each from the end of the previous one. */
  const everyPage = async (find: (beforeId: number | undefined) => Promise<FoundPage>) => {
    const ids: number[] = [];
    let pages = 0;
    for (let beforeId: number | undefined; ; ) {
      const page = await find(beforeId);
      ids.push(...idsOf(page));
      assert.ok(++pages < 200, 'the pages must end');
      const next = page.nextBefore ?? page.endedAt?.last.id;
      if (next === undefined) return { ids, pages };
      assert.ok(beforeId === undefined || next < beforeId, 'each page starts after the previous one');
      beforeId = next;
    }
  };

  it('finds open payments without search terms, and older final ones once their terms are filled in', async () => {
    const [open, paid, failed, foreign] = await insert(
      shop.payment({ customerName: 'Widlène Pierre' }),
      shop.payment({ ...inStatus('completed'), customerName: 'Widlene Pierre-Louis', customerPhone: '+509 3811 2233' }),
      shop.payment({ ...inStatus('failed'), customerName: 'Jean Widlène', customerEmail: 'W@pierre.example' }),
      other.payment({
        ...inStatus('completed'),
        mode: 'live',
        customerName: 'Widlène Pierre',
        customerPhone: '38112233',
      }),
    );
    assert.deepEqual(await byText('widlene'), [open!.id], 'no terms are filled in yet');
    await fillAgain();
    assert.equal(await readTermFill(store.db), null);
    assert.deepEqual(await byText('widlene'), [failed!.id, paid!.id, open!.id]);
    assert.deepEqual(await byText('Pierre'), [paid!.id, open!.id]);
    assert.deepEqual(await byText('38 11 22 33'), [paid!.id]);
    assert.deepEqual(await byText('w@PIERRE.example'), [failed!.id]);
    assert.deepEqual(await byText('widlene', { status: 'completed' }), [paid!.id]);
    assert.deepEqual(await byText('widlene', { status: 'processing' }), [open!.id]);
    const all = await findPaymentsByText(store.db, { limit: 50 }, '38112233');
    assert.deepEqual(idsOf(all), [foreign!.id, paid!.id]);
  });

  it('finds by id, and by the reference of the merchant or the provider, and nothing of other websites', async () => {
    const [one, two] = await insert(
      shop.payment({ reference: 'ref-7', providerRef: 'MC-99' }),
      other.payment({ mode: 'live', reference: 'ref-7', providerRef: 'MC-99' }),
    );
    for (const text of [String(one!.id), ' ref-7 ', 'MC-99']) assert.deepEqual(await byText(text), [one!.id], text);
    assert.deepEqual(await byText(String(two!.id)), []);
    assert.deepEqual(idsOf(await findPaymentsByText(store.db, { limit: 50 }, 'MC-99')), [two!.id, one!.id]);
    assert.deepEqual(await byText('ref-7', { websiteIds: [] }), []);
    for (const strange of ["'; DROP TABLE payments; --", '\\', '%', '🦄', 'ref-', '\u{10ffff}']) {
      assert.deepEqual(await byText(strange), [], strange);
    }
  });

  it('continues where a search stopped, and fills in the terms of many payments in steps', async () => {
    const many = await seed(store.db);
    const payments = Array.from({ length: 450 }, (_, n) =>
      many.payment({ ...inStatus('completed'), customerName: `Rose ${n}`, amountMinor: 100 + n }),
    );
    await insert(...payments);
    assert.ok((await fillAgain()) >= 3);
    const websiteIds = [many.websiteId];
    const named = await everyPage((beforeId) =>
      findPaymentsByText(store.db, { websiteIds, beforeId, limit: 20 }, 'rose'),
    );
    assert.deepEqual(named.ids, payments.map(({ id }) => id).reverse());
    const wanted = payments.filter(({ amountMinor }) => amountMinor % 100 < 50 && amountMinor <= 150);
    const dear = await everyPage((beforeId) =>
      findPayments(store.db, { websiteIds, beforeId, fromMinor: 100, toMinor: 149, limit: 7 }, 60),
    );
    assert.deepEqual(
      dear.ids,
      wanted
        .filter(({ amountMinor }) => amountMinor < 150)
        .map(({ id }) => id)
        .reverse(),
    );
    const { endedAt } = await findPayments(store.db, { websiteIds, fromMinor: 100, toMinor: 149, limit: 7 }, 60);
    assert.equal(endedAt?.count, 60, 'the search returns how many payments it has read');
  });

  it('finds a name of more payments than it can sort, by reading the newest ones', async () => {
    const busy = await seed(store.db);
    const payments = Array.from({ length: 300 }, (_, n) =>
      busy.payment({ ...inStatus('completed'), customerName: n % 3 === 0 ? 'Yolande Étienne' : 'Guerda Yves' }),
    );
    await insert(...payments);
    await fillAgain();
    // Among many websites the limit of sorted rows is divided.
    const others = Array.from({ length: 60 }, (_, n) => `web_other${n}`);
    const websiteIds = [busy.websiteId, ...others];
    for (const text of ['y', 'yves', 'gue', 'yolande etienne']) {
      const meant = payments.filter(({ customerName }) =>
        isMeant({ ...payments[0]!, customerName }, wantedTerms(text)),
      );
      const found = await everyPage((beforeId) =>
        findPaymentsByText(store.db, { websiteIds, beforeId, limit: 40 }, text),
      );
      assert.deepEqual(found.ids, meant.map(({ id }) => id).reverse(), text);
    }
  });

  it('sends PostgreSQL, which has few connections, as many queries for many websites as for one', async () => {
    const statements = async (websiteIds: readonly string[]) => {
      const asked: AskedStatement[] = [];
      for (const text of ['rose', '37000001', 'ref-7']) {
        await findPaymentsByText(recording(store.db, asked), { websiteIds, limit: 50, fromMinor: 1 }, text);
      }
      return asked.length;
    };
    const others = Array.from({ length: 60 }, (_, n) => `web_other${n}`);
    const [few, many] = [await statements([shop.websiteId]), await statements([shop.websiteId, ...others])];
    assert.ok(engine === 'sqlite' ? many > few : many === few, `${many} statements, ${few} for one website`);
  });

  it('finds no other customers whose terms are stored with the same text', async () => {
    const alike = await seed(store.db);
    const [wilkens] = await insert(
      alike.payment({ ...inStatus('completed'), customerName: 'Marie Emmanuella Wilkens' }),
      alike.payment({ ...inStatus('completed'), customerName: 'Marie Emmanuella Wilner' }),
    );
    await fillAgain();
    const { websiteId } = alike;
    assert.equal((await byText('marie emmanuella w', { websiteIds: [websiteId] })).length, 2);
    assert.deepEqual(await byText('marie emmanuella wilk', { websiteIds: [websiteId] }), [wilkens!.id]);
  });

  it('finds exact amounts, also the amounts before a conversion, failure reasons, and subscriptions', async () => {
    const mixed = await seed(store.db);
    const [usd, converted, htg, declined, recurring] = await insert(
      mixed.payment({ method: 'card', currency: 'USD', amountMinor: 1_000 }),
      mixed.payment({ amountMinor: 130_500, originalAmountMinor: 1_000, rateE4: 1_305_000 }),
      mixed.payment({ amountMinor: 1_000 }),
      mixed.payment({ ...inStatus('failed'), amountMinor: 7_777 }),
      mixed.payment({
        method: 'lakaypay_card',
        amountMinor: 7_778,
        recurringInterval: 'monthly',
        recurringIntervalCount: 1,
      }),
    );
    const find = async (filter: Partial<ListFilter>) =>
      idsOf(await findPayments(store.db, { websiteIds: [mixed.websiteId], limit: 50, ...filter }));
    const exactly = { fromMinor: 1_000, toMinor: 1_000 };
    assert.deepEqual(await find(exactly), [htg!.id, converted!.id, usd!.id]);
    assert.deepEqual(await find({ ...exactly, currency: 'USD' }), [converted!.id, usd!.id]);
    assert.deepEqual(await find({ ...exactly, currency: 'HTG' }), [htg!.id]);
    assert.deepEqual(await find({ fromMinor: 7_777, toMinor: 7_778 }), [recurring!.id, declined!.id]);
    assert.deepEqual(await find({ failureReason: 'declined' }), [declined!.id]);
    assert.deepEqual(await find({ failureReason: 'expired' }), []);
    assert.deepEqual(await find({ failureReason: 'declined', status: 'completed' }), []);
    assert.deepEqual(await find({ isRecurring: true }), [recurring!.id]);
    assert.equal((await find({ isRecurring: false })).length, 4);
    assert.deepEqual(await find({ apiKeyId: other.apiKeyId }), []);
  });

  it('deletes the search terms of deleted payments', async () => {
    const old = await seed(store.db);
    const [gone] = await insert(old.payment({ ...inStatus('completed'), customerPhone: '37009999' }));
    await fillAgain();
    const terms = () => store.db.query('SELECT term FROM payment_terms WHERE payment_id = $1', [gone!.id]);
    assert.equal((await terms()).length, 3);
    await store.db.transaction((tx) => deletePayments(tx, [gone!.id], 1_800_000_000_000_000));
    assert.deepEqual(await terms(), []);
  });
});
