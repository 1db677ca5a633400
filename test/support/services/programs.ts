import { execFileSync } from 'node:child_process';
import { accessSync, constants, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where PostgreSQL's programs are when they are not on the PATH: Debian, Red Hat, Homebrew. */
const POSTGRES_FOLDERS = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql*/bin',
  '/usr/local/opt/postgresql*/bin',
];
const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const VERSION_TIMEOUT_MS = 30_000;

/** The folder that holds both `initdb` and `postgres`, the newest version's where there are several. */
export function findPostgres(): string | undefined {
  const known = POSTGRES_FOLDERS.flatMap((pattern) => globSync(pattern));
  known.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return [...pathFolders(), ...known].find((folder) =>
    ['initdb', 'postgres'].every((name) => isExecutable(join(folder, name))),
  );
}

/** Redis, or Valkey, which speaks the same protocol. */
export function findRedis(): string | undefined {
  return onPath('redis-server') ?? onPath('valkey-server');
}

/** A Chromium that really starts: on some systems the name belongs to a stub that only recommends a package. */
export function findChromium(): string | undefined {
  return CHROMIUM_NAMES.flatMap((name) => onPath(name) ?? []).find(isWorking);
}

/** Whether a program answers `--version`. */
export function isWorking(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore', timeout: VERSION_TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}

export function onPath(name: string): string | undefined {
  return pathFolders()
    .map((folder) => join(folder, name))
    .find(isExecutable);
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
