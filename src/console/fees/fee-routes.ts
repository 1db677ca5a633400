import type { ConsoleRoute } from '../route.ts';
import { showFees } from './fees-page.ts';
import { confirmEnd, endFee, setFee, showSetFee } from './set-fee-page.ts';

const ONE = '/websites/:id/fees';

/** Fee rules of a website. */
export const FEE_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: ONE, access: 'fees.read', handle: showFees },
  { method: 'GET', path: `${ONE}/set`, access: 'fees.set', handle: showSetFee },
  {
    method: 'POST',
    path: `${ONE}/set`,
    access: 'fees.set',
    sends: {
      ...{ method: 'one', currency: 'one', percent: 'one', fixed: 'one', minimum: 'one', valid_from: 'one' },
      ...{ mode: 'one', seen: 'one' },
    },
    handle: setFee,
    refused: showSetFee,
  },
  { method: 'GET', path: `${ONE}/end`, access: 'fees.set', handle: confirmEnd },
  {
    method: 'POST',
    path: `${ONE}/end`,
    access: 'fees.set',
    sends: { method: 'one', currency: 'one', mode: 'one', seen: 'one' },
    handle: endFee,
    refused: confirmEnd,
  },
];
