import type { Command } from 'commander';
import { OperatorError } from '../domain/operator-error.ts';
import { formatTimestamp, momentOf } from '../domain/timestamps.ts';
import { runAskedBy, runDays, runJson, unknownIn } from '../operator/views/run-json.ts';
import type { ReconcileTotals } from '../payments/reconcile-totals.ts';
import { findRun, listRuns, type ReconcileRun } from '../storage/reconcile-runs.ts';
import { fittedTable } from './fitted-table.ts';
import { counted, details, printResult } from './output.ts';
import { parseLimit } from './values.ts';
import { withStore } from './with-store.ts';
import { withVerbs } from './with-verbs.ts';

const DEFAULT_LIMIT = 20;

interface JsonOption {
  json?: true;
}

/** `peye comparisons …`: what the console has compared with the providers' books, in the background. */
export function comparisonsCommands(program: Command): void {
  const comparisons = program
    .command('comparisons')
    .description('look at comparisons with the providers that were asked for in the console, and stop one');

  comparisons
    .command('list')
    .description('list the newest, newest first')
    .option('--limit <number>', 'how many, 1 to 1000', parseLimit, DEFAULT_LIMIT)
    .option('--json', 'print a JSON array')
    .addHelpText(
      'after',
      `
A worker makes them, one at a time. Days are those of Haiti. peye reconcile compares at once, and prints every difference.

Examples:
  peye comparisons list`,
    )
    .action((options: JsonOption & { limit: number }) => list(options));

  comparisons
    .command('show')
    .argument('<id>', 'the id of a comparison')
    .description('show how far one is, and what it found')
    .option('--json', 'print one JSON document, with results and sums')
    .addHelpText('after', '\nExamples:\n  peye comparisons show rec_…')
    .action((id: string, options: JsonOption) => show(id, options));

  comparisons
    .command('stop')
    .argument('<id>', 'the id of a comparison')
    .description('stop one that waits or runs; what it has found stays')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExamples:\n  peye comparisons stop rec_…')
    .action((id: string, options: JsonOption) => stop(id, options));
}

async function list({ limit, ...options }: JsonOption & { limit: number }): Promise<void> {
  await withStore(async ({ db }) => {
    const runs = await listRuns(db, { limit });
    printResult(options, runs.map(runJson), () =>
      runs.length === 0 ? 'No comparisons yet. They are asked for in the console.' : runTable(runs),
    );
  });
}

async function show(id: string, options: JsonOption): Promise<void> {
  await withStore(async ({ db }) => {
    const run = await findRun(db, id);
    if (!run) throw new OperatorError('not_found', 'run', `There is no comparison ${id}.`);
    printResult(options, { ...runJson(run), ...(JSON.parse(run.totals ?? 'null') as ReconcileTotals | null) }, () => {
      return runText(run);
    });
  });
}

async function stop(id: string, options: JsonOption): Promise<void> {
  await withVerbs(async ({ payments }) => {
    const run = await payments.stopReconcile(id);
    printResult(options, runJson(run), () => `Comparison ${id} is stopped, after ${counted(run.compared, 'payment')}.`);
  });
}

function runTable(runs: readonly ReconcileRun[]): string {
  return fittedTable(runs, [
    { title: 'ID', cell: ({ id }) => id },
    { title: 'STATE', cell: ({ state }) => state },
    { title: 'DAYS IN HAITI', cell: (run) => runDays(run).join(' to ') },
    { title: 'METHOD', cell: ({ method }) => method ?? 'all', leftOut: 3 },
    { title: 'COMPARED', cell: ({ compared }) => String(compared) },
    { title: 'DIFFERENCES', cell: ({ differences }) => String(differences) },
    { title: 'ASKED BY', cell: runAskedBy, leastWidth: 9, leftOut: 2 },
    { title: 'ASKED', timeUs: ({ askedAtUs }) => askedAtUs, leftOut: 1 },
  ]);
}

function runText(run: ReconcileRun): string {
  return details([
    ['ID', run.id],
    ['State', run.state],
    ['Days in Haiti', runDays(run).join(' to ')],
    ['Method', run.method ?? 'all'],
    ['Asked by', runAskedBy(run)],
    ['Asked', formatTimestamp(run.askedAtUs)],
    ['Begun', momentOf(run.startedAtUs)],
    ['Ended', momentOf(run.endedAtUs)],
    ['Compared', String(run.compared)],
    ['Differences', String(run.differences)],
    ['Unknown', String(unknownIn(run))],
    ['Because', run.reason],
  ]);
}
