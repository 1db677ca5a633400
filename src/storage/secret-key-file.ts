import { existsSync, linkSync, readFileSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { makePrivateFolder, writePrivateFile } from '../lib/private-files.ts';

/** The 32 bytes of a key file, or undefined when there is none. Throws when it holds something else. */
export function readSecretKeyFile(file: string): Buffer | undefined {
  if (!existsSync(file)) return undefined;
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== 32) throw new Error(`${file} does not hold 32 bytes in base64. Restore it from a backup.`);
  return key;
}

/**
 * Writes a key file that only its owner can read, whole or not at all, and durable. Of two processes that start together
 * the first one's key stays.
 */
export function makeSecretKeyFile(file: string, key: Buffer): void {
  makePrivateFolder(dirname(file));
  const temporary = `${file}.${process.pid}`;
  writePrivateFile(temporary, `${key.toString('base64')}\n`);
  try {
    linkSync(temporary, file);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(temporary);
  }
}
