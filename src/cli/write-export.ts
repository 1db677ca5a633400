import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandFailure } from '../platform/command-failure.ts';
import { syncToDisk } from '../platform/files/durable-files.ts';
import { makePrivateFile } from '../platform/files/private-files.ts';
import { printableDocument } from '../platform/text/printable.ts';
import { caller } from './caller.ts';
import { counted, type JsonOption, printResult } from './output.ts';
import { withProgress } from './progress.ts';

/** Some rows of an export as text, and their number. */
interface Piece {
  readonly text: string;
  readonly rows: number;
}

/** An export of a command, and its target. */
interface Exported extends JsonOption {
  /** The new file, readable only by this user; undefined for stdout. */
  readonly file: string | undefined;
  /** The exported list, as a part of a sentence: `the audit log`. */
  readonly what: string;
  /** A row: `change`. Its plural is the name in the JSON document. */
  readonly row: string;
}

/**
 * Writes an export at the speed of its reader, so that only a piece of it is in memory. A file appears only when it is
 * complete and on disk. Returns whether the reader has read the whole export.
 */
export async function writeExport(
  pieces: AsyncIterable<Piece>,
  { file, what, row, ...options }: Exported,
): Promise<boolean> {
  let rows = 0;
  async function* texts(onRows: (howFar: string) => void): AsyncGenerator<string> {
    for await (const piece of pieces) {
      if (piece.text !== '') yield piece.text;
      rows += piece.rows;
      onRows(counted(rows, row));
    }
  }
  if (file === undefined) return toStdout(texts(() => {}));
  const path = resolve(file);
  await withProgress(`exporting ${what}`, (say) => toFile(path, texts(say)));
  printResult(options, { file: path, [`${row}s`]: rows }, () => `Exported ${counted(rows, row)} to ${path}.`);
  return true;
}

async function toStdout(texts: AsyncIterable<string>): Promise<boolean> {
  const { stdout } = caller();
  try {
    await pipeline(Readable.from(stdout.isTTY ? printableTexts(texts) : texts, { objectMode: true }), stdout, {
      end: false,
    });
    return true;
  } catch (error) {
    // The reader closed the pipe, such as `head`.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
    return false;
  }
}

/** Text that cannot control the terminal, without the byte order mark. */
async function* printableTexts(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) yield printableDocument(text.replace(/^\uFEFF/, ''));
}

async function toFile(file: string, texts: AsyncIterable<string>): Promise<void> {
  const unfinished = `${file}.unfinished`;
  for (const path of [file, unfinished]) {
    if (existsSync(path)) throw new CommandFailure(`${path} already exists. Choose a new file.`);
  }
  makePrivateFile(unfinished);
  try {
    await pipeline(Readable.from(texts), createWriteStream(unfinished, { flags: 'r+' }));
    await syncToDisk(unfinished);
    await rename(unfinished, file);
    await syncToDisk(dirname(file));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
