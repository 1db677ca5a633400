import { MODES } from '../../core/payment.ts';
import type { ConsoleRoute } from '../route.ts';
import { cancelPages } from './cancel-pages.ts';
import { showSession } from './session-page.ts';
import { SESSIONS_PATH } from './session-views.ts';
import { showSessions } from './sessions-list.ts';

/** Checkout sessions: the list, a session's page, and the pages that cancel one. */
export const CHECKOUT_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: SESSIONS_PATH, access: 'checkout.read', handle: showSessions },
  ...MODES.flatMap((mode): ConsoleRoute[] => {
    const { confirm, cancel } = cancelPages(mode);
    const path = `${SESSIONS_PATH}/${mode}-sessions/:id/cancel`;
    const access = `checkout.cancel.${mode}` as const;
    return [
      { method: 'GET', path, access, handle: confirm },
      { method: 'POST', path, access, sends: {}, handle: cancel },
    ];
  }),
  { method: 'GET', path: `${SESSIONS_PATH}/:id`, access: 'checkout.read', handle: showSession },
];
