import type { ConsolePerson, Standing } from '../support/console.ts';
import { PASSWORD } from '../support/console.ts';
import type { World } from './world.ts';

type Fields = Readonly<Record<string, string | readonly string[]>>;

/** A form that changes something, and how its test fills it in. */
interface FormRow {
  /** The page that shows it. */
  readonly page: (world: World, person: ConsolePerson) => string;
  readonly standing?: Standing;
  readonly fields?: Fields | ((world: World, person: ConsolePerson) => Fields);
  /**
   * The fields that a second person sends, after opening the page before the first person changed something. The response says that
   * something has changed, and nothing is written. A text in place of fields is the reason why no second person can undo the change.
   */
  readonly second: Fields | string;
}

const website = ({ mine }: World) => `/websites/${mine.websiteId}`;
const payment = ({ mine }: World) => `/payments/${mine.ids.payment}`;
const recurring = ({ mine }: World) => `/recurring/${mine.ids.subscription}`;
const person = ({ mine }: World) => `/people/${mine.ids.user}/change`;
const account = () => '/account';
const paths = (world: World) => ({
  test: `${website(world)}/test-keys/${world.mine.ids.key}`,
  live: `${website(world)}/live-keys/${world.mine.ids.live_key}`,
});
const OWN = 'it belongs to one user, so no other user can send it';
const MADE = 'it creates something new';
const STATE = 'its button names the new state, and both people choose the same';
const UNDO = 'undo.test.ts: each change is undone once, and only by the user who made it';
/** The name that the form of `/websites/:id/edit` has given the website, typed to confirm. */
const TYPED = { shop_name: ' first ' };
const SENT = 'each sending requests the same again, and changes nothing but that';

/**
 * Each form of the console: how the tests send it twice, and from two people. A form that is sent a second time changes nothing, except
 * forms with a reason in place of a row. Written by hand: the tests fail if a route that takes a form has no row.
 */
export const FORM_ROWS: Readonly<Record<string, FormRow | string>> = {
  '/sign-in': 'each one is a separate sign-in',
  '/sign-in/lost-password': 'mailed-links.test.ts: the last link works, and only once',
  '/session/stay': SENT,
  '/sign-out': { page: account, second: OWN },
  '/sign-in/factor': {
    page: () => '/sign-in/factor',
    standing: 'half',
    second: OWN,
    fields: (_, { code }) => ({ code: code() }),
  },
  '/mode': 'it changes nothing but a cookie of the browser',
  '/lists/columns': 'arrange.test.ts: it replaces the hidden columns, so the same form again changes nothing',
  '/lists/filters': 'arrange.test.ts: the same name replaces the filter, also at the same moment',
  '/lists/filters/remove': 'arrange.test.ts: what is removed stays removed',
  '/sign-in/passkey': SENT,
  '/step-up': { page: () => '/step-up', second: OWN, fields: (_, { code }) => ({ code: code() }) },
  '/invitations/:token': 'stolen-sessions.test.ts sends it twice, also at the same moment',
  '/account/profile': { page: account, fields: { name: 'Twice', language: 'fr' }, second: OWN },
  '/account/notifications': 'notifications.test.ts: it replaces the topics, so the same form again changes nothing',
  '/account/password': {
    page: account,
    fields: { password: PASSWORD, new_password: 'lantern mango river 77' },
    second: OWN,
  },
  '/account/sessions/end': 'what has ended stays ended',
  '/account/sessions/end-others': 'what has ended stays ended',
  '/account/factors/totp': 'it only creates a secret, which takes effect once it is confirmed',
  '/account/factors/totp/confirm': 'test/operator/users/second-factors.test.ts: a code counts once',
  '/account/factors/passkey/options': SENT,
  '/account/factors/passkey': 'test/operator/users/second-factors.test.ts: a challenge counts once',
  '/account/factors/remove': 'what is removed stays removed, and the last one stays',
  '/account/recovery-codes': 'each sending replaces the previous codes',
  '/people/invite': {
    page: () => '/people/invite',
    fields: { email: 'twice@console.example', role: 'support' },
    second: MADE,
  },
  '/people/:id/change': {
    page: person,
    fields: ({ foreign, mine }) => ({ role: 'merchant_developer', website_id: [mine.websiteId, foreign.websiteId] }),
    second: { role: 'merchant_owner' },
  },
  '/people/:id/reset': { page: person, second: { remove_factors: '1' } },
  '/people/:id/active': { page: person, second: {} },
  '/websites/new': { page: () => '/websites/new', fields: { name: 'Twice' }, second: MADE },
  '/websites/:id/edit': { page: (at) => `${website(at)}/edit`, fields: { name: 'First' }, second: { name: 'Second' } },
  '/websites/:id/logo': 'websites.test.ts: it takes a file, and the second person sees the change',
  '/websites/:id/logo/remove': 'websites.test.ts, as for the form that uploads a logo',
  '/websites/:id/callback': {
    page: (at) => `${website(at)}/callback`,
    fields: { callback_url: 'https://first.example/', test_callback_url: '' },
    second: { callback_url: 'https://second.example/', test_callback_url: '' },
  },
  '/websites/:id/methods': {
    page: (at) => `${website(at)}/methods`,
    fields: { methods: 'moncash', ...TYPED },
    second: { methods: 'natcash', ...TYPED },
  },
  '/websites/:id/limit': {
    page: (at) => `${website(at)}/limit`,
    fields: { rate_limit_per_minute: '120' },
    second: { rate_limit_per_minute: '240' },
  },
  '/websites/:id/card/approve': {
    page: (at) => `${website(at)}/card/approve`,
    fields: { note: 'Checked', ...TYPED },
    second: STATE,
  },
  '/websites/:id/card/withdraw': { page: (at) => `${website(at)}/card/withdraw`, fields: TYPED, second: STATE },
  '/websites/:id/deactivate': { page: (at) => `${website(at)}/deactivate`, fields: TYPED, second: STATE },
  '/websites/:id/activate': { page: website, second: STATE },
  '/websites/:id/edit/undo': UNDO,
  '/websites/:id/callback/undo': UNDO,
  '/websites/:id/methods/undo': UNDO,
  '/websites/:id/card/undo': UNDO,
  '/websites/:id/deactivate/undo': UNDO,
  '/websites/:id/secret': { page: (at) => `${website(at)}/secret`, second: { after: '0' } },
  '/websites/:id/test-secret': { page: (at) => `${website(at)}/test-secret`, second: { after: '0' } },
  '/websites/:id/test-secret/new': 'websites.test.ts: the second of two is refused, and shown no secret',
  '/websites/:id/test-secret/remove': STATE,
  '/websites/:id/test-event': SENT,
  ...keyRows('test'),
  ...keyRows('live'),
  '/webhooks/resend': SENT,
  '/webhooks/:id/resend': SENT,
  '/discrepancies/:id/settle': {
    page: ({ mine }) => `/discrepancies/${mine.ids.discrepancy}`,
    fields: { note: 'First' },
    second: { note: 'Second' },
  },
  '/websites/:id/fees/set': {
    page: (at) => `${website(at)}/fees/set`,
    fields: { percent: '2.5' },
    second: { percent: '3' },
  },
  '/websites/:id/fees/end': {
    page: (at) => `${website(at)}/fees/end?method=moncash&currency=HTG&mode=test`,
    second: {},
  },
  '/payouts/record': {
    page: () => '/payouts/record',
    fields: { bank: 'sogebank', reference: 'TWICE-1', date: '2026-11-20', gross: '500' },
    second: MADE,
  },
  '/payouts/import': 'it only shows what an import would match',
  '/payouts/import/confirm': 'payouts.test.ts: the same statement sent twice is one payout',
  '/payouts/:id/match': SENT,
  '/payouts/:id/lines/:line': {
    page: ({ mine }) => `/payouts/${mine.ids.payout}/lines/${mine.ids.line}`,
    fields: { note: 'First' },
    second: { note: 'Second' },
  },
  '/payouts/:id/reverse': {
    page: ({ mine }) => `/payouts/${mine.ids.payout}/reverse`,
    fields: { note: 'First' },
    second: { note: 'Second' },
  },
  '/recurring/:id/pause': { page: (at) => `${recurring(at)}/pause`, second: STATE },
  '/recurring/:id/resume': { page: (at) => `${recurring(at)}/resume`, second: STATE },
  '/recurring/:id/end': {
    page: (at) => `${recurring(at)}/end`,
    fields: { reason: 'First' },
    second: { reason: 'Second' },
  },
  '/rates/refresh': SENT,
  '/rates/set': { page: () => '/rates/set?rate=131', second: { rate: '132' } },
  '/rates/take-back': { page: () => '/rates', second: {} },
  '/exports/payments': SENT,
  '/exports/refunds': SENT,
  '/exports/links': SENT,
  '/exports/checkout': SENT,
  '/exports/deliveries': SENT,
  '/exports/recurring': SENT,
  '/exports/discrepancies': SENT,
  '/exports/disputes': SENT,
  '/exports/reconciliation': SENT,
  '/exports/payouts': SENT,
  '/exports/payout_lines': SENT,
  '/exports/audit': SENT,
  '/payments/:id/verify': SENT,
  '/payments/:id/note': { page: payment, fields: { note: 'Twice' }, second: 'each note is stored next to the others' },
  '/payments/:id/resend': SENT,
  '/payments/:id/receipt': 'each sending is one more e-mail, which is limited and in the audit log',
  '/overview/websites/:id/dismiss': 'overview.test.ts: two users dismiss the same at once',
  '/overview/websites/:id/restore': 'overview.test.ts: what is not dismissed stays as it is',
  '/payments/:id/finish': {
    page: ({ mine }) => `/payments/${mine.ids.open_payment}`,
    fields: { outcome: 'completed' },
    second: { outcome: 'declined' },
  },
  '/payments/:id/refund': {
    page: (world) => `${payment(world)}/refund`,
    fields: { amount: '1', confirmed: '1' },
    second: 'it requests another refund, as long as money is left',
  },
  '/refunds/:id/approve': { page: ({ mine }) => `/refunds/${mine.ids.refund}/approve`, second: {} },
  '/refunds/:id/reject': {
    page: ({ mine }) => `/refunds/${mine.ids.refund}/reject`,
    fields: { note: 'First' },
    second: { note: 'Second' },
  },
  '/refunds/:id/resolve': {
    page: ({ mine }) => `/refunds/${mine.ids.lost_refund}/resolve`,
    fields: { outcome: 'succeeded', transaction_number: '2284013979' },
    second: { outcome: 'succeeded', transaction_number: '2284013980' },
  },
  '/refunds/:id/claim': 'it only starts the time of the same user again',
  '/refunds/:id/complete': {
    page: ({ mine }) => `/refunds/${mine.ids.manual_refund}/complete`,
    fields: { transaction_number: '2284013977' },
    second: { transaction_number: '2284013978' },
  },
  '/payments/new': 'it creates another test payment, which moves no money',
  '/checkout/test-sessions/:id/cancel': {
    page: ({ mine }) => `/checkout/test-sessions/${mine.ids.checkout}/cancel`,
    second: STATE,
  },
  '/checkout/live-sessions/:id/cancel': {
    page: ({ mine }) => `/checkout/live-sessions/${mine.ids.live_checkout}/cancel`,
    second: STATE,
  },
  ...linkRows('test'),
  ...linkRows('live'),
  '/reconcile': {
    page: () => '/reconcile',
    fields: { from: '2026-01-01', to: '2026-01-02', method: '' },
    second: { from: '2026-01-01', to: '2026-01-03', method: '' },
  },
  '/reconcile/:id/stop': 'what has stopped stays stopped',
};

function keyRows(mode: 'test' | 'live'): Record<string, FormRow | string> {
  const one = `/websites/:id/${mode}-keys/:key`;
  const at = (world: World) => paths(world)[mode];
  return {
    [`/websites/:id/${mode}-keys/new`]: { page: (world) => `${website(world)}/${mode}-keys/new`, second: MADE },
    [`${one}/change`]: {
      page: (world) => `${at(world)}/change`,
      fields: { name: 'First' },
      second: { name: 'Second' },
    },
    [`${one}/roll`]: { page: (world) => `${at(world)}/roll`, second: { overlap: '0' } },
    [`${one}/deactivate`]:
      mode === 'live'
        ? { page: (world) => `${at(world)}/deactivate`, fields: TYPED, second: STATE }
        : { page: at, second: STATE },
    [`${one}/activate`]: { page: at, second: STATE },
    [`${one}/deactivate/undo`]: UNDO,
  };
}

function linkRows(mode: 'test' | 'live'): Record<string, FormRow | string> {
  const path = `/links/${mode}`;
  const one = ({ mine }: World) => mine.ids[mode === 'test' ? 'link' : 'live_link'];
  return {
    [`${path}/new`]: {
      page: () => `${path}/new`,
      // An earlier row has deactivated the other website, for which no links can be created.
      fields: ({ foreign }) => ({ website: foreign.websiteId, name: 'Twice', description_en: 'Twice', amount: '5' }),
      second: MADE,
    },
    [`${path}/:id/picture`]: 'links.test.ts: it takes a file, and the second person sees the change',
    [`${path}/:id/picture/remove`]: 'links.test.ts, as for the form that saves a picture',
    [`${path}/:id/deactivate`]: { page: (world) => `${path}/${one(world)}/deactivate`, second: STATE },
  };
}
