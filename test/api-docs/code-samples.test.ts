import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { ENDPOINTS } from '../../sdk/typescript/src/transport.ts';
import { type CodeSample, operations } from '../../src/api/openapi/document.ts';
import { ROOT } from '../support/doc-fences.ts';
import { servedDocs } from '../support/openapi.ts';

const exec = promisify(execFile);

/** `snippets.test.ts` runs the same code, which the API reference shows. */
describe('the code samples in the OpenAPI document', () => {
  const folder = mkdtempSync(join(tmpdir(), 'peye-samples-'));
  let operationCount: number;
  let samples: { operationId: string; sample: CodeSample }[];
  before(async () => {
    const { document } = await servedDocs();
    operationCount = operations(document).length;
    samples = operations(document).flatMap(({ operation }) =>
      (operation['x-codeSamples'] ?? []).map((sample) => ({ operationId: operation.operationId, sample })),
    );
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const written = (lang: string, extension: string) =>
    samples
      .filter(({ sample }) => sample.lang === lang)
      .map(({ operationId, sample }) => {
        const file = join(folder, `${operationId}.${extension}`);
        writeFileSync(file, `${sample.source}\n`);
        return file;
      });
  const run = (program: string, args: string[]) =>
    exec(program, args, { cwd: folder }).catch(({ stdout, stderr }) => assert.fail(`${stdout}${stderr}`));

  it('are there for each operation, in four languages, with the SDK where it has the operation', async () => {
    const langs = Map.groupBy(samples, ({ operationId }) => operationId);
    assert.equal(langs.size, operationCount);
    for (const [operationId, own] of langs) {
      const names = own.map(({ sample }) => sample.lang).join(' ');
      assert.match(names, /^Shell (?:TypeScript|JavaScript) PHP Python$/, operationId);
    }
    const own = samples.filter(({ sample }) => sample.lang === 'TypeScript');
    assert.equal(own.length, Object.keys(ENDPOINTS).length, 'one for each method of the SDK');
  });

  it('compile in strict TypeScript', async () => {
    mkdirSync(join(folder, 'node_modules/@peye'), { recursive: true });
    symlinkSync(join(ROOT, 'sdk/typescript'), join(folder, 'node_modules/@peye/sdk'));
    symlinkSync(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const options = '--noEmit --strict --target es2022 --module nodenext --types node --skipLibCheck'.split(' ');
    await run(process.execPath, [
      join(ROOT, 'node_modules/typescript/bin/tsc'),
      ...options,
      ...written('TypeScript', 'ts'),
    ]);
  });

  it('have valid syntax in JavaScript', async () => {
    for (const file of written('JavaScript', 'mjs')) await run(process.execPath, ['--check', file]);
  });

  it('have valid syntax in PHP', { skip: !process.env.PHP_PATH && 'no PHP: PHP_PATH is not set' }, async () => {
    for (const file of written('PHP', 'php')) await run(process.env.PHP_PATH!, ['-l', file]);
  });

  it('have valid syntax in Python', {
    skip: !process.env.PYTHON_PATH && 'no Python: PYTHON_PATH is not set',
  }, async () => {
    const parse = 'import ast, sys\nfor file in sys.argv[1:]: ast.parse(open(file).read(), file)';
    await run(process.env.PYTHON_PATH!, ['-c', parse, ...written('Python', 'py')]);
  });
});
