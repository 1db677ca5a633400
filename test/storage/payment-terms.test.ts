import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Payment } from '../../src/core/payment.ts';
import { fillPaymentTerms } from '../../src/features/payments/fill-payment-terms.ts';
import {
  isMeant,
  searchedFields,
  searchTerms,
  termsOf,
  wantedTerms,
} from '../../src/features/payments/search-terms.ts';
import {
  findNeighbours,
  findPageWithTotals,
  findPaymentsByText,
  totalsByText,
} from '../../src/features/payments/store/find-by-text.ts';
import { type FoundPage, findPayments, type ListFilter } from '../../src/features/payments/store/find-payments.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { deletePayments } from '../../src/features/payments/store/old-payments.ts';
import { changeCounts } from '../../src/features/payments/store/payment-counts.ts';
import { readTermFill } from '../../src/features/payments/store/payment-terms.ts';
import { onBothEngines } from '../support/engines.ts';
import { type AskedStatement, recording } from '../support/query-plans.ts';
import { inStatus, openTestStore, type Seed, seed, type TestStore } from '../support/store.ts';

describe('search terms', () => {
  const payment = {
    id: 923_456_789_012_345,
    reference: 'Order-1042',
    providerRef: 'MC 9981-A',
    customerName: 'Marie-Ange JOSÉPH',
    customerEmail: 'Marie@Example.com',
    customerPhone: '3700 0001',
  };

  it('are the starts of names, numbers and the e-mail address, and the ends of the reference, the phone number and the id', () => {
    assert.deepEqual(searchTerms(payment), [
      { from: 'start', text: 'marie ange joseph' },
      { from: 'start', text: 'ange joseph' },
      { from: 'start', text: 'joseph' },
      { from: 'start', text: 'order1042' },
      { from: 'start', text: 'mc9981a' },
      { from: 'start', text: 'marieexamplecom' },
      { from: 'end', text: '2401redro' },
      { from: 'end', text: '10000073905' },
      { from: 'end', text: '543210987654' },
    ]);
  });

  const meant = [
    ...['marie', 'MARIE-AN', 'josé', 'ange j', 'Ｍａｒｉｅ', 'ma\u200brie', '\u202ejoseph\u202c'],
    ...['+509 37 00 00 01', '0050937000001', '37000001', '3700 0001', '0001', '00-01', '(509) 3700.0001'],
    ...['marie@example.com', 'MARIE@', 'marie@ex', 'marie.example'],
    ...['ORDER-1042', 'order 1042', 'order-104', 'order', 'or', '1042', '042', 'r-1042', '#1042', '%1042%'],
    ...['MC99', 'mc 9981', 'mc-9981-a', '923456789012345', '9234', '923 456', '2345', '789012345'],
  ];
  for (const text of meant) {
    it(`match ${text}`, () => {
      const wanted = wantedTerms(text);
      assert.ok(isMeant(payment, wanted));
      // What is meant is found by its terms, except for the start of an id, which is a range of ids.
      const terms = searchTerms(payment);
      const isFound = termsOf(wanted).some((one) =>
        terms.some((other) => other.from === one.from && other.text.startsWith(one.text)),
      );
      assert.ok(isFound || String(payment.id).startsWith(text.replaceAll(' ', '')), 'no term of it starts so');
    });
  }
  const others = [
    ...['oseph', 'ange marie', '370', '000', '001', 'example.com', 'order-1043', '42', 'o', '9981', 'xmc9981a'],
    ...['  ', '%', '_', '-', '🦄', "' OR 1=1 --", '*', '\u200b\u202e', 'אבג', '345', '8', '\u{10ffff}'],
  ];
  for (const text of others) it(`do not match “${text}”`, () => assert.ok(!isMeant(payment, wantedTerms(text))));

  it('are short, however long the texts are', () => {
    const long = '𝔐𝔞𝔯𝔦𝔢 '.repeat(50);
    for (const { text } of searchTerms({
      ...payment,
      customerName: long,
      reference: long,
      customerEmail: `${long}@x`,
    })) {
      assert.ok([...text].length <= 18 && text.isWellFormed() && !/[\\,]/.test(text), text);
    }
    const bare = {
      id: 1,
      reference: '—',
      providerRef: null,
      customerName: '—',
      customerEmail: null,
      customerPhone: '',
    };
    assert.deepEqual(searchTerms(bare), [{ from: 'end', text: '1' }]);
    assert.ok(isMeant({ ...payment, reference: `x${'7'.repeat(300)}` }, wantedTerms('7'.repeat(300))));
  });

  it('look where a text is long enough for, and say where', () => {
    assert.deepEqual(searchedFields('1042'), ['reference', 'phone', 'id', 'provider_number', 'email']);
    assert.deepEqual(searchedFields('Marie'), ['reference', 'provider_number', 'email', 'name']);
    assert.deepEqual(searchedFields('a@b'), ['reference', 'provider_number', 'email']);
    assert.deepEqual(searchedFields('y'), ['reference', 'provider_number', 'name']);
  });

  it('are looked up once, when one is the start of another', () => {
    assert.deepEqual(termsOf(wantedTerms('37000001')), [
      { from: 'start', text: '37000001' },
      { from: 'end', text: '10000073' },
    ]);
    assert.deepEqual(termsOf(wantedTerms('marie')), [
      { from: 'start', text: 'marie' },
      { from: 'end', text: 'eiram' },
    ]);
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
    while ((await fillPaymentTerms({ db: store.db, clock })).isMoreWaiting) steps++;
    return steps;
  };
  /** Long after the migrations. */
  const clock = () => Date.now() * 1000 + 3_600_000_000;
  const idsOf = ({ payments }: FoundPage) => payments.map(({ id }) => id);
  /** The first page of a search: the same with its totals and without. */
  const firstPage = async (text: string, filter: ListFilter): Promise<FoundPage> => {
    const page = await findPaymentsByText(store.db, filter, text);
    const { limit, ...matched } = filter;
    const totals = await totalsByText(store.db, matched, text);
    assert.deepEqual(await findPageWithTotals(store.db, filter, text), { page, totals });
    return page;
  };
  const byText = async (text: string, filter: Partial<ListFilter> = {}) =>
    idsOf(await firstPage(text, { websiteIds: [shop.websiteId], limit: 50, ...filter }));
  /** Reads all pages, each from the end of the previous one. */
  const everyPage = async (find: (beforeId: number | undefined) => Promise<FoundPage>, isOldestFirst = false) => {
    const ids: number[] = [];
    let pages = 0;
    for (let beforeId: number | undefined; ; ) {
      const page = await find(beforeId);
      ids.push(...idsOf(page));
      assert.ok(++pages < 200, 'the pages must end');
      const next = page.nextBefore ?? page.endedAt?.last.id;
      if (next === undefined) return { ids, pages };
      assert.ok(
        beforeId === undefined || (isOldestFirst ? next > beforeId : next < beforeId),
        'each page starts after the previous one',
      );
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
    assert.deepEqual(await byText('REF'), [one!.id]);
    for (const strange of ["'; DROP TABLE payments; --", '\\', '%', '🦄', 'ref_8', '\u{10ffff}']) {
      assert.deepEqual(await byText(strange), [], strange);
    }
  });

  it('forgives case, a part of a number and any usual way to write it, of open and of final payments', async () => {
    const mine = await seed(store.db);
    const numbers = { customerName: 'Ti Jo', customerEmail: 'Ti.Jo@Example.com', customerPhone: '+509 3811-7042' };
    const idEnd = (id: number) => String(id).slice(-6);
    const [open, paid, near] = await insert(
      mine.payment({ ...numbers, reference: 'Order-77042' }),
      mine.payment({ ...inStatus('completed'), ...numbers, reference: 'ORDER-77042', providerRef: 'mc-0077X' }),
      mine.payment({ ...inStatus('completed'), reference: 'order-77043', customerPhone: '37000000' }),
    );
    await insert(other.payment({ ...inStatus('completed'), mode: 'live', ...numbers, reference: 'order-77042' }));
    await fillAgain();
    const found = (text: string) => byText(text, { websiteIds: [mine.websiteId] });
    const both = [paid!.id, open!.id];
    for (const text of [
      'order 77042',
      '77042',
      '7042',
      'r-77042',
      'ti.jo',
      'TI.JO@EXAMPLE.COM',
      '3811 7042',
      '+50938117042',
    ]) {
      assert.deepEqual(await found(text), both, text);
    }
    assert.deepEqual(await found('oRdEr-7704'), [near!.id, ...both]);
    assert.deepEqual(await found('MC0077'), [paid!.id]);
    assert.deepEqual(await found(idEnd(near!.id)), [near!.id]);
    assert.deepEqual(await found(String(near!.id).slice(0, 15)).then((ids) => ids.includes(near!.id)), true);
    // The payment with exactly this reference comes first, and on no other page.
    assert.deepEqual(await found('Order-77042'), [open!.id, paid!.id]);
    const all = await everyPage((beforeId) =>
      findPaymentsByText(store.db, { websiteIds: [mine.websiteId], beforeId, limit: 11 }, 'order-77043'),
    );
    assert.deepEqual(all.ids, [near!.id]);
  });

  it('finds the payment with exactly a number before many newer ones that only start with it, and each once', async () => {
    const busy = await seed(store.db);
    const payments = Array.from({ length: 60 }, (_, n) =>
      busy.payment({ ...inStatus('completed'), reference: `order-1${n === 0 ? '' : n}` }),
    );
    await insert(...payments);
    await fillAgain();
    const exact = payments[0]!.id;
    for (const mostSorted of [1_000, 5]) {
      const { ids } = await everyPage((beforeId) =>
        findPaymentsByText(store.db, { websiteIds: [busy.websiteId], beforeId, limit: 12 }, 'order-1', mostSorted),
      );
      assert.equal(ids[0], exact);
      assert.deepEqual(ids, [
        exact,
        ...payments
          .slice(1)
          .map(({ id }) => id)
          .reverse(),
      ]);
    }
    for (const text of ['order-1', 'ORDER-1', 'order-17'])
      await firstPage(text, { websiteIds: [busy.websiteId], limit: 12 });
    const { count, sums, isAtLeast } = await totalsByText(store.db, { websiteIds: [busy.websiteId] }, 'ORDER-1');
    const amountMinor = 60 * payments[0]!.amountMinor;
    const sum = { currency: 'HTG', count: 60, amountMinor, paidCount: 60, paidMinor: amountMinor };
    assert.deepEqual([count, isAtLeast, sums], [60, false, [sum]]);
  });

  it('lists all of many payments with the same reference, and few of those that only start with it', async () => {
    const many = await seed(store.db);
    const shared = Array.from({ length: 30 }, (_, n) =>
      many.payment({ ...inStatus('completed'), reference: n % 3 === 0 ? 'monthly-fee' : `monthly-fee-${n}` }),
    );
    await insert(...shared);
    await fillAgain();
    const find = async (mostSorted: number) =>
      (
        await everyPage((beforeId) =>
          findPaymentsByText(
            store.db,
            { websiteIds: [many.websiteId], beforeId, limit: 12 },
            'monthly-fee',
            mostSorted,
          ),
        )
      ).ids;
    const ids = shared.map(({ id }) => id).reverse();
    assert.deepEqual((await find(100)).toSorted(), ids.toSorted());
    const exact = shared.filter(({ reference }) => reference === 'monthly-fee').map(({ id }) => id);
    const more = await insert(many.payment({ ...inStatus('completed'), reference: 'monthly-fee' }));
    await fillAgain();
    assert.deepEqual(await find(5), [...exact, more[0]!.id].reverse());
    await firstPage('monthly-fee', { websiteIds: [many.websiteId], limit: 7 });
  });

  it('replaces the hashes that earlier versions stored of whole phone numbers and e-mail addresses', async () => {
    const old = await seed(store.db);
    const [paid] = await insert(
      old.payment({ ...inStatus('completed'), customerPhone: '38009999', customerEmail: 'A@b.ht' }),
    );
    const hashed = (text: string) => createHash('sha256').update(text).digest('base64url');
    for (const term of ['phone:50938009999', 'email:a@b.ht']) {
      const stored = `${hashed(old.websiteId).slice(0, 4)}=${hashed(term).slice(0, 10)}`;
      await store.db.transaction((tx) =>
        tx.query('INSERT INTO payment_terms (term, payment_id) VALUES ($1, $2)', [stored, paid!.id]),
      );
    }
    const terms = async () => {
      const rows = await store.db.query('SELECT term FROM payment_terms WHERE payment_id = $1 ORDER BY term', [
        paid!.id,
      ]);
      return rows.map(({ term }) => String(term).slice(4));
    };
    assert.equal((await terms()).filter((term) => term.startsWith('=')).length, 2);
    const early = { db: store.db, clock: () => Date.now() * 1000 };
    assert.deepEqual(await fillPaymentTerms(early), { isMoreWaiting: false }, 'older programs may still write');
    await fillAgain();
    const ends = [`<${[...String(paid!.id)].reverse().join('').slice(0, 12)}`, '<99990083905'].sort();
    assert.deepEqual(await terms(), [':abht', ':joseph', ':marie joseph', ...ends]);
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

  it('lists the oldest first, and knows the neighbours of every row, in both orders', async () => {
    const shop = await seed(store.db);
    const payments = Array.from({ length: 60 }, (_, n) =>
      shop.payment({
        ...inStatus(n % 3 === 0 ? 'completed' : 'pending'),
        ...(n % 5 === 0 && { method: 'natcash' as const }),
        amountMinor: 100 + n,
        customerName: `Mirlande ${n}`,
        // Several within one moment, ordered by their ids.
        createdAtUs: 1_700_000_000_000_000 + Math.floor(n / 4),
      }),
    );
    await insert(...payments);
    await fillAgain();
    const websiteIds = [shop.websiteId];
    const filters: Partial<ListFilter>[] = [
      {},
      { status: 'completed' },
      { status: 'pending', method: 'natcash' },
      { method: 'natcash' },
      { fromUs: 1_700_000_000_000_003, toUs: 1_700_000_000_000_009 },
      { fromMinor: 110, toMinor: 149, fromUs: 1_700_000_000_000_001 },
    ];
    for (const filter of filters) {
      const label = JSON.stringify(filter);
      const listOf = (isOldestFirst: boolean) =>
        everyPage(
          (beforeId) => findPaymentsByText(store.db, { ...filter, websiteIds, isOldestFirst, beforeId, limit: 7 }, ''),
          isOldestFirst,
        );
      const { ids } = await listOf(false);
      assert.ok(ids.length > 3, label);
      assert.deepEqual((await listOf(true)).ids, ids.toReversed(), label);
      for (const isOldestFirst of [false, true]) {
        const rows = isOldestFirst ? ids.toReversed() : ids;
        for (const [at, id] of rows.entries()) {
          const near = await findNeighbours(store.db, { ...filter, websiteIds, isOldestFirst }, '', id);
          assert.deepEqual(near, { previous: rows[at - 1], next: rows[at + 1] }, `${label}, row ${at}`);
        }
      }
    }
    const { ids } = await everyPage((beforeId) =>
      findPaymentsByText(store.db, { websiteIds, beforeId, limit: 20 }, 'mirlande'),
    );
    for (const [at, id] of ids.entries()) {
      const near = await findNeighbours(store.db, { websiteIds }, 'mirlande', id);
      assert.deepEqual(near, { previous: ids[at - 1], next: ids[at + 1] }, `search, row ${at}`);
    }
  });

  it('finds a name that too many payments have to be sorted, by reading the newest ones', async () => {
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
        findPaymentsByText(store.db, { websiteIds, beforeId, limit: 40 }, text, 100),
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
    assert.equal((await terms()).length, 4);
    await store.db.transaction((tx) => deletePayments(tx, [gone!.id], 1_800_000_000_000_000));
    assert.deepEqual(await terms(), []);
  });
});
