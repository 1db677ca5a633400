import assert from 'node:assert/strict';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PYTHON } from '../support/languages.ts';
import { runProgram } from '../support/run-program.ts';

const SDK = fileURLToPath(new URL('../../../sdk/python', import.meta.url));

describe('the Python package', { skip: PYTHON.skip }, () => {
  const python = process.env.PYTHON_PATH!;
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'peye-python-'));
    cpSync(SDK, join(folder, 'sdk'), { recursive: true, filter: (path) => !path.includes('__pycache__') });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('is written in the syntax of Python 3.9', async () => {
    const files = globSync('src/**/*.py', { cwd: SDK }).map((file) => join(SDK, file));
    assert.ok(files.length > 8);
    const program =
      'import ast, sys\nfor file in sys.argv[1:]: ast.parse(open(file).read(), file, feature_version=(3, 9))';
    const { code, stderr } = await runProgram([python, '-c', program, ...files], {});
    assert.equal(code, 0, stderr);
  });

  it('imports nothing but the standard library', async () => {
    const names = globSync('src/**/*.py', { cwd: SDK }).flatMap((file) =>
      [...readFileSync(join(SDK, file), 'utf8').matchAll(/^(?:from|import) ([a-z_]+)/gm)].map(([, name]) => name!),
    );
    assert.ok(names.length > 20);
    const program = 'import sys\nprint([name for name in sys.argv[1:] if name not in sys.stdlib_module_names])';
    const { stdout } = await runProgram([python, '-c', program, ...new Set(names)], {});
    assert.equal(stdout.trim(), '[]');
  });

  const pip = process.env.PIP_PYTHON_PATH;
  const skip = pip ? false : 'no pip: PIP_PYTHON_PATH is not set';
  it('is installed by pip without a network, with its types', { skip }, async () => {
    const target = join(folder, 'site');
    const env = { HOME: folder, PIP_NO_INDEX: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1' };
    const install = [
      '-m',
      'pip',
      'install',
      '--no-build-isolation',
      '--no-deps',
      '--target',
      target,
      join(folder, 'sdk'),
    ];
    const ran = await runProgram([pip!, ...install], env);
    assert.equal(ran.code, 0, `${ran.stdout}${ran.stderr}`);
    const program =
      'import peye, pathlib; print(peye.__file__, (pathlib.Path(peye.__file__).parent / "py.typed").exists())';
    const { stdout } = await runProgram([pip!, '-c', program], { PYTHONPATH: target });
    assert.equal(stdout.trim(), `${join(target, 'peye/__init__.py')} True`);
    const [license = ''] = globSync('*.dist-info/**/LICENSE', { cwd: target });
    assert.deepEqual(readFileSync(join(target, license)), readFileSync(join(SDK, 'LICENSE')));
  });
});
