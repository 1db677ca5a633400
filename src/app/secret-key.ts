import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Config, SAME_KEYS } from '../config.ts';
import type { Log } from '../lib/log.ts';
import { type SecretBox, secretBox } from '../lib/secrets.ts';
import { ConfigError } from '../lib/settings-reader.ts';
import type { Database } from '../storage/database.ts';
import {
  makeSecretKeyFile,
  previousKeyFile,
  readSecretKeyFile,
  replaceSecretKeyFile,
} from '../storage/secret-key-file.ts';
import { listWebsites } from '../storage/websites.ts';

/** The key that this store was made with; a store without secrets yet gets a new one. */
export async function requireSecretKey(config: Config, db: Database): Promise<Buffer> {
  const key = readSecretKey(config);
  if (key) return key;
  const file = secretKeyFile(config) as string;
  if ((await listWebsites(db)).length > 0) {
    throw new ConfigError(`${file} is missing, and the store's secrets open with it alone. Restore it from a backup.`);
  }
  makeSecretKeyFile(file, randomBytes(32));
  return requireSecretKey(config, db);
}

/** The key of the settings or of the embedded store's file; undefined when that file does not exist. */
export function readSecretKey(config: Config): Buffer | undefined {
  if (config.secretKey) return config.secretKey;
  const file = secretKeyFile(config);
  if (file === null) {
    throw new ConfigError(
      'SECRET_KEY is not set, but PostgreSQL needs it: 32 bytes in base64 (openssl rand -base64 32 makes one).',
    );
  }
  return readKeyFile(file);
}

function readKeyFile(file: string): Buffer | undefined {
  try {
    return readSecretKeyFile(file);
  } catch (error) {
    throw new ConfigError((error as Error).message, { cause: error });
  }
}

/** Where the embedded store's own SECRET_KEY is kept; null when the settings give one or the store is PostgreSQL. */
export function secretKeyFile(config: Config): string | null {
  return config.secretKey === null && config.databaseUrl === null ? join(config.dataDir, 'secret.key') : null;
}

/** The key before the current one, and where it is: the setting, or a file beside the embedded store's own key. */
export interface PreviousKey {
  readonly key: Buffer;
  /** Null when it comes from SECRET_KEY_PREVIOUS. */
  readonly file: string | null;
}

/**
 * The key that `secretKey` replaced, if there is one. Throws ConfigError when SECRET_KEY_PREVIOUS is the current key, or when the file holds no key.
 */
export function previousKeyOf(config: Config, secretKey: Buffer): PreviousKey | undefined {
  if (config.secretKeyPrevious) {
    // Here too, because the current key may come from the embedded store's file.
    if (config.secretKeyPrevious.equals(secretKey)) throw new ConfigError(SAME_KEYS);
    return { key: config.secretKeyPrevious, file: null };
  }
  const current = secretKeyFile(config);
  if (current === null) return undefined;
  const file = previousKeyFile(current);
  const key = readKeyFile(file);
  // The same key in both files is a change that was cut off before the new key was in place.
  return key === undefined || key.equals(secretKey) ? undefined : { key, file };
}

/** Replaces the embedded store's own key, and keeps the old one beside it. Throws as `replaceSecretKeyFile` does. */
export async function replaceSecretKey(file: string): Promise<void> {
  await replaceSecretKeyFile(file);
}

/** What seals under a key, and opens what is sealed under it or the one before it. Throws as `previousKeyOf` does. */
export function boxOf(config: Config, secretKey: Buffer): SecretBox {
  return secretBox(secretKey, previousKeyOf(config, secretKey)?.key);
}

/**
 * A key that opens none of the store's secrets would only be noticed when webhooks fail to be signed: better now. With a
 * key that opens some of them those websites are served, and the others are reported to the operator.
 */
export async function checkSecretKey(db: Database, box: SecretBox, log: Log): Promise<void> {
  const websites = await listWebsites(db);
  const unopened = websites.filter(({ id, signers }) => {
    try {
      for (const signer of [signers.live, signers.test]) if (signer) box.open('webhook-secret', signer.sealed, id);
      return false;
    } catch {
      return true;
    }
  });
  if (unopened.length === 0) return;
  if (unopened.length === websites.length) {
    throw new ConfigError(
      'SECRET_KEY is not the key that this store was made with: its webhook secrets do not open. If it was changed, set SECRET_KEY_PREVIOUS to the key before it.',
    );
  }
  log.error(
    { websites: unopened.length, first: unopened[0]?.id },
    'webhook secrets do not open under SECRET_KEY: set SECRET_KEY_PREVIOUS to the key before it, and run `peye secrets rotate`',
  );
}
