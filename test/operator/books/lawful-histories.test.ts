import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { openBooks } from '../../../src/app/open-books.ts';
import { restoreStore } from '../../../src/app/restore-store.ts';
import { readConfig } from '../../../src/config.ts';
import { SYSTEM } from '../../../src/core/actor.ts';
import type { ReadOnlyStore } from '../../../src/database/read-only-store.ts';
import { verifyBooks } from '../../../src/features/reconciliation/books/verify-books.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import { restorePlace } from '../../support/backups.ts';
import { onBothEngines } from '../../support/engines.ts';
import { type BooksStore, openBooksStore } from './books-store.ts';
import { liveLawfully } from './lawful-history.ts';

/** How many histories run on each engine. HISTORIES=100 is the complete proof. HISTORIES_FROM is the first seed. */
const HISTORIES = Number(process.env.HISTORIES ?? 6);
const FROM = Number(process.env.HISTORIES_FROM ?? 1);
const STEPS = 240;
/** Each part of a history ends with a consistency check: a lawful store is consistent at every moment. */
const PARTS = 2;
/** After every fifth history the store is backed up and restored. */
const RESTORED = 5;
/** Steps that must succeed at least once in all histories together: a generator that does nothing proves nothing. */
const NEEDED = [
  'create',
  'verify',
  'fail',
  'lateChecks',
  'resolveDiscrepancy',
  'attempts',
  'resend',
  'callbackUrl',
  'secret',
  'key',
].concat([
  'link',
  'sell',
  'subscribe',
  'charge',
  'pause',
  'resume',
  'cancel',
  'rate',
  'deleteOld',
  'archive',
  'removeArchive',
  'stopDecline',
  'returned',
  'verifyFinal',
  'testUrl',
  'testSecret',
  'rotateTestSecret',
  'recount',
  'receipt',
  'receiptGivenUp',
]);

onBothEngines('lawful histories', (engine) => {
  it(`show no fault: ${HISTORIES} of them`, async (context) => {
    const done = new Map<string, number>();
    for (let seed = FROM; seed < FROM + HISTORIES; seed++) {
      const store = await openBooksStore(engine);
      try {
        for (let part = 1; part <= PARTS; part++) {
          const counts = await liveLawfully(store, { seed: seed * PARTS + part, steps: STEPS / PARTS });
          for (const [name, count] of counts) done.set(name, (done.get(name) ?? 0) + count);
          const readOnly = await store.openReadOnly();
          await look(readOnly, store, seed).finally(() => readOnly.close());
        }
        if (seed % RESTORED === 0) await restore(store, seed);
      } finally {
        await store.close();
      }
    }
    context.diagnostic(JSON.stringify(Object.fromEntries(done)));
    assert.deepEqual(
      NEEDED.filter((name) => !done.has(name)),
      [],
    );
  });

  const look = async (readOnly: ReadOnlyStore, store: BooksStore, seed: number) => {
    const report = await verifyBooks(readOnly, { box: store.box, nowUs: store.now() });
    assert.deepEqual(report?.faults, [], `HISTORIES_FROM=${seed} HISTORIES=1 on ${engine}`);
  };

  const restore = async (store: BooksStore, seed: number) => {
    const file = join(store.place.folder, 'store.backup');
    const encryption = { recipients: [], passphrase: undefined };
    await store.operator.makeBackup({ file, encryption, version: '1.0.0' });
    const place = await restorePlace(engine, store.place.settings);
    try {
      const config = readConfig(place.settings);
      const source = { file, decryption: { identities: [], passphrase: undefined } };
      await restoreStore(config, { log: createLog('silent'), actor: SYSTEM, source });
      const books = await openBooks(config);
      await look(books.store, store, seed).finally(() => books.store.close());
    } finally {
      await place.drop();
    }
  };
});
