import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { runChecks, runProgram } from '../support/run-program.ts';

const VERSIONS = ['3.9', '3.10', '3.11', '3.12', '3.13', '3.14'] as const;
const path = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
const env = { PYTHONPATH: path('sdk/python/src') };
const found = VERSIONS.map((version) => ({ version, python: findVersion(version) }));

/** A Python of this version: one of pyenv, or one of the system. */
function findVersion(version: string): string | undefined {
  const pyenv = process.env.PYENV_ROOT ?? join(homedir(), '.pyenv');
  const places = [...globSync(`${pyenv}/versions/${version}.*/bin/python${version}`), `/usr/bin/python${version}`];
  return places.find((python) => {
    try {
      return execFileSync(python, ['--version'], { encoding: 'utf8' }).startsWith(`Python ${version}.`);
    } catch {
      return false;
    }
  });
}

describe('sqlite: the versions of Python', () => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway('sqlite');
  });
  after(() => gateway?.stop());

  it('exist on this machine, at least one', (context) => {
    const missing = found.filter(({ python }) => python === undefined).map(({ version }) => version);
    if (missing.length > 0) context.diagnostic(`not on this machine, so not tested: Python ${missing.join(', ')}`);
    assert.ok(missing.length < VERSIONS.length);
  });

  for (const { version, python } of found) {
    if (python === undefined) continue;
    it(`Python ${version} can use every part of the SDK, without a gateway and with one`, async () => {
      const program = (name: string) => [python, path(`test/sdk/python/${name}.py`)] as const;
      await runChecks(program('offline'), env, 100);
      const { testKey } = await gateway.newWebsite();
      await runChecks(program('surface'), { ...env, PEYE_URL: gateway.url, PEYE_KEY: testKey }, 40);
    });
  }
});

const { MYPY_PATH } = process.env;
describe('mypy --strict', { skip: MYPY_PATH ? false : 'no mypy: MYPY_PATH is not set' }, () => {
  const cache = mkdtempSync(join(tmpdir(), 'peye-mypy-'));
  after(() => rmSync(cache, { recursive: true, force: true }));

  for (const version of VERSIONS) {
    it(`accepts the SDK and the program of a merchant for Python ${version}, and reports wrong fields`, async (context) => {
      const options = ['--strict', '--python-version', version, '--cache-dir', cache];
      const files = [path('sdk/python/src/peye'), path('test/sdk/python/merchant.py')];
      const ran = await runProgram([MYPY_PATH!, ...options, ...files], { MYPYPATH: env.PYTHONPATH });
      // A newer mypy checks no program for a version that has reached its end.
      if (/is not supported \(must be/.test(ran.stderr)) return context.diagnostic(ran.stderr.trim());
      assert.equal(ran.code, 0, `${ran.stdout}${ran.stderr}`);
    });
  }
});
