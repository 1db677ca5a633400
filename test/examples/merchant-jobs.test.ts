import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { fencesIn, ROOT } from '../support/doc-fences.ts';
import { paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';

const WRITTEN_URL = 'http://127.0.0.1:8080';

/** The code in a language of a topic. */
function codeOf(topic: string, language: string): string {
  const [code] = fencesIn(readFileSync(join(ROOT, `docs/${topic}.md`), 'utf8')).filter(
    (each) => each.language === language,
  );
  assert.ok(code, topic);
  return code.text;
}

describe("the programs for merchants' jobs in the docs", () => {
  let gateway: TestGateway;
  let folder: string;
  before(async () => {
    gateway = await startTestGateway('sqlite');
    folder = mkdtempSync(join(tmpdir(), 'peye-jobs-'));
    mkdirSync(join(folder, 'node_modules/@peye'), { recursive: true });
    symlinkSync(join(ROOT, 'sdk/typescript'), join(folder, 'node_modules/@peye/sdk'));
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await gateway?.stop();
  });

  const run = async (topic: string, testKey: string, env: Record<string, string>): Promise<string[]> => {
    writeFileSync(join(folder, 'job.mjs'), codeOf(topic, 'js').replaceAll(WRITTEN_URL, gateway.url));
    const settings = { PATH: process.env.PATH, PEYE_KEY: testKey, ...env };
    const { stdout } = await promisify(execFile)(process.execPath, ['job.mjs'], { cwd: folder, env: settings });
    return stdout.trim().split('\n');
  };

  it('check open orders without webhooks: paid, paid by another amount, failed, and open', async () => {
    const { testKey } = await gateway.newWebsite();
    const api = gateway.client(testKey);
    const create = async () =>
      (await api.post('/payments', paymentRequest({ amount: 500 }))).json.transaction_id as string;
    const [paid, other, failed, open] = [await create(), await create(), await create(), await create()];
    for (const id of [paid, other]) await api.post(`/test_helpers/payments/${id}/complete`);
    await api.post(`/test_helpers/payments/${failed}/fail`, { failure_reason: 'declined' });
    const order = (number: string, transactionId: string, amount = '500.00') => ({
      number,
      transactionId,
      amount,
      currency: 'HTG',
    });
    const orders = [order('A', paid), order('B', other, '400.00'), order('C', failed), order('D', open)];
    assert.deepEqual(await run('polling', testKey, { OPEN_ORDERS: JSON.stringify(orders) }), [
      'A: paid',
      'B: paid, but not its amount: check it by hand',
      'C: failed, declined',
      'D: processing, check again later',
    ]);
  });

  it("add up a month's completed payments in Haiti's time", async () => {
    const { testKey } = await gateway.newWebsite();
    const api = gateway.client(testKey);
    let completedAt = '';
    for (const method of ['moncash', 'moncash', 'natcash']) {
      const { json } = await api.post('/payments', paymentRequest({ amount: 500.5, payment_method: method }));
      await api.post(`/test_helpers/payments/${json.transaction_id}/complete`);
      completedAt = (await api.get(`/payments/${json.transaction_id}`)).json.data.completed_at;
    }
    await api.post('/payments', paymentRequest({ amount: 7 }));
    // Haiti is four or five hours behind UTC.
    const month = (hours: number) => new Date(Date.parse(completedAt) - hours * 3_600_000).toISOString().slice(0, 7);
    assert.equal(month(4), month(5), 'the test runs at the end of a month');
    const sums = await run('reconciling', testKey, { MONTH: month(5) });
    assert.deepEqual(sums.sort(), ['moncash HTG 1001.00', 'natcash HTG 500.50']);
    assert.deepEqual(await run('reconciling', testKey, { MONTH: '2020-01' }), ['']);
  });

  it('have code without errors of syntax for apps', () => {
    stripTypeScriptTypes(codeOf('mobile', 'ts'));
  });
});
