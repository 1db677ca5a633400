import { Option } from 'commander';
import { exportFilterOf, FilterFault } from '../console/exports/export-filter.ts';
import { EXPORT_LISTS } from '../console/exports/export-lists.ts';
import type { ExportList, PreparedExport } from '../console/exports/exported-list.ts';
import { requireWebsite } from '../features/websites/require-website.ts';
import { EXPORT_TEXTS } from '../platform/messages/exports/exports-messages.ts';
import { LANGUAGES, type Language } from '../platform/messages/language.ts';
import type { Command, JsonOption } from './output.ts';
import { withStore } from './with-store.ts';
import { writeExport } from './write-export.ts';

/** The options of an export, and its filters by their flags. */
type ExportOptions = JsonOption & { spreadsheet?: true; jsonl?: true; language?: Language; file?: string } & {
  readonly [flag: string]: string | true | undefined;
};

/** The commands' names of lists and filters that have another name in the console. */
const CALLED: Readonly<Record<string, string>> = {
  checkout: 'checkout-sessions',
  recurring: 'subscriptions',
  payout_lines: 'payout-lines',
  by: 'channel',
  subject: 'target',
};

/** `peye export …`: the exports of the console. */
export function exportCommands(program: Command): void {
  const group = program.command('export').description('Export a list, for spreadsheets or for programs');
  for (const list of EXPORT_LISTS) listCommand(group, list);
}

function listCommand(group: Command, list: ExportList): void {
  const { name, filters, hasWebsites, hasTimes } = list;
  const called = CALLED[name] ?? name;
  const command = group
    .command(called)
    .description(`Export ${whatOf(list)}, newest first`)
    .option('--spreadsheet', 'for people who use Excel or LibreOffice: names, translated titles and local dates')
    .addOption(new Option('--language <language>', 'language of the spreadsheet (default: en)').choices(LANGUAGES))
    .addOption(new Option('--jsonl', 'as JSON Lines (default: CSV)').conflicts('spreadsheet'))
    .option('--file <file>', 'write to this new file, readable only by this user (default: stdout)');
  if (hasWebsites) command.option('--website <id>', 'only rows of this website');
  if (hasTimes) {
    command
      .option('--from <time>', 'from this day or time in Haiti, such as 2026-03-01 or 2026-03-01T14:30')
      .option('--to <time>', 'until the end of this day, or before this time in Haiti');
  }
  for (const [filter, choices] of Object.entries(filters)) {
    const option = new Option(`--${flagOf(filter)} <value>`, `only rows with this filter: ${labelOf(filter)}`);
    command.addOption(choices ? option.choices(choices) : option);
  }
  command
    .json('with --file: print one JSON document, {file, rows}')
    .more(`
These are the exports of the console: docs/exports.md has their columns and formats. Rows are read while they are written, so a
large list takes little memory. Each export is recorded in the audit log.

Examples:
  peye export ${called} > ${called}.csv
  peye export ${called} --spreadsheet --language fr --file ${called}.csv`)
    .action((options: ExportOptions) => runExport(list, options, command));
}

async function runExport(list: ExportList, options: ExportOptions, command: Command): Promise<void> {
  const { spreadsheet, jsonl, language, file, json, ...flags } = options;
  if (json && file === undefined) command.error('--json is for --file only');
  if (language !== undefined && !spreadsheet) command.error('--language is for --spreadsheet only');
  const format = spreadsheet ? 'spreadsheet' : jsonl ? 'jsonl' : 'csv';
  const given = Object.fromEntries(
    [...Object.keys(list.filters), 'website', 'from', 'to'].flatMap((name) => {
      const value = flags[flagOf(name)];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );
  await withStore(async ({ db, clock, operator }) => {
    if (given.website !== undefined) await requireWebsite(db, given.website);
    let prepared: PreparedExport;
    let filter: ReturnType<typeof exportFilterOf>;
    try {
      filter = exportFilterOf(given, { websiteIds: null, role: 'owner', nowUs: clock(), language: language ?? 'en' });
      prepared = await list.prepare(db, filter, format);
    } catch (error) {
      if (!(error instanceof FilterFault)) throw error;
      return command.error(`the value of --${flagOf(error.field)} cannot be used for this export`);
    }
    const { asQuery, websiteId = null } = filter;
    const end = await operator.recordExport({ list: list.name, format, filter: asQuery, websiteId });
    let rows = 0;
    let isWhole = false;
    const pieces = piecesOf(prepared, (more) => (rows += more));
    try {
      isWhole = await writeExport(pieces, { ...(json && { json }), file, what: whatOf(list), row: 'row' });
    } finally {
      await end({ rows, isWhole });
    }
  });
}

/** An export that breaks off ends with a line that reports this. */
async function* piecesOf(
  prepared: PreparedExport,
  onRows: (rows: number) => void,
): ReturnType<PreparedExport['pieces']> {
  try {
    for await (const piece of prepared.pieces()) {
      yield piece;
      onRows(piece.rows);
    }
  } catch (error) {
    yield { text: prepared.brokenOff, rows: 0 };
    throw error;
  }
}

function whatOf({ name }: ExportList): string {
  const label = EXPORT_TEXTS.en.lists[name].toLowerCase();
  return name === 'audit' ? `the ${label}` : label;
}

function flagOf(filter: string): string {
  return CALLED[filter] ?? filter;
}

function labelOf(filter: string): string {
  const labels: Readonly<Record<string, string>> = EXPORT_TEXTS.en.filters;
  return labels[filter] ?? filter;
}
