import { ACCOUNT_ROUTES } from './account/account-routes.ts';
import { ARRANGE_ROUTES } from './arrange.ts';
import { AUDIT_ROUTES } from './audit/audit-routes.ts';
import { CHECKOUT_ROUTES } from './checkout/checkout-routes.ts';
import { EXPORT_ROUTES } from './exports/export-routes.ts';
import { FEE_ROUTES } from './fees/fee-routes.ts';
import { LINKS_ROUTES } from './links/links-routes.ts';
import { MODE_ROUTES } from './mode.ts';
import { OVERVIEW_ROUTES } from './overview/overview-routes.ts';
import { PAYMENTS_ROUTES } from './payments/payments-routes.ts';
import { PAYOUT_ROUTES } from './payouts/payout-routes.ts';
import { REFUND_ROUTES } from './refunds/refund-routes.ts';
import type { ConsoleRoute } from './route.ts';
import { SEARCH_ROUTES } from './search/search-routes.ts';
import { STATEMENT_ROUTES } from './statements/statement-routes.ts';
import { PEOPLE_ROUTES } from './users/people-routes.ts';
import { WEBSITES_ROUTES } from './websites/websites-routes.ts';
import { WORK_ROUTES } from './work-routes.ts';

/** Every route of the console. The tests of roles read this table: a route without a row in theirs fails. */
export const CONSOLE_ROUTES: readonly ConsoleRoute[] = [
  ...ACCOUNT_ROUTES,
  ...MODE_ROUTES,
  ...ARRANGE_ROUTES,
  ...SEARCH_ROUTES,
  ...OVERVIEW_ROUTES,
  ...PAYMENTS_ROUTES,
  ...REFUND_ROUTES,
  ...LINKS_ROUTES,
  ...CHECKOUT_ROUTES,
  ...PEOPLE_ROUTES,
  ...AUDIT_ROUTES,
  ...WORK_ROUTES,
  ...WEBSITES_ROUTES,
  ...STATEMENT_ROUTES,
  ...FEE_ROUTES,
  ...PAYOUT_ROUTES,
  ...EXPORT_ROUTES,
];
