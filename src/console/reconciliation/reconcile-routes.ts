import type { FastifyReply } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import type { ReconcileLine } from '../../features/reconciliation/reconcile.ts';
import { RECONCILE_COLUMNS, reconcileCsv } from '../../features/reconciliation/reconcile-csv.ts';
import { KEPT_LINES } from '../../features/reconciliation/reconcile-runs.ts';
import { findRun, listRunLines } from '../../features/reconciliation/store/reconcile-runs.ts';
import type { SignedInContext } from '../console-context.ts';
import type { ConsoleRoute } from '../route.ts';
import { showRun, stop } from './run-page.ts';
import { showRuns, start } from './runs-page.ts';

/** Reconciliation runs, which a worker executes in the background. */
export const RECONCILE_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: '/reconcile', access: 'reconcile.read', handle: showRuns },
  {
    method: 'POST',
    path: '/reconcile',
    access: 'reconcile.run',
    sends: { from: 'one', to: 'one', method: 'one' },
    handle: start,
    refused: showRuns,
  },
  { method: 'GET', path: '/reconcile/:id', access: 'reconcile.read', handle: showRun },
  { method: 'GET', path: '/reconcile/:id/csv', access: 'reconcile.read', handle: sendRunCsv },
  { method: 'POST', path: '/reconcile/:id/stop', access: 'reconcile.run', sends: {}, handle: stop, refused: showRun },
];

/** Sends the differences of a reconciliation run as CSV, with the columns of `peye reconcile --csv`. */
async function sendRunCsv({ deps, params, reply }: SignedInContext): Promise<FastifyReply> {
  const run = await findRun(deps.db, params.id ?? '');
  if (!run) throw new ApiError('not_found');
  const lines = await listRunLines(deps.db, run.id, { after: 0, limit: KEPT_LINES });
  const rows = lines.map(({ line }) => reconcileCsv(JSON.parse(line) as ReconcileLine));
  reply.headers({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${run.id}.csv"`,
  });
  return reply.send([RECONCILE_COLUMNS.join(','), ...rows, ''].join('\r\n'));
}
