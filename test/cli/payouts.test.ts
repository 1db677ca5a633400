import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { peye, peyeJson } from '../support/cli.ts';
import { onSqliteByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { inStatus, testPayment } from '../support/store.ts';

const HEAD = 'Date,Transaction ID,Type,Amount,Fee,Net';

onSqliteByDay('peye payouts', (engine) => {
  let gateway: TestGateway;
  let folder: string;
  before(async () => {
    gateway = await startTestGateway(engine, { settings: { ROLES: 'api' } });
    folder = await mkdtemp(join(tmpdir(), 'peye-payouts-'));
  });
  after(async () => {
    await gateway.stop();
    await rm(folder, { recursive: true });
  });

  const run = (...args: string[]) => peye(['payouts', ...args], { settings: gateway.settings });
  const json = (...args: string[]) => peyeJson(['payouts', ...args], { settings: gateway.settings });
  const file = async (...lines: string[]) => {
    const path = join(folder, 'statement.csv');
    await writeFile(path, [HEAD, ...lines].join('\n'));
    return path;
  };
  const names = (reference: string) => [
    '--method',
    'moncash',
    '--bank',
    'bnc',
    '--reference',
    reference,
    '--date',
    '2026-11-27',
  ];

  it('import a statement, match it, and show what is open', async () => {
    const { db } = gateway.store;
    const [key] = await db.query<{ id: string }>("SELECT id FROM api_keys WHERE mode = 'live'");
    const owner = { websiteId: gateway.website.id, apiKeyId: key!.id };
    const payment = testPayment(owner, { ...inStatus('completed'), mode: 'live', providerRef: '2185608546' });
    await db.transaction((tx) => insertPayments(tx, [payment]));
    const path = await file('2026-11-26,2185608546,Payment,500,12.50,487.50', '2026-11-26,M1,Monthly fee,0,25,-25');
    const [imported] = await json('import', path, ...names('MC-1'));
    const { id, net, matched, open, is_new: isNew } = imported;
    assert.deepEqual([net, matched, open, isNew], ['462.50', 1, 1, true]);
    assert.equal(
      (await run('import', path, ...names('MC-1'))).stdout,
      `Imported before: MC-1 (${id}), 2 lines: 1 matched, 1 open.\n`,
    );
    const lines = await json('lines', id, '--state', 'only_theirs');
    assert.deepEqual(
      lines.map(({ line, reason }: { line: number; reason: string }) => [line, reason]),
      [[3, 'other_kind']],
    );
    assert.equal((await run('settle', id, '3', '--note', 'monthly fee')).stdout, 'Line 3 settled.\n');
    assert.match((await run('show', id)).stdout, /Only theirs +1, of which 0 open\nOnly ours +0\n/);
    assert.match((await run('list')).stdout, /MC-1 .*462\.50/);
    assert.match((await run('lines', id, '--only-ours')).stdout, /No payments match/);
    assert.equal((await json('match', id)).matched, 1);
    assert.match((await json('reverse', id, '--note', 'wrong bank')).reversed_at, /^2/);
    assert.deepEqual(
      (await json('lines', id)).map(({ state }: { state: string }) => state),
      ['reversed', 'reversed'],
    );
  });

  it('refuse a statement with the lines of its faults', async () => {
    const path = await file('2026-11-26,1,Payment,5x0,12.50,487.50');
    const { code, stderr } = await run('import', path, ...names('MC-2'));
    assert.equal(code, 1);
    assert.match(stderr, /line 2: “5x0” is not a valid amount here/);
    assert.match((await run('import', join(folder, 'none.csv'), ...names('MC-2'))).stderr, /cannot read .*none\.csv/);
    assert.match((await run('show', 'po_none')).stderr, /there is no payout po_none\. To list payouts: /);
  });

  it('record a payout by hand', async () => {
    const given = ['record', '--website', gateway.website.id, ...names('MC-3'), '--gross', '25000', '--fee', '100'];
    const payout = await json(...given);
    assert.deepEqual([payout.net, payout.paid_on, payout.website_id], ['24900.00', '2026-11-27', gateway.website.id]);
    assert.equal((await json(...given)).id, payout.id);
  });
});
