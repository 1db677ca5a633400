import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { noFaults } from '../../../simulators/secure-acceptance/faults.ts';
import type { SecureAcceptanceSimulator } from '../../../simulators/secure-acceptance/secure-acceptance-simulator.ts';
import { listDiscrepancies } from '../../../src/features/payments/discrepancies/store/discrepancies.ts';
import { launchBrowser, NO_BROWSER } from '../../support/browser.ts';
import { peye } from '../../support/cli.ts';
import { startDrivenGateway } from '../../support/drivers/driven-gateway.ts';
import { formOnPage } from '../../support/drivers/form-on-page.ts';
import { type Engine, onOneEngineByDay } from '../../support/engines.ts';
import { paymentRequest, type TestGateway, until } from '../../support/gateway.ts';
import { type ShiftedClock, shiftedClock } from '../../support/shifted-clock.ts';
import { assertSound } from '../../support/soundness.ts';

/** Neither the server nor the browser reports a result. */
const LOST = { reports: 'never', returns: 'never' } as const;

interface Place {
  readonly gateway: TestGateway;
  readonly simulator: SecureAcceptanceSimulator;
  readonly clock: ShiftedClock;
  stop(): Promise<void>;
}

/** A gateway whose customers pay at a simulated card page. Without a worker: nothing happens by itself. */
async function startPlace(engine: Engine): Promise<Place> {
  const clock = shiftedClock();
  const { gateway, driver, stop } = await startDrivenGateway(engine, 'lakaypay_card', {
    clock,
    settings: { ROLES: 'api' },
  });
  // These tests need the reports of the card page: switch all faults off.
  driver.simulator.repair();
  return { gateway, simulator: driver.simulator, clock, stop };
}

const newPayment = async ({ gateway }: Place, changes: Record<string, unknown> = {}) => {
  const request = paymentRequest({ payment_method: 'lakaypay_card', ...changes });
  const response = await gateway.client(gateway.liveKey).post('/payments', request);
  assert.equal(response.status, 201, response.text);
  return response.json as { transaction_id: string; payment_url: string };
};
const read = async ({ gateway }: Place, id: string) =>
  (await gateway.client(gateway.liveKey).get(`/payments/${id}`)).json.data;
const statusOf = async (place: Place, id: string) => {
  const { status, failure_reason } = await read(place, id);
  return failure_reason === null ? status : `${status}: ${failure_reason}`;
};

onOneEngineByDay("a customer on LakayPay card's page", (engine) => {
  let place: Place;
  before(async () => {
    place = await startPlace(engine);
  });
  beforeEach(() => {
    Object.assign(place.simulator.faults, noFaults());
  });
  after(async () => {
    await assertSound(place.gateway.store.db);
    await place.stop();
  });

  const verify = (id: string) => place.gateway.client(place.gateway.liveKey).post(`/payments/${id}/verify`);
  const eventsOf = (id: string) =>
    place.gateway.store.db.query<{ kind: string }>('SELECT kind FROM events WHERE payment_id = $1', [Number(id)]);
  const discrepanciesOf = async (id: string) =>
    (await listDiscrepancies(place.gateway.store.db, { limit: 1000 })).filter(
      ({ paymentId }) => String(paymentId) === id,
    );

  for (const [reports, returns, expected] of [
    ['before', 'once', 2],
    ['after', 'once', 2],
    ['never', 'once', 1],
    ['before', 'never', 1],
    ['twice', 'twice', 4],
  ] as const) {
    it(`pays once, whichever reports reach the gateway, and in whatever order (reports: ${reports}, returns: ${returns})`, async () => {
      Object.assign(place.simulator.faults, { reports, returns, indexLagMs: 900_000 });
      const { transaction_id: id, payment_url: page } = await newPayment(place);
      const from = place.simulator.posts().length;
      await place.simulator.pay(await formOnPage(page));
      await until('everything was posted', () => place.simulator.posts().length === from + expected);
      for (const { url, status } of place.simulator.posts().slice(from)) {
        assert.equal(status, url.endsWith('/notify') ? 200 : 303);
      }
      assert.equal(await statusOf(place, id), 'completed');
      assert.equal((await eventsOf(id)).length, 1);
      assert.deepEqual(await discrepanciesOf(id), []);
      // The provider's search does not find the charge for a quarter of an hour: only the result has proved it.
      assert.equal((await verify(id)).json.data.status, 'completed');
    });
  }

  it('cancels, and the payment is cancelled', async () => {
    const { transaction_id: id, payment_url: page } = await newPayment(place);
    await place.simulator.cancel(await formOnPage(page));
    assert.equal(await statusOf(place, id), 'failed: cancelled');
    assert.equal((await verify(id)).json.data.status, 'failed');
    assert.equal(await statusOf(place, id), 'failed: cancelled');
  });

  it('pays in one tab and cancels in another: the payment stays paid', async () => {
    const { transaction_id: id, payment_url: page } = await newPayment(place);
    const form = await formOnPage(page);
    const post = (path: string, fields: Record<string, string>) =>
      fetch(`${place.simulator.url}${path}`, { method: 'POST', body: new URLSearchParams(fields) });
    const tab = await (await post('/pay', Object.fromEntries(form.fields))).text();
    const session = /name="session" value="([^"]+)"/.exec(tab)?.[1] ?? '';
    await place.simulator.pay(form);
    const from = place.simulator.posts().length;
    await post('/pay/card', { session, action: 'cancel' });
    const [cancelled] = place.simulator.posts().slice(from);
    assert.equal(cancelled?.fields.decision, 'CANCEL');
    assert.equal(cancelled?.status, 200);
    assert.equal(await statusOf(place, id), 'completed');
    assert.deepEqual(await discrepanciesOf(id), []);
  });

  it('cancels in one tab and pays in another: the operator sees the money, and the page shows that it arrived', async () => {
    const { transaction_id: id, payment_url: page } = await newPayment(place);
    const form = await formOnPage(page);
    await place.simulator.cancel(form);
    assert.equal(await statusOf(place, id), 'failed: cancelled');
    const shown = async () => (await fetch(`${page}?lang=en`)).text();
    // A form that a browser got before may still be paid.
    assert.match(await shown(), /Payment cancelled.*If money left your account anyway/s);
    await place.simulator.pay(form);
    assert.match(await shown(), /Payment received too late.*Your money arrived after this payment was closed/s);
    assert.doesNotMatch(await shown(), /have not been charged/);
    assert.equal(await statusOf(place, id), 'failed: cancelled');
    assert.deepEqual(
      (await discrepanciesOf(id)).map(({ kind }) => kind),
      ['paid_after_failure'],
    );
  });

  it('pays a part and then the whole amount: the page names both sums, in the order in which they were paid', async () => {
    const { transaction_id: id, payment_url: page } = await newPayment(place);
    Object.assign(place.simulator.faults, LOST);
    place.simulator.faults.indexLagMs = 3_000_000;
    await place.simulator.pay(await formOnPage(page), 'partial');
    place.clock.forward(16 * 60);
    const form = await formOnPage(page);
    Object.assign(place.simulator.faults, noFaults());
    assert.equal((await verify(id)).json.data.status, 'failed');
    await place.simulator.pay(form);
    assert.equal(await statusOf(place, id), 'failed: amount_mismatch');
    await verify(id);
    const shown = await (await fetch(`${page}?lang=en`)).text();
    assert.match(shown, /data-state="paid_late"/);
    const sums = [...shown.matchAll(/Amount paid<\/dt><dd><bdi>([^<]+)/g)].map(([, sum]) => sum?.replace(/\s/g, ' '));
    assert.deepEqual(sums, ['250 HTG', '500 HTG']);
    const { stdout } = await peye(['payments', 'show', id], { settings: place.gateway.settings });
    assert.match(stdout, /^Discrepancy +amount_mismatch 250\.00 HTG, open \(dsc_\w+\)$/m);
    assert.match(stdout, /^Discrepancy +paid_after_failure 500\.00 HTG, open \(dsc_\w+\)$/m);
    const json = await peye(['payments', 'show', id, '--json'], { settings: place.gateway.settings });
    const { discrepancies, receipt } = JSON.parse(json.stdout);
    assert.deepEqual(
      discrepancies.map(({ kind }: { kind: string }) => kind),
      ['amount_mismatch', 'paid_after_failure'],
    );
    assert.equal(receipt, null);
  });

  it('pays a part and then the whole amount, and neither is reported: completed, with a discrepancy for the part', async () => {
    Object.assign(place.simulator.faults, LOST);
    const { transaction_id: id, payment_url: page } = await newPayment(place);
    place.simulator.faults.indexLagMs = 3_000_000;
    await place.simulator.pay(await formOnPage(page), 'partial');
    place.clock.forward(16 * 60);
    await place.simulator.pay(await formOnPage(page));
    place.simulator.faults.indexLagMs = 0;
    assert.equal((await verify(id)).json.data.status, 'completed');
    assert.deepEqual(
      (await discrepanciesOf(id)).map(({ kind, reported }) => [kind, reported?.amountMinor]),
      [['paid_twice', 25_000]],
    );
  });

  it('is approved for a part only: failed, and the operator sees the money', async () => {
    const { transaction_id: id, payment_url: page } = await newPayment(place);
    await place.simulator.pay(await formOnPage(page), 'partial');
    assert.equal(await statusOf(place, id), 'failed: amount_mismatch');
    assert.deepEqual(
      (await discrepanciesOf(id)).map(({ kind, reported }) => [kind, reported?.amountMinor]),
      [['amount_mismatch', 25_000]],
    );
  });

  it('is charged twice, a quarter of an hour apart: verify reports the second charge to the operator', async () => {
    const { transaction_id: id, payment_url: page } = await newPayment(place);
    Object.assign(place.simulator.faults, LOST);
    // While the search lags, the page shows its form again.
    place.simulator.faults.indexLagMs = 3_000_000;
    await place.simulator.pay(await formOnPage(page));
    place.clock.forward(16 * 60);
    await place.simulator.pay(await formOnPage(page));
    place.simulator.faults.indexLagMs = 0;
    assert.equal((await verify(id)).json.data.status, 'completed');
    assert.deepEqual(
      (await discrepanciesOf(id)).map(({ kind, providerRef }) => [kind, providerRef]),
      [['paid_twice', place.simulator.transactions().at(-1)?.id]],
    );
    const shown = await (await fetch(`${page}?lang=en`)).text();
    assert.match(shown, /data-state="paid".*Your money arrived more than once for this payment.*Do not pay again/s);
  });

  for (const [what, lost] of [
    ['reported', {}],
    ['lost', LOST],
  ] as const) {
    it(`whose charge is under review waits, and gets no form to pay again (${what})`, async () => {
      Object.assign(place.simulator.faults, lost);
      const { transaction_id: id, payment_url: page } = await newPayment(place);
      await place.simulator.pay(await formOnPage(page), 'review');
      assert.equal(await statusOf(place, id), 'processing');
      if (lost === LOST) assert.equal((await verify(id)).json.data.status, 'processing');
      const waiting = await (await fetch(page)).text();
      assert.ok(!waiting.includes('name="signature"'));
      assert.match(waiting, /Peman an ap trete/);
      assert.equal((await verify(id)).json.data.status, 'processing');
    });
  }

  it('whose attempt has an unknown status gets no form to pay again', async () => {
    Object.assign(place.simulator.faults, LOST);
    place.simulator.faults.status = 'PONDERED';
    const { transaction_id: id, payment_url: page } = await newPayment(place);
    await place.simulator.pay(await formOnPage(page), 'pays');
    place.simulator.faults.status = null;
    assert.equal((await verify(id)).json.data.status, 'processing');
    assert.ok(!(await (await fetch(page)).text()).includes('name="signature"'));
  });

  it('leaves the page open: it refreshes before its form is too old for the card page', async () => {
    const { transaction_id: id, payment_url: page } = await newPayment(place);
    const refresh = Number((await fetch(page)).headers.get('refresh'));
    assert.ok(refresh >= 300, 'the page refreshes rarely enough to be read');
    const form = await formOnPage(page);
    place.clock.forward(refresh + 60);
    await place.simulator.pay(form);
    assert.equal(await statusOf(place, id), 'completed');
    const waiting = await newPayment(place);
    const old = await formOnPage(waiting.payment_url);
    place.clock.forward(901);
    assert.match((await place.simulator.pay(old)).text, /signed_date_time is too old/);
    await place.simulator.pay(await formOnPage(waiting.payment_url));
    assert.equal(await statusOf(place, waiting.transaction_id), 'completed');
  });

  it('gets no form after the time for the form has ended, or after the payment was paid', async () => {
    const late = await newPayment(place);
    place.clock.forward(3600);
    const response = await fetch(late.payment_url);
    assert.equal(response.status, 200);
    const text = await response.text();
    assert.ok(!text.includes('name="signature"'));
    // The page does not claim to wait for a response, because there may never have been a request.
    assert.match(text, /<h1>Tan pou peye a fini<\/h1>\s*<p>Si ou te peye deja/);
    assert.equal(await statusOf(place, late.transaction_id), 'processing');
    const paid = await newPayment(place);
    await place.simulator.pay(await formOnPage(paid.payment_url));
    assert.ok(!(await (await fetch(paid.payment_url)).text()).includes('name="signature"'));
  });
});

describe("LakayPay card's page in a browser", { skip: NO_BROWSER }, () => {
  let place: Place;
  let browser: Browser;
  before(async () => {
    [place, browser] = await Promise.all([startPlace('sqlite'), launchBrowser()]);
  });
  after(async () => {
    await browser.close();
    await place.stop();
  });

  const onPage = async (run: (page: Page) => Promise<void>) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'fr-FR' });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    try {
      await run(page);
    } finally {
      await context.close();
    }
  };
  const type = async (page: Page, number: string) => {
    await page.getByLabel('Card number').fill(number);
    await page.getByLabel('Expiry date').fill('12/2040');
    await page.getByLabel('Security code').fill('123');
    await page.getByRole('button', { name: 'Pay' }).click();
  };

  it('leads to the card page and back to the result', async () => {
    const { transaction_id: id, payment_url: url } = await newPayment(place);
    await onPage(async (page) => {
      await page.goto(url);
      await page.locator('form button').click();
      assert.match(await page.title(), /Simulator: no real money/);
      await type(page, '4111 1111 1111 1112');
      assert.match((await page.getByRole('alert').textContent()) ?? '', /valid card number/);
      await type(page, '4111 1111 1111 1111');
      await page.waitForURL(`${url}**`);
      assert.match((await page.locator('h1').textContent()) ?? '', /Paiement réussi/);
    });
    assert.equal(await statusOf(place, id), 'completed');
  });

  it('shows a cancellation on the card page as cancelled', async () => {
    const { transaction_id: id, payment_url: url } = await newPayment(place);
    await onPage(async (page) => {
      await page.goto(url);
      await page.locator('form button').click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.waitForURL(`${url}**`);
      assert.match((await page.locator('h1').textContent()) ?? '', /annulé/);
    });
    assert.equal(await statusOf(place, id), 'failed: cancelled');
  });
});
