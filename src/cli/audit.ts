import { type Command, InvalidArgumentError, Option } from 'commander';
import { CommandFailure } from '../app/failure.ts';
import { ACTOR_KINDS, type ActorKind, askedActor } from '../domain/actor.ts';
import { AUDIT_ACTIONS, type AuditAction, type AuditPlace, type AuditRow, auditLine } from '../domain/audit.ts';
import { formatTimestamp } from '../domain/timestamps.ts';
import { parseObject } from '../lib/json-object.ts';
import { checkAuditLog } from '../operator/audit/check-audit-log.ts';
import { requireAuditRow } from '../operator/audit/require-audit-row.ts';
import { requireWebsite } from '../operator/require-website.ts';
import { listAuditRows } from '../storage/audit-log.ts';
import { asCalled } from './as-called.ts';
import { exportCommand } from './audit-export.ts';
import { fittedTable } from './fitted-table.ts';
import { details, printLine, printResult } from './output.ts';
import { withProgress } from './progress.ts';
import { parseHaitiFrom, parseHaitiTo, parseLimit, parseText } from './values.ts';
import { withStore } from './with-store.ts';

const DEFAULT_LIMIT = 20;

interface JsonOption {
  json?: true;
}

interface ListOptions extends JsonOption {
  from?: number;
  to?: number;
  by?: ActorKind;
  actor?: string;
  action?: AuditAction;
  subject?: string;
  website?: string;
  before?: number;
  limit: number;
}

/** `peye audit …`: who changed what. */
export function auditCommands(program: Command): void {
  const audit = program.command('audit').description('see who changed what, and prove that nothing of it was altered');

  audit
    .command('list')
    .description('list the newest changes, newest first')
    .option('--from <time>', 'only those from this day in Haiti on, or from a moment', parseHaitiFrom)
    .option('--to <time>', 'only those up to the end of this day in Haiti, or before a moment', parseHaitiTo)
    .addOption(
      new Option('--by <kind>', 'only those of users of the console, of commands, or of jobs').choices(ACTOR_KINDS),
    )
    .option('--actor <name>', 'only those of this name, or of the user with this id', parseText)
    .addOption(new Option('--action <action>', 'only those of this kind').choices(AUDIT_ACTIONS))
    .option('--subject <id>', 'only those of the thing with this id: a website, a key, a payment …', parseText)
    .option('--website <id>', 'only those that are about this website', parseText)
    .option('--before <position>', 'only those before this one: the last one of the listing before', parsePosition)
    .option('--limit <number>', 'how many, 1 to 1000', parseLimit, DEFAULT_LIMIT)
    .option('--json', 'print a JSON array, each with before, after and hash; times in UTC')
    .addHelpText(
      'after',
      `
In a terminal the table fits: what is too long is cut short, and what was changed is left out. Elsewhere it is whole.

Examples:
  peye audit list
  peye audit list --from 2026-11-20 --to 2026-11-20
  peye audit list --action key.roll --website web_…
  peye audit list --by cli --actor marie --limit 100
  peye audit list --before 1042`,
    )
    .action((options: ListOptions, command: Command) => {
      const { from, to } = options;
      if (from !== undefined && to !== undefined && from >= to) command.error('--from is after --to');
      return list(options);
    });

  audit
    .command('show')
    .argument('<position>', 'the position of a change', parsePosition)
    .description('show one change: what was before, and what is so since')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExamples:\n  peye audit show 1042')
    .action((position: number, { json }: JsonOption) =>
      withStore(async ({ db }) => {
        const row = await requireAuditRow(db, position);
        printLine(json ? auditLine(row) : describe(row));
      }),
    );

  audit
    .command('verify')
    .description('follow the chain of hashes from the first change to the last')
    .option('--expect <head>', 'POSITION:HASH that an earlier run has printed: it must still be in the log', parsePlace)
    .option('--json', 'print one JSON document: {ok, changes, head, fault}')
    .addHelpText(
      'after',
      `
Says the first position that does not fit, or what is missing; the exit code is then 1. Keep the head that it prints somewhere
else: who can write to the store can write the whole log anew, and only a head that is known elsewhere shows that. May run
beside the server. docs/audit.md says what the chain proves.

Examples:
  peye audit verify
  peye audit verify --expect 1042:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08`,
    )
    .action((options: JsonOption & { expect?: AuditPlace }) => verify(options));

  exportCommand(audit);
}

async function list({ json, limit, before, ...given }: ListOptions): Promise<void> {
  const { website: websiteId, actor, from: fromUs, to: toUs, by: actorKind, action, subject: subjectId } = given;
  await withStore(async ({ db }) => {
    if (websiteId !== undefined) await requireWebsite(db, websiteId);
    const rows = await listAuditRows(db, {
      websiteId,
      actorKind,
      ...askedActor(actor),
      action,
      subjectId,
      fromUs,
      toUs,
      before: before === undefined ? undefined : await requireAuditRow(db, before),
      limit,
    });
    // Joined by hand: each is printed as it is hashed.
    if (json) printLine(`[${rows.map(auditLine).join(',')}]`);
    else if (rows.length > 0) printLine(auditTable(rows));
    else if (Object.values(given).some((each) => each !== undefined) || before !== undefined) {
      printLine('No changes match.');
    } else printLine('No changes yet.');
  });
}

async function verify({ expect: expected, ...options }: JsonOption & { expect?: AuditPlace }): Promise<void> {
  await withStore(async ({ db }) => {
    const { rows, head, fault } = await withProgress('following the chain', (say) =>
      checkAuditLog(db, { expected, onStep: (checked) => say(`${checked} changes`) }),
    );
    const place = `${head.position}:${head.hash}`;
    printResult(options, { ok: fault === undefined, changes: rows, head: place, fault: fault ?? null }, () =>
      fault
        ? `Whole up to ${place}, ${rows} changes.`
        : asCalled(
            `The chain is whole: ${rows} changes.\nHead: ${place}\n\nKeep the head somewhere else, and later: peye audit verify --expect ${place}`,
          ),
    );
    if (fault) throw new CommandFailure(`the audit log is broken at position ${fault.position}. ${fault.message}`);
  });
}

function auditTable(rows: readonly AuditRow[]): string {
  return fittedTable(rows, [
    { title: 'POSITION', cell: ({ position }) => String(position) },
    { title: 'WHEN', timeUs: ({ atUs }) => atUs },
    { title: 'WHO', cell: ({ actor }) => actor.name, leastWidth: 8 },
    { title: 'BY', cell: ({ actor }) => actor.kind, leftOut: 2 },
    { title: 'ACTION', cell: ({ action }) => action },
    { title: 'SUBJECT', cell: ({ subject }) => subject.id ?? subject.kind, leastWidth: 12 },
    { title: 'CHANGED', cell: changedText, leastWidth: 12, leftOut: 1 },
  ]);
}

/** The names of what changed. */
function changedText({ before, after }: AuditRow): string | null {
  return factsOf(after ?? before)
    .map(([name]) => name)
    .join(', ');
}

function describe(row: AuditRow): string {
  const { actor, subject } = row;
  const facts = (when: string, text: string | null) =>
    factsOf(text).map(([name, value]) => [`${when} ${name}`, valueText(value)] as const);
  return details([
    ['Position', String(row.position)],
    ['When', formatTimestamp(row.atUs)],
    ['Who', actor.name],
    ['By', actor.kind],
    ['User', actor.id],
    ['From', actor.address],
    ['Action', row.action],
    ['Subject', subject.id === null ? subject.kind : `${subject.kind} ${subject.id}`],
    ['Website', row.websiteId],
    ...facts('Before:', row.before),
    ...facts('After:', row.after),
    ['Hash', row.hash],
  ]);
}

function factsOf(text: string | null): [string, unknown][] {
  return Object.entries((text === null ? undefined : parseObject(text)) ?? {});
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function parsePosition(text: string): number {
  const position = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (position < 1) throw new InvalidArgumentError('It must be a position, a whole number from 1 on.');
  return position;
}

function parsePlace(text: string): AuditPlace {
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (position === undefined || hash === undefined) {
    throw new InvalidArgumentError(
      'It must be a position, a colon and a hash of 64 hex digits, as verify prints them.',
    );
  }
  return { position: Number(position), hash };
}
