import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import type { Payment } from '../../src/core/payment.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { changeCounts } from '../../src/features/payments/store/payment-counts.ts';
import { peye } from '../support/cli.ts';
import { onSqliteByDay } from '../support/engines.ts';
import { failingDisk } from '../support/failing-disk.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { inStatus, testPayment } from '../support/store.ts';

const YEAR_US = 365 * 86_400_000_000;

onSqliteByDay('peye archive', (engine) => {
  let gateway: TestGateway;
  let folder: string;
  let payments: Payment[];
  before(async () => {
    gateway = await startTestGateway(engine, { settings: { ROLES: 'api' } });
    folder = join(mkdtempSync(join(tmpdir(), 'peye-archive-')), 'old');
    const { db } = gateway.store;
    const [key] = await db.query<{ id: string }>("SELECT id FROM api_keys WHERE mode = 'live'");
    const owner = { websiteId: gateway.website.id, apiKeyId: key!.id };
    const atUs = Date.now() * 1000 - YEAR_US;
    payments = Array.from({ length: 30 }, (_, index) =>
      testPayment(owner, {
        ...inStatus('completed'),
        mode: 'live',
        createdAtUs: atUs + index,
        finishedAtUs: atUs + index + 1,
      }),
    );
    await db.transaction(async (tx) => {
      await insertPayments(tx, payments);
      await changeCounts(
        tx,
        payments.map((payment) => ({ payment, status: payment.status, by: 1 as const })),
      );
    });
  });
  after(async () => {
    await gateway.stop();
    rmSync(join(folder, '..'), { recursive: true });
  });

  const run = (...args: string[]) => peye(args, { settings: gateway.settings });
  const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

  it("flushes an archive's files and the name of its folder to the disk before it writes the manifest", async (context) => {
    const disk = failingDisk();
    if (!disk) return context.skip('no C compiler (cc) on Linux');
    context.after(() => disk.drop());
    const archive = join(folder, '..', 'new');
    const settings = { ...gateway.settings, ...disk.env };
    const made = await peye(['archive', 'create', archive, '--before', dayAgo(100)], { settings });
    assert.equal(made.code, 0, made.stderr);
    const flushed = disk.flushed();
    const at = (path: string) => flushed.lastIndexOf(path);
    const manifest = at(join(archive, 'manifest.json.unfinished'));
    for (const path of [join(folder, '..'), join(archive, 'payments-0001.csv.gz')]) {
      assert.ok(at(path) >= 0 && at(path) < manifest, path);
    }
    assert.ok(at(archive) > manifest);
  });

  it('writes old payments, checks them without a store, removes them, and refuses to reconcile their period', async () => {
    const api = gateway.client(gateway.liveKey);
    const total = async () => (await api.get('/payments')).json.pagination.total;
    assert.equal(await total(), 30);

    const wrong = await run('archive', 'create', folder, '--before', dayAgo(10));
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /^peye: only payments from before \d{4}-\d\d-\d\d are old enough to be archived\.\n$/);
    const made = await run('archive', 'create', folder, '--before', dayAgo(100));
    assert.equal(made.code, 0, made.stderr);
    assert.match(made.stdout, /Archived +30\n[\s\S]*moncash +completed +30 +15000\.00 HTG[\s\S]*Nothing was deleted/);
    assert.equal(await total(), 30);

    const checked = await peye(['archive', 'check', folder, '--json']);
    assert.equal(checked.code, 0, checked.stderr);
    assert.equal(JSON.parse(checked.stdout).payments, 30);

    const { id } = payments[0]!;
    const describe = (text: string | null) =>
      gateway.store.db.transaction((tx) => tx.query('UPDATE payments SET description = $1 WHERE id = $2', [text, id]));
    await describe('changed since');
    const differing = await run('archive', 'remove', folder, '--json');
    assert.deepEqual(JSON.parse(differing.stdout), { removed: 29, gone: 0, kept: 0, changed: 1 });
    assert.equal(differing.code, 1, 'a payment that differs is a failure');
    assert.match(differing.stderr, new RegExp(`^peye: 1 of the payments differ [^\\n]+ not deleted: ${id}\\. `));
    await describe(null);
    const removed = await run('archive', 'remove', folder, '--json');
    assert.equal(removed.code, 0, removed.stderr);
    assert.deepEqual(JSON.parse(removed.stdout), { removed: 1, gone: 29, kept: 0, changed: 0 });
    assert.equal(await total(), 0);
    assert.equal((await api.get(`/payments/${payments[0]!.id}`)).status, 404);

    const reconciled = await run('reconcile', '--from', dayAgo(366), '--to', dayAgo(1));
    assert.equal(reconciled.code, 1);
    assert.match(reconciled.stderr, /were removed to an archive\. Reconcile from \d{4}-\d\d-\d\d on/);
    const later = await run('reconcile', '--from', dayAgo(1), '--to', dayAgo(1));
    assert.equal(later.code, 0, later.stderr);

    assert.equal((await run('archive', 'recount')).stdout, 'The list of removed archives matches the audit log.\n');
    await gateway.store.db.transaction((tx) =>
      tx.query("INSERT INTO archives (id, before_us, payments, removed_at_us) VALUES ('foreign', $1, 12, 1)", [
        Date.now() * 1000,
      ]),
    );
    assert.equal((await run('reconcile', '--from', dayAgo(1), '--to', dayAgo(1))).code, 1);
    const recounted = await run('archive', 'recount', '--json');
    assert.equal(recounted.code, 0, recounted.stderr);
    assert.deepEqual(JSON.parse(recounted.stdout).changed[0].after, null);
    assert.equal((await run('reconcile', '--from', dayAgo(1), '--to', dayAgo(1))).code, 0);
  });

  // On PostgreSQL, the time is that of the server's clock.
  if (engine === 'sqlite') {
    it('refuses to archive by a clock that was set forwards', async () => {
      const wrong = `const now = Date.now; Date.now = () => now() + ${YEAR_US / 1000}`;
      const settings = {
        ...gateway.settings,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(wrong)}`,
      };
      const { code, stderr } = await peye(['archive', 'create', join(folder, 'x'), '--before', dayAgo(0)], {
        settings,
      });
      assert.equal(code, 1);
      assert.match(stderr, /^peye: the clock is not trusted[^\n]+ `\S*peye clock confirm`\.\n$/);
    });
  }

  it('names the fault of a folder without an archive', async () => {
    const { code, stderr } = await run('archive', 'remove', join(folder, 'nothing'));
    assert.equal(code, 1);
    assert.match(stderr, /^peye: there is no archive in [^\n]+ manifest\.json[^\n]+\n$/);
  });
});
