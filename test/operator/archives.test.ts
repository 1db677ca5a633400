import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, it, test } from 'node:test';
import { dayOf, formatTimestamp, startOfDayUs } from '../../src/core/timestamps.ts';
import { requireOldDay } from '../../src/features/archive/make-archive.ts';
import { findArchivedBefore } from '../../src/features/archive/store/archives.ts';
import { verifyBooks } from '../../src/features/reconciliation/books/verify-books.ts';
import { onBothEngines } from '../support/engines.ts';
import { type BooksStore, DAY_US, openBooksStore } from './books/books-store.ts';
import { assertRefused } from './operator-store.ts';

onBothEngines('archives of a store', (engine) => {
  let store: BooksStore;
  let archives = 0;
  beforeEach(async () => {
    store = await openBooksStore(engine);
  });
  afterEach(() => store?.close());

  /** Finishes live payments, and moves the clock until they are old enough. Returns the day before which they were created. */
  const sell = async (in_: BooksStore, payments: number) => {
    const owner = await in_.website(null);
    for (let made = 0; made < payments; made++) await in_.end(owner, 'live');
    const beforeDay = dayOf(in_.now()) + 1;
    in_.forward(100 * DAY_US);
    return beforeDay;
  };
  const create = async (in_: BooksStore, beforeDay: number) => {
    const folder = join(in_.place.folder, `archive-${++archives}`);
    await in_.operator.makeArchive({ beforeDay, folder });
    return folder;
  };
  const remove = (in_: BooksStore, folder: string) => in_.operator.removeArchived({ folder, isQuick: true });
  const look = async (in_: BooksStore) => {
    const readOnly = await in_.openReadOnly();
    try {
      const report = await verifyBooks(readOnly, { box: in_.box, nowUs: in_.now() });
      return report?.faults.map(({ kind }) => kind);
    } finally {
      await readOnly.close();
    }
  };
  const write = (sql: string) => store.db.transaction((tx) => tx.query(sql));
  const counted = async () => {
    const rows = await store.db.query<{ payments: number }>('SELECT payments FROM archives ORDER BY payments');
    return rows.map(({ payments }) => payments);
  };

  // Contract: OPERATOR-20
  it('an archive that another store created is refused, and changes nothing', async () => {
    const other = await openBooksStore(engine);
    try {
      const folder = await create(other, await sell(other, 3));
      await sell(store, 2);
      await assertRefused(remove(store, folder), 'conflict', 'folder', /this database did not create/);
      assert.equal(await findArchivedBefore(store.db), undefined);
      assert.deepEqual(await look(store), []);
    } finally {
      await other.close();
    }
  });

  it('two archives with the same payments count each payment once', async () => {
    const beforeDay = await sell(store, 3);
    const [one, other] = [await create(store, beforeDay), await create(store, beforeDay + 1)];
    assert.deepEqual(await remove(store, one), { removed: 3, gone: 0, kept: 0, changed: 0 });
    assert.deepEqual(await remove(store, other), { removed: 0, gone: 3, kept: 0, changed: 0 });
    assert.deepEqual(await counted(), [3]);
    // The second archive removed nothing, so it did not move the day from which payments are reconciled.
    assert.equal(await findArchivedBefore(store.db), startOfDayUs(beforeDay));
    assert.deepEqual(await look(store), []);
  });

  it('each run that removes payments counts those that it removed, also a run that is killed', async () => {
    const beforeDay = await sell(store, 30);
    const folder = await create(store, beforeDay);
    let steps = 0;
    const dying = store.operator.removeArchived({
      folder,
      isQuick: true,
      onStep: () => {
        if (++steps === 1) throw new Error('the process was killed');
      },
    });
    await assert.rejects(dying, /was killed/);
    assert.deepEqual(await counted(), [25]);
    assert.deepEqual(await look(store), []);
    assert.equal((await remove(store, folder)).removed, 5);
    assert.deepEqual(await counted(), [30]);
    assert.deepEqual(await look(store), []);
  });

  it('a stored archive that no removal explains is found, and a command repairs it from the audit log', async () => {
    const beforeDay = await sell(store, 3);
    const folder = await create(store, beforeDay);
    await remove(store, folder);
    assert.deepEqual(await store.operator.recountArchives(), []);
    const late = startOfDayUs(dayOf(store.now()) - 1);
    await write(
      `INSERT INTO archives (id, before_us, payments, removed_at_us) VALUES ('foreign', ${late}, 12, ${late})`,
    );
    assert.deepEqual(await look(store), ['archive_mismatch']);
    const day = (us: number) => formatTimestamp(us).slice(0, 10);
    assert.deepEqual(await store.operator.recountArchives(), [
      { id: 'foreign', before: { payments: 12, day: day(late) }, after: null },
    ]);
    assert.equal(await findArchivedBefore(store.db), startOfDayUs(beforeDay));
    assert.deepEqual(await look(store), []);

    await write(`UPDATE archives SET payments = 9, before_us = ${late}`);
    assert.deepEqual(await look(store), ['archive_mismatch']);
    const [changed] = await store.operator.recountArchives();
    assert.deepEqual(changed?.before, { payments: 9, day: day(late) });
    assert.deepEqual(changed?.after, { payments: 3, day: day(startOfDayUs(beforeDay)) });
    assert.deepEqual(await counted(), [3]);
    assert.deepEqual(await look(store), []);
    // The command also restores an archive's row that was deleted by hand.
    await write('DELETE FROM archives');
    assert.ok((await look(store))?.includes('archive_mismatch'));
    assert.equal((await store.operator.recountArchives())[0]?.after?.payments, 3);
    assert.deepEqual(await look(store), []);
  });
});

test('an archive reaches to the day 90 days ago, and no further', () => {
  const nowUs = Date.parse('2027-05-01T23:59:59Z') * 1000;
  const latest = dayOf(Date.parse('2027-01-31T00:00:00Z') * 1000);
  assert.doesNotThrow(() => requireOldDay(latest, nowUs));
  assert.throws(() => requireOldDay(latest + 1, nowUs), /from before 2027-01-31 are old enough/);
});
