import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAYMENT_METHODS, type PaymentMethod } from '../../src/core/payment.ts';
import { CREDENTIALS } from '../../src/providers/live-settings.ts';
import { type AllSimulators, startAllSimulators } from '../support/all-simulators.ts';
import { peye } from '../support/cli.ts';
import { formOnPage } from '../support/drivers/form-on-page.ts';
import { newStore, onOneEngineByDay } from '../support/engines.ts';
import { type ApiResponse, type Client, freePort, paymentRequest, until } from '../support/gateway.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { withStore } from '../support/store-access.ts';
import { dumpStore } from '../support/store-dump.ts';
import { changeWebsite } from '../support/websites.ts';

const PIN = '739184205617';
const CARDS = { pays: '4111111111111111', stripe: '4242424242424242', declined: '4000000000000002' };
/** The customers' phone numbers, which only the providers know. */
const PAYERS = ['50937007294', '50940123456'];
/** A phone number in a provider's response, as a broken provider might send it. */
const QUOTED_PHONE = '50938001122';
/** The first characters of a signed token: `{"alg":`. Fewer letters are found by chance in sealed texts. */
const TOKEN_START = Buffer.from('{"alg":').toString('base64url').slice(0, -1);
const MONTH_SECONDS = 32 * 86_400;

onOneEngineByDay('live payments with the most detailed log', (engine) => {
  // Contract: LIVE-9
  test('leave no secret, token, card, PIN or customer in log, responses and store', { timeout: 300_000 }, async () => {
    const store = await newStore(engine);
    const port = String(await freePort());
    const providers = await startAllSimulators(`http://127.0.0.1:${port}`);
    const settings = { ...store.settings, ...providers.settings, PORT: port, LOG_LEVEL: 'trace' };
    const responses: ApiResponse[] = [];
    const outputs: string[] = [];
    let node: NodeProcess | undefined;
    try {
      node = await startNode(settings);
      const { seed } = node;
      await withStore(settings, async ({ db }) => {
        // This address is refused at the first attempt, so that its deliveries stay in the store, with the texts that they would have sent.
        const callbackUrl = 'https://10.0.0.1/hook';
        await changeWebsite(db, seed.websiteId, { cardLiveApproved: true, callbackUrl });
      });
      const stage: Stage = {
        providers,
        url: node.url,
        api: recording(node.client(seed.liveKey), responses),
        responses,
      };
      for (const method of PAYMENT_METHODS) await live(stage, method);
      for (const args of [
        ['doctor'],
        ['doctor', '--json'],
        ['reconcile', '--from', '2020-01-01', '--to', '2099-01-01', '--csv'],
        ['reconcile', '--from', '2020-01-01', '--to', '2099-01-01', '--json'],
        ['payments', 'list', '--json'],
        ['discrepancies', 'list', '--all', '--json'],
        ['subscriptions', 'list', '--json'],
        ['deliveries', 'list', '--json'],
      ]) {
        const { stdout, stderr } = await peye(args, { settings });
        assert.ok(stdout.length > 0, args.join(' ') + stderr);
        outputs.push(stdout, stderr);
      }
      await assertRecurs(stage, async () => {
        await node?.end('SIGTERM');
        outputs.push(withoutSeed(node?.output() ?? ''));
        providers.clock.forward(MONTH_SECONDS);
        node = await startNode({ ...settings, PEYE_TEST_CLOCK_AHEAD_SECONDS: String(MONTH_SECONDS) }, seed);
      });
      await node.end('SIGTERM');
      outputs.push(withoutSeed(node.output()));

      const words = secretsOf(providers, [seed.liveKey, seed.testKey, seed.webhookSecret, store.settings.SECRET_KEY!]);
      const log = outputs.join('\n');
      for (const operation of ['CreatePayment', 'checkTransaction', 'search', 'paymentIntents.create', '"payment"']) {
        assert.ok(log.includes(operation), `the log has ${operation}`);
      }
      assert.ok(log.split('\n').length > 100);
      assertWithout('log and commands', log, [...words, TOKEN_START]);
      assertResponses(responses, words, providers);
      const dump = await dumpStore(store);
      assert.match(dump.get('subscriptions') ?? '', /"card_token_sealed":"[^"]{40,}"/);
      const history = dump.get('payment_history') ?? '';
      for (const kept of ['CreatePayment', 'credential', 'search', 'paymentIntents.create', 'notify', 'returned']) {
        assert.ok(history.includes(kept), `the history has ${kept}`);
      }
      for (const [place, text] of dump) assertWithout(place, text, [...words, TOKEN_START]);
    } finally {
      await node?.end('SIGKILL');
      await providers.stop();
      await store.drop();
    }
  });
});

interface Stage {
  readonly providers: AllSimulators;
  readonly url: string;
  readonly api: Client;
  readonly responses: ApiResponse[];
}

/** Everything that a provider and its customers do with payments: correctly, wrongly, with forged and with broken messages. */
async function live(stage: Stage, method: PaymentMethod): Promise<void> {
  const { providers, api } = stage;
  const { moncash, natcash, acceptance, stripe } = providers;
  const create = async (changes: object = {}) =>
    (await api.post('/payments', paymentRequest({ payment_method: method, reference: method, ...changes }))).json;
  const verify = (id: string) => api.post(`/payments/${id}/verify`);

  refuse(providers);
  await create();
  for (const way of [0, 1, 2, 3]) {
    breakAll(providers, way);
    await create();
  }
  repair(providers);

  const paid = await create();
  const id = paid.transaction_id;
  await verify(id);
  for (const way of [0, 1, 2, 3]) {
    breakAll(providers, way);
    await verify(id);
  }
  repair(providers);
  await forge(stage, method, id);
  switch (method) {
    case 'moncash':
      await moncash.pay(id);
      moncash.faults.rejectBearers = 2;
      await moncash.sendAlert(id);
      await moncash.sendAlert({ orderId: id, pin: PIN, card_number: CARDS.pays });
      await visit(moncash.returnUrl(id));
      break;
    case 'natcash':
      natcash.pay(`NC${id}`);
      await natcash.comeBack(`NC${id}`);
      await visit(natcash.returnUrl(`NC${id}`));
      break;
    case 'lakaypay_card': {
      await acceptance.pay(await formOnPage(paid.payment_url));
      await acceptance.notify(id);
      await acceptance.comeBack(id);
      const other = await create();
      await acceptance.pay(await formOnPage(other.payment_url), 'declined');
      await acceptance.forge(other.transaction_id);
      await acceptance.notify(other.transaction_id);
      break;
    }
    case 'card': {
      const other = await create();
      stripe.decline(other.transaction_id, CARDS.declined);
      await stripe.notify(other.transaction_id);
      await verify(other.transaction_id);
      stripe.pay(id);
      await stripe.notify(id);
      await stripe.forge(id);
      await visit(`${stage.url}/widget/v1/payments/${paid.payment_intent_id}?client_secret=${paid.client_secret}`);
    }
  }
  const verified = await verify(id);
  assert.equal(verified.json.data.status, 'completed', verified.text);
  await api.get(`/payments/${id}`);
  await api.get(`/payments/reference/${method}`);
  await api.get('/payments?per_page=100');
  await api.get('/health');
}

/** A stored card, which another process charges again a month later. */
async function assertRecurs({ providers, api }: Stage, aMonthLater: () => Promise<void>): Promise<void> {
  const { acceptance } = providers;
  const recurring = { recurring: true, recurring_interval: 'monthly', payment_method: 'lakaypay_card' };
  const { transaction_id: id, payment_url: page } = (await api.post('/payments', paymentRequest(recurring))).json;
  await acceptance.pay(await formOnPage(page));
  await acceptance.notify(id);
  await acceptance.comeBack(id);
  assert.equal((await api.get(`/payments/${id}`)).json.data.status, 'completed');
  assert.ok(
    acceptance.transactions().some(({ token }) => token !== null),
    'the card is stored',
  );
  await aMonthLater();
  await until(
    'the card is charged again',
    () => acceptance.calls.some(({ operation }) => operation === 'payment'),
    30_000,
  );
}

function refuse({ drivers, moncash, natcash }: AllSimulators): void {
  for (const driver of drivers) driver.setFaults({ refuseCreate: true });
  moncash.faults.refuseCreate = `Customer ${QUOTED_PHONE} has a maximum account balance`;
  natcash.faults.refuseCreate = 3;
}

function breakAll({ drivers }: AllSimulators, way: number): void {
  const fault = (['error_500', 'garbage', 'drop', 'endless'] as const)[way]!;
  for (const driver of drivers) driver.setFaults({ create: fault, query: fault });
}

function repair({ drivers }: AllSimulators): void {
  for (const driver of drivers) driver.repair();
}

/** What unauthenticated clients send to every address of a method, with values that must not be stored or logged. */
async function forge({ url }: Stage, method: PaymentMethod, id: string): Promise<void> {
  const forged = {
    orderId: id,
    transactionId: '12874820',
    payment: id,
    pin: PIN,
    card_number: CARDS.pays,
    phone: PAYERS[0]!,
  };
  const form = new URLSearchParams(forged).toString();
  for (const path of ['return', 'alert', 'notify', 'cancel', 'webhook', 'nothing']) {
    const address = `${url}/providers/${method}/${path}`;
    await visit(`${address}?${form}`);
    for (const [type, body] of [
      ['application/x-www-form-urlencoded', form],
      ['application/json', JSON.stringify(forged)],
      ['application/json', `{"pin":"${PIN}`],
      ['text/plain', CARDS.pays],
    ] as const) {
      await fetch(address, { method: 'POST', redirect: 'manual', headers: { 'content-type': type }, body });
    }
  }
}

async function visit(url: string): Promise<void> {
  const response = await fetch(url, { redirect: 'manual', headers: { accept: 'text/html' } });
  // The page's links to other languages repeat the URL of the request, and so every word in it.
  const words = [...PAYERS, ...Object.values(CARDS), PIN].filter((word) => !url.includes(word));
  assertWithout('a page', await response.text(), words);
}

/** The texts that must not be in the log, in responses or in the store. */
function secretsOf({ settings, stripe, acceptance }: AllSimulators, own: readonly string[]): string[] {
  const open = ['STRIPE_PUBLISHABLE_KEY', 'LAKAYPAY_CARD_MERCHANT_ID'];
  const given = CREDENTIALS.filter((name) => !open.includes(name)).flatMap((name) => settings[name] ?? []);
  const { MONCASH_CLIENT_ID: client, MONCASH_CLIENT_SECRET: secret } = settings;
  const tokens = acceptance.transactions().flatMap(({ token }) => token ?? []);
  assert.ok(tokens.length >= 2, 'a card was stored, and charged by its token');
  const words = [
    ...own,
    ...given,
    Buffer.from(`${client}:${secret}`).toString('base64'),
    ...stripe.intents().map(({ clientSecret }) => clientSecret),
    ...tokens,
    ...PAYERS,
    ...PAYERS.map((phone) => phone.slice(3)),
    QUOTED_PHONE,
    ...Object.values(CARDS),
    PIN,
  ];
  for (const word of words) assert.ok(word.length > 5, 'a shorter word could be found by chance');
  return words;
}

/** Only the response to its creation may have a card payment's client secret. The only MonCash tokens are those of its page. */
function assertResponses(responses: readonly ApiResponse[], words: readonly string[], { stripe }: AllSimulators): void {
  const clientSecrets = new Set(stripe.intents().map(({ clientSecret }) => clientSecret));
  for (const { text, json, status } of responses) {
    const own = status === 201 && clientSecrets.has(json.client_secret) ? json.client_secret : undefined;
    assertWithout(
      'a response',
      text,
      words.filter((word) => word !== own),
    );
    for (const [, claims = ''] of text.matchAll(/eyJ[\w-]+\.([\w-]+)\.[\w-]+/g)) {
      const names = Object.keys(JSON.parse(Buffer.from(claims, 'base64url').toString()));
      assert.deepEqual(names, ['id', 'ref', 'crt', 'ext', 'api'], 'the token is that of a page, not an access token');
    }
  }
}

function assertWithout(place: string, text: string, words: readonly string[]): void {
  for (const word of words) {
    const at = text.indexOf(word);
    assert.equal(at, -1, `${word} is in ${place}: ${text.slice(Math.max(0, at - 200), at + 200)}`);
  }
}

function recording(client: Client, responses: ApiResponse[]): Client {
  const recorded = async (response: Promise<ApiResponse>) => {
    responses.push(await response);
    return response;
  };
  return {
    get: (path) => recorded(client.get(path)),
    post: (...args) => recorded(client.post(...args)),
    request: (...args) => recorded(client.request(...args)),
  };
}

/** Without the line in which a test node prints its seed: it belongs to the test, not to the log. */
function withoutSeed(output: string): string {
  return output.replace(/^\{"ready":true.*$/m, '');
}
