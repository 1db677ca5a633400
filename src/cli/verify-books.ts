import { readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { failureText } from '../app/failure.ts';
import { openBooks } from '../app/open-books.ts';
import { BOOK_FAULTS, isFault } from '../features/reconciliation/books/book-faults.ts';
import type { ComparedBooks } from '../features/reconciliation/books/compared-days.ts';
import type { FoundFaults } from '../features/reconciliation/books/fault-log.ts';
import { type BooksReport, verifyBooks } from '../features/reconciliation/books/verify-books.ts';
import { booksJson } from '../features/reconciliation/books-json.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { CommandFailure } from '../platform/command-failure.ts';
import { writeDurably } from '../platform/files/durable-files.ts';
import { shellWord } from '../platform/text/printable.ts';
import { asCalled } from './as-called.ts';
import { caller } from './caller.ts';
import { readSettings } from './environment.ts';
import { type Command, counted, type JsonOption, printResult, terminalWidth, wrapped } from './output.ts';
import { withProgress } from './progress.ts';

const DEFAULT_EXAMPLES = 10;
const MOST_EXAMPLES = 1000;
/** The most days that the text names. */
const NAMED_DAYS = 7;
const COULD_NOT_RUN = 2;
/** 128 plus the number of the signal, as in shells. */
const ENDED_BY = { SIGINT: 130, SIGTERM: 143 } as const;

interface Options extends JsonOption {
  state?: string;
  examples: number;
}

/** `peye verify-books`: checks that everything stored about payments is consistent. */
export function verifyBooksCommand(program: Command): void {
  program
    .command('verify-books')
    .description('Check the database for inconsistencies (read-only)')
    .option('--state <file>', 'save the progress in this file, and continue from it on the next run')
    .option(
      '--examples <number>',
      'maximum number of examples for each kind of fault, 1 to 1000',
      parseExamples,
      DEFAULT_EXAMPLES,
    )
    .json('print one JSON document: {ok, payments, faults, audit_head, providers, not_judged}')
    .more(`
Compares payments, events, feeds, webhooks, counts, totals and the audit log with each other. It reads every payment once, and
only reads: you can run it while the gateway runs, or on a PostgreSQL standby.

It also lists the days of live payments that were never compared with the providers' records. Use peye reconcile for these days.

With --state, the progress survives Ctrl-C and crashes, except for the last seconds. The file is deleted at the end. If the file
belongs to another database, or to this one before a restore, the check restarts from the beginning and says so.

Exit codes: 0 consistent, 1 inconsistencies found, 2 the check could not run.

More: docs/consistency.md

Examples:
  peye verify-books
  peye verify-books --json > books.json
  peye verify-books --state /var/tmp/books.state`)
    .action((options: Options) => run(options));
}

async function run(options: Options): Promise<void> {
  let report: BooksReport;
  try {
    report = await check(options);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(`the check could not run: ${failureText(error)}`, {
      cause: error,
      exitCode: COULD_NOT_RUN,
    });
  }
  printResult(options, booksJson(report), () => describe(report));
  const faults = report.faults.reduce((sum, { kind, count }) => sum + (isFault(kind) ? count : 0), 0);
  if (faults > 0) throw new CommandFailure(`${faults} ${faults === 1 ? 'inconsistency' : 'inconsistencies'} found.`);
}

async function check({ state, examples }: Options): Promise<BooksReport> {
  const config = readSettings();
  const file = state === undefined ? undefined : resolve(state);
  const saved = file === undefined ? undefined : await readState(file);
  let signal: keyof typeof ENDED_BY | undefined;
  if (file !== undefined) {
    for (const each of ['SIGINT', 'SIGTERM'] as const) process.once(each, () => (signal = each));
  }
  const { store, box } = await openBooks(config);
  let isRestarted = false;
  try {
    const report = await withProgress('checking the database', (onStep) =>
      verifyBooks(store, {
        box,
        nowUs: Math.floor(systemClock()()),
        mostExamples: examples,
        retrySeconds: config.webhookRetrySeconds,
        saved,
        onRestart: () => (isRestarted = true),
        onStep,
        isStopping: () => signal !== undefined,
        onSave: file === undefined ? undefined : (text) => writeDurably(file, text),
      }),
    );
    if (report) {
      if (file !== undefined) await rm(file, { force: true });
      return report;
    }
  } finally {
    await store.close();
    // After the progress line, which the terminal rewrites.
    if (isRestarted)
      caller().stderr.write(
        `peye: ${file} belongs to another database, or to this one before a restore. The check restarted from the beginning.\n`,
      );
  }
  throw new CommandFailure(
    `interrupted. Continue with: ${asCalled(`peye verify-books --state ${shellWord(file ?? '')}`)}`,
    { exitCode: signal === undefined ? COULD_NOT_RUN : ENDED_BY[signal] },
  );
}

async function readState(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function describe({ payments, faults, compared, auditHead, notJudged }: BooksReport): string {
  const width = terminalWidth() ?? Number.POSITIVE_INFINITY;
  return [
    ...faults.map((each) => faultText(each, width)),
    !faults.some(({ kind }) => isFault(kind))
      ? `No inconsistencies: ${counted(payments, 'payment')} checked.`
      : `${counted(payments, 'payment')} checked.`,
    `Head of the audit log: ${auditHead}`,
    comparedText(compared, width),
    ...(notJudged.length > 0 ? [`Not checked:\n${notJudged.map((each) => `  ${each}`).join('\n')}`] : []),
  ]
    .map((part) => asCalled(part))
    .join('\n\n');
}

function faultText({ kind, count, examples }: FoundFaults, width: number): string {
  const { means, remedy } = BOOK_FAULTS[kind];
  const lines = examples.map(({ id, detail }) => `  ${detail === null ? id : `${id}: ${detail}`}`);
  const more = count - examples.length;
  return [
    `${kind} (${count}${isFault(kind) ? '' : ', a warning'})`,
    indented(means, width),
    ...lines,
    ...(more > 0 ? [`  … and ${more} more`] : []),
    indented(remedy, width),
  ].join('\n');
}

function indented(text: string, width: number): string {
  return `  ${wrapped(text, { width: width - 2, indent: 2 })}`;
}

function comparedText(compared: ComparedBooks, width: number): string {
  const { comparisons, withDifferences, differences, comparedDays, neverCompared, openDiscrepancies } = compared;
  const [first, last] = [neverCompared[0], neverCompared.at(-1)];
  const ranges = comparedDays.map(({ from, to }) => (from === to ? from : `${from} to ${to}`));
  return [
    `Reconciliation: ${counted(comparisons, 'run')}. In the console, ${withDifferences} of them found ${counted(differences, 'difference')}. Open discrepancies: ${openDiscrepancies}.`,
    `Days compared: ${ranges.length === 0 ? 'none' : firstAndLast(ranges)}.`,
    first === undefined
      ? 'Every past day with live payments was compared.'
      : `Never compared: ${counted(neverCompared.length, 'day')} with live payments (${firstAndLast(neverCompared)}). Run: peye reconcile --from ${first} --to ${last}`,
  ]
    .map((line) => wrapped(line, { width }))
    .join('\n');
}

function firstAndLast(days: readonly string[]): string {
  const more = days.length > NAMED_DAYS ? ` … ${days.at(-1)}` : '';
  return `${days.slice(0, NAMED_DAYS).join(', ')}${more}`;
}

function parseExamples(text: string): number {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > MOST_EXAMPLES) {
    throw new InvalidArgumentError(`Use a whole number from 1 to ${MOST_EXAMPLES}.`);
  }
  return number;
}
