import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { makePrivateFile } from './private-files.ts';

/** Flushes a file's contents, or a folder's names, to the disk. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the names of new files in a folder durable, before it returns. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Writes a file that other users cannot read: completely and durably, or not at all. Sync its folder to make the name durable. */
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
