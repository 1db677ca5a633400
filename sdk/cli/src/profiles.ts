import { readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandFailure } from '../../../src/platform/command-failure.ts';
import { makePrivateFolder, tightenFolder, writePrivateFile } from '../../../src/platform/files/private-files.ts';
import { environment } from './environment.ts';

/** A gateway and a key of one of its websites. */
export interface Connection {
  /** The address of the gateway, without a path. */
  readonly url: string;
  readonly key: string;
}

type Profiles = Record<string, Connection>;

const NAME = /^[\w.-]{1,64}$/;
const KEY = /^tk_(?:test|live)_[\w-]{1,200}$/;
const FILE = 'profiles.json';

/** The file of the profiles. Only its owner can read it, because it has keys. */
export function profilesFile(): string {
  return join(environment.XDG_CONFIG_HOME || join(homedir(), '.config'), 'peye', FILE);
}

/**
 * The gateway and the key of a command: its options, otherwise PEYE_URL and PEYE_KEY, otherwise the profile. A stored key is only used with
 * its own gateway. Throws CommandFailure if there is no gateway or no key.
 */
export function findConnection(given: {
  readonly profile: string;
  readonly url: string | undefined;
  readonly key: string | undefined;
}): Connection {
  const url = given.url || environment.PEYE_URL;
  const key = given.key || environment.PEYE_KEY;
  if (url && key) return checkConnection(url, key);
  const stored = readProfiles()[profileName(given.profile)];
  if (!stored) {
    throw new CommandFailure(
      `there is no profile "${given.profile}". Run peye login --url https://YOUR-GATEWAY, or set PEYE_URL and PEYE_KEY.`,
    );
  }
  if (key) return checkConnection(stored.url, key);
  if (!url || readUrl(url) === stored.url) return checkConnection(stored.url, stored.key);
  throw new CommandFailure(
    `the key of profile "${given.profile}" is for ${stored.url}. Give the key of ${readUrl(url)} in PEYE_KEY.`,
  );
}

/** Checks the address and the key as typed. No message quotes the key. */
export function checkConnection(url: string, key: string): Connection {
  return { url: readUrl(url), key: readKey(key) };
}

/** Stores a profile, so that a later command finds it. */
export function storeProfile(profile: string, connection: Connection): void {
  writeProfiles({ ...readProfiles(), [profileName(profile)]: connection });
}

/** Removes a profile. Returns whether there was one. */
export function removeProfile(profile: string): boolean {
  const { [profileName(profile)]: removed, ...others } = readProfiles();
  if (removed) writeProfiles(others);
  return removed !== undefined;
}

function profileName(text: string): string {
  if (NAME.test(text)) return text;
  throw wrong('a profile has 1 to 64 letters, digits, dots, hyphens and underscores');
}

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url && isWeb && url.username === '' && url.password === '') return url.origin;
  throw wrong('--url is the address of the gateway, such as https://pay.example');
}

function readKey(text: string): string {
  if (KEY.test(text.trim())) return text.trim();
  throw wrong('the key is not an API key: one starts with tk_test_ or tk_live_');
}

function wrong(message: string): CommandFailure {
  return new CommandFailure(message, { exitCode: 2 });
}

function readProfiles(): Profiles {
  const file = profilesFile();
  try {
    const profiles = JSON.parse(readFileSync(file, 'utf8'));
    if (!Object.values(profiles).every(isConnection)) throw new Error('not profiles');
    return Object.assign(Object.create(null), profiles);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return Object.create(null);
    throw new CommandFailure(`${file} cannot be read. Correct it, or delete it and run peye login again.`);
  }
}

function isConnection(value: unknown): boolean {
  const { url, key } = (value ?? {}) as Partial<Connection>;
  return typeof url === 'string' && typeof key === 'string';
}

/** Writes the file as a whole: another command never reads a part of it. */
function writeProfiles(profiles: Profiles): void {
  const file = profilesFile();
  const folder = dirname(file);
  makePrivateFolder(folder);
  tightenFolder(folder, (name) => name.startsWith(FILE));
  const part = `${file}.${process.pid}`;
  writePrivateFile(part, `${JSON.stringify(profiles, null, 2)}\n`);
  renameSync(part, file);
}
