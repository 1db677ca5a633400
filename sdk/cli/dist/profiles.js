import { readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandFailure } from './shared/platform/command-failure.js';
import { makePrivateFolder, tightenFolder, writePrivateFile } from './shared/platform/files/private-files.js';
import { environment } from './environment.js';

const NAME = /^[\w.-]{1,64}$/;
const KEY = /^tk_(?:test|live)_[\w-]{1,200}$/;
const FILE = 'profiles.json';

export function profilesFile()         {
  return join(environment.XDG_CONFIG_HOME || join(homedir(), '.config'), 'peye', FILE);
}

export function findConnection(given

 )             {
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

export function checkConnection(url        , key        )             {
  return { url: readUrl(url), key: readKey(key) };
}

export function storeProfile(profile        , connection            )       {
  writeProfiles({ ...readProfiles(), [profileName(profile)]: connection });
}

export function removeProfile(profile        )          {
  const { [profileName(profile)]: removed, ...others } = readProfiles();
  if (removed) writeProfiles(others);
  return removed !== undefined;
}

function profileName(text        )         {
  if (NAME.test(text)) return text;
  throw wrong('a profile has 1 to 64 letters, digits, dots, hyphens and underscores');
}

function readUrl(text        )         {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url && isWeb && url.username === '' && url.password === '') return url.origin;
  throw wrong('--url is the address of the gateway, such as https://pay.example');
}

function readKey(text        )         {
  if (KEY.test(text.trim())) return text.trim();
  throw wrong('the key is not an API key: one starts with tk_test_ or tk_live_');
}

function wrong(message        )                 {
  return new CommandFailure(message, { exitCode: 2 });
}

function readProfiles()           {
  const file = profilesFile();
  try {
    const profiles = JSON.parse(readFileSync(file, 'utf8'));
    if (!Object.values(profiles).every(isConnection)) throw new Error('not profiles');
    return Object.assign(Object.create(null), profiles);
  } catch (error) {
    if ((error                     ).code === 'ENOENT') return Object.create(null);
    throw new CommandFailure(`${file} cannot be read. Correct it, or delete it and run peye login again.`);
  }
}

function isConnection(value         )          {
  const { url, key } = (value ?? {})                       ;
  return typeof url === 'string' && typeof key === 'string';
}

function writeProfiles(profiles          )       {
  const file = profilesFile();
  const folder = dirname(file);
  makePrivateFolder(folder);
  tightenFolder(folder, (name) => name.startsWith(FILE));
  const part = `${file}.${process.pid}`;
  writePrivateFile(part, `${JSON.stringify(profiles, null, 2)}\n`);
  renameSync(part, file);
}
