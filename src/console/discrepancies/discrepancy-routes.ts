import type { ConsoleRoute } from '../route.ts';
import { settle, showDiscrepancy } from './discrepancy-page.ts';
import { showDiscrepancies } from './list-page.ts';

/** Discrepancies between the providers' records and the gateway's payments. */
export const DISCREPANCY_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: '/discrepancies', access: 'discrepancies.read', handle: showDiscrepancies },
  { method: 'GET', path: '/discrepancies/:id', access: 'discrepancies.read', handle: showDiscrepancy },
  {
    method: 'POST',
    path: '/discrepancies/:id/settle',
    access: 'discrepancies.settle',
    sends: { note: 'one' },
    handle: settle,
    refused: showDiscrepancy,
  },
];
