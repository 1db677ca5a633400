import type { ConsoleRoute } from '../route.ts';
import { confirmEnd, confirmPause, confirmResume, end, pause, resume } from './confirm-pages.ts';
import { showRecurringList } from './list-page.ts';
import { showRecurring } from './recurring-page.ts';

const ONE = '/recurring/:id';

/** Subscriptions: cards that are charged once each period. */
export const RECURRING_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: '/recurring', access: 'recurring.read', handle: showRecurringList },
  { method: 'GET', path: ONE, access: 'recurring.read', handle: showRecurring },
  { method: 'GET', path: `${ONE}/pause`, access: 'recurring.pause', handle: confirmPause },
  { method: 'POST', path: `${ONE}/pause`, access: 'recurring.pause', sends: {}, handle: pause, refused: confirmPause },
  { method: 'GET', path: `${ONE}/resume`, access: 'recurring.pause', handle: confirmResume },
  {
    method: 'POST',
    path: `${ONE}/resume`,
    access: 'recurring.pause',
    sends: {},
    handle: resume,
    refused: confirmResume,
  },
  { method: 'GET', path: `${ONE}/end`, access: 'recurring.end', handle: confirmEnd },
  {
    method: 'POST',
    path: `${ONE}/end`,
    access: 'recurring.end',
    sends: { reason: 'one' },
    handle: end,
    refused: confirmEnd,
  },
];
