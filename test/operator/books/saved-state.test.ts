import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, it } from 'node:test';
import { openBooks } from '../../../src/app/open-books.ts';
import { restoreStore } from '../../../src/app/restore-store.ts';
import { readConfig } from '../../../src/config.ts';
import { SYSTEM } from '../../../src/core/actor.ts';
import type { ReadOnlyStore } from '../../../src/database/read-only-store.ts';
import { verifyBooks } from '../../../src/features/reconciliation/books/verify-books.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import { type RestorePlace, restorePlace } from '../../support/backups.ts';
import { onBothEngines } from '../../support/engines.ts';
import { type BooksStore, type Owner, openBooksStore } from './books-store.ts';

const log = createLog('silent');

onBothEngines('the progress of a consistency check', (engine) => {
  let store: BooksStore;
  let owner: Owner;
  let place: RestorePlace | undefined;
  beforeEach(async () => {
    place = undefined;
    store = await openBooksStore(engine);
    owner = await store.website(null);
    for (let made = 0; made < 3; made++) await store.end(owner, 'test');
  });
  afterEach(async () => {
    await place?.drop();
    await store?.close();
  });

  const options = () => ({ box: undefined, nowUs: store.now(), pageSize: 1 });
  /** The state that a run saves when it is stopped after one page. */
  const savedOf = async (readOnly: ReadOnlyStore): Promise<string> => {
    let saved = '';
    let asked = 0;
    const isStopping = () => asked++ === 1;
    await verifyBooks(readOnly, { ...options(), isStopping, onSave: async (text) => void (saved = text) });
    return saved;
  };
  const saved = async () => {
    const readOnly = await store.openReadOnly();
    try {
      return await savedOf(readOnly);
    } finally {
      await readOnly.close();
    }
  };
  /** Continues from a saved state. Returns whether the run started again, how many payments it checked in all, and the faults. */
  const goOn = async (readOnly: ReadOnlyStore, state: string) => {
    let hasRestarted = false;
    const report = await verifyBooks(readOnly, { ...options(), saved: state, onRestart: () => (hasRestarted = true) });
    return { hasRestarted, payments: report?.payments, faults: report?.faults };
  };

  it('is resumed while others write', async () => {
    const state = await saved();
    await store.end(owner, 'test');
    await store.operator.changeWebsite(owner.websiteId, { name: 'Another name' });
    assert.deepEqual(await store.sabotaged([], (each) => goOn(each, state)), {
      hasRestarted: false,
      payments: 3,
      faults: [],
    });
  });

  it('is discarded after the store was restored', async () => {
    const file = join(store.place.folder, 'store.backup');
    const encryption = { recipients: [], passphrase: undefined };
    await store.operator.makeBackup({ file, encryption, version: '1.0.0' });
    await store.end(owner, 'test');
    const state = await saved();
    place = await restorePlace(engine, store.place.settings);
    const config = readConfig(place.settings);
    const source = { file, decryption: { identities: [], passphrase: undefined } };
    await restoreStore(config, { log, actor: SYSTEM, source });
    const restored = await openBooks(config);
    try {
      assert.deepEqual(await goOn(restored.store, state), { hasRestarted: true, payments: 3, faults: [] });
      // Progress that was saved after the restore can be resumed.
      assert.equal((await goOn(restored.store, await savedOf(restored.store))).hasRestarted, false);
    } finally {
      await restored.store.close();
    }
  });

  it('is discarded when an older copy of the disk was put back, even if no setting had changed since', async () => {
    const sums = 'SELECT payments FROM payment_counts';
    const before = await store.db.query(sums);
    const { id } = await store.end(owner, 'test');
    assert.notDeepEqual(await store.db.query(sums), before);
    const state = await saved();
    const older = [
      'delivery_tries WHERE delivery_id =',
      'deliveries WHERE payment_id =',
      'events WHERE payment_id =',
      'postings WHERE about =',
    ];
    const statements = older.map((each) => `DELETE FROM ${each} ${each.startsWith('delivery_') ? `'dlv_${id}'` : id}`);
    const looked = await store.sabotaged([...statements, `DELETE FROM payments WHERE id = ${id}`], (each) =>
      goOn(each, state),
    );
    assert.equal(looked.hasRestarted, true);
  });

  it('is discarded for another store, or if the audit log differs', async () => {
    const state = await saved();
    const other = await openBooksStore(engine);
    try {
      await other.end(await other.website(null), 'test');
      assert.deepEqual(await other.sabotaged([], (each) => goOn(each, state)), {
        hasRestarted: true,
        payments: 1,
        faults: [],
      });
    } finally {
      await other.close();
    }
    const behind = `DELETE FROM audit_log WHERE position = (SELECT MAX(position) FROM audit_log)`;
    assert.equal((await store.sabotaged([behind], (each) => goOn(each, state))).hasRestarted, true);
  });
});
