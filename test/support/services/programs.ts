import { execFileSync } from 'node:child_process';
import { accessSync, constants, globSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** The folders of PostgreSQL's programs in Debian, Red Hat and Homebrew, for when they are not on the PATH. */
const POSTGRES_FOLDERS = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql*/bin',
  '/usr/local/opt/postgresql*/bin',
];
/** Chromium's engine without the browser around it, which needs a third of the processor time. */
export const HEADLESS_SHELL = 'chromium-headless-shell';
const CHROMIUM_NAMES = [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
export const PHP_VERSION = /^PHP [89]\.\S* \(cli\)/;
export const PYTHON_VERSION = /^Python 3\./;
const VERSION_TIMEOUT_MS = 30_000;

/**
 * The folder with both `initdb` and `postgres`, of the newest version if there are several. If the folder only has links to some of the
 * programs, the folder to which the links lead, because that one has all of them.
 */
export function findPostgres(): string | undefined {
  const known = POSTGRES_FOLDERS.flatMap((pattern) => globSync(pattern));
  known.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  const found = [...pathFolders(), ...known].find((folder) =>
    ['initdb', 'postgres'].every((name) => isExecutable(join(folder, name))),
  );
  return found && dirname(realpathSync(join(found, 'postgres')));
}

/** Redis, or Valkey, which speaks the same protocol. */
export function findRedis(): string | undefined {
  return onPath('redis-server') ?? onPath('valkey-server');
}

export function findPgbouncer(): string | undefined {
  return findForRoot('pgbouncer');
}

/** Finds a program that Debian installs in a folder that is only on root's PATH. */
export function findForRoot(name: string): string | undefined {
  return onPath(name) ?? [`/usr/sbin/${name}`].find(isExecutable);
}

/** A Chromium that really starts: on some systems the name belongs to a stub that only recommends a package. */
export function findChromium(): string | undefined {
  return CHROMIUM_NAMES.flatMap((name) => onPath(name) ?? []).find((path) => isWorking(path));
}

export function findHeadlessShell(): string | undefined {
  return onPath(HEADLESS_SHELL);
}

/** The command line of PHP 8, not the CGI program that can go by the same name. */
export function findPhp(): string | undefined {
  const program = onPath('php');
  return program !== undefined && printsVersion(program, PHP_VERSION) ? program : undefined;
}

export function findPython(): string | undefined {
  const program = onPath('python3');
  return program !== undefined && printsVersion(program, PYTHON_VERSION) ? program : undefined;
}

/** The PHP of `findPhp`, if it has the extension curl. */
export function findPhpWithCurl(): string | undefined {
  const php = findPhp();
  return php !== undefined && hasCurl(php) ? php : undefined;
}

export function hasCurl(php: string): boolean {
  return runs(php, ['-r', 'exit(function_exists("curl_init") ? 0 : 1);']);
}

/** The PHP extensions that hosting companies of shops offer. Debian's packages are called php-…. */
export const SHOP_EXTENSIONS = ['sqlite3', 'xml', 'mbstring'] as const;

/** The PHP of `findPhp`, if it has this extension. */
export function findPhpWith(extension: string): string | undefined {
  const php = findPhp();
  return php !== undefined && isPhpWith(php, extension) ? php : undefined;
}

export function isPhpWith(php: string, extension: string): boolean {
  return runs(php, ['-r', `exit(extension_loaded("${extension}") ? 0 : 1);`]);
}

/** PHP's server for FastCGI, which Debian names after its version. */
export function findPhpFpm(): string | undefined {
  return findForRoot('php-fpm') ?? newest('/usr/sbin/php-fpm[0-9]*');
}

/** PHP as a module of Apache, if Apache is installed too. */
export function findModPhp(): string | undefined {
  return findForRoot('apache2') && newest('/usr/lib/apache2/modules/libphp[0-9]*.so');
}

/** A Python that has Flask. It is not always the first Python on the PATH. */
export function findFlaskPython(): string | undefined {
  return [onPath('python3'), '/usr/bin/python3'].find((python) => python !== undefined && hasFlask(python));
}

export function hasFlask(python: string): boolean {
  return runs(python, ['-c', 'import flask']);
}

/** A Python that can install packages without using the network. */
export function findPipPython(): string | undefined {
  return [onPath('python3'), '/usr/bin/python3'].find((python) => python !== undefined && hasPip(python));
}

export function hasPip(python: string): boolean {
  return runs(python, ['-c', 'import setuptools, wheel, pip']);
}

function newest(pattern: string): string | undefined {
  return globSync(pattern)
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .at(0);
}

function runs(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore', timeout: VERSION_TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}

/** Whether a program responds to `--version` with a text that matches. */
export function printsVersion(program: string, expected: RegExp): boolean {
  try {
    return expected.test(execFileSync(program, ['--version'], { encoding: 'utf8', timeout: VERSION_TIMEOUT_MS }));
  } catch {
    return false;
  }
}

/** Whether a program understands `--version`. */
export function isWorking(program: string, versionOption = '--version'): boolean {
  return runs(program, [versionOption]);
}

export function onPath(name: string): string | undefined {
  return executableIn(pathFolders(), name);
}

/** The first program with this name in these folders. */
export function executableIn(folders: readonly string[], name: string): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function pathFolders(): string[] {
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
