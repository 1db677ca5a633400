import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandFailure } from '../app/failure.ts';
import type { Database } from '../database/database.ts';
import { exportAuditLog } from '../features/audit/export-audit-log.ts';
import { syncToDisk } from '../platform/files/durable-files.ts';
import { makePrivateFile } from '../platform/files/private-files.ts';
import { caller } from './caller.ts';
import { type Command, type JsonOption, printResult } from './output.ts';
import { withProgress } from './progress.ts';
import { withStore } from './with-store.ts';

interface ExportOptions extends JsonOption {
  file?: string;
}

/** `peye audit export`: the audit log as JSON lines, for storage and verification elsewhere. */
export function exportCommand(audit: Command): void {
  audit
    .command('export')
    .description('Export the audit log as JSON Lines, oldest first, each with its hash')
    .option('--file <file>', 'write to this new file, readable only by this user (default: stdout)')
    .json('with --file: print one JSON document, {file, changes}')
    .more(`
An export can be verified without Peye: docs/audit.md has a script. Store exports where no one with write access to the database
can write. Then later changes to the database can be detected.

Examples:
  peye audit export > audit.jsonl
  peye audit export --file /backup/audit-2026-11-22.jsonl`)
    .action(({ file, ...options }: ExportOptions, command: Command) => {
      if (options.json && file === undefined) command.error('--json is for --file only: the export itself is JSON');
      return withStore(({ db }) => (file === undefined ? toStdout(db) : toFile(db, resolve(file), options)));
    });
}

/** Writes at the speed of the reader, so that only a piece of the log is in memory. */
async function toStdout(db: Database): Promise<void> {
  try {
    await pipeline(
      Readable.from(
        textsOf(db, () => {}),
        { objectMode: true },
      ),
      caller().stdout,
      { end: false },
    );
  } catch (error) {
    // The reader closed the pipe, such as `head`.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

/** The file appears only when it is complete and on disk. */
async function toFile(db: Database, file: string, options: JsonOption): Promise<void> {
  const unfinished = `${file}.unfinished`;
  for (const path of [file, unfinished]) {
    if (existsSync(path)) throw new CommandFailure(`${path} already exists. Choose a new file.`);
  }
  makePrivateFile(unfinished);
  let changes = 0;
  try {
    await withProgress('exporting the audit log', async (say) => {
      const texts = textsOf(db, (rows) => {
        changes += rows;
        say(`${changes} changes`);
      });
      await pipeline(Readable.from(texts), createWriteStream(unfinished, { flags: 'r+' }));
      await syncToDisk(unfinished);
    });
    await rename(unfinished, file);
    await syncToDisk(dirname(file));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  printResult(options, { file, changes }, () => `Exported ${changes} changes to ${file}.`);
}

async function* textsOf(db: Database, onRows: (rows: number) => void): AsyncGenerator<string> {
  for await (const { text, rows } of exportAuditLog(db)) {
    yield text;
    onRows(rows);
  }
}
