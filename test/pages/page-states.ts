import assert from 'node:assert/strict';
import type { PageState } from '../../src/pages/page-state.ts';
import type { Language } from '../../src/wording/language.ts';
import { type AllSimulators, startAllSimulators } from '../support/all-simulators.ts';
import { formOnPage } from '../support/drivers/form-on-page.ts';
import { newStore } from '../support/engines.ts';
import { fixedPort, paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { startTcpSwitch, type TcpSwitch } from '../support/tcp-switch.ts';
import { changeWebsite } from '../support/websites.ts';
import { CARD } from './visitor.ts';

/** An address that a state of a page can be entered by. */
export interface Entrance {
  /** How a customer comes there. */
  readonly by: string;
  readonly url: string;
  /** What the browser holds, `name=value`. */
  readonly cookie?: string;
}

/** A state that a page can be in. */
export interface PageCase {
  readonly shows: PageState;
  readonly status?: number;
  /** Brings a payment there. The addresses lead there until another case is opened, which may move time. */
  readonly open: () => Promise<readonly Entrance[]>;
  /** Before each visit: what may be over by then. */
  readonly renew?: () => Promise<unknown>;
}

/** Every state of the pages, and the gateways that show them. */
export interface PageStates {
  readonly gateway: TestGateway;
  readonly cases: Readonly<Record<string, PageCase>>;
  stop(): Promise<void>;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const WALLET = { phone: '37000001', pin: '1234' };
const CHALLENGED = { ...CARD, number: '4000002760003184' };

/** The address in a language. */
export function inLanguage(url: string, language: Language): string {
  const address = new URL(url);
  address.searchParams.set('lang', language);
  return address.href;
}

export async function startPageStates(): Promise<PageStates> {
  const PORT = String(fixedPort());
  const providers = await startAllSimulators(`http://127.0.0.1:${PORT}`);
  const gateway = await startTestGateway('sqlite', {
    clock: providers.clock.now,
    settings: { ...providers.settings, PORT, ROLES: 'api' },
  });
  await changeWebsite(gateway.store.db, gateway.website.id, {
    cardLiveApproved: true,
    callbackUrl: 'https://shop.example/webhooks',
  });
  const limited = await startTestGateway('sqlite', { settings: { PAGE_LIMIT_PER_MINUTE: '1', ROLES: 'api' } });
  const { cut, line } = await startCutGateway();
  return {
    gateway,
    cases: {
      ...sandboxCases(gateway, providers),
      ...liveCases(gateway, providers),
      ...messageCases(gateway, limited, cut),
    },
    async stop() {
      await Promise.allSettled([gateway.stop(), limited.stop(), cut.stop(), providers.stop()]);
      await line.close();
    },
  };
}

/** A gateway whose database is gone. */
async function startCutGateway(): Promise<{ cut: TestGateway; line: TcpSwitch }> {
  const store = await newStore('postgres');
  const database = new URL(store.settings.DATABASE_URL ?? '');
  const line = await startTcpSwitch(Number(database.port || '5432'));
  database.host = `127.0.0.1:${line.port}`;
  const settings = { ...store.settings, DATABASE_URL: database.href };
  const cut = await startTestGateway('postgres', { sharedStore: { ...store, settings }, settings: { ROLES: 'api' } });
  const { payment_url: url } = (await cut.api.post('/payments', paymentRequest())).json;
  await line.close();
  return {
    cut: { ...cut, url, stop: async () => cut.stop().finally(() => store.drop()) },
    line: { ...line, close: async () => {} },
  };
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
    const code = await send(url, WALLET);
    const result = await send(code, { code: '123456' });
    return [link(url), { by: 'the form', url: result }, { by: 'the page before, opened again', url: code }];
  };
  const first = async (method: string, changes = {}) => {
    const { payment_url: url } = await create(method, changes);
    return [link(url), { by: 'a session that is none', url: `${url}?s=AAAA` }];
  };
  const sent = async (method: string, ...forms: Record<string, string>[]) => {
    let { payment_url: url } = await create(method);
    for (const fields of forms) url = await send(url, fields);
    return [{ by: 'the form', url }];
  };
  const widget = async () => {
    const { client_secret, publishable_key } = await create('card');
    const url = await send(`${gateway.url}/widget/v1/card/session`, { client_secret, publishable_key });
    return [{ by: "the shop's page", url }];
  };
  return {
    'a wallet': { shows: 'form', open: () => first('moncash') },
    'a wallet, converted': { shows: 'form', open: () => first('natcash', { currency: 'USD', amount: 125 }) },
    'a wallet, sent empty': { shows: 'form', open: () => sent('moncash', {}) },
    'a wallet, wrong': { shows: 'form', open: () => sent('natcash', { phone: '3700', pin: '1' }) },
    'the code': { shows: 'code', open: () => sent('natcash', WALLET) },
    'the code, wrong': { shows: 'code', open: () => sent('moncash', WALLET, { code: '1' }) },
    'a card that repeats': {
      shows: 'form',
      open: () =>
        first('lakaypay_card', { recurring: true, recurring_interval: 'weekly', recurring_interval_count: 2 }),
    },
    'a card, sent empty': { shows: 'form', open: () => sent('lakaypay_card', {}) },
    '3-D Secure': { shows: 'challenge', open: () => sent('lakaypay_card', CHALLENGED) },
    '3-D Secure, wrong': { shows: 'challenge', open: () => sent('lakaypay_card', CHALLENGED, { code: '' }) },
    'the widget': { shows: 'form', open: widget },
    'the widget before it is opened': {
      shows: 'opening',
      open: async () => [{ by: "the shop's page", url: `${gateway.url}/widget/v1/card` }],
    },
    waiting: {
      shows: 'waiting',
      async open() {
        const { payment_url: url } = await create('natcash');
        const done = await send(await send(url, { ...WALLET, phone: '37000005' }), { code: '123456' });
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
        return [{ by: 'the button', url: await send(url, { action: 'cancel' }) }, link(url)];
      },
    },
    expired: {
      shows: 'expired',
      async open() {
        const { payment_url: url } = await create('moncash');
        const code = await send(url, WALLET);
        clock.forward(3_601);
        return [link(url), { by: 'the page before, opened again', url: code }];
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
    return [{ by: 'MonCash', url: `${gateway.url}/providers/moncash/return?${query}`, cookie }];
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

function messageCases(gateway: TestGateway, limited: TestGateway, cut: TestGateway): Record<string, PageCase> {
  const at = (base: string, paths: readonly string[]) => async () =>
    paths.map((path) => ({ by: path, url: `${base}${path}` }));
  return {
    'no such page': {
      shows: 'notFound',
      status: 404,
      open: at(gateway.url, ['/pay/1/2', '/pay/nothing', '/providers/paypal/return']),
    },
    'too many requests': {
      shows: 'tooMany',
      status: 429,
      open: at(limited.url, ['/pay/1/2', '/providers/paypal/return']),
      // A minute may have passed since: this is the one request that is allowed.
      renew: () => fetch(`${limited.url}/pay/1/2`),
    },
    'the store is away': {
      shows: 'unavailable',
      status: 503,
      open: async () => [{ by: 'the link', url: cut.url }],
    },
    'back from a provider, unknown': {
      shows: 'returned',
      open: at(gateway.url, ['/providers/moncash/return?transactionId=99999999']),
    },
    // The last one: nothing can be paid after it.
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

/** Sends a form, and returns the address that a browser goes on to. */
async function send(url: string, fields: Record<string, string>): Promise<string> {
  const body = new URLSearchParams(fields).toString();
  const response = await fetch(url, { method: 'POST', redirect: 'manual', headers: FORM, body });
  assert.equal(response.status, 303);
  return new URL(response.headers.get('location') ?? '', url).href;
}
