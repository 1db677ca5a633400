import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

export const PHP = process.env.PHP_CURL_PATH ?? process.env.PHP_PATH;
export const FLASK = pythonWith('flask', process.env.FLASK_PYTHON_PATH);
export const DJANGO = pythonWith('django');
export const FASTAPI = pythonWith('fastapi, uvicorn');
export const PIP = pythonWith('pip', process.env.PIP_PYTHON_PATH);
/** Compilers and interpreters that not every machine has. */
export const [GO, JAVAC, RUBY] = ['go', 'javac', 'ruby'].map((name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((path) => join(path, name))
    .find(existsSync),
);
/** Frameworks for Node, if the tests of the SDKs have fetched them. */
export const FETCHED = globSync(
  join(process.env.PEYE_TEST_CACHE ?? join(homedir(), '.cache/peye-tests'), 'sdk-*/node_modules'),
)[0];

/** Python with the modules: the one of the tests of the SDKs, or any that has them, such as the one of Debian's packages. */
function pythonWith(modules: string, own?: string): string | undefined {
  return [own, process.env.PYTHON_PATH, '/usr/bin/python3'].find(
    (python) => python && spawnSync(python, ['-c', `import ${modules}`]).status === 0,
  );
}
