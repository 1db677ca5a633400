import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { LANGUAGES } from '../../../src/platform/messages/language.ts';
import { launchBrowser, NO_BROWSER } from '../../support/browser.ts';
import { type DrivenGateway, startDrivenGateway } from '../../support/drivers/driven-gateway.ts';
import { MAX_BYTES, smallTargets, violations, wireBytes } from '../../support/page-checks.ts';
import { looksOf } from '../../support/tier.ts';
import { newCardPayment, type Shop, startShop, type Visit } from './shop.ts';

const PAY_BUTTON = '[data-label]:not([disabled])';

/** What every page of ours must be: light, reachable for everybody, and no wider than a small phone. */
describe('the pages of a live card payment, in every language', { skip: NO_BROWSER }, () => {
  let browser: Browser;
  let rig: DrivenGateway<'card'>;
  let shop: Shop;
  before(async () => {
    [browser, rig] = await Promise.all([
      launchBrowser(),
      startDrivenGateway('sqlite', 'card', { settings: { ROLES: 'api', CARD_CHARGE_CURRENCY: 'USD' } }),
    ]);
    shop = await startShop(rig.gateway.url);
  });
  after(async () => {
    await browser.close();
    await shop.stop();
    await rig.stop();
  });

  const pay = async ({ frame, typeCard }: Visit, number: string) => {
    await typeCard(number);
    await frame.locator(PAY_BUTTON).click();
  };
  const kinds: Record<string, (visit: Visit) => Promise<void>> = {
    'the card fields': ({ frame }) => frame.locator(PAY_BUTTON).waitFor(),
    'a declined card': async (visit) => {
      await pay(visit, '4000000000000002');
      await visit.frame.locator('#card-error:not([hidden])').waitFor();
    },
    'a payment that is checked': async (visit) => {
      rig.driver.simulator.faults.slowCards = true;
      await pay(visit, '4242424242424242');
      await visit.frame.locator('.end .button').waitFor();
      rig.driver.simulator.faults.slowCards = false;
    },
    'a payment that succeeded': async (visit) => {
      await pay(visit, '4242424242424242');
      await visit.frame.locator('.paid').waitFor();
    },
    'a cancelled payment': async ({ frame }) => {
      await frame.locator(PAY_BUTTON).waitFor();
      await frame.locator('.leave summary').click();
      await frame.locator('.leave button').click();
      await frame.locator('.failed').waitFor();
    },
  };

  for (const [nth, [kind, open]] of Object.entries(kinds).entries()) {
    for (const lang of looksOf(LANGUAGES, nth)) {
      it(`${kind} (${lang})`, async () => {
        const payment = await newCardPayment(rig.api, { description: '2 x T-shirt', amount: 1250 });
        const visit = await shop.visit(browser, payment, { lang });
        await open(visit);
        const frame = visit.page.frames().find((one) => one.url().startsWith(`${rig.gateway.url}/widget/`));
        assert.ok(frame);
        // A page that waits would load itself again while it is looked at.
        await frame.evaluate('window.stop()');
        assert.equal(await frame.evaluate('document.documentElement.lang'), lang);
        const bytes = await Promise.all(visit.responses.filter((one) => one.status() === 200).map(wireBytes));
        assert.ok(bytes.length > 0);
        for (const size of bytes) assert.ok(size <= MAX_BYTES, `${size} bytes`);
        assert.doesNotMatch(await frame.evaluate<string>('document.body.innerText'), /false|undefined|null/);
        assert.deepEqual(await violations(frame), []);
        assert.deepEqual(await smallTargets(frame), []);
        assert.equal(await frame.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
        await visit.close();
      });
    }
  }

  it('shows the charge in another currency before the payment, and on the receipt', async () => {
    const visit = await shop.visit(browser, await newCardPayment(rig.api, { amount: 1305 }));
    await visit.frame.getByText('Your card will be charged 10.00 USD.').waitFor();
    assert.equal(await visit.frame.locator('.sum').textContent(), '1,305\u00a0HTG');
    await pay(visit, '4242424242424242');
    const receipt = await visit.frame.locator('.paid details').textContent();
    assert.match(receipt ?? '', /Total1,305\sHTGCharged to your card10\.00\sUSD/);
    await visit.close();
  });
});
