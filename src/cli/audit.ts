import { InvalidArgumentError, Option } from 'commander';
import { ACTOR_KINDS, type ActorKind, actorFilter } from '../core/actor.ts';
import {
  AUDIT_ACTIONS,
  AUDIT_FIELDS,
  type AuditAction,
  type AuditPlace,
  type AuditRow,
  auditLine,
} from '../features/audit/audit.ts';
import { parseFacts, requireAuditRow } from '../features/audit/audit-rows.ts';
import { checkAuditLog } from '../features/audit/check-audit-log.ts';
import { exportAuditLog } from '../features/audit/export-audit-log.ts';
import { listAuditRows } from '../features/audit/store/audit-log.ts';
import { requireWebsite } from '../features/websites/require-website.ts';
import { CommandFailure } from '../platform/command-failure.ts';
import { refusalText } from '../platform/messages/refusals/refusal-messages.ts';
import { asCalled } from './as-called.ts';
import { fieldDetails, fieldTable } from './field-table.ts';
import { type Command, type JsonOption, printLine, printResult } from './output.ts';
import { withProgress } from './progress.ts';
import { limitOption, parseHaitiFrom, parseHaitiTo, parseText } from './values.ts';
import { withStore } from './with-store.ts';
import { writeExport } from './write-export.ts';

interface ListOptions extends JsonOption {
  from?: number;
  to?: number;
  channel?: ActorKind;
  actor?: string;
  action?: AuditAction;
  target?: string;
  website?: string;
  before?: number;
  limit: number;
}

/** `peye audit …`: the audit log. */
export function auditCommands(program: Command): void {
  const audit = program.command('audit').description('List, verify and export the audit log');

  audit
    .command('list')
    .description('List changes, newest first')
    .option('--from <time>', 'changes on or after this day in Haiti, or at or after this time', parseHaitiFrom)
    .option('--to <time>', 'changes on or before this day in Haiti, or before this time', parseHaitiTo)
    .addOption(
      new Option(
        '--channel <channel>',
        'show only changes made in the console (user), by commands (cli) or by jobs (system)',
      ).choices(ACTOR_KINDS),
    )
    .option('--actor <name>', 'show only changes by this name, or by the user with this ID', parseText)
    .addOption(new Option('--action <action>', 'show only this action').choices(AUDIT_ACTIONS))
    .option('--target <id>', 'show only changes of the website, key, payment … with this ID', parseText)
    .option('--website <id>', 'show only changes that concern this website', parseText)
    .option(
      '--before <position>',
      'show changes before this position, such as the last one of the previous page',
      parsePosition,
    )
    .addOption(limitOption())
    .json('print a JSON array, with before, after and hash of each change; times in UTC')
    .more(`
Examples:
  peye audit list
  peye audit list --from 2026-11-20 --to 2026-11-20
  peye audit list --action key.roll --website web_…
  peye audit list --channel cli --actor marie --limit 100
  peye audit list --before 1042`)
    .action((options: ListOptions, command: Command) => {
      const { from, to } = options;
      if (from !== undefined && to !== undefined && from >= to) command.error('--from is after --to');
      return list(options);
    });

  audit
    .command('show')
    .argument('<position>', 'position in the audit log', parsePosition)
    .description('Show a change with the values before and after')
    .json()
    .more('\nExamples:\n  peye audit show 1042')
    .action((position: number, { json }: JsonOption) =>
      withStore(async ({ db }) => {
        const row = await requireAuditRow(db, position);
        printLine(json ? auditLine(row) : describe(row));
      }),
    );

  audit
    .command('verify')
    .description('Verify the hash chain of the whole audit log')
    .option('--expect <head>', 'POSITION:HASH from an earlier run, which must still be in the log', parsePlace)
    .json('print one JSON document: {ok, changes, head, fault}')
    .more(`
Reports the first broken position or the missing changes, and then exits with 1. You can run it while the gateway runs.

Store the printed head somewhere else. Anyone with write access to the database can rewrite the whole log, and only a head that is
stored elsewhere reveals that.

More: docs/audit.md

Examples:
  peye audit verify
  peye audit verify --expect 1042:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08`)
    .action((options: JsonOption & { expect?: AuditPlace }) => verify(options));

  exportCommand(audit);
}

async function list({ json, limit, before, ...given }: ListOptions): Promise<void> {
  const { website: websiteId, actor, from: fromUs, to: toUs, channel: actorKind, action, target: subjectId } = given;
  await withStore(async ({ db }) => {
    if (websiteId !== undefined) await requireWebsite(db, websiteId);
    const rows = await listAuditRows(db, {
      websiteId,
      actorKind,
      ...actorFilter(actor),
      action,
      subjectId,
      fromUs,
      toUs,
      before: before === undefined ? undefined : await requireAuditRow(db, before),
      limit,
    });
    // Built from strings because each change must be printed exactly as it is hashed.
    if (json) printLine(`[${rows.map(auditLine).join(',')}]`);
    else if (rows.length > 0) printLine(auditTable(rows));
    else if (Object.values(given).some((each) => each !== undefined) || before !== undefined) {
      printLine('No changes match.');
    } else printLine('No changes yet.');
  });
}

async function verify({ expect: expected, ...options }: JsonOption & { expect?: AuditPlace }): Promise<void> {
  await withStore(async ({ db }) => {
    const { rows, head, fault } = await withProgress('verifying the audit log', (say) =>
      checkAuditLog(db, { expected, onStep: (checked) => say(`${checked} changes`) }),
    );
    const place = `${head.position}:${head.hash}`;
    const found = fault ? { position: fault.position, message: refusalText(fault.refusal, 'en') } : null;
    printResult(options, { ok: fault === undefined, changes: rows, head: place, fault: found }, () =>
      fault
        ? `Intact up to ${place}, ${rows} changes.`
        : asCalled(
            `The audit log is intact: ${rows} changes.\nHead: ${place}\n\nStore the head somewhere else. Later, run: peye audit verify --expect ${place}`,
          ),
    );
    if (found) throw new CommandFailure(`the audit log is broken at position ${found.position}. ${found.message}`);
  });
}

function auditTable(rows: readonly AuditRow[]): string {
  return fieldTable(rows, AUDIT_FIELDS, [
    ['position'],
    ['at'],
    ['actor_name', { leastWidth: 8 }],
    ['actor_kind', { leftOut: 2 }],
    ['action'],
    { title: 'TARGET', cell: ({ subject }) => subject.id ?? subject.kind, leastWidth: 12 },
    { title: 'CHANGED', cell: changedText, leastWidth: 12, leftOut: 1 },
  ]);
}

/** The names of the changed fields. */
function changedText({ before, after }: AuditRow): string | null {
  return Object.keys(parseFacts(after ?? before)).join(', ');
}

function describe(row: AuditRow): string {
  const { kind, id } = row.subject;
  const facts = (when: string, text: string | null) =>
    Object.entries(parseFacts(text)).map(([name, value]) => [`${when} ${name}`, valueText(value)] as const);
  const target = ['Target', id === null ? kind : `${kind} ${id}`] as const;
  const changed = [...facts('Before:', row.before), ...facts('After:', row.after)];
  const start = ['position', 'at', 'actor_name', 'actor_kind', 'actor_id', 'address', 'action'] as const;
  return fieldDetails(AUDIT_FIELDS, row, [], { first: [...start, target, 'website_id', ...changed] });
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function parsePosition(text: string): number {
  const position = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (position < 1) throw new InvalidArgumentError('Use a position: a whole number from 1.');
  return position;
}

function parsePlace(text: string): AuditPlace {
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (position === undefined || hash === undefined) {
    throw new InvalidArgumentError(
      'Use a position, a colon and a hash of 64 hex digits, as peye audit verify prints them.',
    );
  }
  return { position: Number(position), hash };
}

interface ExportOptions extends JsonOption {
  file?: string;
}

/** `peye audit export`: the audit log as JSON lines, for storage and verification elsewhere. */
function exportCommand(audit: Command): void {
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
