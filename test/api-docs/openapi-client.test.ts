import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { API, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { byTier } from '../support/tier.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOOLS = join(ROOT, 'test/openapi-client/node_modules');
const GENERATOR = join(TOOLS, 'openapi-typescript/bin/cli.js');
/** The version of the compiler that most merchants use, and the version that this repository uses. */
const COMPILERS = {
  'TypeScript 5': join(TOOLS, 'typescript/bin/tsc'),
  ours: join(ROOT, 'node_modules/typescript/bin/tsc'),
};
const STRICT = [
  ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--noUnusedLocals'],
  ...['--target', 'esnext', '--lib', 'esnext,dom', '--module', 'nodenext', '--types', 'node'],
  ...['--allowImportingTsExtensions', '--erasableSyntaxOnly', '--verbatimModuleSyntax'],
];

describe('a TypeScript client that is generated from the OpenAPI document', () => {
  const folder = mkdtempSync(join(tmpdir(), 'peye-client-'));
  let gateway: TestGateway;
  before(async () => {
    for (const tool of [GENERATOR, ...Object.values(COMPILERS)]) {
      assert.ok(existsSync(tool), `${tool} is missing: run npm ci`);
    }
    gateway = await startTestGateway('sqlite');
    writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${gateway.url}/openapi.json`)).text());
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    copyFileSync(join(ROOT, 'test/openapi-client/client.ts'), join(folder, 'client.ts'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await run(GENERATOR, join(folder, 'openapi.json'), '--output', join(folder, 'api.d.ts'));
  });
  after(async () => {
    await gateway?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a JavaScript program in the folder, and returns its output. When the program fails, the error contains its output. */
  const run = (...command: string[]): Promise<string> =>
    promisify(execFile)(process.execPath, command, { cwd: folder }).then(
      ({ stdout }) => stdout,
      ({ message, stdout, stderr }) => {
        throw new Error(`${message}\n${stdout}\n${stderr}`);
      },
    );

  // By day with our own compiler, which is ten times as fast.
  for (const [name, compiler] of Object.entries(COMPILERS).slice(byTier({ day: 1, night: 0 }))) {
    it(`compiles in strict mode with ${name}, although it sends null for every optional member`, async () => {
      assert.equal(await run(compiler, ...STRICT, 'client.ts'), '');
    });
  }

  it('runs, sends null for every optional member, and reads every 200 and 201 response by its type', async () => {
    const reported = JSON.parse(await run('client.ts', `${gateway.url}${API}`, gateway.testKey));
    assert.deepEqual(reported, {
      rate: 130.5,
      hasSecret: true,
      reason: 'declined',
      listed: 3,
      after: true,
      dollars: 0,
    });
  });
});
