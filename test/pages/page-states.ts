import assert from 'node:assert/strict';
import { FAILURE_REASONS } from '../../src/core/payment.ts';
import type { PageState } from '../../src/pages/page-state.ts';
import type { Language } from '../../src/platform/messages/language.ts';
import { type AllSimulators, startAllSimulators } from '../support/all-simulators.ts';
import { formOnPage } from '../support/drivers/form-on-page.ts';
import { freePort, paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { changeWebsite } from '../support/websites.ts';
import { withoutDatabase } from '../support/without-database.ts';
import { CARD, CHALLENGED, submitTo } from './visitor.ts';

/** An address at which a page shows a state. */
export interface Entrance {
  /** How a customer gets to the address. */
  readonly by: string;
  readonly url: string;
  /** The cookie of the browser, as `name=value`. */
  readonly cookie?: string;
}

/** A state that a page can be in. */
export interface PageCase {
  readonly shows: PageState;
  readonly status?: number;
  /** Brings a payment into this state. Its addresses show it until another case is opened, which may move time. */
  readonly open: () => Promise<readonly Entrance[]>;
  /** Set for a page with a provider's fields: only its response is checked here, and rehearsals check the rest. */
  readonly isSentOnly?: true;
  /** Runs before each visit, and renews a state that may have ended by then. */
  readonly renew?: () => Promise<unknown>;
}

/** Every state of the pages, and the gateways that show them. */
export interface PageStates {
  readonly gateway: TestGateway;
  readonly cases: Readonly<Record<string, PageCase>>;
  stop(): Promise<void>;
}

/** The contact of the merchant of every payment in these states. */
export const MERCHANT_CONTACT = '+509 37 12 34 56';

const WALLET = { phone: '37000001', pin: '1234' };

/** Returns the address with this language; if undefined, the address without a language. */
export function inLanguage(url: string, language: Language | undefined): string {
  const address = new URL(url);
  if (language) address.searchParams.set('lang', language);
  else address.searchParams.delete('lang');
  return address.href;
}

export async function startPageStates(): Promise<PageStates> {
  const PORT = String(await freePort());
  const providers = await startAllSimulators(`http://127.0.0.1:${PORT}`);
  const gateway = await startTestGateway('sqlite', {
    clock: providers.clock.now,
    settings: { ...providers.settings, PORT, ROLES: 'api' },
  });
  await gateway.store.operator.changeWebsite(gateway.website.id, { contact: MERCHANT_CONTACT });
  await changeWebsite(gateway.store.db, gateway.website.id, {
    cardLiveApproved: true,
    callbackUrl: 'https://shop.example/webhooks',
  });
  const limited = await startTestGateway('sqlite', { settings: { PAGE_LIMIT_PER_MINUTE: '1', ROLES: 'api' } });
  const cut = await withoutDatabase(openedPages);
  const broken = await startTestGateway('sqlite', { settings: { ROLES: 'api' } });
  return {
    gateway,
    cases: {
      ...sandboxCases(gateway, providers),
      ...widgetCases(gateway, providers),
      ...liveCases(gateway, providers),
      ...messageCases(gateway, { limited, cut, broken }),
    },
    async stop() {
      await Promise.allSettled([gateway.stop(), limited.stop(), cut.stop(), broken.stop(), providers.stop()]);
    },
  };
}

interface OpenedPages {
  readonly page: string;
  readonly frame: string;
}

/** A page and a widget that customers have open. */
async function openedPages({ api, url }: TestGateway): Promise<OpenedPages> {
  const create = creator(api);
  const { payment_url: page } = await create('moncash');
  const { client_secret, publishable_key } = await create('card');
  return { page, frame: await submitTo(`${url}/widget/v1/card/session`, { client_secret, publishable_key }) };
}

function sandboxCases(gateway: TestGateway, { clock }: AllSimulators): Record<string, PageCase> {
  const create = creator(gateway.api);
  const link = (url: string): Entrance => ({ by: 'the link', url });
  const ended = (reason: string): PageCase['open'] => {
    return async () => {
      const { transaction_id: id, payment_url: url } = await create('moncash');
      const { status } = await gateway.api.post(`/test_helpers/payments/${id}/fail`, { failure_reason: reason });
      assert.equal(status, 200);
      return [link(url)];
    };
  };
  const paid = async () => {
    const { payment_url: url } = await create('moncash');
    const code = await submitTo(url, WALLET);
    const result = await submitTo(code, { code: '123456' });
    return [link(url), { by: 'the form', url: result }, { by: 'the page before, opened again', url: code }];
  };
  const first = async (method: string, changes = {}) => {
    const { payment_url: url } = await create(method, changes);
    return [link(url), { by: 'an invalid session', url: `${url}?s=AAAA` }];
  };
  const sent = async (method: string, ...forms: Record<string, string>[]) => {
    let { payment_url: url } = await create(method);
    for (const fields of forms) url = await submitTo(url, fields);
    return [{ by: 'the form', url }];
  };
  return {
    'a wallet': { shows: 'form', open: () => first('moncash') },
    'a wallet, converted': { shows: 'form', open: () => first('natcash', { currency: 'USD', amount: 125 }) },
    'a wallet, sent empty': { shows: 'form', open: () => sent('moncash', {}) },
    'a wallet, wrong': { shows: 'form', open: () => sent('natcash', { phone: '3700', pin: '1' }) },
    'the code': { shows: 'code', open: () => sent('natcash', WALLET) },
    'the code, wrong': { shows: 'code', open: () => sent('moncash', WALLET, { code: '1' }) },
    'a card of a subscription': {
      shows: 'form',
      open: () =>
        first('lakaypay_card', { recurring: true, recurring_interval: 'weekly', recurring_interval_count: 2 }),
    },
    'a card, sent empty': { shows: 'form', open: () => sent('lakaypay_card', {}) },
    '3-D Secure': { shows: 'challenge', open: () => sent('lakaypay_card', CHALLENGED) },
    '3-D Secure, wrong': { shows: 'challenge', open: () => sent('lakaypay_card', CHALLENGED, { code: '' }) },
    waiting: {
      shows: 'waiting',
      async open() {
        const { transaction_id: id, payment_url: url } = await create('natcash');
        const done = await submitTo(await submitTo(url, { ...WALLET, phone: '37000005' }), { code: '123456' });
        // The number pays after 30 seconds, but the page is checked for longer: postpone that.
        await gateway.store.db.transaction((tx) =>
          tx.query('UPDATE payments SET next_check_at_us = expires_at_us WHERE id = $1', [Number(id)]),
        );
        return [link(url), { by: 'the form', url: done }];
      },
    },
    paid: { shows: 'paid', open: paid },
    'already paid': {
      shows: 'paid',
      async open() {
        const entrances = await paid();
        clock.forward(601);
        return entrances;
      },
    },
    'insufficient balance': { shows: 'insufficient_balance', open: ended('insufficient_balance') },
    declined: { shows: 'declined', open: ended('declined') },
    'a card that has expired': { shows: 'expired_card', open: ended('expired_card') },
    'an error of the provider': { shows: 'provider_error', open: ended('provider_error') },
    'a wrong amount, in a test': { shows: 'amount_mismatch', open: ended('amount_mismatch') },
    cancelled: {
      shows: 'cancelled',
      async open() {
        const { payment_url: url } = await create('moncash');
        return [{ by: 'the button', url: await submitTo(url, { action: 'cancel' }) }, link(url)];
      },
    },
    expired: {
      shows: 'expired',
      async open() {
        const { payment_url: url } = await create('moncash');
        const code = await submitTo(url, WALLET);
        clock.forward(3_601);
        return [link(url), { by: 'the page before, opened again', url: code }];
      },
    },
  };
}

/** The card widget's frame, opened without a shop's page. Nothing receives the messages that it posts. */
function widgetCases(gateway: TestGateway, { clock }: AllSimulators): Record<string, PageCase> {
  const opened = async (client = gateway.api) => {
    const { transaction_id: id, client_secret, publishable_key } = await creator(client)('card');
    const url = await submitTo(`${gateway.url}/widget/v1/card/session`, { client_secret, publishable_key });
    return { id, url };
  };
  const inFrame =
    (...forms: Record<string, string>[]) =>
    async () => {
      let { url } = await opened();
      for (const fields of forms) url = await submitTo(url, fields);
      return [{ by: "the shop's page", url }];
    };
  const ended = (reason: string) => async () => {
    const { id, url } = await opened();
    const { status } = await gateway.api.post(`/test_helpers/payments/${id}/fail`, { failure_reason: reason });
    assert.equal(status, 200);
    return [{ by: "the shop's page", url }];
  };
  const atFrame = (path: string) => async () => [{ by: path, url: `${gateway.url}/widget/v1/${path}` }];
  return {
    'the widget before it is opened': { shows: 'opening', open: atFrame('card') },
    'the widget with an invalid session': { shows: 'notFound', status: 404, open: atFrame('card?s=AAAA') },
    'the widget at an unknown address': { shows: 'notFound', status: 404, open: atFrame('cards') },
    'the widget': { shows: 'form', open: inFrame() },
    'the widget, sent empty': { shows: 'form', open: inFrame({}) },
    'the widget, 3-D Secure': { shows: 'challenge', open: inFrame(CHALLENGED) },
    'the widget, 3-D Secure, wrong': { shows: 'challenge', open: inFrame(CHALLENGED, { code: '' }) },
    'the widget, paid': { shows: 'paid', open: inFrame(CARD) },
    'the widget, cancelled': { shows: 'cancelled', open: inFrame({ action: 'cancel' }) },
    ...Object.fromEntries(
      FAILURE_REASONS.filter((reason) => reason !== 'cancelled').map((reason) => [
        `the widget, ${reason}`,
        { shows: reason, open: ended(reason) },
      ]),
    ),
    'the widget after its session': {
      shows: 'opening',
      async open() {
        const { url } = await opened();
        clock.forward(3_601);
        return [{ by: 'the page before, opened again', url }];
      },
    },
    'the widget with a provider': {
      shows: 'form',
      isSentOnly: true,
      open: async () => [{ by: "the shop's page", url: (await opened(gateway.client(gateway.liveKey))).url }],
    },
    'the widget that waits for a bank': {
      shows: 'waiting',
      isSentOnly: true,
      async open() {
        const { url } = await opened(gateway.client(gateway.liveKey));
        return [{ by: 'the form', url: await submitTo(url, { action: 'check' }) }];
      },
    },
  };
}

function liveCases(gateway: TestGateway, { clock, moncash, acceptance }: AllSimulators): Record<string, PageCase> {
  const create = creator(gateway.client(gateway.liveKey));
  const onCardPage = async (act: (form: Awaited<ReturnType<typeof formOnPage>>) => Promise<unknown>) => {
    const { payment_url: url } = await create('lakaypay_card');
    Object.assign(acceptance.faults, { reports: 'before', returns: 'once' });
    try {
      await act(await formOnPage(url));
    } finally {
      Object.assign(acceptance.faults, { reports: 'never', returns: 'never' });
    }
    return [{ by: 'the card page', url }];
  };
  const atMoncash = async (pays: boolean) => {
    const { transaction_id: id, payment_url: url } = await create('moncash');
    const response = await fetch(url, { redirect: 'manual' });
    const cookie = (response.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
    const query = pays ? `transactionId=${await moncash.pay(id)}` : `orderId=${id}`;
    const back = { by: 'MonCash', url: `${gateway.url}/providers/moncash/return?${query}`, cookie };
    // Until the payment is known to be paid, its own link leads to MonCash again.
    return pays ? [back, { by: 'the link', url }] : [back];
  };
  return {
    'the way to the card page': {
      shows: 'form',
      open: async () => [{ by: 'the link', url: (await create('lakaypay_card')).payment_url }],
    },
    'a card under review': { shows: 'waiting', open: () => onCardPage((form) => acceptance.pay(form, 'review')) },
    'back from MonCash, not known yet': { shows: 'waiting', open: () => atMoncash(false) },
    'back from MonCash, paid': { shows: 'paid', open: () => atMoncash(true) },
    'paid by card': { shows: 'paid', open: () => onCardPage((form) => acceptance.pay(form)) },
    'a declined card': { shows: 'declined', open: () => onCardPage((form) => acceptance.pay(form, 'declined')) },
    'cancelled on the card page': { shows: 'cancelled', open: () => onCardPage((form) => acceptance.cancel(form)) },
    'a wrong amount': { shows: 'amount_mismatch', open: () => onCardPage((form) => acceptance.pay(form, 'partial')) },
    'paid late': {
      shows: 'paid_late',
      open: () =>
        onCardPage(async (form) => {
          await acceptance.cancel(form);
          await acceptance.pay(form);
        }),
    },
    'expired at MonCash': {
      shows: 'expired',
      async open() {
        const { payment_url: url } = await create('moncash');
        clock.forward(1_000);
        return [{ by: 'the link', url }];
      },
    },
    'its time is over': {
      shows: 'time_is_over',
      async open() {
        const { payment_url: url } = await create('lakaypay_card');
        clock.forward(3_600);
        return [{ by: 'the link', url }];
      },
    },
  };
}

function messageCases(
  gateway: TestGateway,
  { limited, cut, broken }: { limited: TestGateway; cut: OpenedPages; broken: TestGateway },
): Record<string, PageCase> {
  const creating = creator(gateway.api);
  const at = (base: string, paths: readonly string[]) => async () =>
    paths.map((path) => ({ by: path, url: `${base}${path}` }));
  return {
    'no such page': {
      shows: 'notFound',
      status: 404,
      open: at(gateway.url, [
        '/pay/1/2',
        '/pay/nothing',
        '/pay',
        '/pay/',

        '/providers/paypal/return',
      ]),
    },
    'no page at all': { shows: 'noPage', status: 404, open: at(gateway.url, ['/nothing', '/payments', '/link']) },
    "a payment's address without its whole proof": {
      shows: 'notFound',
      status: 404,
      async open() {
        const { transaction_id: id, payment_url: url } = await creating('moncash');
        const wrong = url.replace(/.{4}$/, (end) => (end === '0000' ? '1111' : '0000'));
        const { payment_url: other } = await creating('moncash');
        return [
          { by: 'a link that was cut', url: url.slice(0, -4) },
          { by: 'a wrong proof', url: wrong },
          { by: 'the proof of another payment', url: `${gateway.url}/pay/${id}/${other.split('/').at(-1)}` },
          { by: 'the number alone', url: `${gateway.url}/pay/${id}` },
        ];
      },
    },
    'too many requests': {
      shows: 'tooMany',
      status: 429,
      open: at(limited.url, ['/pay/1/2', '/pay/nothing', '/nothing', '/providers/paypal/return', '/widget/v1/card']),
      // The limit starts again each minute. This request uses the only one that is allowed.
      renew: () => fetch(`${limited.url}/pay/1/2`),
    },
    'the store is unavailable': {
      shows: 'unavailable',
      status: 503,
      open: async () => [
        { by: 'the link', url: cut.page },
        { by: "the shop's page", url: cut.frame },
      ],
    },
    'an error of ours': {
      shows: 'systemError',
      status: 500,
      async open() {
        const { page, frame } = await openedPages(broken);
        await broken.store.db.transaction((tx) => tx.query('ALTER TABLE websites RENAME TO lost'));
        return [
          { by: 'the link', url: page },
          { by: "the shop's page", url: frame },
        ];
      },
    },
    'back from a provider, unknown': {
      shows: 'returned',
      open: at(gateway.url, ['/providers/moncash/return?transactionId=99999999']),
    },
    // This state is the last one, because nothing can be paid after it.
    'a website that is deactivated': {
      shows: 'closed',
      status: 403,
      async open() {
        const { payment_url: url } = (await gateway.api.post('/payments', paymentRequest())).json;
        await gateway.store.db.transaction((tx) =>
          tx.query('UPDATE websites SET deactivated_at_us = 1 WHERE id = $1', [gateway.website.id]),
        );
        return [{ by: 'the link', url }];
      },
    },
  };
}

function creator(client: TestGateway['api']) {
  return async (method: string, changes: Record<string, unknown> = {}) => {
    const order = { description: '2 x T-shirt', reference: 'ORDER-1042', amount: 1250 };
    const request = paymentRequest({ ...order, payment_method: method, ...changes });
    const { status, text, json } = await client.post('/payments', request);
    assert.equal(status, 201, text);
    return json as Record<'transaction_id' | 'payment_url' | 'client_secret' | 'publishable_key', string>;
  };
}
