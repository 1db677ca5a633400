import { linkSync, readFileSync, renameSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from '../../../platform/files/durable-files.ts';
import { writePrivateFile } from '../../../platform/files/private-files.ts';

/**
 * The content of a file next to an embedded store: how many charges were requested. A rollback of the store does not
 * change it.
 */
export interface ChargeMark {
  readonly storeId: string;
  readonly mark: number;
}

/** Undefined when the file is missing or invalid. */
export function readChargeMark(file: string): ChargeMark | undefined {
  try {
    const [, storeId, mark] = /^(store_\w+) (\d{1,15})\n$/.exec(readFileSync(file, 'utf8')) ?? [];
    return storeId === undefined ? undefined : { storeId, mark: Number(mark) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Creates the file durably, unless there is one. If two processes start together, the file of the first one stays. */
export function makeChargeMark(file: string, mark: ChargeMark): void {
  const temporary = writeTemporary(file, mark);
  try {
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(temporary);
  }
  syncFolder(dirname(file));
}

/**
 * Raises the mark, durably when this returns; it is never lowered. Two processes that raise it in the same millisecond
 * may leave the lower of their two marks, which counts one charge less.
 */
export function raiseChargeMark(file: string, mark: ChargeMark): void {
  const current = readChargeMark(file);
  if (current?.storeId === mark.storeId && current.mark >= mark.mark) return;
  renameSync(writeTemporary(file, mark), file);
  syncFolder(dirname(file));
}

function writeTemporary(file: string, { storeId, mark }: ChargeMark): string {
  const temporary = `${file}.${process.pid}`;
  writePrivateFile(temporary, `${storeId} ${mark}\n`);
  return temporary;
}
