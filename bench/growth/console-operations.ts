import { setTimeout as pause } from 'node:timers/promises';
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '../../src/core/payment.ts';
import { DELIVERY_STATUSES } from '../../src/features/webhooks/store/delivery-table.ts';
import { type VisitorName, visitorOf } from './console-visitor.ts';
import { customerOf, idOf, ownerOf, paymentOf, phoneOf, recurringOf, subscriptionIdOf } from './dataset.ts';
import type { Operation } from './endpoint-operations.ts';
import { isLong } from './fill-console.ts';
import type { MeasuredStore } from './measured-store.ts';

const US_PER_DAY = 86_400_000_000;
const FROM_DAYS = 40;

/** The query of an address, by its fields. A value may differ from one request to the next. */
type Query = Readonly<Record<string, string | ((on: MeasuredStore) => string)>>;

/** A page that a user opens. */
function page(
  name: string,
  path: string | ((on: MeasuredStore) => string),
  query: Query = {},
  who: VisitorName = 'owner',
): Operation {
  return {
    name: `console ${name}${who === 'owner' ? '' : `, as a ${who}`}`,
    prepare: async (on) => {
      await visitorOf(on, who);
      const asked = new URLSearchParams();
      for (const [key, value] of Object.entries(query)) asked.set(key, typeof value === 'string' ? value : value(on));
      return `/console${typeof path === 'string' ? path : path(on)}?${asked}`;
    },
    run: async (on, address) => {
      const { cookie } = await visitorOf(on, who);
      return on.ask(address, { key: undefined, headers: { cookie } });
    },
  };
}

/** The time of `days` days ago, in the format of a form's field. */
const ago = (days: number) => (on: MeasuredStore) =>
  new Date((on.data.endUs - days * US_PER_DAY) / 1000).toISOString().slice(0, 16);
const site = (name: string) => (on: MeasuredStore) => on.websiteId(name);
const anyId = (on: MeasuredStore) => String(on.someIdOfHalf());
const some = (on: MeasuredStore, isWanted: (n: number) => boolean): number => {
  for (;;) {
    const n = Math.floor(Math.random() * on.data.payments);
    if (isWanted(n)) return n;
  }
};
const someCustomer = (on: MeasuredStore) => customerOf(on.data, on.someOfHalf());
const month = { from: ago(430), to: ago(400) };
const NONE = { amount: '0.01-0.02' };

/** Fields of the list's form, by filter. Every role and website uses some of them. */
const FILTERS: Readonly<Record<string, Query>> = {
  'no filter': {},
  'a month': month,
  'an hour': { from: ago(100), to: ago(100 - 1 / 24) },
  ...Object.fromEntries(PAYMENT_STATUSES.map((status) => [`status ${status}`, { status }])),
  ...Object.fromEntries(PAYMENT_METHODS.map((method) => [`method ${method}`, { method }])),
  'failed by card': { status: 'failed', method: 'card' },
  'a key': { key: (on) => on.data.shops[0]!.apiKeyId },
  'an amount': { amount: '123.45' },
  'an amount that none has': NONE,
  'an amount that none has, in a month': { ...NONE, ...month },
  'an amount that none has, failed by card': { ...NONE, status: 'failed', method: 'card' },
  'in dollars': { currency: 'USD' },
  'a failure reason': { reason: 'expired_card' },
  recurring: { recurring: 'yes' },
  'not recurring': { recurring: 'no' },
};
const SEARCHES: Readonly<Record<string, Query>> = {
  'an id': { q: anyId },
  'a reference': { q: 'order-12345' },
  'a shared reference': { q: 'monthly-fee' },
  "a provider's number": { q: 'PR12345' },
  'a phone number': { q: (on) => phoneOf(someCustomer(on)) },
  "a phone number of a website's every payment": { q: '37000001' },
  'the start of a reference': { q: 'ORDER-1234' },
  'the start of most references': { q: 'order' },
  'the last four digits of much': { q: (on) => String(on.someIdOfHalf()).slice(-4) },
  'the end of a reference': { q: (on) => `r-${on.someOfHalf()}` },
  'the last four digits of a phone number, written apart': {
    q: (on) => phoneOf(someCustomer(on)).slice(-4).replace(/../, '$& '),
  },
  'the first digits of an id': { q: (on) => anyId(on).slice(0, 5) },
  "the start of a provider's number": { q: 'pr 1234' },
  'the start of an e-mail address': { q: (on) => `CUSTOMER${someCustomer(on)}@` },
  'wildcards and SQL': { q: "%' OR 1=1 --" },
  'an e-mail address': { q: (on) => `customer${someCustomer(on)}@example.com` },
  'the start of a common name': { q: 'josép' },
  'the start of a rare name': { q: 'Samuel Yac' },
  'a whole name': { q: 'Ketly Toussaint' },
  'a name of one in seventy': { q: 'yacin' },
  'one letter': { q: 'y' },
  'an unknown name': { q: 'wilguens' },
  'a common name, failed by card': { q: 'joseph', status: 'failed', method: 'card' },
  'a rare name, an amount that none has': { q: 'samuel yacinthe', ...NONE },
  'a common name, an amount that none has': { q: 'joseph', ...NONE },
  'a reference, an amount that none has': { q: 'monthly-fee', ...NONE },
};
const ALL = { ...FILTERS, ...SEARCHES };

/** Lists of test payments, most of a store's: a list shows one mode. */
const lists = (kind: string, query: Query, who: VisitorName, names = Object.keys(ALL)): Operation[] =>
  names.map((name) => page(`payments${kind}, ${name}`, '/payments', { mode: 'test', ...query, ...ALL[name] }, who));
const FEW = [
  ...['no filter', 'status failed', 'an amount that none has', 'a failure reason', 'a shared reference'],
  ...['the start of a common name', 'the start of a rare name', 'a phone number'],
];

const payments: Operation[] = [
  ...lists('', {}, 'owner'),
  ...lists(', live', { mode: 'live' }, 'owner', FEW),
  ...lists(' of one website', { website: site('half') }, 'owner', FEW),
  page('payments of one website, a name that all have', '/payments', {
    mode: 'test',
    website: site('quiet'),
    q: 'marie ange',
  }),
  page('payments of one website, a phone number that all have', '/payments', {
    mode: 'test',
    website: site('quiet'),
    q: '37000001',
  }),
  ...lists('', {}, 'merchant', FEW),
  ...lists('', {}, 'small merchant', FEW),
  ...lists(', far down', { before: anyId }, 'owner', [...FEW, 'one letter']),
  ...lists(', far down', { before: anyId }, 'merchant', FEW),
  page('payment', (on) => `/payments/${anyId(on)}`),
  page('payment', (on) => `/payments/${anyId(on)}`, {}, 'merchant'),
  page(
    'payment with a long timeline',
    (on) =>
      `/payments/${idOf(
        on.data,
        some(on, (n) => isLong(on.data, n)),
      )}`,
  ),
  page('payment, new', '/payments/new'),
  page('payments of a customer', (on) => `/payments/${anyId(on)}/customer`),
  page('payments of a customer', (on) => `/payments/${anyId(on)}/customer`, {}, 'merchant'),
  page('search in the header', '/search', { q: 'order-12345' }),
  page('search in the header', '/search', { q: (on) => phoneOf(someCustomer(on)) }, 'merchant'),
];

const overview: Operation[] = (['owner', 'merchant'] as const).flatMap((who) =>
  (['test', 'live'] as const).flatMap((mode) =>
    ['today', '7', '30'].map((range) => page(`first page, ${mode}, ${range}`, '', { mode, range }, who)),
  ),
);

/** A final payment of the website "half", recent enough that its delivery is still stored. */
const paidOfHalf = (on: MeasuredStore) =>
  idOf(
    on.data,
    some(
      on,
      (n) =>
        ownerOf(on.data, n) === 0 &&
        n > on.data.payments * 0.95 &&
        n < on.data.payments * 0.99 &&
        paymentOf(on.data, n).finishedAtUs !== null,
    ),
  );

const WEBHOOKS: Readonly<Record<string, Query>> = {
  'no filter': {},
  ...Object.fromEntries(DELIVERY_STATUSES.map((status) => [status, { status }])),
  'of one website': { website: site('half'), status: 'exhausted' },
  'of a day': { from: ago(FROM_DAYS), to: ago(FROM_DAYS - 1) },
  'of failed payments': { event: 'payment.failed' },
  'refused, of failed payments': { status: 'refused', event: 'payment.failed' },
  'of a payment': { payment: anyId },
};

const work: Operation[] = [
  page('first page, of one website', '', { website: site('half'), mode: 'test', range: '30' }),
  ...['overdue', 'waiting', 'receipts'].map((name) => page(`first page, ${name}`, `/overview/${name}`)),
  ...(['owner', 'merchant'] as const).flatMap((who) => [
    ...Object.entries(WEBHOOKS).map(([name, query]) =>
      page(`webhooks, ${name}`, '/webhooks', { mode: 'all', ...query }, who),
    ),
  ]),
  page('webhook', (on) => `/webhooks/dlv_${paidOfHalf(on)}`),
  page('webhooks to resend, a day counted', '/webhooks/resend', {
    mode: 'test',
    website: site('half'),
    from: ago(FROM_DAYS),
    to: ago(FROM_DAYS - 1),
  }),
  page('webhooks to resend, too many', '/webhooks/resend', {
    mode: 'test',
    website: site('half'),
    from: ago(80),
  }),
  page('webhooks to resend, refused of a month', '/webhooks/resend', {
    mode: 'test',
    website: site('half'),
    from: ago(80),
    to: ago(50),
    status: 'refused',
    event: 'payment.failed',
  }),
  page('discrepancies', '/discrepancies'),
  page('discrepancies, open', '/discrepancies', { state: 'open' }),
  page('discrepancies, settled', '/discrepancies', { state: 'settled' }),
  page('recurring', '/recurring', { mode: 'test' }),
  page('recurring, stopped', '/recurring', { mode: 'test', state: 'stopped' }),
  page('recurring, of one website', '/recurring', { mode: 'test', website: site('half') }),
  page('recurring', '/recurring', { mode: 'test' }, 'merchant'),
  page('subscription', (on) => {
    const n = some(on, (each) => recurringOf(on.data, each)?.period === 0);
    return `/recurring/${subscriptionIdOf(on.data, n)}`;
  }),
  ...['rates', 'reconcile', 'system', 'websites', 'people', 'account', 'exports', 'links'].map((name) =>
    page(name, `/${name}`),
  ),
  page('websites, a name', '/websites', { text: 'small' }),
  page('website', (on) => `/websites/${on.websiteId('half')}`),
  page('people, a name', '/people', { text: 'person' }),
];

const somePosition = (on: MeasuredStore) => String(1 + Math.floor((Math.random() * on.data.payments) / 50));
const AUDIT: Readonly<Record<string, Query>> = {
  all: {},
  'far down': { before: somePosition },
  'by a user': { actor: 'Marie Joseph' },
  'by the system': { by: 'system' },
  'one action': { action: 'payment.note' },
  'a rare action': { action: 'rate.set' },
  'of a payment': { subject: anyId },
  'of a website': { website: site('half') },
  'by a user, a rare action': { actor: 'Marie Joseph', action: 'rate.set' },
  'by users, one action of a website': { by: 'user', action: 'payment.note', website: site('small 4') },
  'by an unknown actor, of a website': { actor: 'Nobody', website: site('half') },
  'of a month': month,
};
const audit: Operation[] = [
  ...Object.entries(AUDIT).map(([name, query]) => page(`audit log, ${name}`, '/audit', query)),
  page('audit log, one row', (on) => `/audit/${somePosition(on)}`),
  page('audit log, checked', '/audit/check'),
];

/** How long a user waits for the first bytes of a file. */
const exports: Operation[] = ['payments', 'deliveries', 'recurring', 'audit'].map((list) => ({
  name: `console export of ${list}, first byte`,
  prepare: async (on) => {
    // Few exports may run at a time, and the previous one may not have noticed yet that its reader has disconnected.
    await pause(300);
    return (await visitorOf(on, 'owner')).formToken;
  },
  run: async (on, formToken) => {
    const { cookie } = await visitorOf(on, 'owner');
    const response = await fetch(`${on.url}/console/exports/${list}`, {
      method: 'POST',
      headers: { cookie, origin: on.url, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ form_token: formToken, format: 'csv' }),
    });
    const reader = response.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    if (response.status !== 200 || !value?.length) throw new Error(`an export of ${list}: ${response.status}`);
    await reader?.cancel();
  },
}));

/** The pages of the console, over HTTP, as a signed-in user. */
export const CONSOLE_OPERATIONS: readonly Operation[] = [...payments, ...overview, ...work, ...audit, ...exports];
