import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PeyeError } from '../../sdk/typescript/src/errors.ts';
import { classOf } from '../../sdk/typescript/src/failures.ts';
import { VERSION } from '../../sdk/typescript/src/settings.ts';
import { ENDPOINTS } from '../../sdk/typescript/src/transport.ts';
import { ERRORS } from '../../src/core/errors.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOOLS = join(ROOT, 'test/openapi-client/node_modules');
const SDK = join(ROOT, 'sdk/typescript');
interface Operation {
  readonly operationId: string;
  readonly servers?: object;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

describe('the SDK for TypeScript and the OpenAPI document', () => {
  const folder = mkdtempSync(join(tmpdir(), 'peye-sdk-types-'));
  let gateway: TestGateway;
  // biome-ignore lint/suspicious/noExplicitAny: looked into by name
  let openapi: any;
  before(async () => {
    gateway = await startTestGateway('sqlite');
    openapi = await (await fetch(`${gateway.url}/openapi.json`)).json();
  });
  after(async () => {
    await gateway?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('name the same endpoints', () => {
    // Operations with their own server belong to another API: the SDK has refunds, disputes and checkout.
    const isOfSdk = (path: string, { servers }: Operation) =>
      !servers || /^\/(refunds|disputes|sessions|website)/.test(path);
    const documented = Object.entries<Record<string, Operation>>(openapi.paths).flatMap(([path, operations]) =>
      METHODS.filter((method) => operations[method] && isOfSdk(path, operations[method])).map((method) => [
        operations[method]!.operationId,
        [method.toUpperCase(), path],
      ]),
    );
    assert.deepEqual(
      Object.fromEntries(documented),
      ENDPOINTS,
      'ENDPOINTS of sdk/typescript/src/transport.ts has each endpoint that the SDKs call, and each has its method in all SDKs',
    );
  });

  it('name the same codes of errors, and each has its own class', () => {
    const declared =
      /export type ErrorCode =([^;]+);/.exec(readFileSync(join(SDK, 'src/errors.ts'), 'utf8'))?.[1] ?? '';
    const codes = [...declared.matchAll(/'(\w+)'/g)].map(([, code]) => code!);
    assert.deepEqual(codes.sort(), Object.keys(ERRORS).sort());
    const classes = codes.map(classOf);
    assert.equal(new Set(classes).size, codes.length);
    assert.ok(!classes.includes(PeyeError));
    for (const strange of ['timeout', 'lost_response', 'connection', 'peye', 'to_string', '__proto__', '']) {
      assert.equal(classOf(strange), PeyeError, `${strange} is no code of the API`);
    }
  });

  it('have the same fields of the same types, in requests, queries, responses and webhooks', async () => {
    const generator = join(TOOLS, 'openapi-typescript/bin/cli.js');
    assert.ok(existsSync(generator), 'run npm ci');
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openapi));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    copyFileSync(join(ROOT, 'test/api-docs/sdk-agreement-types.txt'), join(folder, 'agreement.ts'));
    symlinkSync(join(SDK, 'src/types.ts'), join(folder, 'types.ts'));
    const run = promisify(execFile);
    await run(process.execPath, [generator, join(folder, 'openapi.json'), '--output', join(folder, 'api.d.ts')]);
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--target', 'esnext', '--lib', 'esnext,dom', '--module', 'nodenext'];
    const compiled = await run(
      process.execPath,
      [compiler, ...options, '--types', '', '--allowImportingTsExtensions', 'agreement.ts'],
      { cwd: folder },
    ).catch((error: { stdout: string }) => error);
    assert.equal(compiled.stdout, '');
  });

  it('have the version of package.json', () => {
    assert.equal(VERSION, JSON.parse(readFileSync(join(SDK, 'package.json'), 'utf8')).version);
  });
});
