import type { ReconcileTotals } from '../features/reconciliation/reconcile-totals.ts';
import { RUN_FIELDS, runDays, runJson } from '../features/reconciliation/run-json.ts';
import { findRun, listRuns, type ReconcileRun } from '../features/reconciliation/store/reconcile-runs.ts';
import { refusal } from '../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { fieldDetails, fieldTable } from './field-table.ts';
import { type Command, counted, type JsonOption, onOne, printResult } from './output.ts';
import { limitOption } from './values.ts';
import { withStore, withVerbs } from './with-store.ts';

/**
 * `peye reconcile runs …`: reconciliation runs that were started in the console and run in the background. `peye reconcile` has `--json` too,
 * and takes it from them: they read it with `optsWithGlobals`.
 */
export function reconcileRunsCommands(reconcile: Command): void {
  const runs = reconcile.command('runs').description('List, show and stop reconciliation runs started in the console');
  const one = onOne(runs, { is: 'reconciliation run ID', examples: ['rec_…'] });

  runs
    .command('list')
    .description('List reconciliation runs, newest first')
    .addOption(limitOption())
    .json('print a JSON array')
    .more(`
A worker executes these runs one at a time. Days are days in Haiti. To compare now and print every difference, use peye reconcile.

Examples:
  peye reconcile runs list`)
    .action((_: JsonOption, command: Command) => listCommand(command.optsWithGlobals()));

  one('show', 'Show the progress and results of a reconciliation run', {
    json: 'print one JSON document, with results and sums',
  }).action((id: string, _: JsonOption, command: Command) => showCommand(id, command.optsWithGlobals()));

  one('stop', 'Stop a waiting or running reconciliation run and keep its results').action(
    (id: string, _: JsonOption, command: Command) => stopCommand(id, command.optsWithGlobals()),
  );
}

async function listCommand({ limit, ...options }: JsonOption & { limit: number }): Promise<void> {
  await withStore(async ({ db }) => {
    const runs = await listRuns(db, { limit });
    printResult(options, runs.map(runJson), () =>
      runs.length === 0 ? 'No reconciliation runs yet. Start one in the console.' : runTable(runs),
    );
  });
}

async function showCommand(id: string, options: JsonOption): Promise<void> {
  await withStore(async ({ db }) => {
    const run = await findRun(db, id);
    if (!run) throw new OperatorError('not_found', 'run', refusal('reconcileRunNotFound', { id }));
    printResult(options, { ...runJson(run), ...(JSON.parse(run.totals ?? 'null') as ReconcileTotals | null) }, () => {
      return runText(run);
    });
  });
}

async function stopCommand(id: string, options: JsonOption): Promise<void> {
  await withVerbs(async ({ payments }) => {
    const run = await payments.stopReconcile(id);
    printResult(
      options,
      runJson(run),
      () => `Reconciliation run ${id} stopped after ${counted(run.compared, 'payment')}.`,
    );
  });
}

function runTable(runs: readonly ReconcileRun[]): string {
  return fieldTable(runs, RUN_FIELDS, [
    ['id'],
    ['state'],
    { title: 'DAYS IN HAITI', cell: daysText },
    { title: 'METHOD', cell: methodText, leftOut: 3 },
    ['compared'],
    ['differences'],
    ['asked_by', { leastWidth: 10, leftOut: 2 }],
    ['asked_at', { leftOut: 1 }],
  ]);
}

function runText(run: ReconcileRun): string {
  const times = ['asked_by', 'asked_at', 'started_at', 'ended_at', 'compared', 'differences', 'unknown'] as const;
  const first = ['id', 'state', ['Days in Haiti', daysText(run)], ['Method', methodText(run)], ...times] as const;
  return fieldDetails(RUN_FIELDS, run, [], { first });
}

function daysText(run: ReconcileRun): string {
  return runDays(run).join(' to ');
}

function methodText({ method }: ReconcileRun): string {
  return method ?? 'all';
}
