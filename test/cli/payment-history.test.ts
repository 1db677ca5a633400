import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { insertHistory } from '../../src/features/payments/history/store/write-history.ts';
import { newId } from '../../src/platform/secrets/secrets.ts';
import { peye } from '../support/cli.ts';
import { onSqliteByDay } from '../support/engines.ts';
import { paymentRequest, startTestGateway, type TestGateway, until } from '../support/gateway.ts';

onSqliteByDay('peye payments show --history, and note', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine, { settings: { ROLES: 'api' } });
  });
  after(() => gateway.stop());

  const run = (...args: string[]) => peye(['payments', ...args], { settings: gateway.settings });

  it('shows what happened to a payment, oldest first, as text and as JSON, and only with --history', async () => {
    const { transaction_id: id, payment_url: url } = (await gateway.api.post('/payments', paymentRequest())).json;
    assert.match((await run('show', id, '--history')).stdout, /\n\nNo history yet/);
    await fetch(url);
    const { db } = gateway.store;
    await until('the step is written', async () => (await db.query('SELECT id FROM payment_history')).length > 0);
    const noted = await run('note', id, 'The customer called.\nA second line.', '--as', 'marie');
    assert.deepEqual([noted.code, noted.stdout], [0, `Note added to payment ${id}.\n`]);
    const { stdout } = await run('show', id, '--history');
    assert.match(
      stdout,
      /Z {2}step {3}opened page\n.*Z {2}note {3}marie: The customer called\.\n {4}A second line\.\n$/,
    );
    const { history, ...rest } = JSON.parse((await run('show', id, '--history', '--json')).stdout);
    assert.deepEqual(rest, JSON.parse((await run('show', id, '--json')).stdout));
    assert.deepEqual(
      history.map(({ id: _, at: __, ...shown }: Record<string, unknown>) => shown),
      [
        { kind: 'step', step: 'opened', place: 'page' },
        { kind: 'note', text: 'The customer called.\nA second line.', author_kind: 'cli', author: 'marie' },
      ],
    );
  });

  it('shows all of a long history', async () => {
    const { transaction_id: id } = (await gateway.api.post('/payments', paymentRequest())).json;
    const [paymentId, step] = [Number(id), { name: 'opened', facts: { place: 'page' } } as const];
    const entries = Array.from({ length: 401 }, (_, at) => {
      return { kind: 'step', paymentId, atUs: 1_800_000_000_000_000 + at, id: newId('hst'), step } as const;
    });
    await gateway.store.db.transaction((tx) => insertHistory(tx, entries));
    const { history } = JSON.parse((await run('show', id, '--history', '--json')).stdout);
    assert.deepEqual(
      history.map((entry: { id: string }) => entry.id),
      entries.map((entry) => entry.id),
    );
  });

  it('refuses an empty note, and one for an unknown payment', async () => {
    const { transaction_id: id } = (await gateway.api.post('/payments', paymentRequest())).json;
    const empty = await run('note', id, ' ');
    assert.deepEqual([empty.code, empty.stdout], [1, '']);
    assert.match(empty.stderr, /1 to 2000 characters/);
    assert.match((await run('note', '100000000000000', 'x')).stderr, /there is no payment 100000000000000/);
  });
});
