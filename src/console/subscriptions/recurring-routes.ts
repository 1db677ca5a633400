import type { ConsoleRoute } from '../route.ts';
import { confirmEnd, confirmPause, confirmResume, end, pause, resume } from './confirm-pages.ts';
import { showRecurringList } from './list-page.ts';
import { showRecurring } from './recurring-page.ts';

/** Subscriptions: cards that are charged once each period. */
export const RECURRING_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: '/recurring', access: 'recurring.read', handle: showRecurringList },
  { method: 'GET', path: '/recurring/:id', access: 'recurring.read', handle: showRecurring },
  {
    method: 'GET',
    path: '/recurring/:id/pause',
    access: 'recurring.pause',
    handle: (context) => confirmPause(context),
  },
  { method: 'POST', path: '/recurring/:id/pause', access: 'recurring.pause', sends: {}, handle: pause },
  {
    method: 'GET',
    path: '/recurring/:id/resume',
    access: 'recurring.pause',
    handle: (context) => confirmResume(context),
  },
  { method: 'POST', path: '/recurring/:id/resume', access: 'recurring.pause', sends: {}, handle: resume },
  { method: 'GET', path: '/recurring/:id/end', access: 'recurring.end', handle: (context) => confirmEnd(context) },
  { method: 'POST', path: '/recurring/:id/end', access: 'recurring.end', sends: { reason: 'one' }, handle: end },
];
