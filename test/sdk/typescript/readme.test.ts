import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { fencesIn, ROOT } from '../../support/doc-fences.ts';
import { paymentRequest, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { installSdk, toolsFolder } from './installed-sdk.ts';

/** Declarations of the names that the pieces of code use without defining them. */
const AROUND = `
declare global {
  const app: any, expressApp: any, fastifyApp: any, honoApp: any;
  const secret: string;
  const mode: 'live' | 'test';
  const onEvent: (event: import('@peye/sdk').WebhookEvent) => void;
  const fields: import('@peye/sdk').CreatePaymentFields;
  function deliver(): void;
  function markPaid(transactionId: string, amount: string, currency: string): Promise<void>;
}
export {};
`;

describe('sqlite: the code in the documents about the SDK for TypeScript', () => {
  const sdk = installSdk();
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway('sqlite');
    writeFileSync(join(sdk.folder, 'package.json'), '{"type":"module"}');
    symlinkSync(join(toolsFolder(), '@types'), join(sdk.folder, 'node_modules/@types'));
  });
  after(async () => {
    await gateway?.stop();
    sdk.remove();
  });
  const env: Record<string, string> = {};
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [program, ...args], {
      cwd: sdk.folder,
      env: { PATH: process.env.PATH, PEYE_KEY: gateway.testKey, ...env },
    }).catch((error: { stdout: string; stderr: string }) => assert.fail(`${error.stdout}${error.stderr}`));

  it('of docs/sdk.md requests a refund, which a second run does not repeat', async () => {
    const { json: made } = await gateway.api.post('/payments', paymentRequest());
    await gateway.api.post(`/test_helpers/payments/${made.transaction_id}/complete`);
    env.TRANSACTION_ID = made.transaction_id;
    const fences = fencesIn(readFileSync(join(ROOT, 'docs/sdk.md'), 'utf8'));
    const code = fences.find(({ language, text }) => language === 'ts' && text.includes('refunds.create'))!.text;
    writeFileSync(join(sdk.folder, 'refund.ts'), code.replace(/baseUrl: '[^']*'/, `baseUrl: '${gateway.url}'`));
    for (let nth = 0; nth < 2; nth++) assert.match((await run('refund.ts')).stdout, /order-1042-refund is manual/);
    const { json } = await gateway.api.get(`${gateway.url}/api/refunds/v1/refunds`);
    assert.deepEqual(
      json.data.map(({ amount }: { amount: string }) => amount),
      ['250.00'],
    );
  });

  for (const file of ['sdk/typescript/README.md', 'docs/sdk.md']) {
    const fences = fencesIn(readFileSync(join(ROOT, file), 'utf8')).filter(({ language }) => language === 'ts');

    it(`of ${file} compiles`, async () => {
      assert.ok(fences.length >= 3, `${fences.length} pieces`);
      writeFileSync(join(sdk.folder, 'around.ts'), AROUND);
      const names = fences.map(({ text }, index) => {
        const name = `piece-${index}.ts`;
        // A piece without imports continues the previous one, so it gets the same first lines.
        const begin = text.includes('import ')
          ? ''
          : "import { LostResponseError, Peye } from '@peye/sdk';\ndeclare const peye: Peye;\n";
        writeFileSync(join(sdk.folder, name), `${begin}${text}\nexport {};\n`);
        return name;
      });
      const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
      assert.ok(existsSync(compiler));
      const options = [
        '--noEmit',
        '--strict',
        '--target',
        'es2022',
        '--module',
        'nodenext',
        '--types',
        'node',
        '--skipLibCheck',
      ];
      await run(compiler, ...options, 'around.ts', ...names);
    });

    it(`of ${file} creates a payment`, async () => {
      const first = fences[0]!.text.replace(/baseUrl: '[^']*'/, `baseUrl: '${gateway.url}'`);
      writeFileSync(join(sdk.folder, 'first.ts'), `const deliver = () => {};\n${first}`);
      const { pagination } = (await gateway.api.get('/payments')).json;
      await run('first.ts');
      assert.equal((await gateway.api.get('/payments')).json.pagination.total, pagination.total + 1);
    });
  }
});
