import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { peye } from '../support/cli.ts';
import { onSqliteByDay } from '../support/engines.ts';
import { paymentRequest, startTestGateway, type TestGateway, until } from '../support/gateway.ts';

onSqliteByDay('peye ledger', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine);
  });
  after(() => gateway?.stop());

  const run = (...args: string[]) => peye(['ledger', ...args], { settings: gateway.settings });

  // Contract: LEDGER-1, LEDGER-2
  it('shows the money that a payment and its refund through the API have moved', async () => {
    const { api, url, website } = gateway;
    const { json } = await api.post('/payments', paymentRequest({ payment_method: 'lakaypay_card' }));
    const id: string = json.transaction_id;
    assert.deepEqual(JSON.parse((await run('entries', '--about', id, '--json')).stdout), []);
    await api.post(`/test_helpers/payments/${id}/complete`, {});
    const refund = `${url}/api/refunds/v1/refunds/one`;
    await api.request('PUT', refund, { transaction_id: id, amount: 120 });
    await until('the refund succeeded', async () => (await api.get(refund)).json.data.status === 'succeeded');

    const entries = JSON.parse((await run('entries', '--about', id, '--json')).stdout);
    assert.deepEqual(
      entries.map((entry: { entry: string; lines: { account: string; amount: string }[] }) => [
        entry.entry.replace(/rfd_\w+/, 'rfd'),
        ...entry.lines.map(({ account, amount }) => `${account} ${amount}`),
      ]),
      [
        [`payment:${id}:completed`, 'due:lakaypay_card 500.00', 'sales -500.00'],
        ['refund:rfd:reserved', 'refunds 120.00', 'reserved -120.00'],
        ['refund:rfd:succeeded', 'reserved 120.00', 'due:lakaypay_card -120.00'],
      ],
    );
    const { at, ...first } = entries[0];
    assert.match(at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    assert.deepEqual([first.transaction_id, first.website_id, first.mode], [id, website.id, 'test']);
    const text = (await run('entries', '--about', id)).stdout;
    assert.match(text, /^ENTRY +ACCOUNT +AMOUNT +CURRENCY +AT/);
    assert.equal(text.trimEnd().split('\n').length, 7);

    const { balances, ...document } = JSON.parse(
      (await run('balances', '--website', website.id, '--mode', 'test', '--json')).stdout,
    );
    assert.deepEqual(document, { website_id: website.id, mode: 'test', at: null, is_complete: true });
    const balance = (account: string, amount: string) => ({ account, balance: amount, currency: 'HTG' });
    assert.deepEqual(balances, [
      balance('due:lakaypay_card', '380.00'),
      balance('refunds', '120.00'),
      balance('reserved', '0.00'),
      balance('sales', '-500.00'),
    ]);
    assert.match((await run('balances', '--website', website.id)).stdout, /^No entries match\.$/m, 'no live payments');
    const before = ['--mode', 'test', '--at', '2020-01-01'];
    assert.match((await run('balances', '--website', website.id, ...before)).stdout, /^No entries match\.$/m);
  });

  // Contract: LEDGER-4
  it('says that balances are not complete while older payments are being posted', async () => {
    const { db } = gateway.store;
    await db.transaction((tx) => tx.query('UPDATE ledger_fill SET before_id = 1'));
    const args = ['balances', '--website', gateway.website.id, '--mode', 'test'];
    assert.match((await run(...args)).stdout, /Not complete: a worker is still posting older payments\.\n$/);
    assert.equal(JSON.parse((await run(...args, '--json')).stdout).is_complete, false);
    await db.transaction((tx) => tx.query('UPDATE ledger_fill SET before_id = NULL'));
  });

  it('refuses unknown websites, and invalid transaction IDs and times', async () => {
    const unknown = await run('balances', '--website', 'web_none');
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /web_none/);
    assert.equal((await run('entries', '--about', 'x')).code, 2);
    assert.equal((await run('balances', '--website', gateway.website.id, '--at', 'now')).code, 2);
    assert.equal((await run('balances')).code, 2);
  });
});
