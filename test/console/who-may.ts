import type { Role } from '../../src/core/roles.ts';

/**
 * What a route requires of its visitor. `everybody`: nothing. `half`: a password. `signed_in`: a whole session. `factor`:
 * two-factor authentication, because the route changes something. `recent`: a factor that was confirmed within five minutes.
 */
type Asks = 'everybody' | 'half' | 'signed_in' | 'factor' | 'recent';

export interface Who {
  readonly asks: Asks;
  readonly roles: readonly Role[];
}

const OPERATORS: readonly Role[] = ['owner', 'operator', 'support', 'auditor'];
const MERCHANTS: readonly Role[] = ['merchant_owner', 'merchant_developer', 'merchant_viewer'];
const ALL: readonly Role[] = [...OPERATORS, ...MERCHANTS];

const own: Who = { asks: 'signed_in', roles: ALL };
const anybody: Who = { asks: 'everybody', roles: ALL };
const half: Who = { asks: 'half', roles: ALL };

/**
 * `reads`: a page to read. `changes`: a change, which needs two-factor authentication. `recently`: a change for which a factor must have
 * been confirmed within five minutes.
 */
const reads = (...roles: readonly Role[]): Who => ({ asks: 'signed_in', roles });
const changes = (...roles: readonly Role[]): Who => ({ asks: 'factor', roles });
const recently = (...roles: readonly Role[]): Who => ({ asks: 'recent', roles });

/**
 * Who may visit which route. It is written by hand, not derived from `core/roles.ts`, so that the two can differ and fail the tests: a
 * route that is not here fails the tests, and so does a row whose route does not exist.
 */
export const WHO_MAY: Readonly<Record<string, Who>> = {
  'GET /sign-in': anybody,
  'POST /sign-in': anybody,
  'GET /sign-in/lost-password': anybody,
  'POST /sign-in/lost-password': anybody,
  'POST /sign-out': half,
  'GET /sign-in/factor': half,
  'POST /sign-in/factor': half,
  'POST /sign-in/passkey': half,
  'GET /invitations/:token': anybody,
  'POST /invitations/:token': anybody,

  'POST /session/stay': own,
  'GET /step-up': own,
  'POST /step-up': own,
  'GET /account': own,
  'POST /account/password': own,
  'POST /account/sessions/end': own,
  'POST /account/sessions/end-others': own,
  'GET /account/factors': own,
  'POST /account/factors/totp': own,
  'POST /account/factors/totp/confirm': own,
  'POST /account/factors/passkey/options': own,
  'POST /account/factors/passkey': own,
  'POST /account/factors/remove': own,
  'POST /account/recovery-codes': own,
  'POST /account/profile': own,
  'POST /lists/columns': own,
  'POST /lists/filters': own,
  'POST /lists/filters/remove': own,
  'POST /account/notifications': own,
  'GET /account/factors/remove': own,

  'POST /mode': own,
  'GET /search': reads(...ALL),

  'GET ': reads(...ALL),
  'GET /overview/overdue': reads(...ALL),
  'GET /overview/waiting': reads(...ALL),
  'GET /overview/receipts': reads(...ALL),
  'GET /overview/websites/:id/dismiss': changes('owner', 'operator', 'support', 'merchant_owner', 'merchant_developer'),
  'POST /overview/websites/:id/dismiss': changes(
    'owner',
    'operator',
    'support',
    'merchant_owner',
    'merchant_developer',
  ),
  'POST /overview/websites/:id/restore': changes(
    'owner',
    'operator',
    'support',
    'merchant_owner',
    'merchant_developer',
  ),

  'GET /webhooks': reads(...OPERATORS, 'merchant_owner', 'merchant_developer'),
  'GET /webhooks/:id': reads(...OPERATORS, 'merchant_owner', 'merchant_developer'),
  'GET /webhooks/resend': changes('owner', 'operator', 'support', 'merchant_owner', 'merchant_developer'),
  'POST /webhooks/resend': changes('owner', 'operator', 'support', 'merchant_owner', 'merchant_developer'),
  'POST /webhooks/:id/resend': changes('owner', 'operator', 'support', 'merchant_owner', 'merchant_developer'),

  'GET /discrepancies': reads(...ALL),
  'GET /discrepancies/:id': reads(...ALL),
  'POST /discrepancies/:id/settle': changes('owner', 'operator'),

  'GET /payouts': reads(...OPERATORS),
  'GET /payouts/:id': reads(...OPERATORS),
  'GET /payouts/record': changes('owner', 'operator'),
  'POST /payouts/record': changes('owner', 'operator'),
  'GET /payouts/import': changes('owner', 'operator'),
  'POST /payouts/import': changes('owner', 'operator'),
  'POST /payouts/import/confirm': changes('owner', 'operator'),
  'POST /payouts/:id/match': changes('owner', 'operator'),
  'GET /payouts/:id/reverse': changes('owner', 'operator'),
  'POST /payouts/:id/reverse': changes('owner', 'operator'),
  'GET /payouts/:id/lines/:line': changes('owner', 'operator'),
  'POST /payouts/:id/lines/:line': changes('owner', 'operator'),

  'GET /recurring': reads(...ALL),
  'GET /recurring/:id': reads(...ALL),
  'GET /recurring/:id/pause': changes('owner', 'operator', 'merchant_owner'),
  'POST /recurring/:id/pause': changes('owner', 'operator', 'merchant_owner'),
  'GET /recurring/:id/resume': changes('owner', 'operator', 'merchant_owner'),
  'POST /recurring/:id/resume': changes('owner', 'operator', 'merchant_owner'),
  'GET /recurring/:id/end': changes('owner', 'operator', 'merchant_owner'),
  'POST /recurring/:id/end': changes('owner', 'operator', 'merchant_owner'),

  'GET /rates': reads(...OPERATORS),
  'GET /rates/set': recently('owner', 'operator'),
  'POST /rates/set': recently('owner', 'operator'),
  'POST /rates/refresh': recently('owner', 'operator'),
  'POST /rates/take-back': recently('owner', 'operator'),

  'GET /exports': reads('owner', 'operator', 'auditor', 'merchant_owner'),
  'POST /exports/payments': reads('owner', 'operator', 'auditor', 'merchant_owner'),
  'POST /exports/refunds': reads('owner', 'operator', 'auditor', 'merchant_owner'),
  'POST /exports/disputes': reads('owner', 'operator', 'auditor', 'merchant_owner'),
  'POST /exports/checkout': reads('owner', 'operator', 'auditor', 'merchant_owner'),
  'POST /exports/links': reads('owner', 'operator', 'auditor', 'merchant_owner'),
  'POST /exports/deliveries': reads('owner', 'operator', 'auditor', 'merchant_owner'),
  'POST /exports/recurring': reads('owner', 'operator', 'auditor', 'merchant_owner'),
  'POST /exports/discrepancies': reads('owner', 'operator', 'auditor'),
  'POST /exports/reconciliation': reads('owner', 'operator', 'auditor'),
  'POST /exports/payouts': reads('owner', 'operator', 'auditor'),
  'POST /exports/payout_lines': reads('owner', 'operator', 'auditor'),
  'POST /exports/audit': reads('owner', 'operator', 'auditor'),

  'GET /payments': reads(...ALL),
  'GET /payments/:id': reads(...ALL),
  'GET /payments/:id/customer': reads(...ALL),
  'GET /payments/:id/page': reads(...ALL),
  'POST /payments/:id/verify': changes('owner', 'operator', 'support'),
  'POST /payments/:id/note': changes('owner', 'operator', 'support'),
  'POST /payments/:id/resend': changes('owner', 'operator', 'support', 'merchant_owner', 'merchant_developer'),
  'POST /payments/:id/receipt': changes('owner', 'operator', 'support', 'merchant_owner'),
  'POST /payments/:id/finish': changes('owner', 'operator', 'merchant_owner', 'merchant_developer'),
  'GET /payments/:id/refund': changes('owner', 'operator', 'support', 'merchant_owner'),
  'POST /payments/:id/refund': changes('owner', 'operator', 'support', 'merchant_owner'),

  'GET /refunds': reads(...ALL),
  'GET /disputes': reads(...ALL),
  'GET /refunds/:id': reads(...ALL),
  'GET /refunds/:id/approve': recently('owner', 'operator'),
  'POST /refunds/:id/approve': recently('owner', 'operator'),
  'GET /refunds/:id/reject': recently('owner', 'operator'),
  'POST /refunds/:id/reject': recently('owner', 'operator'),
  'POST /refunds/:id/claim': recently('owner', 'operator'),
  'GET /refunds/:id/complete': recently('owner', 'operator'),
  'POST /refunds/:id/complete': recently('owner', 'operator'),

  'GET /refunds/:id/resolve': recently('owner', 'operator'),
  'POST /refunds/:id/resolve': recently('owner', 'operator'),

  'GET /payments/new': changes('owner', 'operator', 'merchant_owner', 'merchant_developer'),
  'POST /payments/new': changes('owner', 'operator', 'merchant_owner', 'merchant_developer'),

  'GET /checkout': reads(...ALL),
  'GET /checkout/:id': reads(...ALL),
  'GET /checkout/test-sessions/:id/cancel': changes('owner', 'operator', 'merchant_owner', 'merchant_developer'),
  'POST /checkout/test-sessions/:id/cancel': changes('owner', 'operator', 'merchant_owner', 'merchant_developer'),
  'GET /checkout/live-sessions/:id/cancel': changes('owner', 'operator', 'merchant_owner'),
  'POST /checkout/live-sessions/:id/cancel': changes('owner', 'operator', 'merchant_owner'),
  'GET /links': reads(...ALL),
  'GET /links/:id': reads(...ALL),
  'GET /links/:id/poster': reads(...ALL),
  'GET /links/:id/qr.svg': reads(...ALL),
  'GET /links/:id/qr.png': reads(...ALL),
  'GET /links/test/new': changes('owner', 'operator', 'merchant_owner', 'merchant_developer'),
  'POST /links/test/new': changes('owner', 'operator', 'merchant_owner', 'merchant_developer'),
  'POST /links/test/:id/picture': changes('owner', 'operator', 'merchant_owner', 'merchant_developer'),
  'POST /links/test/:id/picture/remove': changes('owner', 'operator', 'merchant_owner', 'merchant_developer'),
  'POST /links/live/:id/picture': changes('owner', 'operator', 'merchant_owner'),
  'POST /links/live/:id/picture/remove': changes('owner', 'operator', 'merchant_owner'),
  'GET /links/live/new': changes('owner', 'operator', 'merchant_owner'),
  'POST /links/live/new': changes('owner', 'operator', 'merchant_owner'),
  'GET /links/test/:id/deactivate': changes('owner', 'operator', 'merchant_owner', 'merchant_developer'),
  'POST /links/test/:id/deactivate': changes('owner', 'operator', 'merchant_owner', 'merchant_developer'),
  'GET /links/live/:id/deactivate': changes('owner', 'operator', 'merchant_owner'),
  'POST /links/live/:id/deactivate': changes('owner', 'operator', 'merchant_owner'),

  'GET /reconcile': reads(...OPERATORS),
  'POST /reconcile': changes('owner', 'operator'),
  'GET /reconcile/:id': reads(...OPERATORS),
  'GET /reconcile/:id/csv': reads(...OPERATORS),
  'POST /reconcile/:id/stop': changes('owner', 'operator'),

  'GET /system': reads('owner', 'operator', 'auditor'),

  'GET /people': reads('owner', 'operator', 'auditor', 'merchant_owner'),
  'GET /people/:id': reads('owner', 'operator', 'auditor', 'merchant_owner'),
  'GET /people/invite': recently('owner', 'operator', 'merchant_owner'),
  'POST /people/invite': recently('owner', 'operator', 'merchant_owner'),
  'GET /people/:id/change': recently('owner', 'operator', 'merchant_owner'),
  'POST /people/:id/change': recently('owner', 'operator', 'merchant_owner'),
  'POST /people/:id/reset': recently('owner', 'operator', 'merchant_owner'),
  'POST /people/:id/active': recently('owner', 'operator', 'merchant_owner'),

  'GET /audit': reads('owner', 'operator', 'auditor'),
  'GET /audit/check': reads('owner', 'operator', 'auditor'),
  'GET /audit/:position': reads('owner', 'operator', 'auditor'),

  'GET /websites': reads(...ALL),
  'GET /websites/:id': reads(...ALL),
  'GET /websites/:id/fees': reads(...ALL),
  'GET /websites/:id/fees/set': changes('owner', 'operator'),
  'POST /websites/:id/fees/set': changes('owner', 'operator'),
  'GET /websites/:id/fees/end': changes('owner', 'operator'),
  'POST /websites/:id/fees/end': changes('owner', 'operator'),
  'GET /statements': reads(...ALL),
  'GET /websites/:id/statements': reads(...ALL),
  'GET /websites/:id/statement': reads(...ALL),
  'GET /websites/:id/statement.csv': reads(...ALL),
  'GET /websites/:id/statement.pdf': reads(...ALL),
  'GET /websites/new': changes('owner', 'operator'),
  'POST /websites/new': changes('owner', 'operator'),
  'GET /websites/:id/edit': changes('owner', 'operator', 'merchant_owner'),
  'POST /websites/:id/edit': changes('owner', 'operator', 'merchant_owner'),
  'POST /websites/:id/logo': changes('owner', 'operator', 'merchant_owner'),
  'POST /websites/:id/logo/remove': changes('owner', 'operator', 'merchant_owner'),
  'POST /websites/:id/edit/undo': changes('owner', 'operator', 'merchant_owner'),
  'GET /websites/:id/callback': recently('owner', 'operator', 'merchant_owner'),
  'POST /websites/:id/callback': recently('owner', 'operator', 'merchant_owner'),
  'POST /websites/:id/callback/undo': recently('owner', 'operator', 'merchant_owner'),
  'GET /websites/:id/requests': reads(...OPERATORS, 'merchant_owner', 'merchant_developer'),
  'GET /websites/:id/methods': changes('owner', 'operator'),
  'POST /websites/:id/methods': changes('owner', 'operator'),
  'GET /websites/:id/limit': changes('owner', 'operator'),
  'POST /websites/:id/limit': changes('owner', 'operator'),
  'GET /websites/:id/card/approve': recently('owner', 'operator'),
  'POST /websites/:id/card/approve': recently('owner', 'operator'),
  'GET /websites/:id/card/withdraw': recently('owner', 'operator'),
  'POST /websites/:id/card/withdraw': recently('owner', 'operator'),
  'POST /websites/:id/card/undo': recently('owner', 'operator'),
  'GET /websites/:id/deactivate': changes('owner', 'operator'),
  'POST /websites/:id/deactivate': changes('owner', 'operator'),
  'POST /websites/:id/deactivate/undo': changes('owner', 'operator'),
  'POST /websites/:id/activate': changes('owner', 'operator'),
  'POST /websites/:id/methods/undo': changes('owner', 'operator'),
  'GET /websites/:id/secret': recently('owner', 'operator', 'merchant_owner'),
  'POST /websites/:id/secret': recently('owner', 'operator', 'merchant_owner'),
  'GET /websites/:id/test-secret': recently('owner', 'operator', 'merchant_owner'),
  'POST /websites/:id/test-secret': recently('owner', 'operator', 'merchant_owner'),
  'POST /websites/:id/test-secret/new': recently('owner', 'operator', 'merchant_owner'),
  'POST /websites/:id/test-secret/remove': recently('owner', 'operator', 'merchant_owner'),
  'POST /websites/:id/test-event': changes('owner', 'operator', 'support', 'merchant_owner', 'merchant_developer'),
  'GET /websites/:id/test-keys/:key': reads(...OPERATORS, 'merchant_owner', 'merchant_developer'),
  'GET /websites/:id/test-keys/new': recently('owner', 'operator', 'merchant_owner', 'merchant_developer'),
  'POST /websites/:id/test-keys/new': recently('owner', 'operator', 'merchant_owner', 'merchant_developer'),
  'GET /websites/:id/test-keys/:key/change': recently('owner', 'operator', 'merchant_owner', 'merchant_developer'),
  'POST /websites/:id/test-keys/:key/change': recently('owner', 'operator', 'merchant_owner', 'merchant_developer'),
  'POST /websites/:id/test-keys/:key/deactivate': recently('owner', 'operator', 'merchant_owner', 'merchant_developer'),
  'POST /websites/:id/test-keys/:key/deactivate/undo': recently(
    'owner',
    'operator',
    'merchant_owner',
    'merchant_developer',
  ),
  'POST /websites/:id/test-keys/:key/activate': recently('owner', 'operator', 'merchant_owner', 'merchant_developer'),
  'GET /websites/:id/test-keys/:key/roll': recently('owner', 'operator', 'merchant_owner', 'merchant_developer'),
  'POST /websites/:id/test-keys/:key/roll': recently('owner', 'operator', 'merchant_owner', 'merchant_developer'),
  'GET /websites/:id/live-keys/:key': reads(...OPERATORS, 'merchant_owner', 'merchant_developer'),
  'GET /websites/:id/live-keys/new': recently('owner', 'operator', 'merchant_owner'),
  'POST /websites/:id/live-keys/new': recently('owner', 'operator', 'merchant_owner'),
  'GET /websites/:id/live-keys/:key/change': recently('owner', 'operator', 'merchant_owner'),
  'POST /websites/:id/live-keys/:key/change': recently('owner', 'operator', 'merchant_owner'),
  'GET /websites/:id/live-keys/:key/deactivate': recently('owner', 'operator', 'merchant_owner'),
  'POST /websites/:id/live-keys/:key/deactivate': recently('owner', 'operator', 'merchant_owner'),
  'POST /websites/:id/live-keys/:key/deactivate/undo': recently('owner', 'operator', 'merchant_owner'),
  'POST /websites/:id/live-keys/:key/activate': recently('owner', 'operator', 'merchant_owner'),
  'GET /websites/:id/live-keys/:key/roll': recently('owner', 'operator', 'merchant_owner'),
  'POST /websites/:id/live-keys/:key/roll': recently('owner', 'operator', 'merchant_owner'),
};
