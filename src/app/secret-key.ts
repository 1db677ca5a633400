import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Config, SAME_KEYS } from '../config.ts';
import type { Database } from '../database/database.ts';
import {
  makeSecretKeyFile,
  previousKeyFile,
  readSecretKeyFile,
  replaceSecretKeyFile,
} from '../features/secrets/store/secret-key-file.ts';
import { listWebsites } from '../features/websites/store/websites.ts';
import type { Log } from '../platform/log/log.ts';
import { type SecretBox, secretBox } from '../platform/secrets/secrets.ts';
import { ConfigError } from '../platform/settings-reader.ts';

/** The key of this store. Creates a key for a store without secrets. */
export async function requireSecretKey(config: Config, db: Database): Promise<Buffer> {
  const key = readSecretKey(config);
  if (key) return key;
  const file = secretKeyFile(config) as string;
  if ((await listWebsites(db)).length > 0) {
    throw new ConfigError(
      `${file} is missing. Only this key decrypts the stored secrets: restore your copy of the file.`,
    );
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
      'SECRET_KEY is not set, but PostgreSQL needs it: 32 bytes in base64 (create it with openssl rand -base64 32).',
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

/** The file with the SECRET_KEY of an embedded store; null when the settings have a key, or with PostgreSQL. */
export function secretKeyFile(config: Config): string | null {
  return config.secretKey === null && config.databaseUrl === null ? join(config.dataDir, 'secret.key') : null;
}

/** The previous key and its location: the setting, or a file next to the key of the embedded store. */
export interface PreviousKey {
  readonly key: Buffer;
  /** Null when it comes from SECRET_KEY_PREVIOUS. */
  readonly file: string | null;
}

/**
 * The key that `secretKey` replaced, if there is one. Throws ConfigError when SECRET_KEY_PREVIOUS is the current key, or when the file
 * holds no key.
 */
export function previousKeyOf(config: Config, secretKey: Buffer): PreviousKey | undefined {
  if (config.secretKeyPrevious) {
    // Checked here too, because the current key may come from the embedded store's file.
    if (config.secretKeyPrevious.equals(secretKey)) throw new ConfigError(SAME_KEYS);
    return { key: config.secretKeyPrevious, file: null };
  }
  const current = secretKeyFile(config);
  if (current === null) return undefined;
  const file = previousKeyFile(current);
  const key = readKeyFile(file);
  // The same key in both files is an interrupted rotation, before the new key was in place.
  return key === undefined || key.equals(secretKey) ? undefined : { key, file };
}

/** Replaces the key of the embedded store, and stores the old key next to it. Throws as `replaceSecretKeyFile` does. */
export async function replaceSecretKey(file: string): Promise<void> {
  await replaceSecretKeyFile(file);
}

/** A box that encrypts with a key, and decrypts with this key or the previous one. Throws as `previousKeyOf` does. */
export function boxOf(config: Config, secretKey: Buffer): SecretBox {
  return secretBox(secretKey, previousKeyOf(config, secretKey)?.key);
}

/**
 * Checks the key at the start, because a wrong key would otherwise show only when a webhook cannot be signed. A key that decrypts some
 * of the secrets serves those websites, and the log names the others.
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
      'SECRET_KEY is not the key of this database: it does not decrypt the webhook secrets. If it was rotated, set SECRET_KEY_PREVIOUS to the previous key.',
    );
  }
  log.error(
    { websites: unopened.length, first: unopened[0]?.id },
    'SECRET_KEY does not decrypt webhook secrets: set SECRET_KEY_PREVIOUS to the previous key, and run `peye secrets rotate`',
  );
}
