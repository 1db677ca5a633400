import { exportAuditLog } from '../features/audit/export-audit-log.ts';
import type { Command, JsonOption } from './output.ts';
import { withStore } from './with-store.ts';
import { writeExport } from './write-export.ts';

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
      return withStore(async ({ db }) => {
        await writeExport(exportAuditLog(db), { ...options, file, what: 'the audit log', row: 'change' });
      });
    });
}
