import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import papaparse from 'papaparse';
import { daysOf, monthOf, monthsLater } from '../../src/features/statements/month.ts';
import { pdfText } from '../statements/pdf-text.ts';
import { peye } from '../support/cli.ts';
import { onSqliteByDay } from '../support/engines.ts';
import { paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';

onSqliteByDay('peye statement', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine);
    const { api } = gateway;
    const { json } = await api.post('/payments', paymentRequest({ payment_method: 'moncash' }));
    await api.post(`/test_helpers/payments/${json.transaction_id}/complete`, {});
  });
  after(() => gateway?.stop());

  const month = () => monthOf(gateway.store.clock());
  const run = (...args: string[]) =>
    peye(['statement', '--website', gateway.website.id, ...args], { settings: gateway.settings });

  it('shows the amounts of the ledger, as text and as JSON', async () => {
    const { stdout } = await run('--month', month(), '--mode', 'test', '--json');
    const { currencies, ...statement } = JSON.parse(stdout);
    const { website_id, mode, state, changes, issued_at } = statement;
    assert.deepEqual([website_id, mode, state, changes, issued_at], [gateway.website.id, 'test', 'running', [], null]);
    assert.deepEqual([statement.month, statement.from], [month(), `${month()}-01`]);
    const payments = (amount: string) => [{ kind: 'payment_completed', entries: 1, amount }];
    const due = { opening: '0.00', moves: payments('500.00'), closing: '500.00' };
    const sales = { account: 'sales', opening: '0.00', moves: payments('-500.00'), closing: '-500.00' };
    assert.deepEqual(currencies, [
      { currency: 'HTG', due: { account: 'due', ...due }, accounts: [{ account: 'due:moncash', ...due }, sales] },
    ]);
    const text = (await run('--month', month(), '--mode', 'test')).stdout;
    assert.match(text, /^ACCOUNT +ITEM +NUMBER +AMOUNT +CURRENCY\n/);
    assert.match(text, /^With MonCash +Closing balance +500\.00 +HTG$/m);
    assert.match(text, /The month is not over\./);
    assert.match((await run('--month', month())).stdout, /^No entries match\.$/m, 'no live payments');
  });

  it('writes a new file for spreadsheets, in a language, without formulas and with numbers that add up', async () => {
    await gateway.store.operator.changeWebsite(gateway.website.id, { name: '=1+1;"Kafe Mòn"' });
    const file = join(mkdtempSync(join(tmpdir(), 'peye-statement-')), 'relve.csv');
    const args = ['--month', month(), '--mode', 'test', '--csv', file, '--language', 'fr'];
    assert.match((await run(...args)).stdout, /^Wrote the statement to .*relve\.csv\.\n/);
    const text = readFileSync(file, 'utf8');
    assert.equal(text[0], '\uFEFF');
    const { data, errors } = papaparse.parse<string[]>(text.slice(1), { skipEmptyLines: true });
    assert.deepEqual(errors, []);
    assert.deepEqual(data[0], [
      'Site',
      'Identifiant du site',
      'Mode',
      'Du',
      'Au',
      'État',
      'Devise',
      'Compte',
      'Poste',
      'Nombre',
      'Montant',
    ]);
    assert.deepEqual(data[2], [
      `'=1+1;"Kafe Mòn"`,
      gateway.website.id,
      'Test',
      ...daysOf(month()),
      'Mois en cours',
      'HTG',
      'Chez les prestataires de paiement',
      'Paiements',
      '1',
      '500,00',
    ]);
    assert.equal(data.at(-1)?.at(-1), '-500,00', 'a negative number stays a number');
    const again = await run(...args);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /already exists/);
  });

  it('writes a new file as a PDF', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'peye-statement-')), 'relve.pdf');
    await run('--month', month(), '--mode', 'test', '--pdf', file, '--language', 'ht');
    const text = pdfText(readFileSync(file));
    assert.match(text, /^Relve, /);
    assert.match(text, /500\.00/);
    assert.equal((await run('--month', month(), '--csv', 'a', '--pdf', 'b')).code, 2);
  });

  it('refuses unknown websites, other texts than months, and months that have not started', async () => {
    assert.equal(
      (await peye(['statement', '--website', 'web_none', '--month', '2026-11'], { settings: gateway.settings })).code,
      1,
    );
    assert.equal((await run('--month', '2026-13')).code, 2);
    assert.equal((await run()).code, 2);
    const next = monthsLater(month(), 1);
    assert.match((await run('--month', next)).stderr, new RegExp(`${next} has not started`));
  });
});
