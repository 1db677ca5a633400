import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { cancelOn, statusOf } from '../../pages/visitor.ts';
import { launchBrowser, NO_BROWSER } from '../../support/browser.ts';
import { type DrivenGateway, startDrivenGateway } from '../../support/drivers/driven-gateway.ts';
import { onOneEngineByDay } from '../../support/engines.ts';
import { until } from '../../support/gateway.ts';
import { type ShiftedClock, shiftedClock } from '../../support/shifted-clock.ts';
import { type Created, newCardPayment, type Shop, startShop, type Visit } from './shop.ts';

const PAYS = '4242 4242 4242 4242';
const DECLINED = '4000 0000 0000 0002';

describe('the card widget of live payments', { skip: NO_BROWSER }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());

  onOneEngineByDay('with the provider’s own card fields', (engine) => {
    let rig: DrivenGateway<'card'>;
    let shop: Shop;
    let clock: ShiftedClock;
    before(async () => {
      clock = shiftedClock();
      // Without a worker, so that only the customer causes changes.
      rig = await startDrivenGateway(engine, 'card', { clock, settings: { ROLES: 'api' } });
      shop = await startShop(rig.gateway.url);
    });
    after(async () => {
      await shop.stop();
      await rig.stop();
    });

    const finalStatus = (payment: Created) => statusOf(rig, payment);
    const intentOf = (payment: Created) =>
      rig.driver.simulator.intents().find(({ id }) => id === payment.payment_intent_id);

    /** Visits the shop, and checks at the end that nothing leaked and that the browser reported no error. */
    const visit = async (
      work: (visit: Visit, payment: Created) => Promise<void>,
      { options = {}, changes = {}, cards = [PAYS], noise = /never/ } = {} as {
        options?: Record<string, string>;
        changes?: Record<string, unknown>;
        cards?: string[];
        noise?: RegExp;
      },
    ) => {
      const payment = await newCardPayment(rig.api, changes);
      const visited = await shop.visit(browser, payment, options);
      try {
        await work(visited, payment);
      } finally {
        rig.driver.simulator.repair();
        rig.driver.simulator.faults.reports = 'never';
      }
      await assertNothingLeaked(visited, payment, cards);
      await visited.close();
      assert.deepEqual(
        visited.complaints().filter((complaint) => !noise.test(complaint)),
        [],
      );
    };

    /** Asserts that card numbers reach only the provider, and that the client secret is in no address. */
    const assertNothingLeaked = async ({ requests }: Visit, payment: Created, cards: string[]) => {
      const secret = payment.client_secret.split('_secret_')[1] ?? '';
      const seen = await Promise.all(
        requests.map(async (request) => ({
          url: request.url(),
          everything: decodeURIComponent(
            [request.url(), request.postData() ?? '', JSON.stringify(await request.allHeaders())].join(' '),
          ).replace(/[\s+-]/g, ''),
        })),
      );
      const toStripe = seen.filter(({ url }) => url.startsWith(rig.driver.simulator.url));
      const toOthers = seen.filter(({ url }) => !url.startsWith(rig.driver.simulator.url));
      // Forms to the gateway are recorded here too, so a text that is not recorded was not sent.
      const opened = toOthers.find(({ url }) => url.startsWith(`${rig.gateway.url}/widget/v1/card/session`));
      assert.ok(opened?.everything.includes('client_secret='));
      for (const card of cards) {
        const digits = card.replaceAll(' ', '');
        assert.deepEqual(
          toOthers.filter(({ everything }) => everything.includes(digits)),
          [],
          'the card number reached another host than the provider',
        );
        assert.ok(
          toStripe.some(({ everything }) => everything.includes(digits)),
          'the provider got the card number',
        );
      }
      assert.deepEqual(
        toOthers.filter(({ url }) => url.includes(secret)),
        [],
        'the client secret is in an address',
      );
    };

    it('pays, notifies the shop once, and shows no bar of test mode', () =>
      visit(async (visited, payment) => {
        await visited.fields.locator('[name=cardnumber]').waitFor();
        assert.equal(await finalStatus(payment), 'pending');
        assert.equal(await visited.frame.locator('.test').count(), 0);
        assert.equal(await visited.frame.locator('.sum').textContent(), '500\u00a0HTG');
        await visited.pay(PAYS);
        assert.equal(await visited.result(), 'completed');
        assert.equal(await finalStatus(payment), 'completed');
        await visited.frame.getByRole('heading', { name: 'Payment successful' }).waitFor();
        assert.equal(await visited.frame.locator('.test').count(), 0);
      }));

    it('a declined card is reported, the payment stays open, and another card pays it', () =>
      visit(
        async (visited, payment) => {
          await visited.pay(DECLINED);
          await visited.frame.getByRole('alert').filter({ hasText: 'The payment was declined.' }).waitFor();
          assert.equal(await finalStatus(payment), 'pending');
          assert.equal(await visited.page.evaluate('results.length'), 0);
          await visited.pay(DECLINED);
          await visited.frame.getByRole('alert').filter({ hasText: 'The payment was declined.' }).waitFor();
          await visited.pay(PAYS);
          assert.equal(await visited.result(), 'completed');
          assert.equal(await finalStatus(payment), 'completed');
          // The shop received no error, and the fields reported only once that they were ready.
          assert.deepEqual(await visited.errors(), []);
          assert.equal(await visited.page.evaluate('ready'), 1);
        },
        { cards: [DECLINED, PAYS], noise: /402/ },
      ));

    for (const [card, words] of [
      ['4000 0000 0000 9995', 'Your balance is insufficient.'],
      ['4000 0000 0000 0069', 'This card has expired.'],
      ['4000 0000 0000 0127', 'Enter the security code'],
      ['4000 0000 0000 0119', 'The payment was declined.'],
    ] as const) {
      it(`${card} shows: ${words}`, () =>
        visit(
          async (visited, payment) => {
            await visited.pay(card);
            await visited.frame.getByRole('alert').filter({ hasText: words }).waitFor();
            assert.equal(await finalStatus(payment), 'pending');
          },
          { cards: [card], noise: /402/ },
        ));
    }

    it('a wrong number is reported before the form is sent', () =>
      visit(
        async (visited, payment) => {
          await visited.typeCard('4242 4242 4242 4241');
          await visited.frame.getByRole('alert').filter({ hasText: 'Invalid card number.' }).waitFor();
          assert.equal(intentOf(payment)?.lastPaymentError, null);
        },
        { cards: [] },
      ));

    it('3-D Secure: the bank’s page opens over the form, and completing it pays', () =>
      visit(
        async (visited, payment) => {
          await visited.pay('4000 0027 6000 3184');
          const bank = visited.frame.frameLocator('iframe[title="3D Secure"]');
          await bank.getByRole('button', { name: 'Complete authentication' }).waitFor();
          await rig.api.post(`/payments/${payment.transaction_id}/verify`);
          assert.equal(await finalStatus(payment), 'processing');
          await bank.getByRole('button', { name: 'Complete authentication' }).click();
          assert.equal(await visited.result(), 'completed');
          assert.equal(await finalStatus(payment), 'completed');
        },
        { cards: ['4000 0027 6000 3184'] },
      ));

    it('3-D Secure: failing it leads back to the form, and another card pays', () =>
      visit(
        async (visited, payment) => {
          await visited.pay('4000 0000 0000 3220');
          const bank = visited.frame.frameLocator('iframe[title="3D Secure"]');
          await bank.getByRole('button', { name: 'Fail authentication' }).waitFor();
          const height = () => visited.page.evaluate<number>("document.querySelector('iframe').clientHeight");
          await until('the frame is high enough for the page of the bank', async () => (await height()) >= 640);
          await bank.getByRole('button', { name: 'Fail authentication' }).click();
          await until('the frame is no higher than the form needs', async () => (await height()) < 600);
          await visited.frame.getByRole('alert').filter({ hasText: 'did not confirm' }).waitFor();
          assert.notEqual(await finalStatus(payment), 'completed');
          await visited.pay(PAYS);
          assert.equal(await visited.result(), 'completed');
        },
        { cards: ['4000 0000 0000 3220', PAYS] },
      ));

    it('the page waits for a slow payment, and shows its outcome', () =>
      visit(async (visited, payment) => {
        rig.driver.simulator.faults.slowCards = true;
        await visited.pay(PAYS);
        await visited.frame.getByRole('heading', { name: 'Payment processing' }).waitFor();
        assert.equal(await finalStatus(payment), 'processing');
        const intent = intentOf(payment);
        assert.ok(intent);
        rig.driver.simulator.settle(payment.transaction_id);
        await visited.frame.getByRole('link', { name: 'Check now' }).click();
        assert.equal(await visited.result(), 'completed');
      }));

    it('if the response is lost after the card was charged, the payment is looked up, and the card is not charged again', () =>
      visit(
        async (visited, payment) => {
          Object.assign(rig.driver.simulator.faults, { confirm: 'drop_after_effect' });
          await visited.pay(PAYS);
          assert.equal(await visited.result(), 'completed');
          assert.equal(await finalStatus(payment), 'completed');
        },
        { noise: /ERR_EMPTY_RESPONSE/ },
      ));

    it('a connection that is lost before the charge is reported, and paying again works', () =>
      visit(
        async (visited, payment) => {
          Object.assign(rig.driver.simulator.faults, { confirm: 'drop' });
          await visited.pay(PAYS);
          await visited.frame.getByRole('alert').filter({ hasText: 'you will not be charged twice' }).waitFor();
          assert.equal(await finalStatus(payment), 'pending');
          rig.driver.simulator.faults.confirm = 'none';
          await visited.pay(PAYS);
          assert.equal(await visited.result(), 'completed');
        },
        { noise: /ERR_EMPTY_RESPONSE/ },
      ));

    it('paid in another tab: the form continues to the result instead of a second card form', () =>
      visit(
        async (visited, payment) => {
          await visited.fields.locator('[name=cardnumber]').waitFor();
          rig.driver.simulator.pay(payment.transaction_id);
          await visited.page.reload();
          assert.equal(await visited.result(), 'completed');
          assert.equal(await finalStatus(payment), 'completed');
        },
        { cards: [] },
      ));

    it('Cancel makes sure at the provider that the payment can no longer be paid', () =>
      visit(
        async (visited, payment) => {
          await visited.fields.locator('[name=cardnumber]').waitFor();
          await cancelOn(visited.frame);
          assert.equal(await visited.result(), 'failed');
          assert.equal(await finalStatus(payment), 'failed: cancelled');
          assert.equal(intentOf(payment)?.status, 'canceled');
          assert.equal(intentOf(payment)?.cancellationReason, 'requested_by_customer');
        },
        { cards: [] },
      ));

    it('Cancel of a payment that was paid in another tab shows that it is paid', () =>
      visit(
        async (visited, payment) => {
          await visited.frame.getByRole('button', { name: /^Pay / }).waitFor();
          rig.driver.simulator.pay(payment.transaction_id);
          await cancelOn(visited.frame);
          assert.equal(await visited.result(), 'completed');
          assert.equal(await finalStatus(payment), 'completed');
        },
        { cards: [] },
      ));

    it('a payment that expires while its form is open cannot be paid, and the page reports it', () =>
      visit(
        async (visited, payment) => {
          await visited.typeCard(PAYS);
          clock.forward(86_401);
          // Until the worker, the shop or a page verifies the payment.
          await rig.api.post(`/payments/${payment.transaction_id}/verify`);
          await visited.frame.getByRole('button', { name: /^Pay / }).click();
          await visited.frame.getByRole('heading', { name: 'Payment expired' }).waitFor();
          assert.equal(await visited.result(), 'failed');
          assert.equal(await finalStatus(payment), 'failed: expired');
          assert.equal(intentOf(payment)?.status, 'canceled');
        },
        { noise: /400/ },
      ));

    it('an expired payment opens as its result', () =>
      visit(
        async (visited, payment) => {
          await visited.fields.locator('[name=cardnumber]').waitFor();
          clock.forward(86_401);
          await visited.page.reload();
          assert.equal(await visited.result(), 'failed');
          assert.equal(await finalStatus(payment), 'failed: expired');
        },
        { cards: [] },
      ));

    it('speaks the language it is mounted in, and leaves the switch between languages to the shop', () =>
      visit(
        async ({ frame, fields }) => {
          await frame.getByRole('heading', { name: 'Peye ak kat' }).waitFor();
          await frame.getByText('Nimewo kat la ale tou dwat kay Stripe').waitFor();
          assert.equal(await frame.getByRole('navigation').count(), 0);
          await fields.locator('[name=cardnumber]').waitFor();
        },
        { options: { lang: 'ht' }, cards: [] },
      ));

    it('shows that the form could not be loaded if the provider’s script does not arrive', async () => {
      const payment = await newCardPayment(rig.api);
      const visited = await shop.visit(browser, payment);
      await visited.page.route(`${rig.driver.simulator.url}/v3/`, (route) => route.abort());
      await visited.page.reload();
      await visited.frame.getByRole('alert').filter({ hasText: 'could not be loaded' }).waitFor();
      assert.deepEqual(await visited.errors(), ['card_fields_not_loaded']);
      await cancelOn(visited.frame);
      assert.equal(await visited.result(), 'failed');
      assert.equal(await finalStatus(payment), 'failed: cancelled');
      await visited.close();
    });

    it('tries again to load the provider’s script when the customer asks, and is paid', async () => {
      const payment = await newCardPayment(rig.api);
      const visited = await shop.visit(browser, payment);
      const script = `${rig.driver.simulator.url}/v3/`;
      await visited.page.route(script, (route) => route.abort());
      await visited.page.reload();
      await visited.frame.getByRole('button', { name: 'Try again' }).waitFor();
      await visited.page.unroute(script);
      await visited.frame.getByRole('button', { name: 'Try again' }).click();
      await visited.pay(PAYS);
      assert.equal(await visited.result(), 'completed');
      assert.deepEqual(await visited.errors(), ['card_fields_not_loaded']);
      await visited.close();
    });

    it('stops waiting for the provider’s script after a time, and uses it if it arrives later', async () => {
      const payment = await newCardPayment(rig.api);
      const visited = await shop.visit(browser, payment);
      let release = () => {};
      const isReleased = new Promise<void>((resolve) => {
        release = resolve;
      });
      await visited.page.route(`${rig.driver.simulator.url}/v3/`, async (route) => {
        await isReleased;
        await route.continue();
      });
      await visited.page.clock.install();
      await visited.page.goto(shop.origin, { waitUntil: 'commit' });
      await visited.frame.getByText('Cancel', { exact: true }).waitFor();
      await visited.page.clock.runFor(21_000);
      await visited.frame.getByRole('alert').filter({ hasText: 'could not be loaded' }).waitFor();
      release();
      await visited.pay(PAYS);
      assert.equal(await visited.result(), 'completed');
      assert.equal(await visited.frame.getByRole('alert').count(), 0);
      await visited.close();
    });

    for (const [what, change] of [
      ['a client secret that is not one', { clientSecret: 'pi_1_secret_2' }],
      ['the publishable key of another account', { publishableKey: 'pk_test_somebody' }],
    ] as const) {
      it(`opens nothing for ${what}`, () =>
        visit(
          async ({ frame, errors }) => {
            await frame.getByRole('heading', { name: 'This payment cannot be opened' }).waitFor();
            assert.deepEqual(await errors(), ['invalid_client_secret']);
          },
          { options: change, cards: [], noise: /404/ },
        ));
    }

    it('opens nothing for the right intent with the wrong secret', async () => {
      const [one, other] = [await newCardPayment(rig.api), await newCardPayment(rig.api)];
      const forged = `${one.payment_intent_id}_secret_${other.client_secret.split('_secret_')[1]}`;
      const visited = await shop.visit(browser, one, { clientSecret: forged });
      await visited.frame.getByRole('heading', { name: 'This payment cannot be opened' }).waitFor();
      await visited.close();
    });

    it('completes with an event of the provider too, in either order', () =>
      visit(async (visited, payment) => {
        rig.driver.simulator.faults.reports = 'twice';
        await visited.pay(PAYS);
        assert.equal(await visited.result(), 'completed');
        const event = rig.driver.simulator.webhooks.events.find(
          ({ intentId, type }) => intentId === payment.payment_intent_id && type === 'payment_intent.succeeded',
        );
        await until('the event was delivered twice', () => event?.answers.join() === '200,200');
        assert.equal(await finalStatus(payment), 'completed');
      }));
  });
});
