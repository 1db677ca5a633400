import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { pino } from 'pino';
import { PAYMENT_METHODS, type PaymentMethod } from '../../src/core/payment.ts';
import { metricsAt } from '../metrics/scrape.ts';
import { type AllSimulators, startAllSimulators } from '../support/all-simulators.ts';
import { type RestorePlace, restorePlace } from '../support/backups.ts';
import { peye, peyeJson } from '../support/cli.ts';
import type { CreatedPayment, ProviderDriver } from '../support/drivers/provider-driver.ts';
import { BROWSER, FORM, send } from '../support/drivers/send.ts';
import { type EmptyStore, newStore, onOneEngineByDay } from '../support/engines.ts';
import { freePort, paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { changeWebsite } from '../support/websites.ts';

/** Accepts only the errors of a simulator that has nothing to report. */
function unreported(error: Error): void {
  assert.match(error.message, /is not paid|there is no result|is paid already|was paid/);
}

/** One payment of each method. */
type Created = Record<PaymentMethod, CreatedPayment>;

onOneEngineByDay('payments that a restored store does not know', (engine) => {
  let folder: string;
  let place: EmptyStore;
  let restored: RestorePlace;
  let providers: AllSimulators;
  let gateway: TestGateway;
  const [paid, unpaid] = [{} as Created, {} as Created];
  /** The cookie of the browser that was redirected to MonCash for the paid payment. */
  let cookie = '';
  let restoreOutput = '';
  const warnings: Record<string, unknown>[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => warnings.push(JSON.parse(line)) });

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'peye-unknown-'));
    place = await newStore(engine);
    const PORT = String(await freePort());
    providers = await startAllSimulators(`http://127.0.0.1:${PORT}`);
    const settings = {
      ...providers.settings,
      PORT,
      ROLES: 'api',
      PAGE_LIMIT_PER_MINUTE: '100000',
      VERIFY_LIMIT_PER_MINUTE: '10',
      TRUST_PROXY: '127.0.0.1',
    };
    const start = (store: EmptyStore, more = {}) =>
      startTestGateway(engine, {
        clock: providers.clock.now,
        sharedStore: store,
        log,
        settings: { ...settings, ...more },
      });
    gateway = await start(place);
    await changeWebsite(gateway.store.db, gateway.website.id, { cardLiveApproved: true });
    const file = join(folder, 'peye.backup');
    const backup = await peye(['backup', file], { settings: gateway.settings });
    assert.equal(backup.code, 0, backup.stderr);
    for (const created of [paid, unpaid]) {
      for (const method of PAYMENT_METHODS) {
        const request = paymentRequest({ payment_method: method });
        const response = await gateway.client(gateway.liveKey).post('/payments', request);
        assert.equal(response.status, 201, response.text);
        created[method] = response.json;
        await driverOf(method).visit(response.json);
      }
    }
    cookie = ((await send(paid.moncash.payment_url ?? '')).headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
    assert.match(cookie, /^peye_payer_/);
    await gateway.stop();
    restored = await restorePlace(engine, gateway.settings);
    const restore = await peye(['restore', file], { settings: restored.settings });
    assert.equal(restore.code, 0, restore.stderr);
    restoreOutput = restore.stdout;
    gateway = await start(restored.store, { SECRET_KEY: restored.settings.SECRET_KEY ?? '' });
  });
  after(async () => {
    await gateway?.stop();
    await providers?.stop();
    await restored?.drop();
    await place?.drop();
    rmSync(folder, { recursive: true });
  });

  const driverOf = (method: PaymentMethod) =>
    providers.drivers.find((driver) => driver.method === method) as ProviderDriver;
  const cases = async (id?: string) =>
    (
      (await peyeJson(['discrepancies', 'list', '--all', '--limit', '1000'], { settings: gateway.settings })) as Record<
        string,
        unknown
      >[]
    ).filter(({ transaction_id }) => id === undefined || transaction_id === id);

  for (const method of PAYMENT_METHODS) {
    // Contract: LIVE-13
    it(`of ${method}: one discrepancy with the payment's id, number and amount, however often it is reported`, async () => {
      const { transaction_id: id } = paid[method];
      const driver = driverOf(method);
      await driver.pay(id);
      const [money] = driver.book().filter(({ reference }) => reference === id);
      for (let time = 0; time < 3; time++) {
        assert.ok((await driver.notify(id)) < 500);
        await driver.comeBack?.(id);
      }
      const [found, ...others] = await cases(id);
      assert.equal(others.length, 0);
      assert.deepEqual(
        [found?.kind, found?.method, found?.provider_ref, found?.reported, found?.payment, found?.may_be_archived],
        ['unknown_payment', method, money?.providerRef, { amount: '500.00', currency: 'HTG' }, null, false],
      );
    });

    // Contract: LIVE-13
    it(`of ${method}: no discrepancy for an unpaid payment, nor for a forged notification`, async () => {
      const { transaction_id: id } = unpaid[method];
      const driver = driverOf(method);
      const before = await cases();
      // Some simulators refuse to report an unpaid payment, or to let a payment be paid twice.
      for (const message of [driver.notify, driver.comeBack]) await message?.(id).catch(unreported);
      await driver.forge(id, paid[method].transaction_id).catch(unreported);
      const now = await cases();
      assert.deepEqual(await cases(id), []);
      assert.equal(now.length, before.length);
    });
  }

  it('are named by the final message of the restore, where reconcile cannot find them', () => {
    assert.match(restoreOutput, /It finds no wallet payments/);
  });

  it('are shown by the list, the metrics and the doctor', async () => {
    const { settings } = gateway;
    const list = await peye(['discrepancies', 'list'], { settings });
    for (const method of PAYMENT_METHODS) assert.ok(list.stdout.includes(paid[method].transaction_id), list.stdout);
    assert.match(await (await metricsAt(gateway.url)).text(), /peye_open_discrepancies\{kind="unknown_payment"\} 4/);
    const doctor = await peye(['doctor'], { settings });
    assert.match(doctor.stdout, /4 open discrepancies/);
    const { id } = (await cases(paid.natcash.transaction_id))[0] as { id: string };
    const show = await peye(['discrepancies', 'show', id], { settings });
    assert.match(show.stdout, /not stored here, and not in any archive of this database/);
  });

  it('are reported as unknown on a returning customer’s page, in three languages', async () => {
    const pages: [string, Record<string, string>][] = [
      [providers.natcash.returnUrl(`NC${paid.natcash.transaction_id}`), {}],
      [providers.moncash.returnUrl(paid.moncash.transaction_id), {}],
      [providers.moncash.returnUrl(paid.moncash.transaction_id), { cookie }],
      [paid.moncash.payment_url ?? '', {}],
    ];
    const words = { en: /Payment not found/, fr: /Paiement introuvable/, ht: /pa jwenn peman sa a/ };
    for (const [url, headers] of pages) {
      for (const [language, title] of Object.entries(words)) {
        let page = await send(url, { headers: { ...BROWSER, 'accept-language': language, ...headers } });
        if (page.status === 303) {
          const location = new URL(page.headers.get('location') ?? '', url).href;
          page = await send(location, { headers: { ...BROWSER, 'accept-language': language } });
        }
        assert.equal(page.status, 404, url);
        assert.match(page.text, title, url);
        assert.match(page.text, /data-state="?unknownPayment/);
        assert.match(page.text, /\b\d{15,16}\b/);
      }
    }
  });

  it('cause queries to MonCash only at a bounded rate, from any sender', async () => {
    const queries = () =>
      providers.moncash.calls.filter(({ operation }) => operation === 'RetrieveOrderPayment').length;
    const before = queries();
    const stored = (await cases()).length;
    const alert = (number: number) =>
      send(`${gateway.url}/providers/moncash/alert`, {
        method: 'POST',
        headers: { ...FORM, 'x-forwarded-for': `198.51.100.${number % 200}` },
        body: `orderId=${913_700_000_000_000 + number}`,
      });
    for (let start = 0; start < 400; start += 40) {
      const statuses = await Promise.all(Array.from({ length: 40 }, (_, index) => alert(start + index)));
      for (const { status, headers } of statuses) {
        assert.ok(status === 200 || status === 503, String(status));
        // A provider's server should repeat messages that could not be looked up.
        assert.equal(headers.get('retry-after') !== null, status === 503);
      }
    }
    const made = queries() - before;
    assert.ok(made > 0 && made <= 200, `${made} queries for 400 unknown orders`);
    assert.equal((await cases()).length, stored);
  });

  // Contract: LIVE-13
  it('of moncash, during a flood of invented numbers: a paid one is logged, and recorded when MonCash repeats its message', async () => {
    // Regression: over the limit the alert got 200, and neither a line in the log nor a discrepancy.
    const { transaction_id: id } = unpaid.moncash;
    providers.moncash.faults.reports = 'never';
    const transactionId = await providers.moncash.pay(id);
    const alert = (body: string, address: string) =>
      send(`${gateway.url}/providers/moncash/alert`, {
        method: 'POST',
        headers: { ...FORM, 'x-forwarded-for': address },
        body,
      });
    const linesAbout = (name: string, value: string) => warnings.filter((line) => line[name] === value);
    // Every message of MonCash comes from one address.
    const [moncash, other] = ['203.0.113.9', '203.0.113.10'];
    for (let number = 0; number < 70; number++) await alert(`orderId=${913_800_000_000_000 + number}`, moncash);
    const before = linesAbout('transaction_id', id).length;
    const refused = await alert(`orderId=${id}`, moncash);
    assert.equal(refused.status, 503);
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal(linesAbout('transaction_id', id).length, before + 1);
    for (let number = 0; number < 70; number++) await alert(`transactionId=${31_000_000 + number}`, other);
    assert.equal((await alert(`transactionId=${transactionId}`, other)).status, 503);
    assert.equal(linesAbout('provider_ref', transactionId).length, 1);
    assert.deepEqual(await cases(id), []);
    // MonCash repeats the message once the limit for unknown payments allows queries again.
    providers.clock.forward(60);
    assert.equal((await alert(`orderId=${id}`, '203.0.113.11')).status, 200);
    const [found, ...others] = await cases(id);
    assert.deepEqual([found?.kind, found?.provider_ref, others.length], ['unknown_payment', transactionId, 0]);
  });

  it('are written at a bounded rate when a proven message is repeated without end', async () => {
    const { transaction_id: id } = paid.natcash;
    const url = providers.natcash.returnUrl(`NC${id}`);
    const seen = async () => {
      const [found, ...others] = await cases(id);
      assert.equal(others.length, 0);
      return Number(found?.times_seen);
    };
    const seenBefore = await seen();
    const startMs = performance.now();
    await Promise.all(Array.from({ length: 100 }, () => send(url, { headers: BROWSER })));
    const times = (await seen()) - seenBefore;
    // Ten messages are written at once, and ten more a minute.
    const most = 10 + Math.ceil((performance.now() - startMs) / 6_000);
    assert.ok(times <= most, `seen ${times} times more`);
  });

  // Contract: LIVE-13
  it('of lakaypay_card: one discrepancy, even if the signed result comes hours later', async () => {
    const { transaction_id: id } = unpaid.lakaypay_card;
    const driver = driverOf('lakaypay_card');
    await driver.pay(id);
    const [money] = driver.book().filter(({ reference }) => reference === id);
    providers.clock.forward(3_600);
    assert.equal(await driver.notify(id), 200);
    const [found, ...others] = await cases(id);
    assert.equal(others.length, 0);
    assert.deepEqual(
      [found?.kind, found?.provider_ref, found?.reported],
      ['unknown_payment', money?.providerRef, { amount: '500.00', currency: 'HTG' }],
    );
  });
});
