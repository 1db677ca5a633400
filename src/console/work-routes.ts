import { DISCREPANCY_ROUTES } from './discrepancies/discrepancy-routes.ts';
import { RATE_ROUTES } from './rates/rate-routes.ts';
import { RECONCILE_ROUTES } from './reconciliation/reconcile-routes.ts';
import type { ConsoleRoute } from './route.ts';
import { RECURRING_ROUTES } from './subscriptions/recurring-routes.ts';
import { SYSTEM_ROUTES } from './system/system-routes.ts';
import { DELIVERY_ROUTES } from './webhooks/delivery-routes.ts';

/** The operators' daily work. */
export const WORK_ROUTES: readonly ConsoleRoute[] = [
  ...DELIVERY_ROUTES,
  ...DISCREPANCY_ROUTES,
  ...RECURRING_ROUTES,
  ...RATE_ROUTES,
  ...RECONCILE_ROUTES,
  ...SYSTEM_ROUTES,
];
