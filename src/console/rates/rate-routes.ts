import type { ConsoleRoute } from '../route.ts';
import { refusedView } from '../views/parts.ts';
import { refresh, showRates } from './rates-page.ts';
import { set, showSet, takeBack } from './set-page.ts';

/** The exchange rate of dollars. */
export const RATE_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: '/rates', access: 'rates.read', handle: showRates },
  { method: 'POST', path: '/rates/refresh', access: 'rates.set', sends: {}, handle: refresh },
  { method: 'GET', path: '/rates/set', access: 'rates.set', handle: showSet },
  {
    method: 'POST',
    path: '/rates/set',
    access: 'rates.set',
    sends: { rate: 'one', seen: 'one', checked: 'maybe' },
    handle: set,
    refused: showSet,
  },
  {
    method: 'POST',
    path: '/rates/take-back',
    access: 'rates.set',
    sends: { seen: 'one' },
    handle: takeBack,
    refused: (context, fault, status) => showRates(context, refusedView(context, fault), status),
  },
];
