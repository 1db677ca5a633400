import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import type { Payment } from '../../src/core/payment.ts';
import { BOOK_FAULTS } from '../../src/features/reconciliation/books/book-faults.ts';
import { verifyBooks } from '../../src/features/reconciliation/books/verify-books.ts';
import { type BooksStore, MINUTE_US, openBooksStore } from '../operator/books/books-store.ts';
import { peye, peyeJson, spawnPeye } from '../support/cli.ts';
import { ROOT } from '../support/doc-fences.ts';
import { onSqliteByDay } from '../support/engines.ts';
import { until } from '../support/gateway.ts';

onSqliteByDay('peye verify-books', (engine) => {
  let store: BooksStore;
  let paid: Payment;
  /** A payment without a webhook: a test changes when it was created, and a webhook would still state the original time. */
  let silent: Payment;
  before(async () => {
    store = await openBooksStore(engine);
    const owner = await store.website('https://shop.example/');
    store.forward(10 * MINUTE_US);
    paid = await store.end(owner, 'live', undefined, {
      customerName: 'Rose Charles',
      customerEmail: 'rose@example.com',
    });
    silent = await store.end(await store.website(null), 'test');
    await store.open(owner, 'test');
    // The store's clock is ahead of the command's: by the command's clock, the next attempts would be too far in the future.
    await store.db.transaction((tx) =>
      tx.query('UPDATE deliveries SET next_attempt_at_us = 1 WHERE next_attempt_at_us IS NOT NULL'),
    );
  });
  after(() => store?.close());

  const settings = () => store.place.settings;
  const run = (...args: string[]) => peye(['verify-books', ...args], { settings: settings() });
  const write = (sql: string) => store.db.transaction((tx) => tx.query(sql));

  // Contract: BOOK-1
  it('exits 0 when all data is consistent, and lists its checks', async () => {
    const { code, stdout, stderr } = await run();
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^No inconsistencies: 3 payments checked\.\n\nHead of the audit log: \d+:[0-9a-f]{64}\n/);
    const json = await peyeJson(['verify-books'], { settings: settings() });
    assert.deepEqual([json.ok, json.payments, json.faults, json.not_judged], [true, 3, [], []]);
    assert.equal(json.providers.comparisons, 0);
  });

  // Contract: BOOK-1, BOOK-2
  it('exits 1 with the inconsistencies, and names no customer', async () => {
    await write(`UPDATE deliveries SET body = REPLACE(body, '500.00', '5.00') WHERE payment_id = ${paid.id}`);
    await write(
      `UPDATE payment_counts SET payments = 7 WHERE api_key_id = '${paid.apiKeyId}' AND days = 1 AND status = 'completed'`,
    );
    const { code, stdout, stderr } = await run('--json');
    assert.equal(code, 1);
    assert.equal(stderr, 'peye: 3 inconsistencies found.\n');
    const { ok, faults } = JSON.parse(stdout);
    assert.equal(ok, false);
    assert.deepEqual(faults[0], {
      kind: 'delivery_mismatch',
      count: 1,
      is_warning: false,
      ...BOOK_FAULTS.delivery_mismatch,
      examples: [{ id: String(paid.id), detail: null }],
    });
    assert.deepEqual([faults[1].kind, faults[1].count], ['counts_wrong', 2]);
    const text = await run('--examples', '1');
    assert.equal(text.code, 1);
    assert.match(
      text.stdout,
      new RegExp(`^delivery_mismatch \\(1\\)\n  The stored webhook .*\n  ${paid.id}\n  Notify the merchant`),
    );
    assert.match(
      text.stdout,
      /^counts_wrong \(2\)\n.*\n {2}key_\w+: 2027-01-11 UTC, moncash completed: stored 7, counted 1\n {2}… and 1 more\n/m,
    );
    assert.doesNotMatch(text.stdout + stdout, /Rose|rose@|shop\.example/);
    await write(`UPDATE deliveries SET body = REPLACE(body, '"5.00"', '"500.00"') WHERE payment_id = ${paid.id}`);
    await write(
      `UPDATE payment_counts SET payments = 1 WHERE api_key_id = '${paid.apiKeyId}' AND days = 1 AND status = 'completed'`,
    );
    assert.equal((await run()).code, 0);
  });

  it('exits 0 with a warning for times that are out of order because a clock was set back', async () => {
    await write(`UPDATE payments SET created_at_us = finished_at_us + 20000000 WHERE id = ${silent.id}`);
    const { code, stdout } = await run();
    assert.equal(code, 0, stdout);
    assert.match(stdout, new RegExp(`^time_order \\(1, a warning\\)\n.*\n  ${silent.id}\n`));
    await write(`UPDATE payments SET created_at_us = ${silent.createdAtUs} WHERE id = ${silent.id}`);
  });

  // Contract: BOOK-3
  it('resumes from a file, and removes it when all is done', async () => {
    const file = join(store.place.folder, 'books.state');
    const readOnly = await store.openReadOnly();
    let asked = 0;
    await verifyBooks(readOnly, {
      box: store.box,
      nowUs: store.now(),
      pageSize: 1,
      isStopping: () => asked++ === 2,
      onSave: async (text) => writeFileSync(file, text),
    });
    await readOnly.close();
    assert.equal(JSON.parse(readFileSync(file, 'utf8')).payments, 2);
    const { code, stdout } = await run('--state', file);
    assert.equal(code, 0);
    assert.match(stdout, /^No inconsistencies: 3 payments checked\./);
    assert.ok(!existsSync(file));
  });

  // Contract: BOOK-3
  it('restarts if the store was restored after the file was written, and reports it', async () => {
    const file = join(store.place.folder, 'books.state');
    const readOnly = await store.openReadOnly();
    const stopped = { box: store.box, nowUs: store.now(), isStopping: () => true };
    await verifyBooks(readOnly, { ...stopped, onSave: async (text) => writeFileSync(file, text) });
    await readOnly.close();
    const { code } = await peye(['restore', '--mark'], { settings: settings() });
    assert.equal(code, 0);
    const { stdout, stderr } = await run('--state', file);
    assert.equal(
      stderr,
      `peye: ${file} belongs to another database, or to this one before a restore. The check restarted from the beginning.\n`,
    );
    assert.match(stdout, /^No inconsistencies: 3 payments checked\./);
    assert.ok(!existsSync(file));
  });

  // Contract: BOOK-1
  it('exits 2 when it cannot check, or is called with wrong arguments', async () => {
    const file = join(store.place.folder, 'no.state');
    writeFileSync(file, '{}');
    const strange = await run('--state', file);
    assert.equal(strange.code, 2);
    assert.match(strange.stderr, /^peye: the check could not run: the file of --state was not written by this version/);
    assert.equal((await run('--examples', '0')).code, 2);
    const nowhere =
      engine === 'sqlite'
        ? { DATA_DIR: join(store.place.folder, 'none') }
        : { ...settings(), DATABASE_URL: 'postgres://127.0.0.1:1/none' };
    const { code, stdout, stderr } = await peye(['verify-books'], { settings: nowhere });
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^peye: the check could not run: /);
  });

  // Contract: BOOK-5
  it('needs no key', async () => {
    const { SECRET_KEY: _, ...others } = settings();
    const { code, stdout } = await peye(['verify-books'], { settings: others });
    assert.equal(code, 0);
    assert.match(stdout, /Not checked:\n {2}Sealed texts: the secret key is not available\./);
  });
});

describe('peye verify-books, on PostgreSQL', { skip: !process.env.TEST_DATABASE_URL }, () => {
  let store: BooksStore;
  let client: pg.Client;
  before(async () => {
    store = await openBooksStore('postgres');
    await store.end(await store.website(null), 'live');
    client = new pg.Client({ connectionString: store.place.settings.DATABASE_URL });
    await client.connect();
  });
  after(async () => {
    await client?.end();
    await store?.close();
  });

  it('stores its progress when it is interrupted', async () => {
    const file = join(store.place.folder, 'books.state');
    await client.query('BEGIN; LOCK TABLE payments IN ACCESS EXCLUSIVE MODE');
    const running = spawnPeye(['verify-books', '--state', file], { settings: store.place.settings });
    after(() => running.child.kill('SIGKILL'));
    const waits = `SELECT 1 FROM pg_stat_activity WHERE application_name = 'peye verify-books' AND wait_event_type = 'Lock'
      AND datname = current_database()`;
    await until('the check waits for the table', async () => (await store.db.query(waits)).length > 0);
    running.child.kill('SIGTERM');
    await client.query('COMMIT');
    assert.equal(await running.ended, 143, running.stderr());
    assert.match(running.stderr(), /interrupted\. Continue with: .*verify-books --state \S*books\.state/);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const { code } = await peye(['verify-books', '--state', file], { settings: store.place.settings });
    assert.equal(code, 0);
    assert.ok(!existsSync(file));
  });

  // Contract: BOOK-5
  it('checks a database that is read-only', async () => {
    const { pathname } = new URL(store.place.settings.DATABASE_URL ?? '');
    await client.query(`ALTER DATABASE ${pathname.slice(1)} SET default_transaction_read_only = on`);
    const { code, stdout, stderr } = await peye(['verify-books'], { settings: store.place.settings });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^No inconsistencies: 1 payment checked\.\n/);
  });
});

describe('docs/consistency.md', () => {
  // Contract: BOOK-6
  it('has every fault, with its meaning and its remedy', () => {
    const docs = readFileSync(join(ROOT, 'docs/consistency.md'), 'utf8');
    const rows = [...docs.matchAll(/^\| `(\w+)` +\| (.*?) +\| (.*?) +\|$/gm)].map(([, ...cells]) => cells);
    assert.deepEqual(
      rows,
      Object.entries(BOOK_FAULTS).map(([kind, { means, remedy }]) => [kind, means, remedy]),
    );
  });
});
