import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { toolsFolder } from './installed-sdk.ts';

/** The program of a merchant with the generated client. The generator uses one base URL: other APIs need theirs in the call. */
const MERCHANT = `
import { client } from './client/client.gen';
import { completeTestPayment, createCheckoutSession, createPayment, listPayments, readPayment } from './client';

const [gateway = '', key = ''] = process.argv.slice(2);
client.setConfig({ baseUrl: gateway + '/api/gateway/v1', auth: key });
void (async () => {
  const fields = { amount: 500, currency: 'HTG', payment_method: 'moncash', customer_name: 'Marie', reference: 'order-1' } as const;
  const { data } = await createPayment({ body: fields, throwOnError: true });
  if (data.status !== 'processing') throw new Error(data.status);
  const path = { transaction_id: data.transaction_id };
  await completeTestPayment({ path, throwOnError: true });
  const { data: payment } = await readPayment({ path, throwOnError: true });
  const { data: page } = await listPayments({ query: { status: 'completed' }, throwOnError: true });
  const body = { amount: 500, currency: 'HTG', reference: 'order-2' } as const;
  const { data: session } = await createCheckoutSession({ baseUrl: gateway + '/api/checkout/v1', body, throwOnError: true });
  const { error } = await createPayment({ body: { ...fields, amount: -1 } });
  // @ts-expect-error there is no such method
  void ((): Parameters<typeof createPayment>[0] => ({ body: { ...fields, payment_method: 'cash' } }));
  console.log(JSON.stringify([payment.data.status, page.data.length, session.data.status, error?.error]));
})();
`;

describe('sqlite: a client that @hey-api/openapi-ts generates from the OpenAPI document', () => {
  const tools = toolsFolder();
  const folder = mkdtempSync(join(tmpdir(), 'peye-generated-'));
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway('sqlite');
  });
  after(async () => {
    await gateway?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [program, ...args], { cwd: folder }).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => assert.fail(`${stdout}${stderr}`),
    );

  it('compiles strictly, and creates, reads and lists payments and opens a session', async () => {
    writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${gateway.url}/openapi.json`)).text());
    writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}');
    writeFileSync(join(folder, 'merchant.ts'), MERCHANT);
    await run(join(tools, '@hey-api/openapi-ts/bin/run.js'), '--input', 'openapi.json', '--output', 'client');
    await run(
      join(tools, 'typescript/bin/tsc'),
      ...['--strict', '--noUncheckedIndexedAccess', '--target', 'es2022', '--lib', 'es2022,dom'],
      ...['--module', 'commonjs', '--moduleResolution', 'node10', '--outDir', 'out'],
      ...['--typeRoots', join(tools, '@types'), '--types', 'node', 'merchant.ts'],
    );
    const printed = await run('out/merchant.js', gateway.url, gateway.testKey);
    assert.deepEqual(JSON.parse(printed), ['completed', 1, 'open', 'validation_error']);
  });
});
