import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { launchBrowser, NO_BROWSER, openTab } from '../support/browser.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const PHONE = { width: 360, height: 740 };
const LAPTOP = { width: 1280, height: 800 };

describe('the docs page in a browser', { skip: NO_BROWSER }, () => {
  let gateway: TestGateway;
  let browser: Browser;
  before(async () => {
    gateway = await startTestGateway('sqlite');
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await gateway.stop();
  });

  const open = async (options: Parameters<typeof openTab>[2] = {}) => {
    const tab = await openTab(browser, gateway.url, options);
    await tab.page.goto(`${gateway.url}/docs`);
    return tab;
  };

  for (const [name, viewport] of [
    ['a phone', PHONE],
    ['a laptop', LAPTOP],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      it(`is accessible on ${name} in ${colorScheme} colours, and asks for nothing outside`, async () => {
        // The policy of the page lets no script in, not even the one that examines it.
        const { page, complaints } = await open({ viewport, colorScheme, bypassCSP: true });
        await page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true");
        await page.evaluate(axe.source);
        const found = (await page.evaluate('axe.run()')) as {
          violations: { id: string; nodes: { html: string }[] }[];
          passes: unknown[];
        };
        assert.ok(found.passes.length > 20);
        assert.deepEqual(
          found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
          [],
        );
        assert.deepEqual(complaints, []);
        await page.context().close();
      });
    }
  }

  it('never scrolls sideways on a phone, with every example unfolded', async () => {
    const { page } = await open({ viewport: PHONE });
    await page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true");
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width);
    await page.context().close();
  });

  it('is styled under its own policy, without JavaScript', async () => {
    const { page, complaints } = await open({ viewport: LAPTOP, javaScriptEnabled: false });
    const side = await page.locator('.side').boundingBox();
    const main = await page.locator('main').boundingBox();
    assert.ok(side && main && side.width > 200 && main.x >= side.width);
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  it('leads from the table of contents to the place, on both sizes', async () => {
    for (const [viewport, menu] of [
      [LAPTOP, '.side'],
      [PHONE, '.menu'],
    ] as const) {
      const { page } = await open({ viewport, reducedMotion: 'reduce' });
      if (menu === '.menu') await page.locator('.menu summary').click();
      await page.locator(`${menu} a[href="#verifyPayment"]`).click();
      const box = await page.locator('#verifyPayment').boundingBox();
      assert.ok(box && Math.abs(box.y) < 60, `the place is at ${box?.y}`);
      await page.context().close();
    }
  });
});
