import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder, syncToDisk } from '../../../platform/files/durable-files.ts';
import { makePrivateFolder, writePrivateFile } from '../../../platform/files/private-files.ts';

/** The 32 bytes of a key file; undefined when there is no file. Throws for any other content. */
export function readSecretKeyFile(file: string): Buffer | undefined {
  if (!existsSync(file)) return undefined;
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== 32) throw new Error(`${file} does not contain 32 bytes in base64. Restore your copy of the file.`);
  return key;
}

/**
 * Writes a key file that only its owner can read. The file appears completely or not at all, and survives a power loss once this
 * returns. If two processes start together, the key of the first one stays.
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
  syncFolder(dirname(file));
}

/** The file of the previous key, for as long as the key is needed. */
export function previousKeyFile(file: string): string {
  return `${file}.previous`;
}

/**
 * Replaces the key in a key file with a new one, and stores the old one in `previousKeyFile`, so that both are known at
 * every moment. Both files get the owner, the group and the mode of the file that is replaced. Both are durable when
 * this resolves. If the process dies earlier, either the old key is still current, or the new key is current and the
 * old one is in `previousKeyFile`. Throws, with nothing changed, when the user who runs this may not write there.
 */
export async function replaceSecretKeyFile(file: string): Promise<void> {
  const { uid, gid, mode } = statSync(file);
  const put = (path: string, text: string) => {
    const unfinished = `${path}.unfinished`;
    try {
      writePrivateFile(unfinished, text, mode & 0o777);
      const made = statSync(unfinished);
      if (made.uid !== uid || made.gid !== gid) chownSync(unfinished, uid, gid);
      renameSync(unfinished, path);
    } finally {
      rmSync(unfinished, { force: true });
    }
  };
  put(previousKeyFile(file), readFileSync(file, 'utf8'));
  await syncToDisk(dirname(file));
  put(file, `${randomBytes(32).toString('base64')}\n`);
  await syncToDisk(dirname(file));
}
