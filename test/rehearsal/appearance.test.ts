import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { LANGUAGES } from '../../src/wording/language.ts';
import { NO_BROWSER } from '../support/browser.ts';
import { smallTargets, violations } from '../support/page-checks.ts';
import type { Customer } from './customer.ts';
import { openStage, type Stage } from './stage.ts';
import { bank, payByCard, widgetOf } from './widget.ts';

/** What a page of live payments must be in every language: light, reachable for everybody, no wider than a small phone, and live. */
describe('every live page, in every language', { skip: NO_BROWSER }, () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.stop());

  // By their place, because the words are in the language that is looked at.
  const payAtMoncash = async (page: Page) => {
    await page.locator('#phone').fill('37007294');
    await page.locator('#pin').fill('1234');
    await page.locator('[value=pay]').click();
    await page.locator('#code').fill('123456');
    await page.locator('[value=send]').click();
  };
  const payAtNatcash = async (page: Page, code: string) => {
    for (const entry of ['40123456', code]) {
      await page.locator('#field').fill(entry);
      await page.locator('form button').first().click();
    }
  };
  const openForm = async ({ buy, page }: Customer) => {
    await buy('lakaypay_card');
    await page.locator('main form button').waitFor();
  };
  const openWidget = async ({ buy, page }: Customer) => {
    await buy('card');
    await widgetOf(page).locator('[data-label]:not([disabled])').waitFor();
  };

  const kinds: Record<string, (customer: Customer) => Promise<void>> = {
    'MonCash: back from it, paid': async ({ buy, page }) => {
      await buy('moncash');
      await payAtMoncash(page);
      await page.locator('.paid').waitFor();
    },
    'MonCash: back from it, not known yet': async ({ buy, page }) => {
      const { undo } = await stage.setFaults('moncash', { status: 'pending', reports: 'never' });
      await buy('moncash');
      await payAtMoncash(page);
      await page.locator('.end.processing').waitFor();
      await undo();
    },
    'MonCash: back from it, and it does not answer': async ({ buy, page }) => {
      const { undo } = await stage.setFaults('moncash', { query: 'error_500', reports: 'never' });
      await buy('moncash');
      await payAtMoncash(page);
      await page.locator('main h1').waitFor();
      await page.waitForURL('**/providers/moncash/return?**');
      await undo();
    },
    'a payment that succeeded': async ({ buy, page }) => {
      await buy('natcash');
      await payAtNatcash(page, '123456');
      await page.locator('.paid').waitFor();
    },
    'a payment that failed': async ({ buy, page }) => {
      await buy('natcash');
      await payAtNatcash(page, '000000');
      // Its page takes another attempt until it ends.
      await page.locator('.end .quiet').first().waitFor();
      stage.forward();
      await page.locator('.failed').waitFor();
    },
    // After those who wait for a payment's end: these are paid, which is not known before they would have ended too.
    'a payment that is processing': async ({ buy, page }) => {
      const { undo } = await stage.setFaults('natcash', { unknownChecks: 5 });
      await buy('natcash');
      await payAtNatcash(page, '123456');
      await page.locator('.end .quiet').first().waitFor();
      await undo();
    },
    'LakayPay card: the way to the card page': openForm,
    'LakayPay card: under review': async (customer) => {
      const { page } = customer;
      await openForm(customer);
      await page.locator('main form button').click();
      await page.locator('#number').fill('4000 0000 0000 4806');
      await page.locator('#expiry').fill('12/2040');
      await page.locator('#cvn').fill('123');
      await page.locator('[value=pay]').click();
      await page.locator('.end .quiet').first().waitFor();
    },
    'LakayPay card: cancelled': async (customer) => {
      await openForm(customer);
      await customer.page.locator('main form button').click();
      await customer.page.locator('[value=cancel]').click();
      await customer.page.locator('.failed').waitFor();
    },
    'the widget': openWidget,
    'the widget: a declined card': async (customer) => {
      await openWidget(customer);
      await payByCard(customer.page, '4000 0000 0000 0002');
      await widgetOf(customer.page).locator('#card-error:not([hidden])').waitFor();
    },
    'the widget: the bank did not confirm': async (customer) => {
      await openWidget(customer);
      await payByCard(customer.page, '4000 0027 6000 3184');
      await bank(customer.page).getByRole('button', { name: 'Fail' }).click();
      await widgetOf(customer.page).locator('#card-error:not([hidden])').waitFor();
    },
    'the widget: processing': async (customer) => {
      const { undo } = await stage.setFaults('stripe', { slowCards: true });
      await openWidget(customer);
      await payByCard(customer.page, '4242 4242 4242 4242');
      await widgetOf(customer.page).locator('.end .button').waitFor();
      await undo();
    },
    'the widget: paid': async (customer) => {
      await openWidget(customer);
      await payByCard(customer.page, '4242 4242 4242 4242');
      await widgetOf(customer.page).locator('.paid').waitFor();
    },
    'the widget: cancelled': async (customer) => {
      await openWidget(customer);
      await widgetOf(customer.page).locator('button.quiet').click();
      await widgetOf(customer.page).locator('.failed').waitFor();
    },
  };

  for (const [kind, open] of Object.entries(kinds)) {
    for (const language of LANGUAGES) {
      it(`${kind} (${language})`, async () => {
        // One language as on a dark phone, so that both colour schemes are looked at.
        const colorScheme = language === 'fr' ? 'dark' : 'light';
        const customer = await stage.customer({ locale: `${language}-HT`, colorScheme });
        const { page } = customer;
        await open(customer);
        const frame = page.frames().find((one) => one.url().startsWith(stage.reported.url));
        assert.ok(frame);
        assert.equal(await frame.locator('html').getAttribute('lang'), language);
        assert.equal(await frame.locator('.test').count(), 0, 'no bar of test mode');
        assert.doesNotMatch(await frame.evaluate<string>('document.body.innerText'), /false|undefined|null|NaN/);
        for (const width of [320, 360, 1280]) {
          await page.setViewportSize({ width, height: 740 });
          const fits = await frame.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');
          assert.ok(fits, `too wide at ${width}`);
        }
        assert.deepEqual(await violations(frame), []);
        assert.deepEqual(await smallTargets(frame), []);
        await customer.leave();
      });
    }
  }
});
