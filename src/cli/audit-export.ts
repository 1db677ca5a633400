import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { CommandFailure } from '../app/failure.ts';
import { syncToDisk } from '../lib/durable-files.ts';
import { makePrivateFile } from '../lib/private-files.ts';
import { exportAuditLog } from '../operator/audit/export-audit-log.ts';
import type { Database } from '../storage/database.ts';
import { printResult } from './output.ts';
import { withProgress } from './progress.ts';
import { withStore } from './with-store.ts';

interface ExportOptions {
  file?: string;
  json?: true;
}

/** `peye audit export`: the log as JSON lines, for somebody else to keep and to check. */
export function exportCommand(audit: Command): void {
  audit
    .command('export')
    .description('write the whole log as JSON lines, oldest first, each with its hash')
    .option('--file <file>', 'into a file that does not exist yet, readable by this user alone; stdout when not given')
    .option('--json', 'with --file: print one JSON document, {file, changes}')
    .addHelpText(
      'after',
      `
Whoever has an export can check it without Peye: docs/audit.md has a script. Keep exports where nobody can write who can write to
the store: then what is changed in the store later is seen.

Examples:
  peye audit export > audit.jsonl
  peye audit export --file /backup/audit-2026-11-22.jsonl`,
    )
    .action(({ file, ...options }: ExportOptions, command: Command) => {
      if (options.json && file === undefined) command.error('--json goes with --file only: the export itself is JSON');
      return withStore(({ db }) => (file === undefined ? toStdout(db) : toFile(db, resolve(file), options)));
    });
}

/** The output waits for its reader, so that no more than a piece of the log is held. */
async function toStdout(db: Database): Promise<void> {
  try {
    await pipeline(
      Readable.from(
        textsOf(db, () => {}),
        { objectMode: true },
      ),
      process.stdout,
      { end: false },
    );
  } catch (error) {
    // A reader that has gone away has read enough.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

/** Whole and on the disk, or not at all. */
async function toFile(db: Database, file: string, options: { json?: true }): Promise<void> {
  const unfinished = `${file}.unfinished`;
  for (const path of [file, unfinished]) {
    if (existsSync(path)) throw new CommandFailure(`${path} is there already: name a file that does not exist yet.`);
  }
  makePrivateFile(unfinished);
  let changes = 0;
  try {
    await withProgress('writing the audit log', async (say) => {
      const texts = textsOf(db, (rows) => {
        changes += rows;
        say(`${changes} changes`);
      });
      await pipeline(Readable.from(texts), createWriteStream(unfinished, { flags: 'r+' }));
      await syncToDisk(unfinished);
    });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  printResult(options, { file, changes }, () => `${changes} changes are in ${file}.`);
}

async function* textsOf(db: Database, onRows: (rows: number) => void): AsyncGenerator<string> {
  for await (const { text, rows } of exportAuditLog(db)) {
    yield text;
    onRows(rows);
  }
}
