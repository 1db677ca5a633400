import type { ConsoleRoute } from '../route.ts';
import { ACCOUNT_PAGE_ROUTES } from './account-page.ts';
import { FACTOR_ROUTES } from './factor-routes.ts';
import { INVITATION_ROUTES } from './invitation-routes.ts';
import { MY_TWO_FACTOR_ROUTES } from './my-two-factor.ts';
import { SESSION_ROUTES } from './session-warning.ts';
import { LOST_PASSWORD_ROUTES, SIGN_IN_ROUTES } from './sign-in-routes.ts';

/** Signing in, and what users change about themselves. */
export const ACCOUNT_ROUTES: readonly ConsoleRoute[] = [
  ...SIGN_IN_ROUTES,
  ...LOST_PASSWORD_ROUTES,
  ...SESSION_ROUTES,
  ...FACTOR_ROUTES,
  ...INVITATION_ROUTES,
  ...ACCOUNT_PAGE_ROUTES,
  ...MY_TWO_FACTOR_ROUTES,
];
