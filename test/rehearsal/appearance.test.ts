import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { LANGUAGES } from '../../src/platform/messages/language.ts';
import { NO_BROWSER } from '../support/browser.ts';
import { until } from '../support/gateway.ts';
import { smallTargets, violations } from '../support/page-checks.ts';
import { looksOf } from '../support/tier.ts';
import { LIVE_STATES } from './live-states.ts';
import { openStage, type Stage } from './stage.ts';

/** Every page of a live payment must be small, accessible, no wider than a small phone, and without the bar of test mode. */
describe('every live page, in every language', { skip: NO_BROWSER }, () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.stop());

  for (const [nth, [kind, open]] of Object.entries(LIVE_STATES).entries()) {
    for (const language of looksOf(LANGUAGES, nth)) {
      it(`${kind} (${language})`, async () => {
        // One of the languages is checked on a dark phone, so that both colour schemes are checked.
        const colorScheme = language === 'fr' ? 'dark' : 'light';
        const customer = await stage.customer({ locale: `${language}-HT`, colorScheme });
        const { page } = customer;
        await open(customer, stage);
        // A waiting page would refresh while it is checked. A response without content leaves the page as it is.
        await page.route('**/*', (route) => route.fulfill({ status: 204 }));
        const frame = page.frames().find((one) => one.url().startsWith(stage.reported.url));
        assert.ok(frame);
        assert.equal(await frame.locator('html').getAttribute('lang'), language);
        assert.equal(await frame.locator('.test').count(), 0, 'a live page has no bar of test mode');
        if (frame === page.mainFrame()) {
          await until('the logo was loaded', () =>
            frame.evaluate<boolean>("document.querySelector('.logo').naturalWidth > 0"),
          );
          await frame.getByText('Boutik Lakou').first().waitFor();
        }
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
