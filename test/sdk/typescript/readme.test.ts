import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { fencesIn, ROOT } from '../../support/doc-fences.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
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
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [program, ...args], {
      cwd: sdk.folder,
      env: { PATH: process.env.PATH, PEYE_KEY: gateway.testKey },
    }).catch((error: { stdout: string; stderr: string }) => assert.fail(`${error.stdout}${error.stderr}`));

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
