import type { ConsoleRoute } from '../route.ts';
import { sendRunCsv } from './run-csv.ts';
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
