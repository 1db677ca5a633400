import { readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { CommandFailure, failureText } from '../app/failure.ts';
import { openBooks } from '../app/open-books.ts';
import { BOOK_FAULTS, isFault } from '../domain/book-faults.ts';
import { systemClock } from '../lib/clock.ts';
import { writeDurably } from '../lib/durable-files.ts';
import { shellWord } from '../lib/shell-word.ts';
import type { ComparedBooks } from '../operator/books/compared-days.ts';
import type { FoundFaults } from '../operator/books/fault-log.ts';
import { type BooksReport, verifyBooks } from '../operator/books/verify-books.ts';
import { booksJson } from '../operator/views/books-json.ts';
import { asCalled } from './as-called.ts';
import { readSettings } from './environment.ts';
import { counted, printResult, terminalWidth, wrapped } from './output.ts';
import { withProgress } from './progress.ts';

const DEFAULT_EXAMPLES = 10;
const MOST_EXAMPLES = 1000;
/** Days that are named where people read. */
const NAMED_DAYS = 7;
const COULD_NOT_LOOK = 2;
/** 128 and the number of the signal, as shells have it. */
const ENDED_BY = { SIGINT: 130, SIGTERM: 143 } as const;

interface Options {
  state?: string;
  examples: number;
  json?: true;
}

/** `peye verify-books`: holds all that the store knows of payments against each other. */
export function verifyBooksCommand(program: Command): void {
  program
    .command('verify-books')
    .description(
      'hold payments, events, feeds, deliveries, counts, sums and the audit log against each other; changes nothing',
    )
    .option('--state <file>', 'keep there how far it is, and go on from there when it is run again')
    .option('--examples <number>', 'of each kind of fault name so many, 1 to 1000', parseExamples, DEFAULT_EXAMPLES)
    .option('--json', 'print one JSON document: {ok, payments, faults, audit_head, providers, not_judged}')
    .addHelpText(
      'after',
      `
Reads every payment once, beside servers that work, and opens the store to read alone: a standby of PostgreSQL will do. Says too which
days of live payments were never compared with the providers' books; peye reconcile compares them. docs/consistency.md explains every fault.

With --state, Ctrl-C keeps what was found, and so does a machine that dies, up to the last seconds. The file goes when all is done. One
that was kept of another store, or of this one before it was restored, is not gone on from: it begins anew, and says so.

Exit codes: 0 all fits, 1 something does not, 2 it could not look.

Examples:
  peye verify-books
  peye verify-books --json > books.json
  peye verify-books --state /var/tmp/books.state`,
    )
    .action((options: Options) => run(options));
}

async function run(options: Options): Promise<void> {
  let report: BooksReport;
  try {
    report = await look(options);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(`the books could not be looked at: ${failureText(error)}`, {
      cause: error,
      exitCode: COULD_NOT_LOOK,
    });
  }
  printResult(options, booksJson(report), () => describe(report));
  const faults = report.faults.reduce((sum, { kind, count }) => sum + (isFault(kind) ? count : 0), 0);
  if (faults > 0) throw new CommandFailure(faults === 1 ? '1 thing does not fit.' : `${faults} things do not fit.`);
}

async function look({ state, examples }: Options): Promise<BooksReport> {
  const config = readSettings();
  const file = state === undefined ? undefined : resolve(state);
  const saved = file === undefined ? undefined : await readState(file);
  let signal: keyof typeof ENDED_BY | undefined;
  if (file !== undefined) {
    for (const each of ['SIGINT', 'SIGTERM'] as const) process.once(each, () => (signal = each));
  }
  const { store, box } = await openBooks(config);
  let isAnew = false;
  try {
    const report = await withProgress('looking at the books', (onStep) =>
      verifyBooks(store, {
        box,
        nowUs: Math.floor(systemClock()()),
        mostExamples: examples,
        scheduled: config.webhookRetrySeconds.length,
        saved,
        onAnew: () => (isAnew = true),
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
    // Behind the progress, which a terminal shows on one line.
    if (isAnew)
      process.stderr.write(`peye: ${file} was of another store, or of this one before a restore: begun anew.\n`);
  }
  throw new CommandFailure(
    `ended before it was done. Go on with: ${asCalled(`peye verify-books --state ${shellWord(file ?? '')}`)}`,
    { exitCode: signal === undefined ? COULD_NOT_LOOK : ENDED_BY[signal] },
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
      ? `All fits: ${counted(payments, 'payment')}.`
      : `${counted(payments, 'payment')} ${payments === 1 ? 'was' : 'were'} looked at.`,
    `Head of the audit log: ${auditHead}`,
    comparedText(compared, width),
    ...(notJudged.length > 0 ? [`Not judged:\n${notJudged.map((each) => `  ${each}`).join('\n')}`] : []),
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
    `The providers' books: ${counted(comparisons, 'comparison')}; in the console ${withDifferences} of them found ${counted(differences, 'difference')}. Open discrepancies: ${openDiscrepancies}.`,
    `Days compared: ${ranges.length === 0 ? 'none' : firstAndLast(ranges)}.`,
    first === undefined
      ? 'No live payment of a day that is over was left out.'
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
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_EXAMPLES}.`);
  }
  return number;
}
