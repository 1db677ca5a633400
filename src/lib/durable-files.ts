import { open, rename } from 'node:fs/promises';
import { makePrivateFile } from './private-files.ts';

/** Has what was written to a file, or the names in a folder, put on the disk. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a file that others cannot read: whole and on the disk, or not at all. Its folder has to be synced for its name to last. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const unfinished = `${path}.unfinished`;
  makePrivateFile(unfinished);
  const file = await open(unfinished, 'r+');
  try {
    await file.truncate();
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}
