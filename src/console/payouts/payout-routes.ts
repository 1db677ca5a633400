import type { ConsoleRoute } from '../route.ts';
import { confirmImport, preview, showImport } from './import-pages.ts';
import { confirmReversal, confirmSettling, matchAgain, reverse, settleLine } from './payout-actions.ts';
import { showPayout } from './payout-page.ts';
import { PAYOUTS_PATH } from './payout-views.ts';
import { showPayouts } from './payouts-list.ts';
import { record, showRecord } from './record-page.ts';

const RECORD = `${PAYOUTS_PATH}/record`;
const IMPORT = `${PAYOUTS_PATH}/import`;
const OF_STATEMENT = { method: 'one', format: 'one', bank: 'one', reference: 'one', date: 'one' } as const;
const ONE = `${PAYOUTS_PATH}/:id`;
const LINE = `${ONE}/lines/:line`;

/** Payouts: the list, a payout's page, and what changes it. */
export const PAYOUT_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: PAYOUTS_PATH, access: 'payouts.read', handle: showPayouts },
  { method: 'GET', path: RECORD, access: 'payouts.record', handle: showRecord },
  {
    method: 'POST',
    path: RECORD,
    access: 'payouts.record',
    sends: {
      ...{ website: 'one', method: 'one', bank: 'one', reference: 'one', date: 'one' },
      ...{ currency: 'one', gross: 'one', fee: 'one' },
    },
    handle: record,
    refused: showRecord,
  },
  { method: 'GET', path: IMPORT, access: 'payouts.record', handle: showImport },
  {
    method: 'POST',
    path: IMPORT,
    access: 'payouts.record',
    sends: { ...OF_STATEMENT, file: 'maybe' },
    handle: preview,
    refused: showImport,
  },
  {
    method: 'POST',
    path: `${IMPORT}/confirm`,
    access: 'payouts.record',
    sends: { ...OF_STATEMENT, statement: 'one' },
    handle: confirmImport,
    refused: showImport,
  },
  { method: 'GET', path: ONE, access: 'payouts.read', handle: showPayout },
  {
    method: 'POST',
    path: `${ONE}/match`,
    access: 'payouts.record',
    sends: {},
    handle: matchAgain,
    refused: showPayout,
  },
  { method: 'GET', path: `${ONE}/reverse`, access: 'payouts.record', handle: confirmReversal },
  {
    method: 'POST',
    path: `${ONE}/reverse`,
    access: 'payouts.record',
    sends: { note: 'one' },
    handle: reverse,
    refused: confirmReversal,
  },
  { method: 'GET', path: LINE, access: 'payouts.record', handle: confirmSettling },
  {
    method: 'POST',
    path: LINE,
    access: 'payouts.record',
    sends: { note: 'one' },
    handle: settleLine,
    refused: confirmSettling,
  },
];
